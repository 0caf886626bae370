"""SpanMap: where each byte of an expanded pattern comes from."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.span import Span


@dataclass(frozen=True, slots=True)
class Frame:
    """A definition at work: its name ("" for the pattern itself), its text, and the reference around it that it stands for."""

    name: str
    text: str
    parent: Frame | None = None
    reference: Span = Span(0, 0)

    def lineage(self) -> list[Frame]:
        """The pattern itself, then each definition down to this one."""
        found: list[Frame] = [self]
        while (above := found[-1].parent) is not None:
            found.append(above)
        return found[::-1]


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes of the expansion from ``start`` on: those at ``span`` of the frame's text, one by one where ``verbatim``.

    Otherwise they were put there for all of ``span``: a reference, of which these are a group's brackets.
    """

    start: int
    frame: Frame
    span: Span
    verbatim: bool


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a span of an expansion comes from: ``span`` of the pattern's text, and the way down into definitions.

    ``chain`` are the names of the definitions, outermost first, and ``inner`` is the span in ``text``, that of the last (with an
    empty chain the pattern's own, and the same as ``span``). All in bytes.
    """

    span: Span
    chain: tuple[str, ...]
    inner: Span
    text: str

    @property
    def part(self) -> str:
        """The text at ``inner``."""
        return self.inner.cut(self.text.encode()).decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class SpanMap:
    """The pieces of an expansion of ``size`` bytes, in order and without gaps. Raises ValueError when they are not."""

    pieces: tuple[Piece, ...]
    size: int
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = tuple(piece.start for piece in self.pieces)
        edges = (*starts, self.size)
        if edges[0] != 0 or any(a >= b for a, b in pairwise(edges)):
            raise ValueError("the pieces of an expansion do not cover it")
        object.__setattr__(self, "_starts", starts)

    def origin(self, span: Span) -> Origin:
        """Where ``span`` of the expansion comes from: the smallest piece of text that holds all of it.

        Raises IndexError when the span ends after the expansion.
        """
        if span.end > self.size:
            raise IndexError(f"{span} is outside an expansion of {self.size} bytes")
        if not self.pieces:
            return Origin(Span(0, 0), (), Span(0, 0), "")
        first = self._step(span.start)
        last = self._step(max(span.start, span.end - 1))
        shared = 0
        # As long as both ends stand in the same reference, the way goes on into its definition.
        while shared + 1 < min(len(first), len(last)) and first[shared + 1][0] is last[shared + 1][0]:
            shared += 1
        low, high = first[shared][1], last[shared][1]
        inner = Span(low.start, max(low.start, high.end))
        if span.start == span.end:
            inner = _point(inner, span.start, self.size)
        chain = tuple(frame.name for frame, _ in first[1 : shared + 1])
        return Origin(first[0][1] if chain else inner, chain, inner, first[shared][0].text)

    def _step(self, at: int) -> list[tuple[Frame, Span]]:
        """The way to the byte at ``at``: frames from the pattern down, and the span in the text of each."""
        piece = self.pieces[max(0, bisect_right(self._starts, min(at, self.size - 1)) - 1)]
        exact = min(at, self.size - 1) - piece.start + piece.span.start
        span = Span(exact, exact + 1) if piece.verbatim else piece.span
        lineage = piece.frame.lineage()
        spans = [below.reference for below in lineage[1:]]
        return list(zip(lineage, [*spans, span], strict=True))


def _point(span: Span, at: int, size: int) -> Span:
    """The empty span before ``span``, after it for a point at the end of the expansion."""
    edge = span.end if at == size else span.start
    return Span(edge, edge)
