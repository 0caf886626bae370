"""All that is known of one regex by itself: its tree, its verdict, and what it is predicted to take on lines."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.lean.record import dataclass
from pipelint.cost.model import load_model
from pipelint.cost.regex.forecast import Forecast, Timed, forecast, timed
from pipelint.cost.regex.lines import Lines, lines_for
from pipelint.cost.regex.work import Engine
from pipelint.regex.tree import Refused, Regex, read_regex
from pipelint.regex.verdict import Verdict, judge

# Steps of one search where somebody waits for one regex: some 50 ms.
MOST_STEPS = 5_000_000


@dataclass(frozen=True, slots=True)
class Study:
    """``lines`` are those made for the regex, of ``line_bytes``, and ``times`` theirs; ``samples`` are given lines with theirs.

    ``verdict`` is None where nothing analyses it. ``spread``: nine of ten predictions are within this factor.
    """

    pattern: str
    engine: Engine
    regex: Regex
    verdict: Verdict | None
    line_bytes: int
    lines: Lines
    times: Forecast
    samples: tuple[tuple[str, Timed], ...]
    spread: float


def study(pattern: str, engine: Engine, line_bytes: int, samples: Sequence[str]) -> Study | Refused:
    """The study of ``pattern``, or Ruby's refusal. Bounded by ``MOST_STEPS`` a line."""
    read = read_regex(pattern)
    if isinstance(read, Refused):
        return read
    found = tuple(zip(samples, timed(pattern, samples, engine, MOST_STEPS), strict=True)) if samples else ()
    return Study(
        pattern,
        engine,
        read,
        judge(pattern),
        line_bytes,
        lines_for(pattern, engine, line_bytes),
        forecast(pattern, engine, line_bytes, MOST_STEPS),
        found,
        load_model(engine).spread,
    )
