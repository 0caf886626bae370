"""Facts about values with a structure: the items of arrays, the entries of hashes, and what stands in their texts."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.base.value import Value, ValueKind
from pipelint.facts.grok.shape import GrokFact, read_grok
from pipelint.facts.secrets import passwords

_SPRINTF = late(r"%\{([^}]{0,999})\}")
_ENV = late(r"\$\{([A-Za-z_.][\w.]*)(?::[^}]{0,999})?\}")


def sprintf_references(text: str) -> tuple[str, ...]:
    """What stands in the ``%{...}`` of a text, as Logstash finds them: up to the next brace."""
    return tuple(match[1] for match in _SPRINTF.finditer(text))


def environment_names(text: str) -> tuple[str, ...]:
    """The names of the ``${NAME}`` and ``${NAME:default}`` in a text."""
    return tuple(match[1] for match in _ENV.finditer(text))


@dataclass(frozen=True)
class ValueFact:
    """A value in an array or hash: ``text`` is what the engine reads, ``kind`` string, number, bareword, array, hash, plugin."""

    kind: ValueKind
    text: str
    place: Place
    _value: Value = field(repr=False, compare=False)

    @cached_property
    def items(self) -> list[ValueFact]:
        """An array's values; of any other value that is no hash the value itself, as Logstash makes a list of it."""
        return value_items(self._value)

    @cached_property
    def entries(self) -> list[EntryFact]:
        """A hash's entries."""
        return value_entries(self._value)

    @cached_property
    def references(self) -> tuple[str, ...]:
        """What stands in its ``%{...}``: fields and dates that are filled in for each event."""
        return sprintf_references(self.text)

    @cached_property
    def env(self) -> tuple[str, ...]:
        """The names of its ``${NAME}``, which Logstash fills in when it starts."""
        return environment_names(self.text)

    @cached_property
    def login(self) -> bool:
        """Whether it has a URL with a name and a password, which no variable and no field puts in."""
        return any(password[0] not in "$%{" for password in passwords(self.text))

    @cached_property
    def grok(self) -> GrokFact:
        """Its text read as a grok pattern."""
        return read_grok(self.text)


@dataclass(frozen=True)
class EntryFact:
    """One ``key => value`` of a hash."""

    key: ValueFact
    value: ValueFact

    @property
    def place(self) -> Place:
        """Its key."""
        return self.key.place


def value_fact(value: Value) -> ValueFact:
    """The fact of a value."""
    return ValueFact(value.kind, value.text, value.place, value)


def value_items(value: Value) -> list[ValueFact]:
    """What Logstash makes of a value where a list is wanted."""
    match value.kind:
        case ValueKind.ARRAY:
            return [value_fact(item) for item in value.items]
        case ValueKind.HASH:
            return []
        case _:
            return [value_fact(value)]


def value_entries(value: Value) -> list[EntryFact]:
    """What Logstash makes of a value where a hash is wanted: the items of an array are keys and values in turn.

    A key that comes again adds its value to a list.
    """
    if value.kind is ValueKind.ARRAY and len(value.items) % 2 == 0:
        keys: dict[str, Value] = {}
        values: dict[str, list[Value]] = {}
        for key, inner in zip(value.items[::2], value.items[1::2], strict=True):
            keys.setdefault(key.text, key)
            values.setdefault(key.text, []).append(inner)
        return [EntryFact(value_fact(key), value_fact(_list(values[text]))) for text, key in keys.items()]
    return [EntryFact(value_fact(entry.key), value_fact(entry.value)) for entry in value.entries]


def _list(values: list[Value]) -> Value:
    """The values of one key: the first alone, else a list of all."""
    first = values[0]
    items = tuple(item for each in values for item in (each.items if each.kind is ValueKind.ARRAY else (each,)))
    return first if len(values) == 1 else Value(ValueKind.ARRAY, first.text, first.place, first.content_place, items)
