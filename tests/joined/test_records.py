"""Records in joined code: made at once, they are what the decorator makes of them."""

from __future__ import annotations

import copy
import pickle
import sys
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from pipelint.joined.make import function_of

TEXT = '''\
"""Records of all kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from pipelint.base.lean.record import dataclass, field


@dataclass(frozen=True, slots=True)
class Point:
    """A point."""

    x: int
    y: int = 2
    seen: list[int] = field(default_factory=list, compare=False)
    COUNT: ClassVar[int] = 3

    def __post_init__(self) -> None:
        self.seen.append(self.x)

    @property
    def twice(self) -> int:
        return 2 * self.x


@dataclass(frozen=True, slots=True)
class Named(Point):
    name: str = ""

    def __repr__(self) -> str:
        return f"{self.name}: {self.twice}"


@dataclass
class Open:
    words: Sequence[str]
    most: int = cast("int", "3")


@dataclass(frozen=True, eq=False)
class Itself:
    part: Open | None = None


@dataclass(order=True)
class Ordered(Open):
    def __hash__(self) -> int:
        return 1


class Plain(Named):
    pass
'''
# Modules of the project with records of many kinds.
MODULES = ("pipelint.base.finding", "pipelint.base.block", "pipelint.rules.rule", "pipelint.facts.config", "pipelint.graph.stage")


def joined(name: str, path: Path) -> ModuleType:
    """A module as joined code makes it."""
    names: dict[str, FunctionType] = {}
    # As a part has it; what would be evaluated otherwise are annotations.
    exec("from __future__ import annotations\n" + function_of(name, path), names)
    module = ModuleType(name)
    FunctionType(names[name.replace(".", "__")].__code__, module.__dict__)()
    return module


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """The module as Python loads it, and as joined code makes it."""
    path = tmp_path / "records_of_all_kinds.py"
    path.write_text(TEXT, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, path.stem, raising=False)
    return import_module(path.stem), joined(path.stem, path)


def told(cls: type) -> dict[str, object]:
    """What a class has, and the fields of its records."""
    fields = {name: (spec.init, spec.repr, spec.compare) for name, spec in getattr(cls, "__record_fields__", {}).items()}
    names = {name for name in vars(cls) if name not in ("__dict__", "__weakref__")}
    return {"names": names, "slots": getattr(cls, "__slots__", None), "fields": fields, "of": (cls.__qualname__, cls.__doc__)}


def test_each_is_the_class_that_the_decorator_makes(both: tuple[Any, Any]) -> None:
    for name in ("Point", "Named", "Open", "Itself", "Ordered", "Plain"):
        assert told(getattr(both[1], name)) == told(getattr(both[0], name)), name


@pytest.mark.parametrize("module", MODULES)
def test_so_are_the_projects_own(module: str) -> None:
    loaded = import_module(module)
    made = joined(module, Path(str(loaded.__file__)))
    own = {name: each for name, each in vars(loaded).items() if isinstance(each, type) and each.__module__ == module}
    protocols = {name for name, each in own.items() if getattr(each, "_is_protocol", False)}
    assert {type(getattr(made, name)) for name in protocols} <= {type}
    classes = own.keys() - protocols
    assert any(hasattr(getattr(loaded, name), "__record_fields__") for name in classes)
    for name in classes:
        assert told(getattr(made, name)) == told(getattr(loaded, name)), name


def test_objects_behave_alike(both: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for module in both:
        monkeypatch.setitem(sys.modules, module.__name__, module)
        point, named = module.Point(1), module.Named(1, 2, name="n")
        with pytest.raises(AttributeError):
            point.x = 2
        with pytest.raises(AttributeError):
            module.Point.other.x  # noqa: B018
        words = module.Open(("a",))
        words.most = 4
        shown.append(
            (
                repr(point), repr(named), repr(words), point.seen, point == module.Point(1, 2, [7]), point == named, hash(point),
                module.Itself() == module.Itself(), module.Ordered(["a"]) < module.Ordered(["b"]), hash(module.Ordered([])),
                copy.deepcopy(named) == named, pickle.loads(pickle.dumps(named)) == named, module.Plain(3).twice,
                hasattr(point, "__dict__"), hasattr(module.Plain(1), "__dict__"), module.Point.COUNT,
            )
        )  # fmt: skip
    assert shown[0] == shown[1]
