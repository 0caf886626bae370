"""The work of a parser that a stage names, and the record that it makes of a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade, Terms, add, scale
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.cost import regexes
from pipelint.engines.fluentbit.cost.params import values
from pipelint.engines.fluentbit.cost.shipped import CUSTOMARY, ELSEWHERE, PARSERS

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage

Look = Callable[[str], str]
"""A setting of a parser by its name in lower case, ``""`` where it is not set."""

# Conversions that Fluent Bit's strptime lacks, where another one has them: each text costs two lines in the log.
_NO_TIME = late(r"%[0-9]*[NfqQ]")
# Pairs of a key and its value in formats that write the keys.
_PAIRED = ("logfmt", "ltsv")
VARIABLE = "${"
"""Begins a variable in a value."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """Work per text that matches and per one that does not, and the record: its fields, bytes of its message and of it all."""

    hit: Terms
    miss: Terms
    fields: float
    text: float
    record: float
    grade: Grade = Grade.MEASURED


@dataclass(frozen=True, slots=True)
class Text:
    """What is parsed: ``bytes`` long, of which ``message`` are the application's where a container runtime framed it."""

    bytes: float
    message: float | None = None


def parse(stage: Stage, name: str, text: Text, traffic: TrafficProfile) -> Parsed:
    """What the parser called ``name`` does to one text: one that is not there, what is customary under its name, else a regex.

    A name that only a variable knows may be any.
    """
    block = stage.named.get(("parser", name))
    if block is not None:
        return _parse(block.value, [*values(block, "decode_field"), *values(block, "decode_field_as")], text, traffic)
    if VARIABLE in name:
        return Parsed({}, {}, 1.0, text.bytes, text.bytes, Grade.UNKNOWN)
    shipped = PARSERS.get(name) or CUSTOMARY.get(name) or ELSEWHERE
    parsed = _parse(lambda key: shipped.get(key, ""), [], text, traffic)
    return parsed if name in PARSERS else replace(parsed, grade=max(parsed.grade, Grade.MODELLED))


def _parse(look: Look, decoders: Sequence[str], text: Text, traffic: TrafficProfile) -> Parsed:
    kind = look("format").lower()
    if kind == "json":
        parsed = json(text, traffic)
    elif kind == "regex":
        keys = regexes.names(look("regex"))
        hit = regexes.captured(look("regex"), text.bytes)
        message = text.bytes if text.message is None else text.message
        # The keys stand where blanks and brackets stood.
        parsed = Parsed(hit, regexes.tried([look("regex")], text.bytes), float(len(keys)), message, text.bytes + 10.0 * len(keys))
    elif kind in _PAIRED:
        fields = traffic.app_fields
        parsed = Parsed({"parse.pairs": 1.0, "parse.pairs_byte": text.bytes}, {}, fields, text.bytes, text.bytes)
    else:
        return Parsed({}, {}, 1.0, text.bytes, text.bytes, Grade.UNKNOWN)
    return _decoded(decoders, _timed(look, parsed), traffic)


def json(text: Text, traffic: TrafficProfile) -> Parsed:
    """A text that is one JSON object: a runtime's frame with its three keys, or the application's."""
    fields = traffic.app_fields if text.message is None else float(len(traffic.frame_keys))
    message = text.bytes if text.message is None else text.message
    hit: Terms = {"parse.json": 1.0, "parse.json_byte": text.bytes, "parse.json_field": fields}
    return Parsed(hit, {"parse.json_miss": 1.0}, fields, message, text.bytes)


def _timed(look: Look, parsed: Parsed) -> Parsed:
    written = look("time_format")
    if not written:
        return parsed
    if _NO_TIME.search(written):
        return replace(parsed, hit=add(parsed.hit, {"log.line": 2.0}))
    keep = types.boolean(look("time_keep")) is True
    timed = replace(parsed, hit=add(parsed.hit, {"time.read": 1.0, "time.keep": float(keep)}))
    return timed if keep else replace(timed, fields=max(1.0, timed.fields - 1))


def _decoded(decoders: Sequence[str], parsed: Parsed, traffic: TrafficProfile) -> Parsed:
    """Fields that are parsed again: JSON where it was measured, else as dear as that."""
    for decoder in decoders:
        again = json(Text(parsed.text), traffic)
        found = parsed.grade if types.words(decoder)[:1] == ["json"] else max(parsed.grade, Grade.MODELLED)
        parsed = replace(parsed, hit=add(parsed.hit, again.hit), fields=parsed.fields + again.fields, grade=found)
    return parsed


def first_of(parsers: Sequence[Parsed], failed: float, shares: Sequence[float]) -> tuple[Terms, Parsed]:
    """Several that are tried in turn until one matches: their work, and the mean of what they make.

    ``failed``: the share of texts that none of them matches; ``shares``: what each matches, where that is known.
    """
    given = shares if len(shares) == len(parsers) else [(1 - failed) / len(parsers)] * len(parsers)
    missed: Terms = {}
    terms: Terms = {}
    for parser, share in zip(parsers, given, strict=True):
        terms = add(terms, scale(add(missed, parser.hit), share))
        missed = add(missed, parser.miss)
    terms = add(terms, scale(missed, max(0.0, 1 - sum(given))))
    whole = sum(given) or 1.0
    fields, text, record = (
        sum(share * getattr(parser, name) for parser, share in zip(parsers, given, strict=True)) / whole
        for name in ("fields", "text", "record")
    )
    return terms, Parsed({}, {}, fields, text, record, max(parser.grade for parser in parsers))
