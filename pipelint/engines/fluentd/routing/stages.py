"""Stages of a Fluentd config: plugin instances with their parts, and the order in which each label's rules are asked."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass, field
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.plugins.known import known
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins import plugin_spec
from pipelint.plugins.behaviour import Sends

ROOT_LABEL = ""

# Sections inside a plugin that are stages of their own.
_PARTS = {"parse": Kind.PARSE, "buffer": Kind.BUFFER, "format": Kind.FORMAT, "inject": Kind.INJECT}
_DEFAULT_PLUGINS = {Kind.BUFFER: "memory", Kind.INJECT: "inject"}

# Fluentd v0.12 wrote these flat into the plugin's section; the plugins' compatibility helpers still read them.
_FLAT_FORMAT = ("output_type", "output_data_type")
_FLAT_BUFFER = ("buffer_type", "buffer_path", "buffer_chunk_limit", "buffer_queue_limit", "num_threads")
# These other plugins have as their own, too: they count where the plugin translates them.
_FLAT_FLUSH = (
    "flush_interval",
    "flush_at_shutdown",
    "buffer_queue_full_action",
    "disable_retry_limit",
    "retry_limit",
    "max_retry_wait",
)
_FLAT = frozenset(("format", *_FLAT_FORMAT, *_FLAT_BUFFER, *_FLAT_FLUSH))

STORES = (Sends.EACH_STORE, Sends.ONE_STORE)
"""Outputs that hand their events to the `<store>` sections inside them."""


@dataclass(slots=True)
class Staged:
    """Stages in source order, the rules (filters and matches) of each label in the order that Fluentd asks them, sources."""

    stages: list[Stage] = field(default_factory=list)
    rules: dict[str, list[Stage]] = field(default_factory=dict)
    sources: list[Stage] = field(default_factory=list)
    system: list[Block] = field(default_factory=list)

    @property
    def workers(self) -> int:
        """Worker processes: ``workers`` of `<system>`, 1 where it is not said or not a number."""
        for block in self.system:
            count = types.integer(block.value("workers")) or 0
            if count > 0:
                return count
        return 1


def plugin_name(block: Block) -> str:
    """The ``@type`` of a section (``type`` in v0 configs)."""
    return block.value("@type") or block.value("type")


def build_stages(root: Block) -> Staged:
    """The stages of a whole config (includes resolved). ``<worker>`` sections come last, as Fluentd appends them."""
    out = Staged(rules={ROOT_LABEL: []})
    workers = [block for block in root.blocks if block.name == "worker"]
    for block in root.blocks:
        if block.name != "worker":
            _top(out, block, worker="")
    for section in workers:
        for block in section.blocks:
            _top(out, block, worker=section.arg)
    return out


def stages_alone(kind: Kind, block: Block, plugin: str) -> list[Stage]:
    """The stages of one section by itself: the plugin, and its parts."""
    out = Staged()
    _add(out, kind, block, plugin=plugin)
    return out.stages


def _top(out: Staged, block: Block, worker: str) -> None:
    match block.name:
        case "source":
            stage = _add(out, Kind.SOURCE, block, worker=worker)
            out.sources.append(stage)
        case "filter" | "match":
            _rule(out, block, ROOT_LABEL, worker)
        case "label":
            out.rules.setdefault(block.arg, [])
            for inner in block.blocks:
                if inner.name in ("filter", "match"):
                    _rule(out, inner, block.arg, worker)
        case "system":
            out.system.append(block)


def _rule(out: Staged, block: Block, label: str, worker: str) -> None:
    kind = Kind.FILTER if block.name == "filter" else Kind.OUTPUT
    out.rules[label].append(_add(out, kind, block, label=label, worker=worker, pattern=block.arg or "**"))


def _add(
    out: Staged,
    kind: Kind,
    block: Block,
    *,
    plugin: str = "",
    parent: int | None = None,
    pattern: str = "",
    label: str = ROOT_LABEL,
    worker: str = "",
) -> Stage:
    stage = Stage(len(out.stages), kind, plugin or plugin_name(block), block, parent, pattern, label, worker)
    out.stages.append(stage)
    if kind in (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT):
        _parts(out, stage)
    return stage


def _parts(out: Staged, stage: Stage) -> None:
    block = stage.block
    found: set[Kind] = set()
    if any(inner.name == "store" for inner in block.blocks) and known(stage).events.sends in STORES:
        # Such an output reads no other section, and has no buffer of its own (``multi_output.rb``).
        for inner in block.blocks:
            if inner.name == "store":
                _add(out, Kind.OUTPUT, inner, parent=stage.index, label=stage.label, worker=stage.worker)
        return
    for inner in block.blocks:
        kind = _PARTS.get(inner.name)
        if kind is not None:
            found.add(kind)
            plugin = plugin_name(inner) or _default_plugin(stage, kind)
            _add(out, kind, inner, plugin=plugin, parent=stage.index, label=stage.label, worker=stage.worker)
    for flat, plugin in _flat_parts(stage):
        if flat not in found:
            _add(out, flat, block, plugin=plugin, parent=stage.index, label=stage.label, worker=stage.worker)


def _default_plugin(stage: Stage, kind: Kind) -> str:
    """The plugin of a part that names none. An output may have another buffer by default than one in memory."""
    if kind is Kind.BUFFER and (spec := plugin_spec("fluentd", stage.kind.value, stage.plugin)) is not None:
        section = spec.body.sections.get("buffer")
        declared = section.params.get("@type") if section is not None else None
        if declared is not None and isinstance(declared.default, str):
            return declared.default
    return _DEFAULT_PLUGINS.get(kind, "")


def _flat_parts(stage: Stage) -> list[tuple[Kind, str]]:
    """Parts that a v0 config writes flat: ``format json`` in a source, ``buffer_type file`` in a match."""
    block = stage.block
    if _FLAT.isdisjoint(block.params):
        return []
    parts: list[tuple[Kind, str]] = []
    written = block.value("format")
    if written and (stage.kind is Kind.SOURCE or (stage.kind is Kind.FILTER and stage.plugin == "parser")):
        parts.append((Kind.PARSE, "regexp" if written.startswith("/") else written))
    if stage.kind is Kind.OUTPUT:
        formatted = written or next((block.value(name) for name in _FLAT_FORMAT if name in block.params), "")
        if formatted:
            parts.append((Kind.FORMAT, formatted))
        flush = any(name in block.params for name in _FLAT_FLUSH) and "buffer" in known(stage).flat
        if flush or any(name in block.params for name in _FLAT_BUFFER):
            parts.append((Kind.BUFFER, block.value("buffer_type") or _default_plugin(stage, Kind.BUFFER)))
    return parts
