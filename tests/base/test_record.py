"""Records: the house's ``dataclass`` does what the standard library's does."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from types import ModuleType
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.lean import record

BOTH: list[Any] = [record, dataclasses]


def shapes(module: Any) -> dict[str, type]:
    """The same classes, made by ``module``."""

    @module.dataclass(frozen=True, slots=True)
    class Plain:
        """A frozen one with slots."""

        number: int
        text: str = "none"
        parts: list[int] = module.field(default_factory=list, compare=False)
        hidden: int = module.field(default=0, repr=False)
        made: int = module.field(init=False, repr=False, compare=False)
        shared: ClassVar[int] = 7

        def __post_init__(self) -> None:
            object.__setattr__(self, "made", self.number + 1)

        @property
        def twice(self) -> int:
            return self.number * 2

    @module.dataclass(frozen=True)
    class Loose:
        number: int
        text: str = "none"

    @module.dataclass(slots=True)
    class Open:
        number: int
        text: str = "none"

    @module.dataclass(frozen=True, slots=True, eq=False)
    class Same:
        number: int
        text: str = "none"

    @module.dataclass(frozen=True, slots=True)
    class More(Same):
        more: int = 3

    @module.dataclass(frozen=True, slots=True, order=True)
    class Ranked:
        number: int
        text: str = "none"

    @module.dataclass(frozen=True, slots=True)
    class Empty:
        pass

    @module.dataclass(frozen=True, slots=True)
    class Own:
        number: int
        text: str = "none"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and other.number == self.number

        def __hash__(self) -> int:
            return 1

        def __repr__(self) -> str:
            return "own"

    kinds = [Plain, Loose, Open, Same, More, Ranked, Empty, Own]
    return {kind.__name__: kind for kind in kinds}


OURS, THEIRS = shapes(record), shapes(dataclasses)
WITH_TEXT = sorted(set(OURS) - {"Empty"})
VALUES = st.tuples(st.integers(0, 3), st.sampled_from(["none", "b"]))


@given(st.sampled_from(WITH_TEXT), VALUES, VALUES)
def test_compares_hashes_and_shows_as_the_standard_library_does(name: str, one: tuple[int, str], two: tuple[int, str]) -> None:
    ours = OURS[name](*one), OURS[name](*two)
    theirs = THEIRS[name](*one), THEIRS[name](*two)
    assert [repr(value) for value in ours] == [repr(value) for value in theirs]
    assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])
    assert (ours[0] != ours[1]) == (theirs[0] != theirs[1])
    assert (ours[0].__hash__ is None) == (theirs[0].__hash__ is None)
    if ours[0].__hash__ is not None and name != "Same" and ours[0] == ours[1]:
        assert hash(ours[0]) == hash(ours[1])


@given(VALUES, VALUES)
def test_orders_as_the_standard_library_does(one: tuple[int, str], two: tuple[int, str]) -> None:
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        ours = getattr(OURS["Ranked"](*one), compare)(OURS["Ranked"](*two))
        assert ours == getattr(THEIRS["Ranked"](*one), compare)(THEIRS["Ranked"](*two))


CALLS = [1, 2, 7, 70]  # a compiled __init__ comes after some calls


@given(st.sampled_from(["Plain", "Loose", "Open", "More"]), st.lists(st.integers(0, 3), max_size=5), st.sampled_from(CALLS))
def test_every_call_gives_what_the_standard_library_gives(name: str, args: list[int], calls: int) -> None:
    def made(module: Any) -> list[str]:
        kind, shown = shapes(module)[name], []
        for call in range(calls):
            try:
                shown.append(repr(kind(*args) if call % 2 else kind(*args[1:], number=args[0] if args else 0)))
            except TypeError as error:
                shown.append(str(error))
        return shown

    assert made(record) == made(dataclasses)


@pytest.mark.parametrize("module", BOTH, ids=["ours", "theirs"])
def test_a_class_that_compares_as_its_base_does_compares_the_fields_of_the_base(module: Any) -> None:
    @module.dataclass(frozen=True, slots=True)
    class Base:
        number: int
        text: str = "none"

    @module.dataclass(frozen=True, slots=True, eq=False)
    class Child(Base):
        more: int = 0

    # The child's objects come first: what is made of a class when it is first compared is the base's.
    assert Child(1, "a", 2) == Child(1, "a", 3) and Child(1, "a", 2) != Child(2, "a", 2)
    assert hash(Child(1, "a", 2)) == hash(Child(1, "a", 3))
    assert Base(1, "a") == Base(1, "a") and Base(1, "a") != Child(1, "a")


def test_is_never_equal_to_another_class() -> None:
    assert OURS["Plain"](1) != THEIRS["Plain"](1)
    assert OURS["Loose"](1) != OURS["Ranked"](1)


@pytest.mark.parametrize("module", BOTH, ids=["ours", "theirs"])
def test_fields_have_their_defaults_and_each_object_its_own_list(module: ModuleType) -> None:
    plain: Any = shapes(module)["Plain"]
    first, second = plain(1), plain(number=2, text="x")
    assert (first.number, first.text, first.parts, first.hidden, first.made, first.shared) == (1, "none", [], 0, 2, 7)
    assert (second.number, second.text, second.made, second.twice) == (2, "x", 3, 4)
    first.parts.append(1)
    assert second.parts == []
    assert plain.__match_args__ == ("number", "text", "parts", "hidden")
    assert not hasattr(first, "__dict__")


@pytest.mark.parametrize("module", BOTH, ids=["ours", "theirs"])
def test_refuses_what_the_standard_library_refuses(module: Any) -> None:
    kinds: dict[str, Any] = shapes(module)
    for name in ("Plain", "Loose", "More"):
        made = kinds[name](1)
        with pytest.raises(dataclasses.FrozenInstanceError):
            made.number = 2
        with pytest.raises(dataclasses.FrozenInstanceError):
            del made.number
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'number'"):
        kinds["Plain"]()
    with pytest.raises(TypeError, match="unexpected keyword"):
        kinds["Plain"](1, other=2)
    with pytest.raises(ValueError, match="init=False"):
        module.replace(kinds["Plain"](1), made=3)
    kinds["Open"](1).number = 2


def test_a_field_without_a_default_behind_one_with_is_an_error() -> None:
    with pytest.raises(TypeError, match="non-default argument 'text'"):

        @record.dataclass
        class Wrong:
            number: int = 1
            text: str


@given(st.sampled_from(WITH_TEXT), VALUES, VALUES)
def test_replaces_and_copies(name: str, one: tuple[int, str], two: tuple[int, str]) -> None:
    ours: Any = OURS[name](*one)
    changed: Any = record.replace(ours, text=two[1])
    assert (changed.number, changed.text, type(changed)) == (one[0], two[1], type(ours))
    assert repr(copy.copy(ours)) == repr(ours)


def test_can_be_pickled() -> None:
    from pipelint.base.text.span import Span

    assert pickle.loads(pickle.dumps(Span(1, 2))) == Span(1, 2)


def test_the_standard_library_knows_its_fields() -> None:
    for name, ours in OURS.items():
        theirs: Any = THEIRS[name]
        assert dataclasses.is_dataclass(ours)
        shown = [(item.name, item.type, item.default, item.init, item.repr, item.compare) for item in dataclasses.fields(ours)]
        assert shown == [(i.name, i.type, i.default, i.init, i.repr, i.compare) for i in dataclasses.fields(theirs)]
    assert dataclasses.asdict(OURS["Loose"](1)) == {"number": 1, "text": "none"}
