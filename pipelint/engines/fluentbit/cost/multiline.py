"""The work of joining lines to events: multiline parsers of an input or of the filter, and the older Multiline of a tail."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.lean.record import dataclass
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade, Terms, add, scale
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.cost import regexes
from pipelint.engines.fluentbit.cost.params import values
from pipelint.engines.fluentbit.cost.parsers import VARIABLE, Parsed, Text, json, parse
from pipelint.engines.fluentbit.cost.shipped import CRI, FOLLOWS, STARTS
from pipelint.graph.stage import Stage

FRAMES = ("docker", "cri")
"""The parsers of container runtimes."""
_RULE_WORDS = 3


@dataclass(frozen=True, slots=True)
class Joined:
    """Work per line, the record of an event, and the shares of lines that become part of the one before.

    ``continued`` are those of the application, ``split`` those that the runtime cut.
    """

    terms: Terms
    fields: float
    text: float
    record: float
    continued: float = 0.0
    split: float = 0.0
    grade: Grade = Grade.MEASURED

    @property
    def left(self) -> float:
        """Events for each line."""
        return max(1e-3, 1 - self.continued - self.split)


def expanded(parsers: Sequence[str]) -> list[str]:
    """Names of multiline parsers. A variable stands for those of container runtimes: these differ between hosts of one config."""
    return [each for name in parsers for each in (FRAMES if VARIABLE in name else (name,))]


def join(stage: Stage, parsers: Sequence[str], text: Text, traffic: TrafficProfile, continuation: float) -> Joined:
    """What multiline parsers do to each line: the first that knows it takes it.

    That is the runtime's where one of them is and a runtime framed the line, else each may.
    """
    likeness = Grade.MODELLED if any(VARIABLE in name for name in parsers) else Grade.MEASURED
    parsers = expanded(parsers)
    framed = [name for name in parsers if name in FRAMES]
    if text.message is None:
        framed = []
    taken = traffic.runtime if traffic.runtime in framed else framed[0] if framed else ""
    if taken:
        before: Terms = {"parse.json_miss": 1.0} if taken == "cri" and "docker" in parsers[: parsers.index(taken)] else {}
        found = _framed(taken, text, traffic)
        return Joined(add(before, found.hit), found.fields, found.text, found.record, split=traffic.partial, grade=likeness)
    terms: Terms = {}
    grade = likeness
    for name in parsers:
        rules = _rules(stage, name)
        if rules is None:
            grade = Grade.UNKNOWN
            continue
        starts, follows = rules
        own = (stage.named.get(("multiline_parser", name)) is not None) and bool(starts)
        terms = add(terms, _by_rules(starts, follows, text.bytes, continuation, own=own))
    return Joined(terms, 1.0, text.bytes, text.bytes + 10.0, continued=continuation, grade=grade)


def _framed(name: str, text: Text, traffic: TrafficProfile) -> Parsed:
    line: Terms = {"multiline.event": 1.0 - traffic.partial, "multiline.frame": 1.0, "time.read": 1.0, "time.keep": 1.0}
    if name == "docker":
        found = json(text, traffic)
        return Parsed(add(line, found.hit), {}, found.fields, found.text, found.record)
    message = text.bytes if text.message is None else text.message
    return Parsed(add(line, regexes.captured(CRI, text.bytes)), {}, 4.0, message, text.bytes + 35.0)


def _rules(stage: Stage, name: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The regexes that the first line of an event is found by, and those of the others; None for a parser that is not known."""
    if name in FRAMES:
        return (), ()
    block = stage.named.get(("multiline_parser", name))
    if block is None:
        return (STARTS[name], FOLLOWS[name]) if name in STARTS else None
    starts: list[str] = []
    follows: list[str] = []
    for rule in values(block, "rule"):
        words = types.words(rule, _RULE_WORDS)
        if len(words) >= _RULE_WORDS:
            (starts if "start_state" in types.parts(words[0]) else follows).append(words[1])
    for inner in (each for each in block.blocks if each.name == "rule"):
        (starts if "start_state" in types.parts(inner.value("state")) else follows).append(inner.value("regex"))
    return tuple(starts), tuple(follows)


def _by_rules(starts: Sequence[str], follows: Sequence[str], size: float, continuation: float, *, own: bool) -> Terms:
    """A line is tried by the rules that may follow, then by those that start an event.

    What starts an event of a parser of the config's ``own`` is each of its lines, of stack traces no line but theirs.
    """
    left = 1 - continuation
    begin = missed = regexes.tried(starts, size)
    if own:
        # Before an event starts, its first line is tried as one that goes on with the event before.
        begin = add(regexes.tried(follows, size), _last_hit(starts, size), {"multiline.start": 1.0})
    goes_on = _last_hit(follows, size) if follows else missed
    return add({"multiline.event": left}, scale(begin, left), scale(goes_on, continuation))


def _last_hit(patterns: Sequence[str], size: float) -> Terms:
    """All are tried, and the last one matches."""
    return add(regexes.tried(patterns[:-1], size), regexes.searched(patterns[-1], size, 1.0)) if patterns else {}


def firstline(stage: Stage, text: Text, traffic: TrafficProfile) -> Joined:
    """The older Multiline: the parser is tried on each line, and one that it does not match belongs to the event before."""
    found = parse(stage, stage.value("parser_firstline"), text, traffic)
    share = traffic.continuation
    terms = add({"multiline.event": 1 - share, "multiline.old": 1.0}, scale(found.hit, 1 - share), scale(found.miss, share))
    return Joined(terms, found.fields, found.text, found.record, continued=share, grade=found.grade)
