"""What may stand around the parameters that a fix changes: other orders, comments, tabs; the config says the same."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.syntax.parse import parse as parse_fluentd
from pipelint.engines.logstash.syntax.parse import parse as parse_logstash

PARSERS = {"fluent.conf": parse_fluentd, "logstash.conf": parse_logstash}


@dataclass(frozen=True)
class Surrounding:
    """``turn``: so many parameters of each section go from its beginning to its end; ``seed`` mixes them, unless it is 0."""

    turn: int = 0
    seed: int = 0
    comments: bool = False
    tabs: bool = False

    def around(self, text: str, name: str) -> str:
        """The config written so, as far as it then says the same."""
        for change in (self._ordered, self._commented, self._indented):
            changed = change(text, name)
            if says(changed, name) == says(text, name):
                text = changed
        return text

    def _ordered(self, text: str, name: str) -> str:
        data = text.encode()
        mix = random.Random(self.seed)
        places: list[tuple[int, int]] = []
        texts: list[bytes] = []
        for block in root(text, name).walk():
            params = [param for param in block.params.values() if block.block(param.name) is None]
            mine = sorted((param.name_place.span.start, param.place.span.end) for param in params)
            written = [data[start:end] for start, end in mine]
            turn = self.turn % (len(written) or 1)
            written = written[turn:] + written[:turn]
            if self.seed:
                mix.shuffle(written)
            places += mine
            texts += written
        for (start, end), written_there in sorted(zip(places, texts, strict=True), reverse=True):
            data = data[:start] + written_there + data[end:]
        return data.decode()

    def _commented(self, text: str, name: str) -> str:
        if not self.comments:
            return text
        data = text.encode()
        ends = {param.place.span.end for block in root(text, name).walk() for param in block.params.values()}
        for end in sorted(ends, reverse=True):
            if data[end : end + 1] == b"\n":
                data = data[:end] + b"  # a note" + data[end:]
        return data.decode()

    def _indented(self, text: str, _: str) -> str:
        return re.sub("^(?:  )+", lambda found: "\t" * (len(found[0]) // 2), text, flags=re.MULTILINE) if self.tabs else text


def surroundings() -> st.SearchStrategy[Surrounding]:
    """All of them."""
    return st.builds(Surrounding, st.integers(0, 5), st.integers(0, 1_000), st.booleans(), st.booleans())


def root(text: str, name: str) -> Block:
    """The sections of a config text."""
    return PARSERS[name](Document.whole(SourceFile(name, text.encode()))).root


def says(text: str, name: str) -> object:
    """What a config says, in whatever order its parameters stand."""
    parsed = PARSERS[name](Document.whole(SourceFile(name, text.encode())))
    return len(parsed.errors), _said(parsed.root)


def _said(block: Block) -> object:
    params = {param.name: (param.value, param.embedded) for param in block.params.values()}
    return block.name, block.arg, params, [_said(inner) for inner in block.blocks]


def longest(text: str, name: str) -> int:
    """How many parameters the section has that has most."""
    return max(len(block.params) for block in root(text, name).walk())
