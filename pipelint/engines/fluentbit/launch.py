"""FluentBitLaunch: Fluent Bit on one config, with what its parsers files say beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from pipelint.base.block import Param
from pipelint.base.lean.late import late
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.discovery.named import PARSERS_FILE
from pipelint.engines.fluentbit.facts.kubernetes import path_tag, reads_container_logs
from pipelint.engines.fluentbit.syntax.formats import is_yaml
from pipelint.engines.launch import Change, LaunchError, remove_param, remove_stage, set_param
from pipelint.graph.stage import Kind, Stage

if TYPE_CHECKING:
    from pipelint.base.finding import Edit
    from pipelint.engines.fluentbit.config import FluentBitConfig, Named
    from pipelint.language.config import Config

_VERSION = late(r"Fluent Bit v([0-9][^\s]*)")
# Of the service section: ports that it opens, files that it writes, and what would have it run on its own.
_SERVICE = ("daemon", "log_file", "http_server", "http_listen", "http_port", "health_check", "hot_reload", "storage.metrics")
# A second that nothing waits for would be in each run; how often it flushes costs nothing that shows (cost-models/measurements).
_FLUSH = {"flush": "0.2", "grace": "1"}
_KEPT = ("name", "match", "match_regex", "alias")
_FRAMES = frozenset(("docker", "cri"))


class FluentBitLaunch:
    """See ``pipelint.engines.launch.Launch``."""

    programs: Sequence[str] = ("fluent-bit", "/opt/fluent-bit/bin/fluent-bit", "/fluent-bit/bin/fluent-bit", "td-agent-bit")
    flush = ""
    warm_up = 0.3

    def words(self, config: Config, file: str, folder: str, port: int) -> Sequence[str]:
        """All else is in the config."""
        return ["-c", file]

    def environment(self) -> Mapping[str, str]:
        """Nothing."""
        return {}

    def remarks(self, version: str) -> Sequence[str]:
        """Nothing."""
        return ()

    def beside(self, config: Config) -> Mapping[str, bytes]:
        """One file with all parsers that other files hold."""
        documents = [text for named in _named(config) for text in named.documents]
        kinds = {is_yaml(each) for each in documents}
        if len(kinds) > 1 or (kinds == {True} and len(documents) > 1):
            raise LaunchError("parsers in several files of which one is YAML cannot be run in one piece", config.root.head_place)
        name = _parsers(kinds)
        return {name: b"\n".join(each.text for each in documents)} if documents else {}

    def changes(self, config: Config, folder: str) -> Iterator[Change]:
        """Settings of the whole; tags that name the file that is read keep the name of the config's own."""
        named = _named(config)
        for each in cast("FluentBitConfig", config).named:
            if each.key not in (PARSERS_FILE, "upstream"):
                raise LaunchError(f"a config with a {each.key} cannot be run in one piece", each.place)
        if (service := config.root.block("service")) is None:
            yield partial(_add_service, _FLUSH)
        else:
            for name in _SERVICE:
                if name in service.params:
                    yield partial(_remove_setting, name)
            for _ in named[1:]:
                yield partial(_remove_setting, PARSERS_FILE)
            if "storage.path" in service.params:
                yield partial(_set_setting, "storage.path", f"{folder}/storage")
            for name, value in _FLUSH.items():
                yield partial(_set_setting, name, value)
        if named:
            yield partial(_set_setting, PARSERS_FILE, f"{folder}/{_parsers({is_yaml(each.documents[0]) for each in named})}")
        for stage in config.graph.of_kind(Kind.SOURCE):
            if tag := path_tag(stage):
                yield set_param(stage.index, "tag", tag)
            if stage.plugin == "syslog" and (mode := stage.value("mode", "unix_udp")).startswith("unix_"):
                yield set_param(stage.index, "mode", mode.removeprefix("unix_"))

    def without(self, config: Config, stage: Stage) -> Iterator[Change]:
        """Filters go, outputs drop what they get."""
        if stage.kind is Kind.FILTER:
            yield remove_stage(stage.index)
        if stage.kind is Kind.OUTPUT and stage.plugin != "null":
            for name in stage.block.names:
                if name not in _KEPT:
                    yield remove_param(stage.index, name)
            yield set_param(stage.index, "name", "null")

    def framed(self, stage: Stage) -> bool:
        """By its path, and by its parsers."""
        names = {*types.parts(stage.value("multiline.parser")), stage.value("parser")}
        return reads_container_logs(stage.plugin, stage.block) or bool(names & _FRAMES)

    def text(self, config: Config) -> tuple[str, bytes]:
        """The document; of several the sections of all, in the order in which they are read."""
        role = cast("FluentBitConfig", config).role
        own = [each for each in config.documents if not role(each)]
        if len(own) == 1:
            return "fluent-bit" + (".yaml" if is_yaml(own[0]) else ".conf"), own[0].text
        if any(is_yaml(each) for each in own):
            raise LaunchError("a config in the YAML format that includes files cannot be run in one piece")
        parts = []
        for item in config.root.items:
            if isinstance(item, Param):
                parts.append(f"{item.name} {item.value}\n")
            elif not role(item.place.document):
                if any(each.place.document is not item.place.document for each in item.items):
                    raise LaunchError("a section that includes a file cannot be run in one piece", item.head_place)
                parts.append(item.place.text.rstrip() + "\n")
        return "fluent-bit.conf", "".join(parts).encode()

    def version(self, log: str) -> str:
        """As its first line says it."""
        found = _VERSION.search(log)
        return "" if found is None else f"fluent-bit {found[1]}"

    def statistics(self, port: int) -> str:
        """It does not say how long a plugin works."""
        return ""


def _named(config: Config) -> list[Named]:
    """The files of parsers."""
    return [each for each in cast("FluentBitConfig", config).named if each.key == PARSERS_FILE and each.documents]


def _parsers(kinds: set[bool]) -> str:
    return "parsers.yaml" if kinds == {True} else "parsers.conf"


def _add_service(settings: Mapping[str, str], now: Config) -> Edit:
    return now.engine.writer.add_block(now.root, "service", "", settings)


def _set_setting(name: str, value: str, now: Config) -> Edit | None:
    service = now.root.block("service")
    return None if service is None else now.engine.writer.set_param(service, name, value)


def _remove_setting(name: str, now: Config) -> Edit | None:
    service = now.root.block("service")
    param = None if service is None else service.param(name)
    return None if param is None else now.engine.writer.remove_param(param)
