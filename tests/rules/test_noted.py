"""What is noted of a section is asked once for it and its moved copies, which may stand elsewhere: no place is among it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import pytest

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, Place
from pipelint.checker.pages.examples import settings_of
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot
from pipelint.settings.project import Project
from tests.properties import ALL
from tests.rules.test_pages import NAMES, index, page


def _parts(value: object, seen: set[int]) -> Iterator[object]:
    """All that a value consists of, and itself."""
    if id(value) in seen:
        return
    seen.add(id(value))
    yield value
    inner: list[object] = []
    if isinstance(value, Mapping):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        inner = [*value]
    elif type(value).__module__.startswith("pipelint"):
        slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
        inner = [*getattr(value, "__dict__", {}).values(), *(getattr(value, name, None) for name in slots)]
    for each in inner:
        yield from _parts(each, seen)


def test_what_is_noted_of_a_section_tells_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    noted, placed = Block.noted, dict[str, str]()

    def noting(block: Block, make: Callable[[Block], object]) -> object:
        found = noted(block, make)
        if not isinstance(make, type) and any(isinstance(part, (Place, Document, Block, Param)) for part in _parts(found, set())):
            placed[getattr(make, "__qualname__", repr(make))] = make.__module__
        return found

    monkeypatch.setattr(Block, "noted", noting)
    examples = [example for rule in index().rules for example in page(rule).examples]
    for example in examples if ALL else random.Random(0).sample(examples, 60):
        project = Project.of_one(settings_of(example))
        path = f"/nowhere/{NAMES[example.language]}"
        assert take_snapshot(path, example.text.encode(), 0, ProjectFiles(project), "utf-16").findings is not None
    assert not placed
