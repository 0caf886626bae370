"""Inputs: what they add to the events of their codecs."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.engines.logstash.trace.common import Change, add_field, add_tags
from pipelint.engines.logstash.trace.inputs.codecs import CODECS, ORIGINAL, Codec, JsonCodec
from pipelint.engines.logstash.trace.settings import Settings, values_of
from pipelint.engines.logstash.trace.values.event import METADATA, TracedEvent
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError, Path
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.trace.model import UNKNOWN

_NOT_ONE_FILE = "*?[{$"


@dataclass(frozen=True, slots=True)
class Adds:
    """The fields whose values only the running input knows, with and without the Elastic Common Schema.

    ``open``: the sender may have set others. ``flushes``: at its end the input gives on what its codec still holds. ``streams``:
    it reads ``json`` as ``json_lines``.
    """

    ecs: tuple[Path, ...] = ()
    legacy: tuple[Path, ...] = ()
    open: bool = False
    flushes: bool = False
    streams: bool = False


_TCP = (METADATA, "input", "tcp", "source")
_FILE = ((METADATA, "path"), (METADATA, "host"))
_ANYTHING = Adds(open=True)
_INPUTS: Mapping[str, Adds] = {
    "stdin": Adds((ORIGINAL, ("host", "hostname")), (("host",),), flushes=True, streams=True),
    "file": Adds((*_FILE, ("host", "name"), ("log", "file", "path")), (*_FILE, ("host",), ("path",))),
    "tcp": Adds(
        ((*_TCP, "name"), (*_TCP, "ip"), (*_TCP, "port")), (("host",), ("port",), (METADATA, "ip_address")), streams=True
    ),
    "udp": Adds((("host", "ip"),), (("host",),)),
    "generator": Adds((("host", "name"), ("event", "sequence")), (("host",), ("sequence",)), flushes=True),
    "pipe": Adds(
        (("host", "name"), ("process", "command_line")),
        (("host",), ("command",)),
    ),
    "kafka": Adds(),
    "redis": Adds(),
    **dict.fromkeys(("beats", "elastic_agent", "lumberjack", "rabbitmq", "s3", "sqs", "kinesis", "relp"), _ANYTHING),
    **dict.fromkeys(("google_pubsub", "azure_event_hubs"), _ANYTHING),
}


class Reader:
    """An input with its codec, which remembers the lines of an event that is not complete. Raises LostError."""

    def __init__(self, graph: StageGraph, source: Stage) -> None:
        self.source = source
        pipeline = graph.pipelines.get(source.label)
        self.settings = Settings(source, source.block, pipeline)
        part = graph.part(source, Kind.PARSE)
        self.stage = part or source
        name = part.plugin if part is not None else self.settings.optional("codec") or "plain"
        if source.plugin not in _INPUTS:
            raise LostError(f"what the input {source.plugin} makes of a line is not known here")
        self.adds = _INPUTS[source.plugin]
        if name not in CODECS:
            raise LostError(f"what the codec {name} makes of a line is not known here")
        self.codec: Codec = CODECS[name](_codec_settings(source, part, name, pipeline))
        if self.adds.streams and isinstance(self.codec, JsonCodec):
            self.codec.original = False
        self.fields = self.adds.ecs if self.settings.ecs else self.adds.legacy
        self.path = self._known_path()
        self.decorate = decoration(source, pipeline)
        flushed = part is not None and "auto_flush_interval" in part.block.params
        self.holds = not (self.adds.flushes or flushed)

    def _known_path(self) -> str | None:
        """The path of the only file that the input reads."""
        paths = self.settings.texts("path") if self.source.plugin == "file" else []
        return paths[0] if len(paths) == 1 and not any(mark in paths[0] for mark in _NOT_ONE_FILE) else None

    def complete(self, event: TracedEvent) -> None:
        """What the input adds to an event."""
        for path in self.fields:
            if not event.includes(path):
                known = self.path is not None and path[-1] == "path"
                try:
                    event.put(path, self.path if known else UNKNOWN)
                except EngineError as error:
                    raise LostError(f"what the input makes of an event in which {error}") from error
        if self.source.plugin in ("beats", "elastic_agent") and self.settings.optional("include_codec_tag") != "false":
            if self.settings.has("enrich"):
                raise LostError("the input's setting enrich", self.settings.place("enrich"))
            event.tag(f"beats_input_codec_{self.stage.plugin if self.stage is not self.source else 'plain'}_applied")
        self.decorate(event)
        event.open = self.adds.open


def _codec_settings(source: Stage, part: Stage | None, name: str, pipeline: Block | None) -> Settings:
    """The settings of a codec; of one that the config does not write down its defaults."""
    if part is None:
        nothing = Block("codec", name, (), source.place, source.place, source.place)
        part = Stage(source.index, Kind.PARSE, name, nothing, source.index, label=source.label)
    return Settings(part, part.block, pipeline)


def decoration(source: Stage, pipeline: Block | None) -> Change:
    """What the settings ``type``, ``add_field`` and ``tags`` of an input do to an event."""
    settings = Settings(source, source.block, pipeline)
    kind = settings.optional("type")
    adding = [add_field(name, values_of(value)) for name, value in settings.pairs("add_field")]
    tagging = add_tags(settings.texts("tags"))

    def apply(event: TracedEvent) -> None:
        if kind is not None and not event.includes(("type",)):
            event.set(("type",), kind)
        for add in adding:
            add(event)
        tagging(event)

    return apply
