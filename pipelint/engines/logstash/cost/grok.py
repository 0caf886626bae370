"""The work of ``grok``: attempts that match and that fail, by what a pattern's text says of how it is searched."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.block import Block
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, field, replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Terms, add, scale
from pipelint.engines.logstash.cost.events import field_bytes, sized
from pipelint.engines.logstash.cost.params import pairs
from pipelint.engines.logstash.cost.searches import captures_inside, grok_times, long_fields
from pipelint.engines.logstash.types import is_false

_NAME = late(r"%\{(\w+)(?::([^:}]{1,999})(?::[^}]{1,999})?)?\}")
_START = late(r"(?:\^|\\A)+")
_GROUP = late(r"\(\?<[A-Za-z_]")


class Lead(Enum):
    """What a pattern begins with: how soon an attempt fails that starts at a wrong byte."""

    ANY = "any"  # a run of anything: the engine knows that one start is enough
    WORD = "word"  # a word or host name: begins to match nearly everywhere
    CHOICE = "choice"  # one of several layouts
    NARROW = "narrow"  # a time, a number, fixed text


_ANY = frozenset({"DATA", "GREEDYDATA"})
_WORDS = frozenset(
    {"IPORHOST", "HOSTNAME", "HOST", "HOSTPORT", "USER", "USERNAME", "NOTSPACE", "WORD", "JAVACLASS", "PROG", "PATH", "UNIXPATH"}
) | {"URI", "QS"}
# Whole lines: how they begin, and the captures that a matching line fills (of the measured lines).
_LINES = {
    "COMBINEDAPACHELOG": (Lead.WORD, 11),
    "HTTPD_COMBINEDLOG": (Lead.WORD, 11),
    "COMMONAPACHELOG": (Lead.WORD, 9),
    "HTTPD_COMMONLOG": (Lead.WORD, 9),
    "SYSLOGLINE": (Lead.CHOICE, 5),
    "SYSLOGBASE2": (Lead.CHOICE, 4),
    "SYSLOGBASE": (Lead.NARROW, 4),
}
# What a timeout costs beside an attempt depends on how long that takes: the other thread has to be woken for any but the
# shortest. Shares of a full wake-up, after rows with and without timeouts: 7 µs for a match, 3.6 and 1.5 for quick failures.
_WATCH_QUICK, _WATCH_REJECTED = 0.5, 0.2


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern's text as far as its cost shows in it. ``runs``: parts that match anything; ``lines``: whole-line patterns."""

    text: str
    anchored: bool
    lead: Lead
    captures: float
    runs: float
    lines: float
    names: float
    literal: bool


def read_pattern(text: str) -> Pattern:
    """The features of one pattern."""
    start = _START.match(text)
    body = text[start.end() :] if start else text
    names = _NAME.findall(body)
    captures = sum(1.0 for _, field in names if field) + len(_GROUP.findall(body))
    captures += sum(_LINES[name][1] if name in _LINES else captures_inside(name) for name, _ in names)
    runs = sum(1.0 for name, _ in names if name in _ANY) + body.count(".*") + body.count(".+")
    lines = sum(1.0 for name, _ in names if name in _LINES)
    fixed = _NAME.sub("", body).strip(" ^$")
    return Pattern(text, start is not None, _lead(body), captures, runs, lines, float(len(names)), bool(fixed))


def _lead(body: str) -> Lead:
    if body.startswith((".*", ".+")):
        return Lead.ANY
    first = _NAME.match(body)
    if first is None:
        return Lead.CHOICE if body.startswith("(") else Lead.NARROW
    name = first[1]
    if name in _LINES:
        return _LINES[name][0]
    if name in _ANY:
        return Lead.ANY
    return Lead.WORD if name in _WORDS else Lead.NARROW


@dataclass(frozen=True, slots=True)
class Grokked:
    """Work per event, the captures that it fills, and how much of the events match (0 to 1); bytes of the long captures."""

    terms: Terms
    captures: float
    matched: float
    sizes: Mapping[str, float] = field(default_factory=dict)


def grok_terms(block: Block, state: State, traffic: TrafficProfile) -> Grokked:
    """All attempts of one filter on an average event."""
    tries = [(field, read_pattern(text)) for field, texts in pairs(block, "match") for text in texts]
    if not tries:
        return Grokked({}, 0.0, 0.0)
    shares = _shares(len(tries), traffic)
    stops = not is_false(block, "break_on_match")
    every = is_false(block, "named_captures_only")
    definitions = {name: texts[0] for name, texts in pairs(block, "pattern_definitions") if texts}
    watched = block.value("timeout_millis") != "0"
    per_event = block.value("timeout_scope") == "event"
    terms: Terms = {}
    left, captures, watch = 1.0, 0.0, 0.0
    sizes: dict[str, float] = {}
    for (source, pattern), share in zip(tries, shares, strict=True):
        hit = min(share, left)
        tried = left if stops else 1.0
        miss = max(0.0, tried - hit)
        size = field_bytes(source, state)
        times = grok_times(pattern.text, size, definitions)
        for name, long in long_fields(pattern.text, size, definitions).items() if hit else ():
            sizes[name] = max(sizes.get(name, 0.0), long)
        rejected = traffic.rejected if _may_reject(pattern) else 0.0
        failing = rejected * times.quick + (1 - rejected) * times.slow
        terms = add(terms, scale(_matched(pattern, times.hit, every=every), hit))
        terms = add(terms, scale({"grok.fail": 1.0, "grok.search": failing}, miss))
        watch += hit * _watch_match(pattern) + miss * (1 - rejected) * _watch_failure(pattern)
        watch += miss * rejected * _WATCH_REJECTED
        captures += hit * pattern.captures
        left = max(0.0, left - hit) if stops else left
    terms = add(terms, {"grok.event": 1.0})
    if watched:
        terms = add(terms, {"grok.watch": min(watch, 1.0) if per_event else watch})
    return Grokked(terms, captures, min(1.0, sum(shares)), sizes)


def _shares(count: int, traffic: TrafficProfile) -> tuple[float, ...]:
    """The share of events that each pattern is the first to match."""
    if len(traffic.alternatives) == count:
        return traffic.alternatives
    return ((1 - traffic.grok_miss) / count,) * count


def _may_reject(pattern: Pattern) -> bool:
    """Whether the engine may find at once that text is missing: after an anchor it starts the attempt first."""
    return not pattern.anchored and not pattern.lines


def _matched(pattern: Pattern, us: float, *, every: bool) -> Terms:
    terms = {"grok.match": 1.0, "grok.capture": pattern.captures, "grok.search": us}
    if every:
        terms["grok.unnamed"] = pattern.captures + pattern.names
    return terms


def _watch_match(pattern: Pattern) -> float:
    return 1.0 if pattern.runs or pattern.captures > 1 else _WATCH_QUICK


def _watch_failure(pattern: Pattern) -> float:
    return _WATCH_QUICK if pattern.anchored and pattern.lead is Lead.NARROW else 1.0


def grokked(state: State, found: Grokked) -> State:
    """The events after the filter: matched ones have the captures beside the text that they were taken from."""
    grown = replace(state, fields=state.fields + found.captures, record=state.record + found.matched * state.text)
    return sized(grown, found.sizes)
