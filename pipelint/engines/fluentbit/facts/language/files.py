"""Files that a config names and that there are not."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import is_stock, named_target
from pipelint.sources.glob import Target


@dataclass(frozen=True, eq=False)
class NamedFact:
    """A file that the config names under ``key``: its ``path``. ``stock``: images and packages have one of that name."""

    key: str
    path: str
    stock: bool
    place: Place


def missing_files(config: FluentBitConfig) -> Iterator[NamedFact]:
    """Those of parsers, plugins, stream tasks and upstreams, and the scripts of lua filters.

    None of a file that a folder nearby has: an image may have it beside the config.
    """
    for key, path, place in _missing(config):
        if not any(_found(config, pattern + path) for pattern in ("*/", "../", "../*/")):
            yield NamedFact(key, path, is_stock(f"/fluent-bit/etc/{path}"), place)


def _missing(config: FluentBitConfig) -> Iterator[tuple[str, str, Place]]:
    for each in config.named:
        if each.problem == "missing":
            yield each.key, each.path, each.place
    for block in config.sections("filter"):
        script = block.param("script") if block.value("name").lower() == "lua" and block.param("code") is None else None
        if script is not None and _problem(config, script.value) == "missing":
            yield script.name, script.value, script.place


def _problem(config: FluentBitConfig, path: str) -> str | None:
    """Why a file is not there, seen from the main one."""
    return config.entry.bundle.resolve(named_target(path, {}), config.entry.documents[0]).problem


def _found(config: FluentBitConfig, pattern: str) -> bool:
    return bool(config.entry.bundle.resolve(Target(pattern), config.entry.documents[0]).documents)
