"""Shape: which keys a record certainly has, may have and certainly lacks, with the places that say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place


class KeyStatus(Enum):
    """What is known of a key: every record has it, some may, none has."""

    PRESENT = "present"
    MAYBE = "maybe"
    ABSENT = "absent"


class Removal(Enum):
    """Why a key is gone: a filter takes it away, a parser makes a new record, or a parser took it as the event's time."""

    NONE = "none"
    TAKEN = "taken"
    RENEWED = "renewed"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a shape. ``place`` is what removed it, where something did; null for a key that never was."""

    status: KeyStatus
    removal: Removal = Removal.NONE
    place: Place | None = field(default=None, compare=False)


PRESENT = Key(KeyStatus.PRESENT)
_MAYBE = Key(KeyStatus.MAYBE)
ABSENT = Key(KeyStatus.ABSENT)
"""A key that never was."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of the keys of records: ``keys`` by name, and of all others whether there may be any (``is_open``)."""

    is_open: bool
    keys: Mapping[str, Key]

    @classmethod
    def closed(cls, sure: Iterable[str] = (), maybe: Iterable[str] = ()) -> Shape:
        """Records that have the keys ``sure``, perhaps some of ``maybe``, and no others."""
        return cls(False, {**dict.fromkeys(maybe, _MAYBE), **dict.fromkeys(sure, PRESENT)})

    def get(self, name: str) -> Key:
        """What is known of the key ``name``."""
        return self.keys.get(name) or (_MAYBE if self.is_open else ABSENT)

    @property
    def possible(self) -> list[str]:
        """The keys known by name that records have or may have."""
        return [name for name, key in self.keys.items() if key.status is not KeyStatus.ABSENT]

    def adding(self, names: Iterable[str]) -> Shape:
        """The shape after these keys were set in every record."""
        return Shape(self.is_open, {**self.keys, **dict.fromkeys(names, PRESENT)})

    def perhaps_adding(self, names: Iterable[str]) -> Shape:
        """The shape after these keys were set in some records."""
        some = {name: _MAYBE for name in names if self.get(name).status is not KeyStatus.PRESENT}
        return Shape(self.is_open, {**self.keys, **some})

    def without(self, names: Mapping[str, Place | None], removal: Removal = Removal.TAKEN) -> Shape:
        """The shape after these keys were removed from every record, each by what its place says.

        A key that no record had counts as never set, not as removed.
        """
        gone = {
            name: Key(KeyStatus.ABSENT, removal, place)
            for name, place in names.items()
            if self.get(name).status is not KeyStatus.ABSENT
        }
        return Shape(self.is_open, {**self.keys, **gone})

    def perhaps_without(self, names: Iterable[str]) -> Shape:
        """The shape after these keys were removed from some records."""
        some = {name: _MAYBE for name in names if self.get(name).status is KeyStatus.PRESENT}
        return Shape(self.is_open, {**self.keys, **some})

    def only(self, names: Iterable[str], place: Place) -> Shape:
        """The shape after all keys but these were removed, by what ``place`` says."""
        kept = {name: self.get(name) for name in names}
        gone = {name: Key(KeyStatus.ABSENT, Removal.RENEWED, place) for name in self.possible if name not in kept}
        still_gone = {name: key for name, key in self.keys.items() if key.removal is not Removal.NONE and name not in kept}
        return Shape(False, {**still_gone, **gone, **kept})

    def replaced_by(self, other: Shape, place: Place) -> Shape:
        """The shape after each record was thrown away for one of the shape ``other``, at ``place``."""
        renewed = self.only((), place)
        return Shape(other.is_open, {**({} if other.is_open else renewed.keys), **other.keys})

    def merged_with(self, other: Shape) -> Shape:
        """The shape after a record of the shape ``other`` was written over each record."""
        names = {*self.keys, *other.keys}
        return Shape(self.is_open or other.is_open, {name: _over(self.get(name), other.get(name)) for name in sorted(names)})


UNKNOWN = Shape(True, {})


def join(one: Shape, other: Shape) -> Shape:
    """What is known of records that are of either shape."""
    names = dict.fromkeys((*one.keys, *other.keys))
    return Shape(one.is_open or other.is_open, {name: _either(one.get(name), other.get(name)) for name in names})


def _either(one: Key, other: Key) -> Key:
    if one.status is not other.status:
        return _MAYBE
    return one if one.removal is other.removal or one.removal is not Removal.NONE else other


def _over(old: Key, new: Key) -> Key:
    """A key of a record that another was merged into."""
    match new.status:
        case KeyStatus.PRESENT:
            return new
        case KeyStatus.ABSENT:
            return old if old.status is not KeyStatus.ABSENT or new.removal is Removal.NONE else new
        case KeyStatus.MAYBE:
            return old if old.status is KeyStatus.PRESENT else new
