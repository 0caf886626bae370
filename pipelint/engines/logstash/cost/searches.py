"""What searches take in Logstash: grok patterns, conditions and substitutions, as µs that the model of Joni predicts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pipelint.base.lean.record import dataclass
from pipelint.cost.regex.forecast import forecast, search_us
from pipelint.cost.regex.lines import lines_for
from pipelint.cost.regex.purse import affordable
from pipelint.engines.logstash.cost.events import SHORT
from pipelint.regex.grok import Expansion
from pipelint.regex.run import captured, run
from pipelint.regex.tree import Node, Refused

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
    expansion = _expanded(pattern, tuple(sorted(definitions.items())))
    regex = None if expansion is None else expansion.runnable
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
def _filled(pattern: str, size: int, definitions: tuple[tuple[str, str], ...]) -> Mapping[str, float]:
    expansion = _expanded(pattern, definitions)
    if expansion is None or not affordable(expansion.runnable):
        return {}
    try:
        line = lines_for(expansion.runnable, "joni", size).hit
    except ValueError:
        return {}
    if line is None:
        return {}
    found = captured(expansion, line, run(expansion.runnable, line).groups)
    return {name: float(sum(map(len, texts))) for name, texts in found.items()}


def long_fields(pattern: str, size: float, definitions: Mapping[str, str]) -> dict[str, float]:
    """Bytes of the fields that take more than a word of a text of ``size`` bytes: those for the rest of it.

    They are what a grok pattern captures of a line made for it, the bytes that it needs no more of put into its last open part.
    """
    found = _filled(pattern, max(1, round(size)), tuple(sorted(definitions.items())))
    return {name: bytes_ for name, bytes_ in found.items() if bytes_ > SHORT}


@lru_cache(maxsize=512)
def captures_inside(name: str) -> float:
    """Fields that a match of a library's pattern sets by itself: of alternatives those of the one that has most."""
    expansion = _expanded(f"%{{{name}}}", ())
    parsed = None if expansion is None else expansion.parsed
    if parsed is None or isinstance(parsed, Refused):
        return 0.0
    return _most(parsed.root, frozenset(number for numbers in parsed.names.values() for number in numbers))


def _most(node: Node, named: frozenset[int]) -> float:
    inside = [_most(child, named) for child in node.children]
    own = node.kind == "capture" and node.details.get("index") in named
    return own + (max(inside, default=0.0) if node.kind == "alternate" else sum(inside))


@lru_cache(maxsize=512)
def _expanded(pattern: str, definitions: tuple[tuple[str, str], ...]) -> Expansion | None:
    """The pattern as the filter compiles it; None where a name is not known."""
    from pipelint.engines.logstash.grok import GROK
    from pipelint.regex.grok import expand
    from pipelint.regex.library import shipped_by_any

    library = shipped_by_any(GROK)
    expansion = expand(pattern, library.with_definitions(dict(definitions)) if definitions else library, GROK)
    return expansion if expansion.complete else None


def found_us(pattern: str, size: float, hits: float) -> float:
    """µs of an average search of a condition or a substitution, of which the share ``hits`` finds something."""
    return search_us(pattern, "joni", size, hits, _HIT_US * size)
