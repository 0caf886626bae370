"""Pairs the configs of two sides: by path and place in the file, by ConfigMap and key, and what is surely the same renamed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, TypeVar

from pipelint.base.lean.record import dataclass

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.language.config import Config
    from pipelint.sources import Entry

T = TypeVar("T")
Pairs = list[tuple["Config | None", "Config | None"]]
"""Configs before and after; None where there is no such config."""

# A config that came and one that went are the same when so much of their lines is, and no other is nearly as much alike.
_ALIKE, _AHEAD = 0.8, 0.2
# Of shorter ones nobody can tell: most small configs are alike.
_LEAST_LINES = 5
# More that came or went than this are compared with none.
_MOST = 200
_PATTERNS = ("patterns_dir", "custom_pattern_path")
_READS = tuple(word.encode() for word in ("include", *_PATTERNS))


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
    old = {id(config): _name(config.entry, roots[0]) for config in before}
    new = {id(config): _name(config.entry, roots[1]) for config in after}
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
        # One that moved to another engine.
        lambda name: (name.path, name.part),
    ):
        match(key, key)
    taken = {id(config) for config in found.values()}
    found.update(_renamed([c for c in before if id(c) not in taken], [c for c in after if id(c) not in found]))
    taken = {id(config) for config in found.values()}
    return [(found.get(id(c)), c) for c in after] + [(c, None) for c in before if id(c) not in taken]


def renamed(before: Config, after: Config, roots: tuple[str, str]) -> bool:
    """Whether a pair has another name on each side."""
    return _name(before.entry, roots[0]) != _name(after.entry, roots[1])


def same_unread(before: Sequence[Entry], after: Sequence[Entry], roots: tuple[str, str]) -> list[tuple[Entry, Entry]]:
    """Of what is not loaded yet the pairs of one name that say the same, and whose text names no other file: as ``same``."""
    old = _single(before, lambda entry: _names(entry, roots[0]))
    new = _single(after, lambda entry: _names(entry, roots[1]))
    pairs = [(old[name], entry) for name, entry in new.items() if name in old]
    return [(b, a) for b, a in pairs if _content(b, b.documents) == _content(a, a.documents) and not _may_read_more(a)]


def _may_read_more(entry: Entry) -> bool:
    """Whether a word stands in it with which an engine reads another file."""
    return any(word in document.text for document in entry.documents for word in _READS)


def same(before: Config, after: Config) -> bool:
    """Whether two configs consist of the same texts in the same places, and run in containers of the same size."""
    return _content(before.entry, before.documents) == _content(after.entry, after.documents)


def reads_more(config: Config) -> bool:
    """Whether it names files of grok patterns, which are no documents of it."""
    return any(name in block.params for block in config.root.walk() for name in _PATTERNS)


def _content(entry: Entry, documents: Sequence[Document]) -> list[Hashable]:
    settings = [(p.id, tuple((s.name, s.value) for s in p.settings)) for p in entry.pipelines]
    limits = [workload.container.cpu_limit for workload in entry.workloads]
    pods = [(w.label, w.replicas, cpu and cpu.value) for w, cpu in zip(entry.workloads, limits, strict=True)]
    return [entry.engine, *((d.part, d.text) for d in documents), *settings, *pods]


def _name(entry: Entry, root: str) -> _Name:
    return _Name(*_names(entry, root))


def _names(entry: Entry, root: str) -> tuple[str, str, str]:
    """Engine, path and part of a ``_Name``."""
    path = entry.documents[0].file.path if entry.documents else entry.name
    if entry.name.startswith(f"{path}: "):
        return entry.engine, _seen_from(path, root), entry.name[len(path) + 2 :]
    return entry.engine, _seen_from(entry.name, root), ""


def _seen_from(path: str, root: str) -> str:
    if root and path.startswith(f"{root}/") and "/." not in (inner := path[len(root) :]) and "//" not in inner:
        return inner[1:]  # as below, without asking for the working folder
    return os.path.relpath(path, root) if root else os.path.normpath(path)


def _single(items: Sequence[T], key: Callable[[T], Hashable]) -> dict[Hashable, T]:
    """Those whose key no other one has."""
    keys = [key(item) for item in items]
    count = Counter(keys)
    return {k: item for k, item in zip(keys, items, strict=True) if k is not None and count[k] == 1}


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
