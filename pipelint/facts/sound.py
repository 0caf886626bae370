"""What of a config with syntax errors is as it would be without them: the stages that no error stands in or before."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.text.document import Document
from pipelint.facts.config import ConfigFact
from pipelint.facts.stage import StageFact
from pipelint.language.config import Config


class Broken:
    """The broken places of a config, by document: where they begin, and after which of them sections may be others."""

    def __init__(self, config: Config) -> None:
        self._starts: dict[Document, list[int]] = {}
        self._stops: dict[Document, set[int]] = {}
        self._ends: dict[Document, list[tuple[int, int]]] = {}
        for error in config.errors:
            document, start = error.place.document, error.place.span.start
            self._starts.setdefault(document, []).append(start)
            self._stops.setdefault(document, set()).add(error.place.span.end)
            if not error.local:
                end = start if error.missed is None else error.missed
                self._ends.setdefault(document, []).append((end, len(document.text) if error.until is None else error.until))

    def sound(self, config: ConfigFact) -> list[StageFact]:
        """The stages of which everything is known that their own sections decide."""
        whole = {id(stage): self._is_sound(stage.block) for stage in config.stages if stage.parent is None}
        return [stage for stage in config.stages if whole[id(outermost(stage))]]

    def _is_sound(self, block: Block) -> bool:
        # A copy holds nothing of other documents, and what is in it lies within it.
        return not (any(map(self._touches, block.walk())) if block.alone is None else self._touches(block))

    def _touches(self, block: Block) -> bool:
        document, span = block.place.document, block.place.span
        for start in self._starts.get(document, ()):
            if span.start <= start <= span.end:
                return True
        if span.start in self._stops.get(document, ()):
            # What is broken ends where it begins: a part of its own name.
            return True
        after = any(span.end > end and span.start < until for end, until in self._ends.get(document, ()))
        if after or block.alone is not None:
            return after
        # What an include has brought stands in the same section.
        includes = (param.place.document for param in block.params.values() if param.place.document is not document)
        return any(each in self._starts for each in includes)


def outermost(stage: StageFact) -> StageFact:
    """The stage that it is a part of, or a part of a part; itself where it is none."""
    while stage.parent is not None:
        stage = stage.parent
    return stage
