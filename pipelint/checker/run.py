"""The one way through the house: from paths to findings and estimates. Command line, CI and editor all call this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from pipelint.base.disk.asked import AtOnce
from pipelint.base.finding import Note, Problem
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.limits import listening
from pipelint.base.running.progress import step
from pipelint.checker.loading import load, load_for
from pipelint.checker.named_files import NamedFiles, problem_of
from pipelint.checker.result import Checked, Loaded, Report
from pipelint.plugins.team import knowing
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from pipelint.sources import Sealed, Unknown

if TYPE_CHECKING:
    from pipelint.base.finding import Severity
    from pipelint.base.text.document import Place
    from pipelint.base.text.span import Span
    from pipelint.checker.config.unedited import Unedited
    from pipelint.language.config import Config

Look: TypeAlias = "Callable[[Config, Settings, NamedFiles], Checked]"
"""What is to be found out about a config with its settings."""


def check(
    paths: Sequence[str],
    asked: Settings | Project,
    *,
    stdin: bytes | None = None,
    stdin_filename: str = "<stdin>",
    unknown: Unknown = Unknown.REFUSED,
    jobs: int = 1,
) -> Report:
    """Everything that pipelint finds in ``paths``. Raises UnknownSelector, and nothing about the input.

    ``asked``: the settings of all configs, or the project that has those of each. A config whose settings cannot be read is
    not checked: the report has the problem. ``jobs``: how many processes work at a time.
    """
    if isinstance(asked, Settings):
        from pipelint.rules.index import load_index

        asked.selection.check(load_index().rules)

    project, files = project_of(asked), NamedFiles()
    with AtOnce():
        loaded = load_for(project, files, paths, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown, sealed=Sealed.READ)
        return check_loaded(loaded, project, jobs=jobs, files=files)


def check_loaded(
    loaded: Loaded, project: Project, *, jobs: int = 1, files: NamedFiles | None = None, editing: Unedited | None = None
) -> Report:
    """Everything that pipelint finds in loaded configs, for the command line and for an editor alike.

    ``editing``: while somebody types, without gains and fixes; it is what is kept of other versions. ``files`` as in
    ``each_config``.
    """
    # Imported here, as rules are all over this file: an estimate asks none.
    from pipelint.checker.config.findings import check_config, check_while_editing

    def checked(config: Config, settings: Settings, files: NamedFiles) -> Checked:
        rules, baseline = files.rules(settings, config.engine.name), files.baseline(settings)
        if editing is not None:
            return check_while_editing(config, settings, rules, editing, baseline)
        return check_config(config, settings, rules, baseline)

    files = files or NamedFiles()
    with AtOnce():
        report = each_config(loaded, project, checked, jobs=jobs, files=files)
    if editing is None:
        from pipelint.checker.unknown_plugins import unknown_plugins

        report = replace(report, notes=(*report.notes, *unknown_plugins(report.checked, files)))
    if len(report.checked) < 2:
        return report
    from pipelint.checker.shared import without_used_elsewhere

    return replace(report, checked=without_used_elsewhere(report.checked))


def estimate_only(
    paths: Sequence[str], asked: Settings | Project, *, stdin: bytes | None = None, stdin_filename: str = "<stdin>"
) -> Report:
    """The estimates of all configs in ``paths``; of findings only what keeps a config from being read."""
    from pipelint.checker.config.costs import estimate_config

    def estimated(config: Config, settings: Settings, _: NamedFiles) -> Checked:
        checked = syntax_of(config)
        estimate = None if checked.findings else estimate_config(config, settings, ranges=True)
        return replace(checked, estimate=estimate, settings=settings)

    project, files = project_of(asked), NamedFiles()
    plugins = files.plugins_of(project)
    loaded = load(
        paths, stdin=stdin, stdin_filename=stdin_filename, opened=project.opened, ignored=project.ignored, plugins=plugins
    )
    return each_config(loaded, project, estimated, files=files)


def syntax_only(loaded: Loaded, project: Project | None = None) -> Report:
    """What keeps loaded configs from being read, and nothing else; with a project of those that its settings do not exclude."""

    def parsed(config: Config, _: Settings, __: NamedFiles) -> Checked:
        return syntax_of(config)

    return each_config(loaded, project or Project.of_one(Settings()), parsed)


def syntax_of(config: Config) -> Checked:
    """What keeps a config from being read."""
    if not config.errors:
        return Checked(config, (), None)
    from pipelint.checker.config.findings import judge
    from pipelint.rules.index import load_index

    rules = [rule for rule in load_index().rules if rule.on == "syntax"]
    return Checked(config, judge(config, Settings(), rules).findings, None)


def project_of(asked: Settings | Project) -> Project:
    return Project.of_one(asked) if isinstance(asked, Settings) else asked


def path_of(config: Config) -> str:
    """The file that decides which settings hold for a config: its first document's."""
    return config.documents[0].file.path if config.documents else config.name


def each_config(
    loaded: Loaded,
    project: Project,
    look: Look,
    *,
    jobs: int = 1,
    files: NamedFiles | None = None,
) -> Report:
    """What ``look`` finds in every config with its own settings; a problem for what is wrong with settings, once each.

    ``files`` are what was read for an earlier run with the same project.
    """
    files = files or NamedFiles()
    tasks: list[_Task] = []
    notes = list(loaded.notes)
    for config in loaded.configs:
        task = _task(config, project)
        if isinstance(task.settings, Settings) and task.settings.excludes(path_of(config)):
            notes.append(Note(config.name, "excluded by the settings"))
            continue
        if jobs > 1 and isinstance(task.settings, Settings):
            files.read(task.settings)
        tasks.append(task)
    results = _results(tasks, lambda task: _result(task, look, files), jobs)
    problems: dict[Problem, None] = dict.fromkeys(loaded.problems)
    for result in results:
        problems.update(dict.fromkeys(() if isinstance(result, Checked) else result))
    for task in tasks:
        if isinstance(task.settings, Settings):
            problems.update(dict.fromkeys(files.problems_of(task.settings)))
    checked = _told_once([result for result in results if isinstance(result, Checked)])
    notes += [Note(each.config.name, what, important=True) for each in checked for what in each.limits]
    return Report(checked, tuple(problems), tuple(dict.fromkeys(notes)))


def _told_once(checked: Sequence[Checked]) -> tuple[Checked, ...]:
    """The same without what is said again of a file around several configs, as of their settings: that is one cause."""
    told: set[tuple[str, Severity, str, str, Span]] = set()
    out: list[Checked] = []
    for each in checked:
        own = {*each.config.documents}
        beside = [found for found in each.findings if found.place.document not in own]
        around = {id(found): (found.code, found.severity, found.message, *_where(found.place)) for found in beside}
        again = {known for known, said in around.items() if said in told}
        told.update(around.values())
        out.append(replace(each, findings=tuple(found for found in each.findings if id(found) not in again)) if again else each)
    return tuple(out)


def _where(place: Place) -> tuple[str, Span]:
    return place.document.file.path, place.file_span


@dataclass(frozen=True, slots=True)
class _Task:
    """A config with its settings, or with what is wrong with these."""

    config: Config
    settings: Settings | tuple[Problem, ...]


_Result = Checked | tuple[Problem, ...]
"""What a config gives: its findings, or what is wrong with what its settings name."""


def _task(config: Config, project: Project) -> _Task:
    try:
        return _Task(config, project.settings(path_of(config)))
    except ValueError as error:
        # Imported here, as below: most settings are well, and what reads them has not been loaded.
        from pipelint.settings.read import SettingsError

        if not isinstance(error, SettingsError):
            raise
        return _Task(config, tuple(error.problems))


def _result(task: _Task, look: Look, files: NamedFiles) -> _Result:
    settings = task.settings
    if not isinstance(settings, Settings):
        return settings
    try:
        with listening() as left_out, knowing(files.plugins(settings)):
            checked = look(task.config, settings, files)
        return replace(checked, limits=tuple(left_out)) if left_out else checked
    except Exception as error:
        # One config that nobody foresaw must not take the findings of the others with it.
        from pipelint.base.unforeseen import unforeseen

        return (problem_of(error, settings) or unforeseen(task.config.name, error),)


def _results(tasks: Sequence[_Task], do: Callable[[_Task], _Result], jobs: int) -> list[_Result]:
    if jobs == 1:
        results = []
        for number, task in enumerate(tasks):
            step("checked", number, len(tasks))
            results.append(do(task))
        return results
    from pipelint.checker.jobs import spread

    weights = [sum(len(document.text) for document in task.config.documents) for task in tasks]
    return spread(tasks, do, jobs, weights=weights, shared=_shared(tasks))


def _shared(tasks: Sequence[_Task]) -> list[object]:
    """All that findings and estimates refer to, so that it stays the same when they come from another process."""
    out: list[object] = []
    for task in tasks:
        config = task.config
        params = [param for pipeline in config.entry.pipelines for param in pipeline.settings]
        documents = (*config.documents, *config.entry.documents, *(param.place.document for param in params))
        out += (config, *documents, *(document.file for document in documents), *config.graph.stages)
        out += (task.settings, *(task.settings if isinstance(task.settings, tuple) else ()))
    return out
