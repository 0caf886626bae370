"""What searches take in Logstash: grok patterns, conditions and substitutions, as µs that the model of Joni predicts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pipelint.base.lean.record import dataclass
from pipelint.cost.regex.forecast import forecast, search_us
from pipelint.cost.regex.purse import affordable

# µs of a search for a byte of the text, where a pattern is not known: of one that matches, and of one that fails.
_HIT_US, _MISS_US = 0.01, 0.02


@dataclass(frozen=True, slots=True)
class GrokTimes:
    """µs of a search that matches, of one that fails on other text, and of one that fails where it cannot be told at once."""

    hit: float
    quick: float
    slow: float


def grok_times(pattern: str, size: float, definitions: Mapping[str, str]) -> GrokTimes:
    """The times of one grok pattern in texts of ``size`` bytes. ``definitions`` are those that the filter adds."""
    regex = _expanded(pattern, tuple(sorted(definitions.items())))
    unknown = GrokTimes(_HIT_US * size, _MISS_US * size, _MISS_US * size)
    if regex is None or not affordable(regex):
        return unknown
    try:
        found = forecast(regex, "joni", max(1, round(size)))
    except ValueError:
        return unknown
    hit = found.hit.ns / 1000 if found.hit is not None else unknown.hit
    if found.miss is None:
        return GrokTimes(hit, unknown.quick, unknown.slow)
    # Words alone may be passed over without an attempt, as they lack what each match has; other log lines may have it.
    slow = max(one.ns for one in (found.miss, found.entry) if one is not None)
    if found.entry is None and found.miss.steps == 0 and found.late is not None:
        slow = found.late.ns
    return GrokTimes(hit, found.miss.ns / 1000, slow / 1000)


@lru_cache(maxsize=512)
def _expanded(pattern: str, definitions: tuple[tuple[str, str], ...]) -> str | None:
    """The regex that the filter compiles; None where a name is not known."""
    from pipelint.engines.logstash.grok import GROK
    from pipelint.regex.grok import expand
    from pipelint.regex.library import shipped_by_any

    library = shipped_by_any(GROK)
    expansion = expand(pattern, library.with_definitions(dict(definitions)) if definitions else library, GROK)
    return expansion.runnable if expansion.complete else None


def found_us(pattern: str, size: float, hits: float) -> float:
    """µs of an average search of a condition or a substitution, of which the share ``hits`` finds something."""
    return search_us(pattern, "joni", size, hits, _HIT_US * size)
