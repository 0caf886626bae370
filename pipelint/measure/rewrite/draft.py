"""Draft: a config that is changed step by step, and read again after each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pipelint.base.writer import WriterError
from pipelint.checker.trial.trial import edited
from pipelint.engines.launch import Change, LaunchError
from pipelint.graph.stage import Kind, Stage

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.engines.launch import Launch
    from pipelint.language.config import Config


class Draft:
    """``config`` is its state. ``of`` gives stages of it by the index that they had at first, those that are there."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._now: dict[Document, Document] = {}
        self.of: dict[int, int] = {stage.index: stage.index for stage in config.graph.stages}

    def copy(self) -> Draft:
        """Another one of the same state."""
        other = Draft(self.config)
        other._now, other.of = dict(self._now), dict(self.of)
        return other

    def make(self, changes: Iterable[Change]) -> bool:
        """Makes changes, each on what the one before has left. Whether there was any. Raises LaunchError."""
        done = False
        for change in changes:
            try:
                edit = change(self.config)
            except WriterError as error:
                raise LaunchError(f"the config cannot be rewritten for the run: {error}") from error
            if edit is None:
                continue
            done = True
            first = {newest: document for document, newest in self._now.items()}
            new = edited(self.config.documents, [edit])
            self._now |= {first.get(document, document): after for document, after in new.items()}
            self.config = self.config.engine.load(self.config.entry, self._now)
            if self.config.errors:
                raise LaunchError(
                    "the config cannot be rewritten for the run: it does not parse then", self.config.errors[0].place
                )
        return done

    def without(self, stage: Stage, launch: Launch) -> bool:
        """Takes away a stage, which is one of this state. Whether that can be. Raises LaunchError."""
        graph = self.config.graph
        gone = {stage.index} if stage.kind is Kind.FILTER else set()
        parts = {part.index for part in graph.parts(stage)}
        gone |= parts | {inner.index for part in parts for inner in graph.parts(graph.stages[part])}
        if not self.make(launch.without(self.config, stage)):
            return False
        left = [each.index for each in graph.stages if each.index not in gone]
        if len(left) != len(self.config.graph.stages):
            raise LaunchError("it cannot be taken away: other stages change with it", stage.place)
        now = {old: new for new, old in enumerate(left)}
        self.of = {first: now[index] for first, index in self.of.items() if index in now}
        return True
