"""All that is known of one grok pattern by itself: its expansion, its verdict, its times, and what it makes of given lines."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span
from pipelint.cost.regex.forecast import Forecast, Timed, forecast, timed
from pipelint.cost.regex.work import Engine
from pipelint.regex.grok import Expansion
from pipelint.regex.run import MOST_STEPS, captured, run
from pipelint.regex.spans import Origin
from pipelint.regex.stuck import Stuck, stuck
from pipelint.regex.verdict import Verdict, judge


@dataclass(frozen=True, slots=True)
class Tried:
    """The pattern on a line: its number from 1, whether it matched (None: the steps did not suffice), what the fields got."""

    number: int
    line: str
    matched: bool | None
    fields: dict[str, list[str]]
    time: Timed


@dataclass(frozen=True, slots=True)
class GrokStudy:
    """``times`` are those of lines of ``line_bytes`` made for the pattern. ``lines`` are the given ones.

    ``missed`` is the first of them that does not match, ``stuck`` where matching it ends.
    """

    expansion: Expansion
    engine: Engine
    line_bytes: int
    verdict: Verdict | None
    times: Forecast
    lines: tuple[Tried, ...]
    missed: Tried | None
    stuck: Stuck | None

    @property
    def hits(self) -> int:
        """How many of the lines match."""
        return sum(tried.matched is True for tried in self.lines)

    def origin(self, span: Span) -> Origin:
        """Where a span of the verdict stands in the pattern."""
        shift = min(self.expansion.shift, span.start)
        size = self.expansion.spans.size
        return self.expansion.spans.origin(Span(min(span.start - shift, size), min(span.end - shift, size)))


def study_grok(expansion: Expansion, line_bytes: int, lines: Sequence[str]) -> GrokStudy:
    """The study of a complete expansion that the engine accepts. Bounded by ``MOST_STEPS`` a line."""
    engine: Engine = expansion.dialect.engine
    regex = expansion.runnable
    times = timed(regex, lines, engine, MOST_STEPS) if lines else ()
    tried = tuple(_try(expansion, number, line, time) for number, (line, time) in enumerate(zip(lines, times, strict=True), 1))
    missed = next((one for one in tried if one.matched is False), None)
    return GrokStudy(
        expansion,
        engine,
        line_bytes,
        judge(regex),
        forecast(regex, engine, line_bytes, MOST_STEPS),
        tried,
        missed,
        None if missed is None else stuck(expansion, missed.line),
    )


def _try(expansion: Expansion, number: int, line: str, time: Timed) -> Tried:
    found = run(expansion.runnable, line)
    return Tried(number, line, found.matched, captured(expansion, line, found.groups) if found.matched else {}, time)
