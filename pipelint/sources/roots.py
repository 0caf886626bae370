"""Which of several files or keys are roots: those that no other includes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet


def roots_of(items: Sequence[str], includes: Mapping[str, AbstractSet[str]]) -> list[str]:
    """The ``items`` that no other includes, in their order; of those that only include each other, the first."""
    included = {target for item in items for target in includes[item] if target != item}
    roots = {item for item in items if item not in included}
    reached: set[str] = set()
    _reach(roots, includes, reached)
    for item in items:
        if item not in reached:
            roots.add(item)
            _reach([item], includes, reached)
    return [item for item in items if item in roots]


def _reach(starts: Iterable[str], includes: Mapping[str, AbstractSet[str]], seen: set[str]) -> None:
    """Adds to ``seen`` all that ``starts`` include, directly or not, and themselves."""
    todo = list(starts)
    while todo:
        item = todo.pop()
        if item not in seen:
            seen.add(item)
            todo.extend(includes.get(item, frozenset()))
