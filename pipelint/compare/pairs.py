"""Pairs the configs of two sides: by path and place in the file, by ConfigMap and key, and what is surely the same renamed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass

if TYPE_CHECKING:
    from pipelint.language.config import Config

Pairs = list[tuple["Config | None", "Config | None"]]
"""Configs before and after; None where there is no such config."""

# A config that came and one that went are the same when so much of their lines is, and no other is nearly as much alike.
_ALIKE, _AHEAD = 0.8, 0.2
# Of shorter ones nobody can tell: most small configs are alike.
_LEAST_LINES = 5
# More that came or went than this are compared with none.
_MOST = 200


@dataclass(frozen=True, slots=True)
class _Name:
    """What a config is known by: its path seen from what was given, the ConfigMap and key in it."""

    engine: str
    path: str
    part: str

    @property
    def whole(self) -> str:
        """The ConfigMap without the key."""
        return self.part.partition(", key ")[0]


def pair_configs(before: Sequence[Config], after: Sequence[Config], roots: tuple[str, str] = ("", "")) -> Pairs:
    """Every config of both sides once: those of ``after`` in their order, then those that only ``before`` has.

    ``roots`` are the folders or files that the paths of either side are seen from; empty where both are seen from one.
    """
    old = {id(config): _name(config, roots[0]) for config in before}
    new = {id(config): _name(config, roots[1]) for config in after}
    found: dict[int, Config] = {}

    def match(of_old: Callable[[_Name], Hashable], of_new: Callable[[_Name], Hashable]) -> None:
        taken = {id(config) for config in found.values()}
        one = _single([c for c in before if id(c) not in taken], lambda config: of_old(old[id(config)]))
        other = _single([c for c in after if id(c) not in found], lambda config: of_new(new[id(config)]))
        for key in one.keys() & other.keys():
            found[id(other[key])] = one[key]

    for key in (
        lambda name: name,
        lambda name: (name.engine, name.part) if name.part else None,
        lambda name: (name.engine, name.path, name.whole) if name.part else None,
        lambda name: (name.engine, name.whole) if name.part else None,
        lambda name: (name.engine, name.path),
    ):
        match(key, key)
    taken = {id(config) for config in found.values()}
    found.update(_renamed([c for c in before if id(c) not in taken], [c for c in after if id(c) not in found]))
    taken = {id(config) for config in found.values()}
    return [(found.get(id(c)), c) for c in after] + [(c, None) for c in before if id(c) not in taken]


def renamed(before: Config, after: Config, roots: tuple[str, str]) -> bool:
    """Whether a pair has another name on each side."""
    return _name(before, roots[0]) != _name(after, roots[1])


def same(before: Config, after: Config) -> bool:
    """Whether two configs consist of the same texts in the same places, and run in containers of the same size."""
    return _content(before) == _content(after)


def reads_more(config: Config) -> bool:
    """Whether it names files of grok patterns, which are no documents of it."""
    return any(name in block.params for block in config.root.walk() for name in ("patterns_dir", "custom_pattern_path"))


def _content(config: Config) -> list[Hashable]:
    settings = [(p.id, tuple((s.name, s.value) for s in p.settings)) for p in config.entry.pipelines]
    limits = [workload.container.cpu_limit for workload in config.workloads]
    pods = [(w.label, w.replicas, cpu and cpu.value) for w, cpu in zip(config.workloads, limits, strict=True)]
    return [config.engine.name, *((d.part, d.text) for d in config.documents), *settings, *pods]


def _name(config: Config, root: str) -> _Name:
    path = config.documents[0].file.path if config.documents else config.name
    if config.name.startswith(f"{path}: "):
        return _Name(config.engine.name, _seen_from(path, root), config.name[len(path) + 2 :])
    return _Name(config.engine.name, _seen_from(config.name, root), "")


def _seen_from(path: str, root: str) -> str:
    return os.path.relpath(path, root) if root else os.path.normpath(path)


def _single(configs: Sequence[Config], key: Callable[[Config], Hashable]) -> dict[Hashable, Config]:
    """Those whose key no other one has."""
    keys = [key(config) for config in configs]
    count = Counter(keys)
    return {k: config for k, config in zip(keys, configs, strict=True) if k is not None and count[k] == 1}


def _renamed(before: Sequence[Config], after: Sequence[Config]) -> dict[int, Config]:
    """What went and came under another name, by the identity of the one that came; only where no other could be meant."""
    if not before or not after or max(len(before), len(after)) > _MOST:
        return {}
    alike = {
        (i, j): _alike(old, new)
        for i, old in enumerate(map(_lines, before))
        for j, new in enumerate(map(_lines, after))
        if before[i].engine.name == after[j].engine.name
    }
    out: dict[int, Config] = {}
    for (i, j), much in alike.items():
        others = [value for (k, m), value in alike.items() if (k == i) != (m == j)]
        if much >= _ALIKE and much >= max(others, default=0.0) + _AHEAD:
            out[id(after[j])] = before[i]
    return out


def _lines(config: Config) -> Counter[bytes]:
    return Counter(stripped for d in config.documents for line in d.text.splitlines() if (stripped := line.strip()))


def _alike(one: Counter[bytes], other: Counter[bytes]) -> float:
    """The share of the lines of both that both have (Dice); 0 where there are too few."""
    least = min(one.total(), other.total())
    return 0.0 if least < _LEAST_LINES else 2 * (one & other).total() / (one.total() + other.total())
