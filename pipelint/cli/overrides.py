"""What the command line asks for, and the settings that come of it."""

from __future__ import annotations

import enum
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, replace
from pipelint.cli.option import Exit, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from pipelint.base.finding import Severity
    from pipelint.rules.rule import Rule
    from pipelint.rules.select import Selection
    from pipelint.settings.model import Settings
    from pipelint.settings.project import Override, Project

FAILURE = 1
UNREADABLE = 2
DEFAULT_LINE = 250
"""Bytes of a log line where nothing says how long lines are: the measured middle."""


class Runtime(str, enum.Enum):
    """Who writes the container logs."""

    DOCKER = "docker"
    CRI = "cri"


class FailOn(str, enum.Enum):
    """From which severity on findings make the command fail."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"
    NEVER = "never"

    @property
    def severity(self) -> Severity | None:
        """The least failing severity, None where nothing fails."""
        from pipelint.base.finding import Severity

        return None if self is FailOn.NEVER else Severity[self.name]


@dataclass(frozen=True)
class Overrides:
    """What the command line says: None (and an empty list) where it says nothing, so that the settings file counts."""

    line_bytes: int | None = None
    runtime: Runtime | None = None
    scale: float | None = None
    cpu_limit: float | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: FailOn | None = None
    baseline: Path | None = None
    estimates: bool = False
    gains: bool = False
    targets: tuple[str, ...] = ()
    sample: str | None = None
    measured: bool = False
    rate: float | None = None

    def over(self, settings: Settings) -> Settings:
        """The settings of a file with what the command line says instead.

        Exits with a usage error on a selector that names no rule, unless the file brings rules of its own, and on a target that
        names no version.
        """
        from pipelint.rules.select import Selection

        versions = {**settings.versions, **_versions(self.targets)} if self.targets else settings.versions
        traffic, selection = settings.traffic, settings.selection
        if self.line_bytes is not None:
            traffic = replace(traffic, line_bytes=float(self.line_bytes))
        if self.runtime is not None:
            traffic = replace(traffic, runtime=self.runtime.value)
        if self.rate is not None:
            traffic = replace(traffic, events_per_second=self.rate)
        if self.select or self.ignore:
            if not settings.rules:
                _check_selectors(Selection(self.select, self.ignore))
            # What is selected replaces what the file selects; what is ignored comes on top.
            kept = () if self.select else selection.ignore
            added = () if self.select else selection.added
            selection = Selection(self.select or selection.select, (*kept, *self.ignore), added)
        samples = settings.samples
        if (file := path_of(self.sample)) is not None:
            from pipelint.settings.model import Sample

            # A comparison works in the folder of each side.
            samples = (Sample(file.absolute(), str(file)),)
        return replace(
            settings,
            traffic=traffic,
            samples=samples,
            selection=selection,
            scale=self.scale or settings.scale,
            scale_from="--scale" if self.scale else settings.scale_from,
            cpu_limit=self.cpu_limit or settings.cpu_limit,
            fail_on=settings.fail_on if self.fail_on is None else self.fail_on.severity,
            baseline=self.baseline or settings.baseline,
            estimates=self.estimates,
            gains=self.gains,
            measured=self.measured,
            versions=versions,
            origins={**settings.origins, **self.origins()},
        )

    def origins(self) -> dict[str, str]:
        """By the name of each setting that the command line says, the option."""
        said = {
            "select": ("--select", self.select),
            "ignore": ("--ignore", self.ignore),
            "fail-on": ("--fail-on", self.fail_on),
            "baseline": ("--baseline", self.baseline),
            "traffic.line-bytes": ("--line-bytes", self.line_bytes),
            "traffic.runtime": ("--runtime", self.runtime),
            "traffic.events-per-second": ("--rate", self.rate),
            "traffic.samples": ("--sample", self.sample),
            "cost-model.scale": ("--scale", self.scale),
            "cost-model.cpu-limit": ("--cpu-limit", self.cpu_limit),
            **{f"target-version.{each.partition('=')[0]}": ("--target", each) for each in self.targets},
        }
        return {name: option for name, (option, value) in said.items() if value}


def _versions(targets: Sequence[str]) -> dict[str, str]:
    """The versions of ``--target``, by engine. Exits with a usage error on what is no ``ENGINE=VERSION``."""
    from pipelint.engines.registry import ENGINES
    from pipelint.settings.target import wrong_version

    found = {}
    for target in targets:
        engine, _, version = target.partition("=")
        engines = ", ".join(ENGINES.names)
        wrong = wrong_version(engine, version) if engine in ENGINES.names else f'"{engine}" is none of {engines}'
        if wrong:
            raise UsageError(wrong, "--target ENGINE=VERSION")
        found[engine] = version
    return found


def opened(paths: Sequence[str]) -> tuple[str, ...]:
    """What ``--allow-outside`` opens, as real paths."""
    from pipelint.base.disk import files

    return tuple(files.real(path) for path in paths)


def project(
    asked: Overrides, config: str | None, isolated: bool, override: Override | None = None, allowed: Sequence[str] = ()
) -> Project:
    """The settings of every file, changed by ``override`` (by default what ``asked`` says); ``allowed`` is ``--allow-outside``.

    Exits with an error on a file named with ``--config`` that cannot be used.
    """
    from pipelint.settings.project import Project

    over = override or asked.over
    if isolated and config is None:
        from pipelint.settings.model import Settings

        return Project.of_one(over(Settings()), opened(allowed))
    if config is None:
        return Project(_all_rules, over, opened(allowed))
    from pipelint.settings.read import SettingsError

    try:
        return Project.of_file(config, _all_rules, over, opened(allowed))
    except SettingsError as error:
        from pipelint.report.findings.text import print_problems

        print_problems(error.problems, sys.stdout)
        raise Exit(UNREADABLE) from error


def cpu_limit(text: str | None) -> float | None:
    """CPUs of ``--cpu-limit``. Exits with a usage error on what is no quantity of Kubernetes."""
    if text is None:
        return None
    from pipelint.base.quantity import cpus

    value = cpus(text)
    if value is None:
        raise UsageError(f'"{text}" is not a CPU limit such as 500m or 0.5 (both half a CPU)', "--cpu-limit")
    return value


def path_of(name: str | None) -> Path | None:
    """The path that an option names, if it does."""
    if name is None:
        return None
    # Imported here: pathlib is slow to load.
    from pathlib import Path

    return Path(name)


def _all_rules() -> Sequence[Rule]:
    # Imported here: an estimate whose settings select no rules asks for none.
    from pipelint.rules.index import load_index

    return load_index().rules


def selectors(select: Sequence[str], ignore: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of ``--select`` and ``--ignore``, which may be separated by commas."""
    return tuple(_split(select)), tuple(_split(ignore))


def _check_selectors(selection: Selection) -> None:
    """Exits with a usage error on a word that names none of the project's rules."""
    from pipelint.rules.index import load_index
    from pipelint.rules.select import UnknownSelector

    index = load_index()
    try:
        try:
            selection.check(index.meant([*selection.select, *selection.ignore]))
        except UnknownSelector:
            # Of all rules, so that the nearest name is told.
            selection.check(index.rules)
    except UnknownSelector as error:
        raise UsageError(str(error), "--select / --ignore") from error


def _split(values: Sequence[str]) -> list[str]:
    return [part for value in values for part in value.replace(",", " ").split()]


def read_stdin(paths: Sequence[str]) -> bytes | None:
    """The bytes of standard input where ``-`` asks for them; of one without an end as many as show that there are too many."""
    if "-" not in paths:
        return None
    from pipelint.base.disk.text_file import MAX_YAML_BYTES

    return sys.stdin.buffer.read(MAX_YAML_BYTES + 1)
