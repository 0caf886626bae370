"""RegexUse: one regular expression of a config, what the engine does with it, and where each of its bytes is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.facts.inside import inside

if TYPE_CHECKING:
    from pipelint.facts.grok.troubles import GrokUse
    from pipelint.regex.grok import Expansion


class Role(Enum):
    """What a match is for.

    PARSE: its named captures become fields; TEST: all that counts is whether it matches; FIRST: a test whether a line begins an
    event; REWRITE: a test whose captures may go into a tag; REPLACE: what it matches is replaced; SPLIT: it parts a text.
    """

    PARSE = "parse"
    TEST = "test"
    FIRST = "first"
    REWRITE = "rewrite"
    REPLACE = "replace"
    SPLIT = "split"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a regex that is written in one piece: ``length`` bytes from ``start`` on in ``text``, the value at ``place``."""

    place: Place
    text: str
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class RegexUse:
    """``pattern`` as the engine compiles it, with ``options`` (of ``i`` and ``m``), written in ``parts`` one after the other.

    ``grok`` is the pattern that it is the expansion of. ``captures_used``: numbered groups are read by something.
    ``key`` names the group of patterns that are tried one after another, "" for none. ``anchored``: it is tried at the first
    character alone. ``idle``: nothing in the config runs it.
    """

    role: Role
    engine: str
    name: str
    pattern: str
    options: str
    parts: tuple[Part, ...]
    block: Block
    captures_used: bool = False
    key: str = ""
    grok: GrokUse | None = None
    expansion: Expansion | None = None
    anchored: bool = False
    idle: bool = False

    @property
    def runnable(self) -> str:
        """The pattern with its options, and where it is tried, written into it."""
        return f"{self._before}{self.pattern})" if self._before else self.pattern

    @property
    def shift(self) -> int:
        """Bytes that ``runnable`` has before the pattern."""
        return len(self._before)

    @property
    def _before(self) -> str:
        start = "\\A" if self.anchored else ""
        return f"{start}(?{self.options}:" if self.options or start else ""

    @property
    def place(self) -> Place:
        """The whole pattern, or its first part."""
        return self.grok.place if self.grok is not None else _inside(self.parts[0], Span(0, self.parts[0].length))

    @property
    def written(self) -> str:
        """The pattern as it is written: of grok with its names."""
        return self.grok.text if self.grok is not None else self.pattern

    def inner(self, span: Span) -> Span:
        """Bytes ``span`` of ``runnable`` in the pattern."""
        size = len(self.pattern.encode())
        start, end = (min(max(0, edge - self.shift), size) for edge in (span.start, span.end))
        return Span(start, end)

    def own(self, span: Span) -> tuple[Span, tuple[str, ...]]:
        """Bytes ``span`` of ``runnable`` in what is written, and the names of the grok definitions that they stand in."""
        inner = self.inner(span)
        if self.expansion is None:
            return inner, ()
        origin = self.expansion.spans.origin(inner)
        return origin.span, origin.chain

    def part(self, span: Span) -> str:
        """The text at bytes ``span`` of ``runnable``."""
        return self.inner(span).cut(self.pattern.encode()).decode("utf-8", "replace")

    def at(self, own: Span) -> Place:
        """The place of bytes of what is written."""
        if self.grok is not None:
            return self.grok.at(own)
        before = 0
        for part in self.parts:
            if own.start < before + part.length or part is self.parts[-1]:
                last = min(own.end - before, part.length)
                return _inside(part, Span(own.start - before, max(own.start - before, last)))
            before += part.length
        return self.place


def _inside(part: Part, span: Span) -> Place:
    return inside(part.place, part.text, span.shift(part.start))


def whole(place: Place, text: str) -> tuple[Part, ...]:
    """A regex that is all of the value ``text`` at ``place``."""
    return (Part(place, text, 0, len(text.encode())),)


def slashed(place: Place, text: str) -> tuple[str, tuple[Part, ...]]:
    """The regex between the first and the last character of a value, and where it is written."""
    pattern = text[1:-1]
    return pattern, (Part(place, text, len(text[:1].encode()), len(pattern.encode())),)


def joined(parts: Sequence[tuple[Place, str]]) -> tuple[str, tuple[Part, ...]]:
    """The regex that values between slashes make together."""
    read = [slashed(place, text) for place, text in parts]
    return "".join(pattern for pattern, _ in read), tuple(part for _, found in read for part in found)
