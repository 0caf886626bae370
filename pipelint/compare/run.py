"""From two sides to a comparison: reads both, pairs their configs, judges and estimates those that differ."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Note, Problem
from pipelint.base.lean.record import replace
from pipelint.checker.config.costs import Today, model_for, why_unestimated
from pipelint.checker.config.findings import check_config, judge
from pipelint.checker.loading import load_found
from pipelint.checker.named_files import NamedFiles, problem_of
from pipelint.checker.result import Checked, Loaded, folded
from pipelint.checker.run import path_of
from pipelint.checker.trial.trial import tried
from pipelint.checker.trial.what_if import flows_of
from pipelint.compare.costs import cost_change, moved_cost
from pipelint.compare.findings import new_and_fixed
from pipelint.compare.gate import failures
from pipelint.compare.model import Compared, Comparison, CostChange, Limits, StageChange, Status
from pipelint.compare.pairs import pair_configs, reads_more, renamed, same, same_unread
from pipelint.compare.params import changes, config_settings
from pipelint.compare.pods import pod_changes
from pipelint.compare.revisions.around import Around, same_release
from pipelint.compare.revisions.sides import Side, standing_in
from pipelint.compare.sealed import sealed
from pipelint.compare.stages import Paired, pair_stages, stage_changes
from pipelint.engines.registry import ENGINES
from pipelint.plugins.team import knowing
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from pipelint.sources.collect import collect
from pipelint.sources.entry import Sealed
from pipelint.sources.refusals import no_config

if TYPE_CHECKING:
    from pipelint.checker.trial.what_if import Flows
    from pipelint.cost.estimate import Estimate
    from pipelint.language.config import Config
    from pipelint.plugins.index import Index as Plugins
    from pipelint.sources import Collected, Entry

_IN_BASE = " in BASE"
_ALL_NEW = "all its findings count as new"
_NO_CONFIG = no_config(ENGINES)


def compare(base: Side, head: Side, project: Project, limits: Limits) -> Comparison:
    """What changed between two sides. The settings of HEAD count for both. Raises nothing about the input."""
    files = NamedFiles()
    plugins = files.plugins_of(project)
    with standing_in(base.folder):
        found_before = collect(base.paths, ENGINES, opened=(*project.opened, *base.opened), ignored=True)
    with standing_in(head.folder):
        found = collect(head.paths, ENGINES, opened=(*project.opened, *head.opened), ignored=True)
        unchanged = _unchanged(found_before, found, project, base, head)
        new = _belonging(load_found(_without(found, [each.after for each in unchanged]), plugins, Sealed.READ), head)
        top = Path.cwd() / head.root

    def plugins_before(path: str) -> Plugins | None:
        return plugins(str(top / _seen(path, base)))

    with standing_in(base.folder):
        old = load_found(_without(found_before, [each.before for each in unchanged]), plugins_before, Sealed.READ)
    with standing_in(head.folder):
        compared: list[Compared] = [*unchanged]
        unread = list(_problems(new, old, base))
        unread_before = {_told(problem, base): problem for problem in _problems(old, new, head)}
        known_problems = [each for each in unread if each.message != _NO_CONFIG and _told(each, head) in unread_before]
        problems: dict[Problem, None] = dict.fromkeys(problem for problem in unread if problem not in known_problems)
        notes = [*base.notes, *head.notes, *new.notes]
        lost = {_seen(problem.path, head) for problem in new.problems}
        unknown = {_seen(problem.path, base) for problem in old.problems}
        for before, after in pair_configs(old.configs, new.configs, (base.root, head.root)):
            config = after or before
            assert config is not None
            if after is None and _seen(path_of(config), base) in lost:
                continue  # It is there, but cannot be read: the problem says it.
            try:
                settings = project.settings(path_of(config))
            except ValueError as error:
                problems.update(dict.fromkeys(_of_settings(error)))
                continue
            try:
                if settings.excludes(path_of(config)):
                    notes.append(Note(config.name, "excluded by the settings"))
                    continue
                with knowing(files.plugins(settings)):
                    pair = _compare(before, after, settings, files, limits, base.folder)
                if before is None and _seen(path_of(config), head) in unknown:
                    pair = replace(pair, notes=(*pair.notes, f"cannot be read in BASE: {_ALL_NEW}"))
                pair = sealed(pair) if pair.sealed else pair
                other = before is not None and after is not None and renamed(before, after, (base.root, head.root))
                compared.append(replace(pair, former=before.name) if before is not None and other else pair)
            except Exception as error:
                problem = problem_of(error, settings)
                if problem is None:
                    raise
                problems[problem] = None
        problems.update(dict.fromkeys(files.problems))
    told = {_told(problem, head) for problem in unread}
    base_problems = tuple(problem for key, problem in unread_before.items() if key not in told)
    order = {id(entry): number for number, entry in enumerate(found.entries)}
    compared.sort(key=lambda each: order.get(id(each.after), len(order)))
    return Comparison(
        base.title, head.title, tuple(compared), tuple(problems), tuple(known_problems), base_problems, tuple(notes)
    )


def _unchanged(before: Collected, after: Collected, project: Project, base: Side, head: Side) -> list[Compared]:
    """The configs that need not be loaded: they and what is around them are the same on both sides. At work in HEAD's folder."""
    found = []
    around = Around(base.folder), Around(head.folder)
    for old, new in same_unread(before.entries, after.entries, (base.root, head.root)):
        path = new.documents[0].file.path if new.documents else new.name
        try:
            settings = project.settings(path)
        except ValueError as error:
            _of_settings(error)
            continue
        if not settings.excludes(path) and head.holds(path):
            unnamed = around[0].say_nothing(old) and around[1].say_nothing(new)
            if unnamed or same_release(old, new, settings, base.folder):
                found.append(Compared(Status.UNCHANGED, old, new, settings))
    return found


def _of_settings(error: ValueError) -> tuple[Problem, ...]:
    """What is wrong with settings. Raises an error that is none of theirs."""
    # Imported here, as most settings are well.
    from pipelint.settings.read import SettingsError

    if not isinstance(error, SettingsError):
        raise error
    return tuple(error.problems)


def _without(found: Collected, skipped: Iterable[Entry | None]) -> Collected:
    known = {id(entry) for entry in skipped}
    return replace(found, entries=tuple(entry for entry in found.entries if id(entry) not in known))


def _told(problem: Problem, side: Side) -> tuple[str, str]:
    """What a problem says, and of which file, as seen from what was given: the same on both sides."""
    return _seen(problem.path, side), problem.message


def _seen(path: str, side: Side) -> str:
    """A path as seen from what was given."""
    return os.path.relpath(path, side.root) if side.root else path


def _belonging(loaded: Loaded, side: Side) -> Loaded:
    """Of all that was loaded what belongs to the side, with a note on each other config."""
    outside = [config for config in loaded.configs if not side.holds(path_of(config))]
    return Loaded(
        tuple(config for config in loaded.configs if config not in outside),
        tuple(problem for problem in loaded.problems if side.holds(problem.path)),
        (*loaded.notes, *(Note(config.name, "skipped: git ignores it, or it is in a submodule") for config in outside)),
    )


def _problems(loaded: Loaded, other: Loaded, other_side: Side) -> Iterator[Problem]:
    """What could not be read. That a folder holds no config is none where it holds one on the other side."""
    nothing = {problem.path for problem in other.problems if problem.message == _NO_CONFIG}
    for problem in loaded.problems:
        there = other.configs if other_side.root else problem.path in other_side.paths and problem.path not in nothing
        if problem.message != _NO_CONFIG or not there:
            yield problem


def _compare(
    before: Config | None, after: Config | None, settings: Settings, files: NamedFiles, limits: Limits, folder: Path
) -> Compared:
    """One pair, at work in the folder of HEAD; ``folder`` is that of BASE."""
    if after is None:
        return Compared(Status.REMOVED, None if before is None else before.entry, None, settings)
    alike = before is not None and same(before, after)
    if before is not None and alike and not reads_more(after) and same_release(before.entry, after.entry, settings, folder):
        return Compared(Status.UNCHANGED, before.entry, after.entry, settings)
    rules = files.rules(settings)
    checked = check_config(after, replace(settings, estimates=True), rules, files.baseline(settings))
    if before is None:
        found = tuple(folded(checked.findings))
        failed = failures(found, None, None, checked.estimate, settings, limits)
        notes = tuple(_unreadable([(after, "", checked.estimate)], settings))
        came = Compared(Status.ADDED, None, after.entry, settings, after_estimate=checked.estimate, new=found)
        pods = pod_changes((None, None), (after, checked.estimate), settings.cpu_limit)
        return replace(came, notes=notes, failures=failed, pods=pods, configs=(after,), flows=(flows_of(after, settings),))
    old_settings = _settings_before(before, after, settings)
    with standing_in(folder):
        costs = Today(before, settings)
        estimate = costs.estimate
        was = judge(before, old_settings, rules, costs).findings
        flows = flows_of(before, settings), flows_of(after, settings)
    if before.engine.name != after.engine.name:
        return _moved(before, after, estimate, checked, settings, limits, flows)
    pairs = pair_stages(before.graph, after.graph)
    changed = stage_changes(after.engine.name, pairs, before.graph, after.graph)
    fresh, gone = new_and_fixed(was, checked.findings, (*checked.known, *checked.hidden), pairs)
    with standing_in(folder):
        new, fixed = folded(fresh), folded(_worst_first(tried(gone, before)))
    if alike and not new and not fixed:
        return Compared(Status.UNCHANGED, before.entry, after.entry, settings)
    cost = _cost(before, estimate, checked, pairs, changed, settings)
    # What does not parse is known in part: nothing is said of what seems to be missing in it.
    broken = bool(before.errors or after.errors)
    params = changes(after.engine.name, config_settings(before.root, before.graph), config_settings(after.root, after.graph))
    return Compared(
        Status.CHANGED,
        before.entry,
        after.entry,
        settings,
        () if broken else changed,
        () if broken else params,
        estimate,
        checked.estimate,
        cost,
        tuple(new),
        () if after.errors else tuple(fixed),
        tuple(_unreadable([(before, _IN_BASE, estimate), (after, " in HEAD", checked.estimate)], settings)),
        failures(new, cost, estimate, checked.estimate, settings, limits),
        pod_changes((before, estimate), (after, checked.estimate), settings.cpu_limit),
        configs=(before, after),
        flows=flows,
    )


def _moved(
    before: Config,
    after: Config,
    estimate: Estimate | None,
    checked: Checked,
    settings: Settings,
    limits: Limits,
    flows: tuple[Flows, ...],
) -> Compared:
    """One that went to another engine: their stages and findings have nothing in common, their rates have."""
    cost = None if estimate is None or checked.estimate is None else moved_cost(estimate, checked.estimate)
    new = tuple(folded(checked.findings))
    notes = (
        f"{ENGINES.lines[before.engine.name].title} in BASE: stages are not compared, and {_ALL_NEW}",
        *_unreadable([(before, _IN_BASE, estimate), (after, " in HEAD", checked.estimate)], settings),
    )
    return Compared(
        Status.CHANGED,
        before.entry,
        after.entry,
        settings,
        before_estimate=estimate,
        after_estimate=checked.estimate,
        cost=cost,
        new=new,
        notes=notes,
        failures=failures(new, cost, estimate, checked.estimate, settings, limits),
        pods=pod_changes((before, estimate), (after, checked.estimate), settings.cpu_limit),
        configs=(before, after),
        flows=flows,
    )


def _cost(
    before: Config, estimate: Estimate | None, checked: Checked, pairs: Paired, changed: Sequence[StageChange], settings: Settings
) -> CostChange | None:
    if estimate is None or checked.estimate is None:
        return None
    model = model_for(checked.config.engine.name, settings)
    graphs = before.graph, checked.config.graph
    return cost_change(estimate, checked.estimate, pairs, changed, graphs, model, settings.scale)


def _settings_before(before: Config, after: Config, settings: Settings) -> Settings:
    """The settings for BASE: in its files the rules are ignored that are ignored in those of HEAD, whatever folder it is in."""
    if not settings.per_file_ignores:
        return settings
    there = {document.file.path for document in after.documents}
    paths = {document.file.path for document in before.documents}
    ignores = {
        glob.escape(PurePath(path).as_posix()): settings.ignored_in(path if path in there else path_of(after)) for path in paths
    }
    return replace(settings, per_file_ignores=ignores, folder=None)


def _unreadable(sides: Sequence[tuple[Config, str, Estimate | None]], settings: Settings) -> Iterator[str]:
    """Why a side has no estimate."""
    for config, where, estimate in sides:
        if config.errors:
            yield f"does not parse{where}: no estimate" + (f", and {_ALL_NEW}" if where == _IN_BASE else "")
        elif estimate is None:
            yield f"{'has ' if config.graph.skipped else ''}{why_unestimated(config, settings)}{where}: no estimate"


def _worst_first(findings: Sequence[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda f: (-f.severity, f.place.document.name, f.place.span.start))
