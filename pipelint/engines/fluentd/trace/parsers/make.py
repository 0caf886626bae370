"""The parser of a section, by the name of its plugin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo

from pipelint.base.block import Block
from pipelint.engines.fluentd.plugins.regexp import alternative_parsers
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.delimited import CsvParser, LtsvParser, TsvParser
from pipelint.engines.fluentd.trace.parsers.grok import GrokParser
from pipelint.engines.fluentd.trace.parsers.parser import Parser, unread
from pipelint.engines.fluentd.trace.parsers.regexp import Apache2Parser, MultilineParser, RegexpParser
from pipelint.engines.fluentd.trace.parsers.simple import CriParser, JsonParser, MultiFormatParser, NoneParser
from pipelint.engines.fluentd.trace.parsers.syslog import SyslogParser
from pipelint.engines.fluentd.trace.values import LostError

Maker = Callable[[Params, tzinfo | None], Parser]


def make_parser(plugin: str, block: Block, clock: tzinfo | None, given: Mapping[str, str] | None = None) -> Parser:
    """The parser; ``clock`` is the machine's zone where it is known, ``given`` has defaults that its owner sets.

    Raises LostError for one that is not followed, RefusedError for one that Fluentd refuses.
    """
    make = _MAKERS.get(plugin)
    if make is None or block.open or "#{" in plugin:
        raise unread(plugin, block)
    timeout = block.param("timeout")
    if timeout is not None:
        raise LostError("a parser with a timeout depends on the machine", timeout.place)
    return make(Params("parser", plugin, block, given), clock)


def _cri(params: Params, clock: tzinfo | None) -> Parser:
    inner = params.block.block("parse")
    return CriParser(params, clock, None if inner is None else make_parser(inner.value("@type"), inner, clock))


def _multi_format(params: Params, clock: tzinfo | None) -> Parser:
    return MultiFormatParser(params, [make_parser(name, section, clock) for name, section in alternative_parsers(params.block)])


def _regexp(plugin: str) -> Maker:
    return lambda params, clock: RegexpParser.of(params, clock, plugin)


def _grok(plugin: str) -> Maker:
    return lambda params, clock: GrokParser(params, clock, plugin)


_MAKERS: Mapping[str, Maker] = {
    **{name: _regexp(name) for name in ("regexp", "nginx", "apache", "apache_error")},
    **{name: _grok(name) for name in ("grok", "multiline_grok")},
    "apache2": Apache2Parser,
    "multiline": MultilineParser,
    "json": JsonParser,
    "none": lambda params, _: NoneParser(params),
    "csv": CsvParser,
    "tsv": TsvParser,
    "ltsv": LtsvParser,
    "syslog": SyslogParser,
    "cri": _cri,
    "multi_format": _multi_format,
}
