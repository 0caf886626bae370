"""The values of a YAML config as Ruby holds them: atoms, tables and lists, shared where aliases share them.

Fluentd takes keys out of tables while it reads them, so that a table met again by way of an alias is not whole any more:
tables here are mutable and shared alike.
"""

from __future__ import annotations

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.yaml_config.scalars import Kind

Key = tuple[Kind, str]
"""A key of a table: text ``1`` and number 1 are two keys."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A value without parts: its kind, its text, and whether code of the config makes it (``!fluent/s``).

    ``json`` says that it is the text of a structure (``!fluent/json``), which Fluentd takes for no section; ``endless`` that it
    is an alias inside of what it stands for.
    """

    kind: Kind
    text: str
    place: Place
    embedded: bool = False
    json: bool = False
    endless: bool = False

    @property
    def counts(self) -> bool:
        """Whether Ruby takes it for true: nil and false are not."""
        return self.kind not in (Kind.NIL, Kind.FALSE)


@dataclass(slots=True, eq=False)
class Entry:
    """A key of a table with its value; ``place`` is where the value stands here, perhaps an alias."""

    key: Atom
    value: Value
    place: Place


@dataclass(slots=True, eq=False)
class Table:
    """A mapping. ``taken`` says that Fluentd took a key out of it before."""

    place: Place
    entries: dict[Key, Entry] = field(default_factory=dict)
    taken: bool = False

    def take(self, name: str) -> Entry | None:
        """Removes the entry with the text key ``name`` and returns it, None where there is none."""
        found = self.entries.pop((Kind.TEXT, name), None)
        self.taken |= found is not None
        return found

    def copy(self) -> Table:
        """Another table with the same entries, which may be taken out without a loss here."""
        return Table(self.place, dict(self.entries), self.taken)


@dataclass(slots=True, eq=False)
class Item:
    """An item of a list; ``place`` is where it stands, perhaps an alias."""

    value: Value
    place: Place


@dataclass(slots=True, eq=False)
class Items:
    """A list, also what an ``!include`` gave."""

    place: Place
    items: list[Item] = field(default_factory=list)


Value = Atom | Table | Items


def what(value: Value) -> str:
    """What a value is, in words."""
    match value:
        case Table():
            return "a mapping"
        case Items():
            return "a list"
        case Atom(json=True):
            return "a !fluent/json string"
        case Atom(kind=Kind.NIL):
            return "nothing"
        case _:
            return "a single value"
