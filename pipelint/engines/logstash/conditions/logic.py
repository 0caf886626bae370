"""Conditions as formulas over what fields may hold.

Comparisons mean what logstash-core's `EventCondition` makes of them: `== "a"` is met by that string alone, `== 5` by that
integer, `in [..]` by whatever has such a text, `=~` by strings alone; a field by itself holds where it is there and neither
empty nor false. What is not known of a comparison is a free truth value of its own: then nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from pipelint.base.condition import CallOperand, Condition, FieldOperand, Joined, LiteralOperand, Logic, Not, Operand, Test, Truth
from pipelint.base.lean.record import dataclass
from pipelint.base.value import Value, ValueKind

Path = tuple[str, ...]
# A field as it is between two changes of it: its path and how often it was changed before.
Field = tuple[Path, int]
# What a field holds: its kind ("absent", "string", "integer", "other") and its text, None for any text that is not named.
State = tuple[str, str | None]
# What a variable is: a field, or the outcome of a comparison that nothing is known of.
Variable = Field | str


@dataclass(frozen=True, slots=True)
class Leaf:
    """A comparison of one field: ``check`` of a state is None where the free truth value ``free`` decides."""

    field: Field
    texts: tuple[str, ...]
    check: Callable[[State], bool | None]
    free: str


@dataclass(frozen=True, slots=True)
class Free:
    """A comparison that nothing is known of, but that it comes out alike wherever ``name`` is the same."""

    name: str


@dataclass(frozen=True, slots=True)
class Negation:
    """The opposite."""

    inner: Formula


@dataclass(frozen=True, slots=True)
class Every:
    """All of them."""

    inner: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """One of them at least."""

    inner: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """One of the two, and not the other."""

    inner: tuple[Formula, Formula]


Formula = Leaf | Free | Negation | Every | Some | Differing


def formula(condition: Condition, version: Callable[[Path], int]) -> Formula:
    """``condition`` for the procedure; ``version`` says how often what a path holds was changed before."""
    match condition:
        case Not(operand=operand):
            return Negation(formula(operand, version))
        case Joined(logic=logic, operands=operands):
            return _joined(logic, tuple(formula(operand, version) for operand in operands))
        case Truth(operand=FieldOperand(path=path)) if "${" not in "".join(path):
            return Leaf((path, version(path)), (), _truth, "")
        case Test():
            return _test(condition, version)
    return Free(_own_name())


def unknown() -> Formula:
    """What stands for a condition of which nothing is known."""
    return Free(_own_name())


def _own_name() -> str:
    """A name for a condition that nothing else has: what it gives may differ each time."""
    return f"own {next(_own_names)}"


_own_names = count()


def _joined(logic: Logic, parts: tuple[Formula, ...]) -> Formula:
    match logic:
        case Logic.AND:
            return Every(parts)
        case Logic.OR:
            return Some(parts)
        case Logic.NAND if len(parts) == 2:
            return Negation(Every(parts))
        case Logic.XOR if len(parts) == 2:
            return Differing((parts[0], parts[1]))
    return Free(_own_name())


def _test(test: Test, version: Callable[[Path], int]) -> Formula:
    match test.operator:
        case "!=":
            return Negation(_compare("==", test, version))
        case "!~":
            return Negation(_compare("=~", test, version))
        case "not in":
            return Negation(_compare("in", test, version))
        case ">=":
            return Some((_compare(">", test, version), _compare("==", test, version)))
        case "<=":
            return Negation(_compare(">", test, version))
        case "<":
            return Negation(Some((_compare(">", test, version), _compare("==", test, version))))
    return _compare(test.operator, test, version)


def _compare(operator: str, test: Test, version: Callable[[Path], int]) -> Formula:
    left, right = test.left, test.right
    if operator == "==" and isinstance(left, LiteralOperand):
        left, right = right, left
    names = [_name(operand, version) for operand in (left, right)]
    if None in names:
        return Free(_own_name())
    free = f"{names[0]} {operator} {names[1]}"
    match left, right:
        case FieldOperand(path=path), LiteralOperand(value=value):
            return _of_field(operator, (path, version(path)), value, free)
        case LiteralOperand(value=value), FieldOperand(path=path) if operator == "in" and value.kind is ValueKind.STRING:
            return Leaf((path, version(path)), (), _holds_text(value.text), free) if "${" not in value.text else Free(free)
    return Free(free)


def _of_field(operator: str, field: Field, value: Value, free: str) -> Formula:
    """A field against a literal."""
    if "${" in value.text:
        return Free(free)
    match operator, value.kind:
        case "==", ValueKind.STRING:
            return Leaf(field, (value.text,), _is(("string", value.text)), free)
        case "==", ValueKind.NUMBER if whole(value.text):
            return Leaf(field, (str(int(value.text)),), _is(("integer", str(int(value.text)))), free)
        case "in", ValueKind.ARRAY if all(item.kind in (ValueKind.STRING, ValueKind.NUMBER) for item in value.items):
            texts = tuple(_shown(item) for item in value.items)
            return Leaf(field, texts, _is_among(frozenset(texts)), free)
        case "in", ValueKind.STRING:
            return Leaf(field, (), _is_inside(value.text), free)
        case "=~", _:
            return Leaf(field, (), lambda state: None if state[0] == "string" else False, free)
    return Free(free)


def _name(operand: Operand, version: Callable[[Path], int]) -> str | None:
    """What an operand is: the same name for what has the same value at the same version; None where that cannot be said."""
    match operand:
        case FieldOperand(path=path):
            return f"{path}@{version(path)}" if "${" not in "".join(path) else None
        case LiteralOperand(value=value):
            return f"{value.kind.value} {value.text!r}"
        case CallOperand():
            return None


def _shown(value: Value) -> str:
    """The text of a list's item as Logstash compares it."""
    return str(int(value.text)) if value.kind is ValueKind.NUMBER and whole(value.text) else value.text


def whole(text: str) -> bool:
    """Whether a text is an integer that Logstash can hold."""
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 19


def _truth(state: State) -> bool:
    return state[0] != "absent" and state[1] not in ("", "false")


def _is(wanted: State) -> Callable[[State], bool | None]:
    return lambda state: state == wanted


def _is_among(texts: frozenset[str]) -> Callable[[State], bool | None]:
    return lambda state: state[1] in texts


def _is_inside(whole: str) -> Callable[[State], bool | None]:
    """``[field] in "text"``: the field is a string that stands in the text."""
    return lambda state: False if state[0] != "string" else None if state[1] is None else state[1] in whole


def _holds_text(part: str) -> Callable[[State], bool | None]:
    """``"text" in [field]``: the field is a string with the text in it, or a list with such an item."""

    def check(state: State) -> bool | None:
        match state:
            case ("string", str(text)):
                return part in text
            case ("string", None) | ("other", _):
                return None
        return False

    return check
