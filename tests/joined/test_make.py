"""Joined code: a function a module, whose code run with a module's names does what the module does."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FunctionType, ModuleType

from pipelint.joined.make import FILE, function_of, merged, write_parts

MODULE = '''\
"""A module."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nowhere import Unknown

COUNT: int = 1
LATER: Unknown
TEXT = """two
lines"""
try:
    import nowhere
except ImportError as error:
    FAILED = error.name


class Point:
    """A point."""

    x: int = COUNT
    y: Unknown

    def twice(self) -> int:
        """Its x, and a name of the module."""
        return self.x + COUNT


def more(by: Unknown = 1) -> int:
    """Changes a name of the module."""
    global COUNT
    COUNT += by
    return COUNT


SQUARES = [number * COUNT for number in range(3)]
'''
STARTER = '''\
"""Stands for the command line."""

from __future__ import annotations


def main() -> None:
    """Loads what a run loads."""
    import pipelint.one
    import pipelint.room.two
    import pipelint.evaluated
    import pipelint.room.three
'''


def package(folder: Path) -> Path:
    """A package of the project's name, and in it what ``write_parts`` runs."""
    files = {
        "cli/__init__.py": STARTER,
        "replay/__init__.py": "",
        "replay/known.py": "",
        "joined/__init__.py": "",
        "base/lean/__init__.py": "",
        "__init__.py": "",
        "one.py": MODULE,
        "evaluated.py": "HINTS: dict[str, int] = {}\n",
        "room/__init__.py": '"""A room."""\n',
        "room/two.py": "from __future__ import annotations\n\nfrom pipelint.one import COUNT\n\nHERE = __file__\n",
        "room/three.py": "from __future__ import annotations\n",
    }
    for name, text in files.items():
        path = folder / "pipelint" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # The future import is looked for after the first line.
        path.write_text(text if text.startswith(('"""', "HINTS")) else f'"""It."""\n\n{text}', "utf-8")
    return folder


def test_a_part_has_the_modules_that_a_run_loads_but_those_whose_annotations_are_evaluated(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("pipelint.joined.make._constructors", lambda _: "")
    write_parts(package(tmp_path), [["check"]], tmp_path)
    names: dict[str, dict[str, tuple[str, bool]]] = {}
    exec((tmp_path / "pipelint/joined/table.py").read_text("utf-8"), names)
    part = "pipelint.joined.part0"
    assert names["PARTS"] == {
        "pipelint.one": (part, False),
        "pipelint.room": (part, True),
        "pipelint.room.two": (part, False),
        "pipelint.room.three": (part, False),
    }


def test_its_code_makes_the_names_of_the_module(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("pipelint.joined.make._constructors", lambda _: "")
    write_parts(package(tmp_path), [["check"]], tmp_path)
    part: dict[str, FunctionType] = {}
    exec((tmp_path / "pipelint/joined/part0.py").read_text("utf-8"), part)
    module = ModuleType("pipelint.one")
    FunctionType(part["pipelint__one"].__code__, module.__dict__)()
    found = module.__dict__
    assert (found["COUNT"], found["TEXT"], found["FAILED"], found["SQUARES"]) == (1, "two\nlines", "nowhere", [0, 1, 2])
    point = found["Point"]
    assert (point.__module__, point.__qualname__) == ("pipelint.one", "Point")
    assert point.__annotations__ == {"x": "int", "y": "Unknown"}
    assert (found["more"].__qualname__, found["more"](3), found["COUNT"], point().twice()) == ("more", 4, 4, 5)
    assert "Unknown" not in found


def test_what_only_annotations_use_of_typing_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "some.py").write_text(
        "from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, Protocol, TypeAlias, TypeVar, overload\n"
        "_T = TypeVar('_T')\n"
        "Json: TypeAlias = 'Any'\n"
        "class Held(Generic[_T]):\n    def first(self, *, of: _T) -> NoReturn: pass\n"
        "class Shape(Protocol): pass\n"
        "class Pair(NamedTuple):\n    one: Any = None\n"
        "class Late:\n    if not TYPE_CHECKING:\n        def __getattr__(self, name): return name\n"
        "@overload\ndef same(it: _T) -> _T: ...\n"
        "def same(it: Any) -> Any:\n    kept: _T = it\n    return kept\n",
        "utf-8",
    )
    text = function_of("pipelint.some", tmp_path / "some.py")
    assert [line.strip() for line in text.splitlines() if "typing" in line] == ["from typing import NamedTuple"]
    module = ModuleType("pipelint.some")
    names: dict[str, FunctionType] = {}
    exec(f"from __future__ import annotations\n{text}", names)
    FunctionType(names["pipelint__some"].__code__, module.__dict__)()
    assert (module.Json, module.same(1), module.Late().other, module.Pair(2)) == ("Any", 1, "other", (2,))
    assert module.Held.__mro__[1:] == module.Shape.__mro__[1:] == (object,)


def test_parts_become_one_where_a_file_less_is_worth_more_than_idle_code() -> None:
    small, large = "s" * (FILE // 2), "l" * (FILE * 3)
    both, first, third = frozenset((1, 2)), frozenset((1,)), frozenset((3,))
    # Sample 1 opens a file less, 2 loads a little that it does not need.
    assert merged({both: {"a": small}, first: {"b": small}}) == [{"a": small, "b": small}]
    assert merged({both: {"a": small}, first: {"b": large}}) == [{"a": small}, {"b": large}]
    # What no sample loads together stays apart, however small.
    assert merged({both: {"a": "x"}, third: {"c": "x"}}) == [{"a": "x"}, {"c": "x"}]
    # Three parts, of which two gain more: 3 would load all of sample 1 and 2 else.
    all_of = frozenset((1, 2, 3))
    assert merged({all_of: {"a": small}, third: {"b": large}, both: {"c": small}}) == [{"b": large}, {"a": small, "c": small}]


def test_what_nobody_asks_of_a_function_is_left_out(tmp_path: Path) -> None:
    text = (
        "class Fact:\n    'A fact.'\n    @property\n    def size(self) -> int:\n        'Its size.'\n        return 1\n"
        "def plain(one: int, *two: int, three: int = 3, **four: int) -> int:\n    'Said of it.'\n    return one + three\n"
        "def empty() -> None:\n    'Nothing.'\n"
    )
    (tmp_path / "some.py").write_text(text, "utf-8")
    found: dict[str, ModuleType] = {}
    for name in ("pipelint.some", "pipelint.cli.some"):
        names: dict[str, FunctionType] = {}
        exec(f"from __future__ import annotations\n{function_of(name, tmp_path / 'some.py')}", names)
        found[name] = ModuleType(name)
        FunctionType(names[name.replace(".", "__")].__code__, found[name].__dict__)()
    plain, command = found["pipelint.some"], found["pipelint.cli.some"]
    assert (plain.plain.__annotations__, plain.plain.__doc__, plain.empty(), plain.plain(1, 2)) == ({}, None, None, 4)
    assert list(command.plain.__annotations__) == ["one", "two", "three", "four", "return"]
    assert (command.plain.__doc__, command.empty.__doc__) == ("Said of it.", "Nothing.")
    for module in (plain, command):
        assert (module.Fact.__doc__, module.Fact.size.__doc__) == ("A fact.", "Its size.")
        assert module.Fact.size.fget.__annotations__ == {"return": "int"}


def test_a_checkout_has_no_joined_code() -> None:
    assert not [name for name in sys.modules if name.startswith("pipelint.joined.part")]
