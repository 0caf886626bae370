"""Which keys the record of a Fluentd parser has."""

from __future__ import annotations

from functools import reduce

from pipelint.base.block import Block
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.facts.time.event import parser_name
from pipelint.engines.fluentd.plugins.regexp import alternative_parsers, line_formats, regexp_name
from pipelint.engines.fluentd.records.captures import Captures, captures
from pipelint.engines.fluentd.records.settings import NotKnownError, Settings, named_keys
from pipelint.engines.fluentd.records.shape import UNKNOWN, Removal, Shape, join
from pipelint.graph.stage import Kind
from pipelint.plugins import plugin_of
from pipelint.plugins.behaviour import Records

# What the runtimes of containers write: Docker one JSON object a line, with attrs where labels or variables are logged.
_DOCKER = (("log", "stream", "time"), ("attrs",))


def parsed_shape(block: Block, plugin: str, *, docker_lines: bool) -> Shape:
    """The keys of the records that a parser with these parameters makes; ``docker_lines``: of lines that Docker wrote.

    A parser that is not known, or whose parameters the environment decides, may set any.
    """
    try:
        return _parsed(Settings(block), plugin, docker_lines=docker_lines)
    except NotKnownError:
        return UNKNOWN


def may_raise(block: Block, plugin: str) -> bool:
    """Whether a parser may raise an error, as all do that read a time: the record then passes a parser filter as it came.

    (Fluentd 1.16.5, ``event_router.rb``, ``optimized_filter_stream``; tried.)
    """
    try:
        settings = Settings(block)
        match plugin:
            case "none":
                return False
            case "tsv":
                return "time_key" in block.params
            case _ if _records(plugin).captures:
                found = _groups(settings)
                return settings.text("time_key", "time") in (*found.sure, *found.maybe)
            case _:
                return True
    except NotKnownError:
        return True


def _parsed(settings: Settings, plugin: str, *, docker_lines: bool) -> Shape:
    match plugin:
        case "json":
            shape = Shape.closed(*_DOCKER) if docker_lines else UNKNOWN
            return _time_taken(settings, shape)
        case "msgpack":
            return UNKNOWN
        case "ltsv":
            return _time_taken(settings, UNKNOWN)
        case "csv" | "tsv":
            return _columns(settings, plugin)
        case "cri":
            return _cri(settings)
        case "multi_format":
            shapes = [
                parsed_shape(pattern, name, docker_lines=docker_lines) for name, pattern in alternative_parsers(settings.block)
            ]
            return reduce(join, shapes) if shapes else UNKNOWN
        case _:
            return _told(settings, _records(plugin))


def _records(plugin: str) -> Records:
    return plugin_of("fluentd", Kind.PARSE.value, plugin).records


def _told(settings: Settings, records: Records) -> Shape:
    """What the parser's file says of its keys."""
    if records.opaque:
        return UNKNOWN
    if records.captures:
        return _by_capture(settings)
    if not records.sets and not records.may_set:
        return Shape.closed(named_keys(settings, records.sets_by) or records.sets_else)
    # Where no key is certain the time is not either.
    kept = _kept_time(settings)
    sure, maybe = ((*records.sets, *kept), records.may_set) if records.sets else ((), (*records.may_set, *kept))
    return Shape.closed(sure, maybe)


def _kept_time(settings: Settings) -> list[str]:
    """The field ``time`` where a parser with a fixed pattern leaves it in the record."""
    return ["time"] if settings.flag("keep_time_key") else []


def _time_taken(settings: Settings, shape: Shape) -> Shape:
    """A shape without the key that the parser reads the time of the event from, unless it is to be kept."""
    key = settings.text("time_key", "time")
    if settings.flag("keep_time_key"):
        return shape
    param = settings.block.param("time_key")
    place = settings.block.head_place if param is None else param.name_place
    return shape.without({key: place}, Removal.TIME)


def _columns(settings: Settings, plugin: str) -> Shape:
    """csv and tsv set each key, to nil where the line is too short; csv's fast reader stops there instead."""
    keys = settings.names("keys")
    fast = plugin == "csv" and settings.text("parser_engine", settings.text("parser_type", "normal")) == "fast"
    shape = Shape.closed((), keys) if fast else Shape.closed(keys)
    # These parsers have no time key of their own: only one that is named is taken out.
    return _time_taken(settings, shape) if "time_key" in settings.block.params else shape


def _by_capture(settings: Settings) -> Shape:
    found = _groups(settings)
    shape = _time_taken(settings, Shape.closed(found.sure, found.maybe))
    return shape.perhaps_adding(["unmatched_line"]) if "unmatched_lines" in settings.block.params else shape


def _groups(settings: Settings) -> Captures:
    """The named groups of a parser's patterns. Raises NotKnownError where it has none, which Fluentd refuses."""
    formats = [text for param in line_formats(settings.block) if (text := settings.text(param.name))]
    written = settings.text(regexp_name(settings.block))
    pattern, options = "".join(text[1:-1] for text in formats), ""
    if not formats:
        pattern, options = types.regexp(written) or ("", "")
    found = captures(pattern, options)
    if not found.sure and not found.maybe:
        raise NotKnownError(written)
    return found


def _cri(settings: Settings) -> Shape:
    """The cri parser (fluent-plugin-parser-cri): a line's columns, its message perhaps by a parser of its own."""
    inner = settings.block.block("parse")
    if inner is None:
        kept = [settings.text("time_key", "time")] if settings.flag("keep_time_key", "true") else []
        return Shape.closed(["stream", "logtag", "message", *kept])
    shape = parsed_shape(inner, parser_name(inner), docker_lines=False)
    return shape.adding(["stream", "logtag"]) if settings.flag("merge_cri_fields", "true") else shape
