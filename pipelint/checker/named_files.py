"""The files that settings name beside configs (a team's own rules and plugins, baselines), read once for all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Problem
from pipelint.base.lean.record import dataclass, field
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from pipelint.plugins.index import Index as Plugins
    from pipelint.rules.index import Index
    from pipelint.rules.rule import Rule
    from pipelint.settings.project import Project
    from pipelint.suppress.baseline import Baseline, BaselineError


@dataclass(frozen=True, slots=True)
class TeamRules:
    """A team's own rules, folder by folder, and what is wrong with their pages."""

    indexes: tuple[Index, ...]
    problems: tuple[Problem, ...]

    @property
    def rules(self) -> Iterator[Rule]:
        """The rules of all folders."""
        return (rule for index in self.indexes for rule in index.rules)


@dataclass(frozen=True, slots=True)
class _TeamPlugins:
    """A team's own plugins, and what is wrong with their files."""

    plugins: Plugins
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class NamedFiles:
    """What the settings of several configs name, each read once: a team's own rules and plugins, and baselines."""

    _team_plugins: dict[tuple[Path, ...], _TeamPlugins] = field(default_factory=dict)
    _team_rules: dict[tuple[Path, ...], TeamRules] = field(default_factory=dict)
    _baselines: dict[Path, Baseline | BaselineError] = field(default_factory=dict)

    def rules(self, settings: Settings, engine: str | None = None) -> Sequence[Rule]:
        """The project's rules, with an ``engine`` those for its configs, and those of the folders that the settings name."""
        from pipelint.rules.index import load_index

        rules = load_index().rules if engine is None else load_index().of(engine, "any")
        if not settings.rules:
            return rules
        return (*rules, *self._team(settings.rules).rules)

    def plugins(self, settings: Settings) -> Plugins | None:
        """The plugins of the folders that the settings name; None where they name none."""
        if not settings.plugins:
            return None
        if settings.plugins not in self._team_plugins:
            self._team_plugins[settings.plugins] = _read_plugins(settings.plugins)
        return self._team_plugins[settings.plugins].plugins

    def plugins_of(self, project: Project) -> Callable[[str], Plugins | None]:
        """By the path of a file the plugins of its settings; none where these cannot be read, which is said elsewhere."""

        def of(path: str) -> Plugins | None:
            try:
                return self.plugins(project.settings(path))
            except ValueError:
                return None

        return of

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with all rules and plugins that were read."""
        plugins = [problem for team in self._team_plugins.values() for problem in team.problems]
        return plugins + [problem for team in self._team_rules.values() for problem in team.problems]

    def problems_of(self, settings: Settings) -> tuple[Problem, ...]:
        """What is wrong with the rules and plugins of the folders that the settings name, if they were asked for."""
        plugins, rules = self._team_plugins.get(settings.plugins), self._team_rules.get(settings.rules)
        return (*(plugins.problems if plugins else ()), *(rules.problems if rules else ()))

    def _team(self, folders: tuple[Path, ...]) -> TeamRules:
        if folders not in self._team_rules:
            self._team_rules[folders] = read_team_rules(folders)
        return self._team_rules[folders]

    def baseline(self, settings: Settings) -> Baseline | None:
        """The baseline that the settings name. Raises BaselineError."""
        if settings.baseline is None:
            return None
        from pipelint.suppress.baseline import BaselineError, read_baseline

        if settings.baseline not in self._baselines:
            try:
                self._baselines[settings.baseline] = read_baseline(settings.baseline, from_here(settings.baseline))
            except BaselineError as error:
                self._baselines[settings.baseline] = error
        found = self._baselines[settings.baseline]
        if isinstance(found, BaselineError):
            raise found
        return found

    def read(self, settings: Settings) -> None:
        """Reads all that the settings name, so that the processes that are made of this one have it."""
        self.rules(settings)
        self.plugins(settings)
        if settings.baseline is not None:
            from contextlib import suppress

            from pipelint.suppress.baseline import BaselineError

            with suppress(BaselineError):
                self.baseline(settings)


def read_team_rules(folders: Sequence[Path]) -> TeamRules:
    """The pages of a team's folders, none of which may be called as another rule is."""
    from pipelint.rules.index import load_folder, load_index

    found = [load_index()]
    problems: list[Problem] = []
    for folder in folders:
        loaded = load_folder(from_here(folder), [rule for index in found for rule in index.rules])
        problems += loaded.problems
        found.append(loaded.index)
    return TeamRules(tuple(found[1:]), tuple(problems))


def _read_plugins(folders: Sequence[Path]) -> _TeamPlugins:
    from pipelint.plugins.index import team_index

    index, errors = team_index([from_here(folder) for folder in folders])
    return _TeamPlugins(index, tuple(problem for error in errors for problem in error.problems))


def from_here(folder: Path) -> Path:
    """A folder as people see it: from where they stand, if it lies below."""
    from pathlib import Path

    shown = Path(os.path.normpath(folder))
    return shown.relative_to(Path.cwd()) if shown.is_relative_to(Path.cwd()) else shown


def problem_of(error: Exception, settings: Settings) -> Problem | None:
    """What is wrong with a file that the settings name; None where the error is none of the user's input."""
    from pipelint.cost.model import CostModelError
    from pipelint.suppress.baseline import BaselineError

    if isinstance(error, BaselineError):
        return error.problem
    if settings.samples:
        from pipelint.checker.samples.sources import SampleError

        if isinstance(error, SampleError):
            return error.problem
    if settings.cost_model is not None and isinstance(error, CostModelError | OSError):
        why = error.strerror if isinstance(error, OSError) else error
        return Problem(str(from_here(settings.cost_model)), f"the cost model cannot be read: {why}")
    return None
