"""Values: what the nodes of a TOML file hold as the table of settings wants it, and what is wrong with those that do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipelint.base.finding import Problem
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.predicate.errors import did_you_mean
from pipelint.settings.keys import Key, Listed, MapOf, Number, Switch, Table, Tables, Text, Type
from pipelint.settings.toml import Node

# Values of a table as read: texts, numbers, lists of them, tables of them.
Read = str | float | bool | list["Read"] | dict[str, "Read"]


class Values:
    """Reads the values of one file; ``problems`` has what is wrong with them."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def wrong(self, message: str, span: Span) -> None:
        """A problem at ``span``."""
        self.problems.append(Problem(self.file.path, message, self.file, span))

    def table(self, node: Node, keys: Sequence[Key], where: str) -> dict[str, Read]:
        """The values of a table's known keys; a problem for each other key."""
        known = {key.name: key for key in keys}
        out: dict[str, Read] = {}
        for entry in node.entries:
            key = known.get(entry.key)
            name = f"{where}{entry.key}"
            if key is None:
                self.wrong(f'unknown setting "{name}"{did_you_mean(entry.key, known)}', entry.span)
                continue
            value = self.value(entry.node, key.type, name)
            if value is not None:
                out[entry.key] = value
        return out

    def value(self, node: Node, kind: Type, name: str) -> Read | None:
        """The value of a node of this type; None with a problem where it has another one."""
        match kind:
            case Text() | Number() | Switch() if (scalar := _scalar(node, kind)) is not None:
                return scalar
            case Listed(item) if node.kind == "array":
                values = [self.value(found, item, f"each value of {name}") for found in node.items]
                return [value for value in values if value is not None]
            case Listed(item) if (scalar := _scalar(node, item)) is not None:
                return [scalar]
            case MapOf(item) if node.kind == "table":
                read = {entry.key: self.value(entry.node, item, f"{name}.{entry.key}") for entry in node.entries}
                return {key: value for key, value in read.items() if value is not None}
            case Table(keys) if node.kind == "table":
                return self.table(node, keys, f"{name}.")
            case Tables() if node.kind == "array" and all(item.kind == "table" for item in node.items):
                return [self.table(item, kind.keys, f"{name}.") for item in node.items]
            case _:
                # A version without its quotes is a number.
                quoted = f': "{node.span.cut(self.file.data).decode()}"' if kind == Text() and node.kind == "float" else ""
                self.wrong(f"{name} must be {wanted(kind)}{quoted}", node.span)
                return None


def _scalar(node: Node, kind: Text | Number | Switch) -> str | float | bool | None:
    """The value of a node that is a scalar of this type, else None."""
    match kind:
        case Text(choices) if node.kind == "string" and (not choices or node.scalar in choices):
            return str(node.scalar)
        case Number(low, high) if node.kind in ("integer", "float") and low <= float(node.scalar or 0) <= high:
            return float(node.scalar or 0)
        case Switch() if node.kind == "boolean":
            return bool(node.scalar)
        case _:
            return None


def texts_in(read: Read | None) -> tuple[str, ...]:
    """The texts of an array, none of anything else."""
    return tuple(str(text) for text in read) if isinstance(read, list) else ()


def table_in(read: Read | None) -> Mapping[str, Read]:
    """The values of a table, none of anything else."""
    return read if isinstance(read, dict) else {}


def number_in(read: Read | None, otherwise: float | None = None) -> float | None:
    """A number; ``otherwise`` where there is none."""
    return float(read) if isinstance(read, int | float) else otherwise


def wanted(kind: Type) -> str:
    """What a setting of this type is, in words."""
    match kind:
        case Text(choices):
            return "one of " + ", ".join(choices) if choices else "a string"
        case Number(low, high):
            return f"a number from {low:,.10g} to {high:,.10g}"
        case Switch():
            return "true or false"
        case Listed(item):
            return "an array in which each value is " + wanted(item) if item != Text() else "an array of strings"
        case Tables():
            return "an array of tables"
        case _:
            return "a table"
