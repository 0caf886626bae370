"""The work of Fluentd's parsers, in a `<parse>` of an input or of a parser filter."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade, Terms, add, scale
from pipelint.engines.fluentd.cost import standins
from pipelint.engines.fluentd.cost.parse import grok, regexes
from pipelint.engines.fluentd.cost.parse.times import has_time, read_by, time_terms
from pipelint.engines.fluentd.cost.said import COSTS
from pipelint.engines.fluentd.plugins.regexp import alternative_parsers, line_formats, regexp_name
from pipelint.engines.fluentd.types import is_false, is_true
from pipelint.plugins import plugin_spec

# #{ENV['X'] || 'json'}
_DEFAULT = late(r"""#\{\s*ENV\[(['"])\w+\1\]\s*\|\|\s*(['"])(?P<name>\w+)\2\s*\}""")

# Bytes of a time as text, with its quotes, colon and comma.
_STAMP = 32.0


@dataclass(frozen=True, slots=True)
class Text:
    """What is parsed: ``bytes`` long, and whether a container runtime's frame is still around it."""

    bytes: float
    framed: bool


@dataclass(frozen=True, slots=True)
class Parsed:
    """Work per text that matches and per one that does not, and the record: its keys and the bytes of its message.

    ``nested``: how many of the keys are inside others. ``joined``: whether continuation lines become part of the event before.
    ``grade``: how well its work is known. ``taken``: bytes of the time, which a parser takes out of the record. ``binary``: the
    share of the fields that are bytes of no encoding, as what is cut out of a line is.
    """

    hit: Terms
    miss: Terms
    fields: float
    keys: frozenset[str] | None
    message: float
    framed: bool = False
    joined: bool = False
    grade: Grade = Grade.MEASURED
    nested: float = 0.0
    taken: float = 0.0
    binary: float = 1.0


def parse(plugin: str, block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    """What the parser called ``plugin`` with the parameters of ``block`` does to one text.

    Where a variable names it, the one that Ruby puts in without it counts.
    """
    if "#{" in plugin and (default := _DEFAULT.fullmatch(plugin)):
        found = parse(default["name"], block, text, traffic)
        return replace(found, grade=max(found.grade, Grade.MODELLED))
    parser = _PARSERS.get(plugin)
    parsed = _said(plugin, block, text, traffic) if parser is None else parser(block, text, traffic)
    # Fields that get another type: rows *_types.
    types = block.value("types")
    return replace(parsed, hit=add(parsed.hit, {"parse.typed_field": types.count(",") + 1.0})) if types else parsed


def _said(plugin: str, block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    """What the parser's file says."""
    line = State(1.0, 1.0, text.bytes, text.bytes, 1.0, None, text.framed, 0.0, 0.0, 1.0, binary=1.0)
    work = COSTS.work("parse", plugin, block, line, traffic)
    if work is None:
        return Parsed({}, {}, traffic.app_fields, None, text.bytes, grade=Grade.UNKNOWN)
    state = work.after()
    terms, failed = work.terms(), work.terms("failed")
    made = Parsed(terms, failed, state.fields, state.keys, state.text, state.framed, grade=work.grade, nested=state.nested)
    parsed = replace(made, binary=state.binary)
    if not work.cost.timed:
        return parsed
    kind = str(_default(plugin, "time_type") or "string")
    return _timed(block, parsed, traffic, kind=kind, framed=text.framed)


def _default(plugin: str, name: str) -> object:
    """What a parameter is where the config does not say."""
    spec = plugin_spec("fluentd", "parser", plugin)
    return spec.params[name].default if spec is not None and name in spec.params else None


def _regexp(block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    pattern = block.value(regexp_name(block))
    keys = frozenset(regexes.names(pattern))
    message = traffic.message_bytes if text.framed else text.bytes
    hit, miss = regexes.captured(pattern, text.bytes), regexes.missed(pattern, text.bytes)
    parsed = Parsed(hit, miss, float(len(keys)), keys, message)
    return _timed(block, parsed, traffic, kind="string", framed=text.framed)


def _multiline(block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    pattern = "".join(param.value.strip("/") for param in line_formats(block))
    alone = _timed(block, _regexp_of(pattern, text, traffic), traffic, kind="string", framed=text.framed)
    # Lines cost next to nothing until they are joined: the work is per event (rows p_multiline_*).
    return replace(alone, hit=scale(add(alone.hit, {"parse.multiline": 1.0}), 1 - traffic.continuation), joined=True)


def _regexp_of(pattern: str, text: Text, traffic: TrafficProfile) -> Parsed:
    keys = frozenset(regexes.names(pattern))
    hit, miss = regexes.captured(pattern, text.bytes), regexes.missed(pattern, text.bytes)
    return Parsed(hit, miss, float(len(keys)), keys, text.bytes)


def _cri(block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    """The plugin's columns, and what another parser makes of the last: then it is that one which reads a time (parser_cri.rb)."""
    section = block.block("parse")
    message = Text(max(1.0, text.bytes - traffic.frame_bytes), framed=False)
    terms = add({"parse.cri": 1.0}, regexes.searched(standins.CRI, text.bytes, 1.0))
    miss = regexes.missed(standins.CRI, text.bytes)
    if section is None:
        # Its own time format has %L, which only Ruby's parser reads.
        stamp = traffic.distinct_times if "time_format" not in block.params else 0.0
        timed = time_terms(block, frozenset({"time"}), traffic, kind="string", framed=True) if not stamp else {}
        keys = frozenset({"stream", "logtag", "message"} | ({"time"} if not is_false(block, "keep_time_key") else set()))
        terms = add(terms, {"parse.cri_record": 1.0, "time.ruby": stamp}, timed)
        return Parsed(terms, miss, float(len(keys)), keys, message.bytes)
    inner = parse(section.value("@type"), section, message, traffic)
    merged = not is_false(block, "merge_cri_fields")
    terms = add(terms, inner.hit, {"parse.cri_field": 2.0 * merged})
    own = inner.keys if not merged or inner.keys is None else inner.keys | {"stream", "logtag"}
    fields = inner.fields + 2 * merged
    binary = (inner.binary * inner.fields + 2 * merged) / max(1.0, fields)
    return Parsed(terms, add(miss, inner.miss), fields, own, inner.message, grade=inner.grade, binary=binary)


def _grok(block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    patterns = grok.patterns(block)
    shares = _shares(len(patterns), traffic)
    terms: Terms = {}
    failed: Terms = {}
    for pattern, part in zip(patterns, shares, strict=True):
        terms = add(terms, scale(add(failed, grok.matched(pattern, text.bytes)), part))
        failed = add(failed, grok.missed(pattern, text.bytes))
    fields = sum(part * grok.captures(pattern) for pattern, part in zip(patterns, shares, strict=True))
    parsed = Parsed(terms, failed, fields, None, text.bytes)
    return _timed(block, parsed, traffic, kind="string", framed=text.framed)


def _multi_format(block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    options = [parse(name, section, text, traffic) for name, section in alternative_parsers(block)]
    if not options:
        return Parsed({}, {}, traffic.app_fields, None, text.bytes, grade=Grade.UNKNOWN)
    hit: Terms = {}
    missed: Terms = {}
    for option, part in zip(options, _shares(len(options), traffic), strict=True):
        hit = add(hit, scale(add(missed, option.hit), part))
        missed = add(missed, option.miss)
    fields, binary = (sum(getattr(option, name) for option in options) / len(options) for name in ("fields", "binary"))
    grade = max((option.grade for option in options), default=Grade.UNKNOWN)
    return Parsed(hit, missed, fields, None, text.bytes, grade=grade, binary=binary)


def _shares(count: int, traffic: TrafficProfile) -> list[float]:
    given = traffic.alternatives
    return list(given) if len(given) == count else [1 / count] * count


def _timed(block: Block, parsed: Parsed, traffic: TrafficProfile, *, kind: str, framed: bool) -> Parsed:
    """The same with the work of reading the time."""
    times = time_terms(block, parsed.keys, traffic, kind=kind, framed=framed)
    timed = replace(parsed, hit=add(parsed.hit, times))
    return _without_time(block, timed) if has_time(block, parsed.keys) else timed


def _without_time(block: Block, parsed: Parsed) -> Parsed:
    """The record without the field that the time is read from: it stays only where the config says so (parser.rb, parse_time)."""
    if is_true(block, "keep_time_key"):
        return parsed
    key = block.value("time_key", "time")
    keys = None if parsed.keys is None else parsed.keys - {key}
    return replace(parsed, fields=max(0.0, parsed.fields - 1), keys=keys, taken=len(key) + _STAMP)


_ACCESS_LOG = frozenset({"host", "user", "method", "path", "code", "size", "referer", "agent", "time"})


def _access_log(block: Block, terms: Terms, pattern: str, text: Text, traffic: TrafficProfile) -> Parsed:
    """An access log: a pattern of the parser's own, stamps in whole seconds with a zone."""
    terms = add(terms, {"time.compiled": traffic.second_times})
    parsed = Parsed(terms, regexes.missed(pattern, text.bytes), float(len(_ACCESS_LOG)), _ACCESS_LOG, text.bytes)
    return _without_time(block, parsed)


def _apache2(block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    return _access_log(block, {"parse.apache2": 1.0, "regex.quoted_byte": text.bytes}, standins.APACHE2, text, traffic)


def _nginx(block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    terms = add({"parse.nginx": 1.0}, regexes.searched(standins.NGINX, text.bytes, 1.0))
    return _access_log(block, terms, standins.NGINX, text, traffic)


def _syslog(block: Block, text: Text, traffic: TrafficProfile) -> Parsed:
    by_regexp = block.value("parser_engine") != "string"
    priority = is_true(block, "with_priority")
    keys = frozenset({"host", "ident", "pid", "message", "time"})
    if block.value("message_format") == "rfc5424":
        base = "parse.syslog.rfc5424" if by_regexp else "parse.syslog.rfc5424_string"
        written = block.value("rfc5424_time_format") or str(_default("syslog", "rfc5424_time_format"))
        terms = {base: 1.0} | read_by(written, traffic)
    else:
        base = "parse.syslog" if by_regexp else "parse.syslog.string"
        terms = {base: 1.0, "time.mktime": traffic.second_times}
    pattern = standins.RFC5424 if block.value("message_format") == "rfc5424" else standins.SYSLOG
    if by_regexp:
        terms = add(terms, regexes.searched(pattern, text.bytes, 1.0))
    terms = add(terms, {"parse.syslog_priority": float(priority)})
    failed = regexes.missed(pattern, text.bytes) if by_regexp else {"regex.match": 1.0}
    return _without_time(block, Parsed(terms, failed, 5.0 + priority, keys, text.bytes))


_PARSERS: dict[str, Callable[[Block, Text, TrafficProfile], Parsed]] = {
    "regexp": _regexp,
    "multiline": _multiline,
    "cri": _cri,
    "apache2": _apache2,
    "nginx": _nginx,
    "grok": _grok,
    "multi_format": _multi_format,
    "syslog": _syslog,
}
