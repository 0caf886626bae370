"""The files that settings name beside configs (a team's own rules, baselines), read once for all of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Problem
from pipelint.base.lean.record import dataclass, field
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from pipelint.rules.index import Index
    from pipelint.rules.rule import Rule
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


@dataclass(slots=True)
class NamedFiles:
    """What the settings of several configs name, each read once: a team's own rules, and baselines."""

    _team_rules: dict[tuple[Path, ...], TeamRules] = field(default_factory=dict)
    _baselines: dict[Path, Baseline | BaselineError] = field(default_factory=dict)

    def rules(self, settings: Settings) -> Sequence[Rule]:
        """The project's rules, and those of the folders that the settings name."""
        from pipelint.rules.index import load_index

        rules = load_index().rules
        if not settings.rules:
            return rules
        return (*rules, *self._team(settings.rules).rules)

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with all rules that were read."""
        return [problem for team in self._team_rules.values() for problem in team.problems]

    def problems_of(self, settings: Settings) -> tuple[Problem, ...]:
        """What is wrong with the rules of the folders that the settings name, if they were asked for."""
        return self._team(settings.rules).problems if settings.rules in self._team_rules else ()

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


def from_here(folder: Path) -> Path:
    """A folder as people see it: from where they stand, if it lies below."""
    from pathlib import Path

    shown = Path(os.path.normpath(folder))
    return shown.relative_to(Path.cwd()) if shown.is_relative_to(Path.cwd()) else shown
