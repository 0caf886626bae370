"""What a search is predicted to take, in ns, on given lines and on lines made for the regex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pipelint.base.lean.record import dataclass
from pipelint.cost.model import load_model
from pipelint.cost.regex.lines import lines_for
from pipelint.cost.regex.purse import affordable
from pipelint.cost.regex.work import MOST_STEPS, Engine, Search, search, terms
from pipelint.regex.tree import Refused, read_regex


@dataclass(frozen=True, slots=True)
class Timed:
    """A search and its predicted time. ``matched`` is None where the steps did not suffice: ``ns`` is then what they took."""

    matched: bool | None
    ns: float
    steps: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """Times of searches in the lines of ``Lines``; None where there is no such line."""

    hit: Timed | None
    miss: Timed | None
    late: Timed | None
    entry: Timed | None


def timed(pattern: str, lines: Sequence[str], engine: Engine, limit: int = MOST_STEPS) -> tuple[Timed, ...]:
    """The predicted time of a search in each line. Raises ValueError(message, start, end) for a bad pattern."""
    return _timed_all(pattern, tuple(lines), engine, limit)


# An editor asks the same at each keystroke, and configs have copies of a pattern.
@lru_cache(maxsize=256)
def _timed_all(pattern: str, lines: tuple[str, ...], engine: Engine, limit: int) -> tuple[Timed, ...]:
    read = read_regex(pattern)
    groups = 0 if isinstance(read, Refused) else read.captures
    return tuple(_timed(found, groups, engine) for found in search(pattern, lines, engine, limit))


def _timed(found: Search, groups: int, engine: Engine) -> Timed:
    model = load_model(engine)
    known = {name: n for name, n in terms(found.work, float(found.matched is True), groups).items() if name in model.coefficients}
    return Timed(found.matched, model.cost(known).mid * 1000, found.steps)


@lru_cache(maxsize=1024)
def forecast(pattern: str, engine: Engine, size: int, limit: int = MOST_STEPS) -> Forecast:
    """Times on lines of ``size`` characters. Bounded by ``limit`` steps a line. Raises ValueError for a bad pattern."""
    lines = lines_for(pattern, engine, size)
    wanted = (lines.hit, lines.miss, lines.late, lines.entry)
    texts = [line for line in wanted if line is not None]
    found = dict(zip(texts, timed(pattern, texts, engine, limit), strict=True))
    return Forecast(*(None if line is None else found[line] for line in wanted))


def search_us(pattern: str, engine: Engine, size: float, hits: float, otherwise: float) -> float:
    """µs of an average search in texts of ``size`` bytes, of which the share ``hits`` matches.

    Where the engine refuses the regex, no such text was found, or the estimate has asked for too many, ``otherwise`` counts.
    """
    if not affordable(pattern):
        return otherwise
    try:
        found = forecast(pattern, engine, max(1, round(size)))
    except ValueError:
        return otherwise
    hit, miss = (otherwise if one is None else one.ns / 1000 for one in (found.hit, found.miss))
    return hits * hit + (1 - hits) * miss
