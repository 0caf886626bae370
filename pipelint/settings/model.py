"""Settings: what a run is asked for, resolved: which rules, which traffic, which cost model, which limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.base.finding import Problem, Severity
from pipelint.base.lean.record import dataclass, field
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.rules.select import Selection

if TYPE_CHECKING:
    import datetime
    from pathlib import Path

    from pipelint.base.text.document import SourceFile
    from pipelint.base.text.span import Span


@dataclass(frozen=True, slots=True)
class Sample:
    """A file of log lines that people call ``name``, and the source that reads such lines: the one whose ``by`` is ``value``.

    ``by`` is ``tag``, ``path``, ``id``, ``input`` (its plugin) or ``number`` (its index in the graph, which no settings say), ""
    for the only source that there is. ``span`` of the settings file ``said_in`` names the sample; None on a command line.
    """

    file: Path
    name: str
    by: str = ""
    value: str = ""
    said_in: SourceFile | None = None
    span: Span | None = None

    def problem(self, message: str) -> Problem:
        """A problem with it, at its place."""
        return Problem(self.name if self.said_in is None else self.said_in.path, message, self.said_in, self.span)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is asked for, with the defaults where nothing says otherwise.

    ``selection``: which rules run; ``severities``: other severities by rule selector; ``per_file_ignores``: rule selectors by
    glob. ``fail_on``: from which severity on findings fail a run, None for never. ``traffic``: what is assumed of the traffic,
    where no one of the ``samples`` shows it;
    ``scale``: how fast the machine is (1.0: the measured one); ``scale_from``: the file or the option that says so, "" where
    none does; ``cost_model``: a file with coefficients in the place of the project's own. ``cpu_limit``: what the process may
    use at most, in CPUs (a Kubernetes container's limit); None where nothing limits it. ``min_events``: events/s per CPU that a
    config has to reach; ``max_slowdown``: the share of its rate that a change may cost. ``versions``: by engine the one in use
    (``9.1``, ``td-agent 4.5.0``). ``exclude``: globs of files that are not checked. ``rules``: folders of a team's own rule
    pages, ``plugins`` of its plugin files. ``baseline``: a file of known findings. ``allow_outside``: real paths outside of the
    project that configs may name. ``folder``: what globs and paths are relative to, the settings file's folder (or None).
    ``estimates`` asks for the estimate of every config, also of one in which no finding has a gain to predict; ``gains`` for
    those of findings. ``measured``: costs that were measured count, and not only events; where two states are compared only
    predictions can. ``today``: the day on which suppressions hold or not, None for the real one.
    ``core_hour``: the price of a CPU for an hour. ``origins``: by the name of a setting (``traffic.runtime``) who says it, an
    option, or a file and its line.
    """

    selection: Selection = field(default_factory=Selection)
    traffic: TrafficProfile = field(default_factory=TrafficProfile)
    samples: tuple[Sample, ...] = ()
    scale: float = 1.0
    scale_from: str = ""
    cpu_limit: float | None = None
    estimates: bool = False
    gains: bool = True
    measured: bool = False
    severities: Mapping[str, Severity] = field(default_factory=dict)
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fail_on: Severity | None = Severity.WARNING
    min_events: float | None = None
    max_slowdown: float | None = None
    core_hour: float | None = None
    cost_model: Path | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    rules: tuple[Path, ...] = ()
    plugins: tuple[Path, ...] = ()
    baseline: Path | None = None
    allow_outside: tuple[str, ...] = ()
    folder: Path | None = None
    today: datetime.date | None = None
    origins: Mapping[str, str] = field(default_factory=dict)

    def excludes(self, path: str) -> bool:
        """Whether the file of this path is not to be checked."""
        return any(self._meets(glob, path) for glob in self.exclude)

    def ignored_in(self, path: str) -> tuple[str, ...]:
        """Selectors of the rules that are not asked in the file of this path."""
        return tuple(
            selector for glob, selectors in self.per_file_ignores.items() if self._meets(glob, path) for selector in selectors
        )

    def _meets(self, glob: str, path: str) -> bool:
        """Whether a path, as seen from the settings file, meets a glob: as a whole, by its name, or by a folder above it.

        ``*`` crosses slashes, as in fnmatch; ``**/`` also stands for no folder at all.
        """
        # Imported here: most projects have no globs.
        from fnmatch import fnmatchcase
        from pathlib import Path

        from pipelint.base.disk import files

        seen = Path(path)
        if self.folder is not None:
            try:
                seen = Path(files.real(path)).relative_to(self.folder)
            except ValueError:
                return False
        globs = {glob.rstrip("/"), glob.rstrip("/").replace("**/", "")}
        names = [seen.as_posix(), seen.name, *(parent.as_posix() for parent in seen.parents)]
        return any(fnmatchcase(name, glob) for glob in globs for name in names)
