"""FluentdLaunch: Fluentd on one config, without its supervisor where one process is enough."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.facts.container_logs import CONTAINER_PATHS, reads_frames
from pipelint.engines.fluentd.yaml_config.detect import is_yaml_config
from pipelint.engines.launch import Change, LaunchError, remove_param, remove_stage, set_param
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins.behaviour import Tags
from pipelint.plugins.index import plugin_of

if TYPE_CHECKING:
    from pipelint.base.finding import Edit
    from pipelint.language.config import Config

_VERSION = late(r'starting (fluentd-[0-9][^ ]*)(?:[^\n]* ruby="([^"]*)")?')
# Of <system>: ports that it opens, and files that it writes.
_SYSTEM = ("rpc_endpoint", "enable_get_dump", "log_event_verbose", "process_name", "counter_server", "counter_client")
# Ruby's own heap has little room, which a few objects more or less use up: how often it collects garbage then differs from one
# config and one process to the next. Nor does it grow by running (cost-models/measurements/README.md, "Ruby's heap").
_SLOTS, _HEAP = 400_000, "RUBY_GC_HEAP_INIT_SLOTS"
_SET_HEAP = late(r"RUBY_GC_HEAP_(?:[0-9]+_)?INIT_SLOTS")
# Ruby 3.3 and later have a heap for each of five sizes of objects, and do not read it.
_ONE_HEAP = (3, 2)
_RUBY = late(r"Ruby ([0-9]+)\.([0-9]+)")
# What names a plugin, and an instance of it.
_NAMING = ("@type", "type", "@id", "id")
# The name that Kubernetes gives the log of a container.
_CONTAINER = "shop-6d5f9c7b8-x2x4z_default_app-" + "0123456789abcdef" * 4


class FluentdLaunch:
    """See ``pipelint.engines.launch.Launch``."""

    programs: Sequence[str] = ("fluentd", "fluent-package", "td-agent", "/opt/fluent/bin/fluentd", "/opt/td-agent/bin/fluentd")
    # Supervisor and single process alike flush on it (lib/fluent/supervisor.rb).
    flush = "SIGUSR1"
    warm_up = 0.4

    def words(self, config: Config, file: str, folder: str, port: int) -> Sequence[str]:
        """One process, as a worker is; several workers need the supervisor."""
        return ["-c", file, *(["--no-supervisor"] if config.graph.workers == 1 else [])]

    def environment(self) -> Mapping[str, str]:
        """The encodings with which the supervisor starts its workers; a heap that does not have to grow, unless one is set."""
        heap = {} if _chosen_heap() else {_HEAP: str(_SLOTS)}
        return {"RUBYOPT": f"{os.environ.get('RUBYOPT', '')} -Eascii-8bit:ascii-8bit".strip(), **heap}

    def remarks(self, version: str) -> Sequence[str]:
        """Which heap Ruby has, as a small one costs more."""
        if chosen := _chosen_heap():
            return (f"Ruby's heap is that of the environment: {chosen}",)
        found = _RUBY.search(version)
        if found is not None and (int(found[1]), int(found[2])) > _ONE_HEAP:
            said = f"Ruby {found[1]}.{found[2]} has its own heap, as it does not read {_HEAP}"
            return (f"{said}: set RUBY_GC_HEAP_0_INIT_SLOTS to .._4_..",)
        return (f"Ruby begins with a heap of {_SLOTS:,} slots ({_HEAP}), so that runs agree",)

    def beside(self, config: Config) -> Mapping[str, bytes]:
        """None: all is in one file."""
        return {}

    def changes(self, config: Config, folder: str) -> Iterator[Change]:
        """Files and ports of <system>; tags that name the file that is read keep the name of the config's own."""
        if (system := config.root.block("system")) is not None:
            for name in (*system.names, *(inner.name for inner in system.blocks)):
                if name in _SYSTEM:
                    yield partial(_remove_setting, name)
            if "root_dir" in system.params:
                yield partial(_set_root, f"{folder}/root")
        for stage in config.graph.of_kind(Kind.SOURCE):
            if plugin_of(config.engine.name, stage.kind.value, stage.plugin).events.tags is Tags.PATH and "*" in stage.value(
                "tag"
            ):
                tag = stage.value("tag").replace("*", _path(stage).strip("/").replace("/", "."))
                yield set_param(stage.index, "tag", tag)

    def without(self, config: Config, stage: Stage) -> Iterator[Change]:
        """Filters go, outputs drop what they get, a parser passes the line on."""
        index, plain = stage.index, {Kind.OUTPUT: "null", Kind.PARSE: "none"}.get(stage.kind)
        if stage.kind is Kind.FILTER:
            yield remove_stage(index)
        own = stage.kind is not Kind.PARSE or stage.block.name == "parse"
        if plain is None or not own or stage.plugin == plain:
            return
        for name in stage.block.names:
            if name not in _NAMING:
                yield remove_param(index, name)
        for _ in stage.block.blocks:
            yield partial(_remove_first, index)
        yield set_param(index, "type" if "type" in stage.block.params else "@type", plain)

    def framed(self, stage: Stage) -> bool:
        """By its path, and by what its parser expects."""
        return reads_frames(stage.plugin, stage.block, stage.block.block("parse") or stage.block)

    def text(self, config: Config) -> tuple[str, bytes]:
        """The document; of several the sections of all, in the order in which they are read."""
        is_yaml = [is_yaml_config(document.text, document.name) for document in config.documents]
        if len(config.documents) == 1:
            return "fluent.yaml" if is_yaml[0] else "fluent.conf", config.documents[0].text
        if any(is_yaml):
            raise LaunchError("a config in the YAML format that includes files cannot be run in one piece")
        parts = []
        for item in config.root.items:
            if isinstance(item, Block):
                if any(each.place.document is not item.place.document for each in item.walk()):
                    raise LaunchError("a section that includes a file cannot be run in one piece", item.head_place)
                parts.append(item.place.text.encode() + b"\n")
        return "fluent.conf", b"".join(parts)

    def version(self, log: str) -> str:
        """As its first lines say it."""
        found = _VERSION.search(log)
        return "" if found is None else found[1].replace("-", " ") + (f", Ruby {found[2]}" if found[2] else "")

    def statistics(self, port: int) -> str:
        """Only with a source that serves them."""
        return ""


def _chosen_heap() -> str:
    """The variables by which somebody has chosen the size of Ruby's heap, "" where nobody has."""
    return " ".join(f"{name}={os.environ[name]}" for name in sorted(os.environ) if _SET_HEAP.fullmatch(name))


def _remove_first(index: int, now: Config) -> Edit:
    return now.engine.writer.remove_block(now.graph.stages[index].block.blocks[0])


def _set_root(folder: str, now: Config) -> Edit | None:
    system = now.root.block("system")
    return None if system is None else now.engine.writer.set_param(system, "root_dir", folder)


def _remove_setting(name: str, now: Config) -> Edit | None:
    system = now.root.block("system")
    if system is None:
        return None
    inside = system.block(name)
    return now.engine.writer.remove_param(system.params[name]) if inside is None else now.engine.writer.remove_block(inside)


def _path(stage: Stage) -> str:
    """A file as the source might read it."""
    first = stage.value("path").split(",")[0].strip()
    star = _CONTAINER if first.startswith(CONTAINER_PATHS) else "x"
    return first.replace("**/", "").replace("*", star).replace("?", "x")
