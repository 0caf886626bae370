"""A config made to work on this machine alone: its sources are fed, its servers are stood for, its files are in one folder."""

from __future__ import annotations

import posixpath
import socket
from collections.abc import Container, Iterator, Mapping
from contextlib import ExitStack
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.engines.launch import Change, LaunchError
from pipelint.graph.stage import Kind, Stage
from pipelint.measure.feeds import Feed, FileFeed, PortFeed
from pipelint.measure.sinks.make import make_sink
from pipelint.plugins.behaviour import Measure, Plugin, Sends
from pipelint.plugins.index import common_names, plugin_file, plugin_of, section_kinds

if TYPE_CHECKING:
    from pipelint.base.block import Block
    from pipelint.base.finding import Edit
    from pipelint.language.config import Config
    from pipelint.measure.lines import Lines
    from pipelint.measure.rewrite.draft import Draft
    from pipelint.measure.sinks.base import Manners, Sink

_NOTHING = Measure()
Step = tuple[str, int]
"""A section inside another one: its name, and which of that name it is."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A section with a plugin: of the stage ``stage``, or at ``path`` inside of it. ``kind`` as in ``plugin_file``."""

    stage: Stage
    path: tuple[Step, ...]
    kind: Kind | str
    name: str
    plugin: Plugin

    def block(self, config: Config) -> Block:
        """Its section in a config of the same stages."""
        block = config.graph.stages[self.stage.index].block
        for name, number in self.path:
            block = [each for each in block.blocks if each.name == name][number]
        return block


def spots(config: Config) -> Iterator[Spot]:
    """All sections with plugins."""
    engine = config.engine.name
    stages = {id(stage.block) for stage in config.graph.stages if stage.kind in (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT)}
    for stage in config.graph.stages:
        if id(stage.block) not in stages or stage.kind not in (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT):
            continue
        yield Spot(stage, (), stage.kind, stage.plugin, plugin_of(engine, stage.kind.value, stage.plugin))
        for path, block in _inside(stage.block, stages, section_kinds(engine)):
            name = next((value for word in common_names(engine, "named_by") if (value := block.value(word))), "")
            kind = section_kinds(engine)[block.name]
            yield Spot(stage, path, kind, name, plugin_file(engine, kind, name))


def _inside(
    block: Block, stages: set[int], kinds: Container[str], path: tuple[Step, ...] = ()
) -> Iterator[tuple[tuple[Step, ...], Block]]:
    seen: dict[str, int] = {}
    for inner in block.blocks:
        number = seen[inner.name] = seen.get(inner.name, -1) + 1
        if id(inner) in stages:
            continue
        here = (*path, (inner.name, number))
        if inner.name in kinds:
            yield here, inner
        yield from _inside(inner, stages, kinds, here)


def check(config: Config) -> None:
    """Raises LaunchError for what cannot be fed, or reaches what nothing stands for, at its place."""
    fed = False
    for spot in spots(config):
        said, place = spot.plugin.measure or _NOTHING, spot.block(config).head_place
        if said.refused:
            raise LaunchError(
                f"the {_word(spot)} {spot.name} cannot be measured: {said.refused[0].lower()}{said.refused[1:-1]}", place
            )
        if spot.kind is Kind.SOURCE:
            fed = fed or bool(said.feed)
            if not said.feed and spot.plugin.measure is None and spot.plugin.events.outside:
                raise LaunchError(f"the source {spot.name} cannot be fed here: no generator speaks its protocol", place)
        elif spot.plugin.measure is None and _sends_away(spot):
            raise LaunchError(f"the output {spot.name} cannot be caught here: nothing stands for where it sends", place)
    if not fed:
        raise LaunchError("no source of this config can be fed", config.root.head_place if config.documents else None)


def _sends_away(spot: Spot) -> bool:
    return spot.kind in (Kind.OUTPUT, "output") and spot.plugin.events.sends in (Sends.AWAY, Sends.UNKNOWN)


def _word(spot: Spot) -> str:
    return spot.kind.value if isinstance(spot.kind, Kind) else spot.kind


class Redirected:
    """A draft after that. ``feeds``: with the share of the lines that each gets; ``sinks`` listen until they are closed.

    ``away``: whether anything is kept back to be sent or written later.
    """

    def __init__(
        self, draft: Draft, lines: Mapping[int, Lines], shares: Mapping[int, float], folder: Path, manners: Manners
    ) -> None:
        """``lines`` and ``shares``: by index of a source. Raises LaunchError."""
        self.feeds: list[tuple[Feed, float]] = []
        self.sinks: list[Sink] = []
        self.away = False
        self._folder, self._manners = folder, manners
        with ExitStack() as stack:
            stack.callback(self.close)
            for number, spot in enumerate(spots(draft.config)):
                said = spot.plugin.measure
                if said is not None:
                    draft.make(self._changes(draft.config, spot, said, number, lines, shares))
            stack.pop_all()

    def close(self) -> None:
        """Ends the sinks."""
        for sink in self.sinks:
            sink.close()

    def _changes(
        self, config: Config, spot: Spot, said: Measure, number: int, lines: Mapping[int, Lines], shares: Mapping[int, float]
    ) -> Iterator[Change]:
        own = self._folder / str(number)
        values = {"{folder}": str(own), "{file}": str(own / "in.log"), "{port}": ""}
        if said.sink or (said.writes and spot.kind is not Kind.SOURCE):
            self.away = True
        own.mkdir(parents=True, exist_ok=True)
        if said.sink:
            sink = make_sink(said.sink, self._manners)
            self.sinks.append(sink)
            values["{port}"] = str(sink.port)
        elif any("{port}" in value for value in said.set.values()):
            values["{port}"] = str(free_port())
        if said.feed and shares.get(spot.stage.index):
            feed = _feed(said, spot.block(config), values, lines[spot.stage.index])
            self.feeds.append((feed, shares[spot.stage.index]))
        block = spot.block(config)
        for name in block.names:
            if any(fnmatchcase(name, glob) for glob in said.remove) and name not in said.set:
                yield partial(_remove_param, spot, name)
            elif name in said.writes:
                param = block.params[name]
                yield partial(_set, spot, name, _moved(param.value, param.embedded, own, name))
        for inner in block.blocks:
            if any(fnmatchcase(inner.name, glob) for glob in said.remove):
                yield partial(_remove_block, spot, inner.name)
        for name, value in said.set.items():
            yield partial(_set, spot, name, _filled(value, values))
        for head, params in said.add.items():
            yield partial(_add, spot, head, {key: _filled(value, values) for key, value in params.items()})


def _set(spot: Spot, name: str, value: str, now: Config) -> Edit:
    return now.engine.writer.set_param(spot.block(now), name, value)


def _remove_param(spot: Spot, name: str, now: Config) -> Edit:
    return now.engine.writer.remove_param(spot.block(now).params[name])


def _remove_block(spot: Spot, name: str, now: Config) -> Edit:
    """The first of that name: of several each is removed so."""
    return now.engine.writer.remove_block(next(each for each in spot.block(now).blocks if each.name == name))


def _add(spot: Spot, head: str, params: Mapping[str, str], now: Config) -> Edit:
    name, _, arg = head.partition(" ")
    return now.engine.writer.add_block(spot.block(now), name, arg, params)


def _feed(said: Measure, block: Block, values: Mapping[str, str], lines: Lines) -> Feed:
    if any(value == "{file}" for value in said.set.values()):
        return FileFeed(Path(values["{file}"]), lines)
    transport = said.feed
    if said.tcp_with or transport == "syslog":
        over = {(name, block.value(name)) for name in block.names} | {(each.name, each.arg) for each in block.blocks}
        transport = "tcp" if over & {*said.tcp_with.items()} or not said.tcp_with else "udp"
    return PortFeed(transport, int(values["{port}"]), lines)


def _filled(value: str, values: Mapping[str, str]) -> str:
    for name, text in values.items():
        value = value.replace(name, text)
    return value


def _moved(path: str, embedded: bool, folder: Path, name: str) -> str:
    """A path below ``folder`` in the place of one that is written to; placeholders in it stay."""
    if embedded:
        return str(folder / name)
    inside = posixpath.normpath("/" + path).lstrip("/")
    return str(folder / (inside or name)) + ("/" if path.endswith("/") else "")


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
