"""The lean Enum: what the standard library's does with plain values."""

from __future__ import annotations

import copy
import enum
import pickle

import pytest

from pipelint.base.lean.enum import Enum, auto


class Lean(Enum):
    """As below."""

    ONE = "1"
    TWO = "2"
    ALSO_ONE = "1"
    _hidden = 3

    @property
    def lower(self) -> str:
        """The name in small letters."""
        return self.name.lower()


class Standard(enum.Enum):
    """The standard library's."""

    ONE = "1"
    TWO = "2"
    ALSO_ONE = "1"

    @property
    def lower(self) -> str:
        """The name in small letters."""
        return self.name.lower()


class Counted(Enum):
    """Values of their own."""

    FIRST = auto()
    SECOND = auto()


def seen(of) -> list[object]:
    return [
        [(member.name, member.value, member.lower, str(member), f"{member}") for member in of],
        [repr(member) for member in of],
        len(of),
        list(of.__members__),
        of.ONE is of.ALSO_ONE,
        of("2") is of.TWO,
        of(of.ONE) is of.ONE,
        of["TWO"] is of.TWO,
        of.ONE in of,
        of.ONE == "1",
        isinstance(of.ONE, of),
        len({of.ONE, of.TWO, of.ALSO_ONE}),
        copy.deepcopy(of.ONE) is of.ONE,
        copy.copy(of.ONE) is of.ONE,
        pickle.loads(pickle.dumps(of.TWO)) is of.TWO,
    ]


def test_members_are_as_the_standard_librarys() -> None:
    assert str(seen(Lean)) == str(seen(Standard)).replace("Standard", "Lean")


def test_values_of_their_own_count_from_one() -> None:
    assert [member.value for member in Counted] == [1, 2]


@pytest.mark.parametrize("value", ["3", None, ["1"]])
def test_what_is_no_value_is_refused_in_the_same_words(value) -> None:
    with pytest.raises(ValueError) as lean:
        Lean(value)
    with pytest.raises(ValueError) as standard:
        Standard(value)
    assert str(lean.value) == str(standard.value).replace("Standard", "Lean")


def test_a_member_stays_what_it_is() -> None:
    with pytest.raises(AttributeError):
        Lean.ONE.value = "2"  # type: ignore[misc]
