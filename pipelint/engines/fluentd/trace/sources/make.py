"""The source of a stage, by the name of its plugin."""

from __future__ import annotations

from datetime import tzinfo

from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.make import make_parser
from pipelint.engines.fluentd.trace.sources.others import MessageSource, RecordSource, SyslogSource
from pipelint.engines.fluentd.trace.sources.source import Source
from pipelint.engines.fluentd.trace.sources.tail import TailSource
from pipelint.engines.fluentd.trace.values import LostError, RefusedError
from pipelint.graph.stage import Stage

# Sources that a line can stand for.
FOLLOWED = frozenset(("tail", "forward", "http", "sample", "dummy", "syslog", "tcp", "udp", "exec"))
_EXEC = {"estimate_current_event": "false", "time_type": "float"}


def make_source(stage: Stage, parse: Stage | None, clock: tzinfo | None, tag: str, path: str) -> Source:
    """The source; ``tag`` and ``path`` are those of the sample, "" where they are not known. Raises LostError, RefusedError."""
    plugin, block = stage.plugin, stage.block
    params = Params("input", plugin, block)
    if plugin not in FOLLOWED or block.open:
        raise LostError(f"what the source {plugin} makes of a line is not known here", stage.place)
    if plugin in ("forward", "sample", "dummy") or (plugin == "http" and parse is None):
        return RecordSource(plugin, params, tag)
    if plugin == "http":
        raise LostError("an http source with a parser is not followed here", stage.place)
    if parse is None and plugin not in ("syslog", "exec"):
        raise RefusedError("<parse> section is required.", stage.place)
    name, section = (parse.plugin, parse.block) if parse is not None else ("tsv" if plugin == "exec" else "syslog", block)
    if plugin == "syslog":
        name = name or "syslog"
        parser = make_parser(name, section, clock, {"with_priority": "true"} if name == "syslog" else None)
        own = name == "syslog" and Params("parser", name, section, {"with_priority": "true"}).flag("with_priority")
        return SyslogSource(params, parser, reads_priority=own)
    if plugin == "exec":
        name = name or "tsv"
        if name in ("json", "msgpack", "multiline"):
            raise LostError(f"what the parser {name} makes of a program's output is not followed here", stage.place)
        return MessageSource(plugin, params, make_parser(name, section, clock, _EXEC))
    parser = make_parser(name, section, clock)
    if plugin == "tail":
        return TailSource(params, parser, path, multiline="multiline" in name)
    return MessageSource(plugin, params, parser)
