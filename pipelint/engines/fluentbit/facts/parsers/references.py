"""Where a config names a parser, and whether there is one of that name.

Source: in_tail, in_exec, in_exec_wasi, in_stdin, in_syslog, in_tcp, in_udp, in_docker_events, filter_parser, filter_kubernetes,
filter_multiline and src/multiline/flb_ml.c of Fluent Bit 5.1.1: what each does without the parser was read there.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.spelling import nearest
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import stock_parsers
from pipelint.graph.stage import Kind, Stage

_KEYS = {
    (Kind.SOURCE, "tail"): ("parser", "docker_mode_parser", "parser_firstline"),
    (Kind.FILTER, "parser"): ("parser",),
    (Kind.FILTER, "kubernetes"): ("merge_parser", "regex_parser"),
    **{(Kind.SOURCE, name): ("parser",) for name in ("docker_events", "exec", "exec_wasi", "stdin", "syslog", "tcp", "udp")},
}
_LISTS = ((Kind.SOURCE, "tail"), (Kind.FILTER, "multiline"))
_PARSERS = ("parser", "multiline_parser")
# What a syslog input reads its lines with where it names no parser.
_SYSLOG_PARSERS = ("syslog-rfc5424", "syslog-rfc3164-local")
# Without these parsers the plugin logs an error and goes on.
_GOES_ON = frozenset(("docker_mode_parser", "merge_parser"))
_UNPARSED = frozenset(("tail", "exec", "exec_wasi"))


@dataclass(frozen=True, eq=False)
class ParserUseFact:
    """A parser that a section names under ``key``, or that an input takes by default (``key`` is "").

    ``multiline``: it is a multiline parser. ``known``: there is one. ``suggestion`` is a parser that may be meant ("": none).
    ``stops``: Fluent Bit does not start without it. ``stock``: a file that Fluent Bit's images bring has one of this name.
    """

    name: str
    key: str
    multiline: bool
    known: bool
    suggestion: str
    stops: bool
    stock: bool
    place: Place


def parser_uses(config: FluentBitConfig) -> list[ParserUseFact]:
    """The parsers that stages and multiline parsers name, without those of variables, and those that an input has by default."""
    single, multiline = config.parser_names, config.multiline_parser_names
    stock = stock_parsers("parsers.conf")
    found: list[ParserUseFact] = []
    for name, param, is_multiline, stops in _uses(config):
        if name and "${" not in name:
            known = multiline if is_multiline else single
            # Names of multiline parsers are compared without case.
            is_known = name in known or (is_multiline and name.lower() in {each.lower() for each in known})
            meant = "" if is_known else nearest(name, known)
            found.append(ParserUseFact(name, param.name, is_multiline, is_known, meant, stops, name in stock, param.place))
    for stage in config.graph.of_kind(Kind.SOURCE):
        if name := _default(stage):
            found.append(ParserUseFact(name, "", False, name in single, "", True, name in stock, stage.block.head_place))
    return found


def _default(stage: Stage) -> str:
    """The parser that an input takes where it names none: "" for none."""
    mode = stage.block.value("mode", "unix_udp")
    if stage.plugin != "syslog" or "parser" in stage.block.names or "${" in mode:
        return ""
    return _SYSLOG_PARSERS[0 if mode.lower() in ("tcp", "udp") else 1]


def idle_parsers(config: FluentBitConfig) -> frozenset[str]:
    """The names of parsers, in small letters, that no value in a config has as a word.

    None where all of the config is not known, and where a variable names a parser. What a pod's annotation may name is not used,
    and a `multiline.parser` names no parser of one line: that is Fluent Bit's own `cri`, and never a section with its name.
    """
    blocks = [inner for block in config.root.blocks for inner in block.walk()]
    inputs = tuple(config.graph.of_kind(Kind.SOURCE))
    if not inputs or config.root.open or any(_by_variable(item) for block in blocks for item in block.items):
        return frozenset()
    defaults = _SYSLOG_PARSERS if any(each.plugin == "syslog" for each in inputs) else ()
    params = [(block, item) for block in blocks for item in block.items if isinstance(item, Param)]
    single = {word for block, item in params if item.name != "multiline.parser" for word in _named(block, item)}
    joined = {word for block, item in params if item.name == "multiline.parser" for word in _named(block, item)}
    of_lines, of_several = ({block.value("name").lower() for block in config.sections(kind)} for kind in _PARSERS)
    return frozenset((of_lines - single) | (of_several - single - joined)) - (of_several & joined) - {*defaults}


def _named(block: Block, item: Param) -> list[str]:
    own = block.name in _PARSERS and item.name == "name"
    return [] if own else item.value.lower().replace(",", " ").split()


def _by_variable(item: Param | Block) -> bool:
    return isinstance(item, Param) and "parser" in item.name and item.name != "parsers_file" and "${" in item.value


def _uses(config: FluentBitConfig) -> Iterator[tuple[str, Param, bool, bool]]:
    for stage in config.graph.stages:
        kind = stage.kind, stage.plugin
        several = len(_all(stage.block, _KEYS.get(kind, ()))) > 1 and stage.plugin == "parser"
        for param in _all(stage.block, _KEYS.get(kind, ())):
            yield param.value, param, False, not several and _stops(stage, param.name)
        for param in _all(stage.block, ("multiline.parser",)) if kind in _LISTS else ():
            yield from ((name, param, True, True) for name in types.parts(param.value))
    for block in config.sections("multiline_parser"):
        for param in _all(block, ("parser",)):
            yield param.value, param, False, True


def _stops(stage: Stage, key: str) -> bool:
    return key not in _GOES_ON and not (key == "parser" and stage.plugin in _UNPARSED)


def _all(block: Block, names: tuple[str, ...]) -> list[Param]:
    return [item for item in block.items if isinstance(item, Param) and item.name in names]
