"""Conditions as functions of an event, as ``EventCondition`` of logstash-core 8.14 compiles them.

A comparison that is an error in Logstash stops the whole pipeline: it raises EngineError.
"""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Logic, Not, Operand, Test, Truth
from pipelint.base.value import Value, ValueKind
from pipelint.engines.logstash.trace.values.event import METADATA, TIMESTAMP, Timestamp, TracedEvent
from pipelint.engines.logstash.trace.values.matching import checked, matches
from pipelint.engines.logstash.trace.values.nested import MISSING, EngineError, LostError, Path
from pipelint.engines.logstash.trace.values.text import has_digits, java_text, ruby_text, same
from pipelint.trace.model import UNKNOWN

Question = Callable[[TracedEvent], bool]
_SIZES: dict[str, Callable[[int], bool]] = {
    "<": lambda order: order < 0,
    ">": lambda order: order > 0,
    "<=": lambda order: order <= 0,
    ">=": lambda order: order >= 0,
}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_OBJECT_MARK, _LIST_MARK = "{", "ConvertedList{"


def question(condition: Condition) -> Question:
    """The condition as a function. Raises LostError where it cannot be followed at all, EngineError for what is no regex."""
    match condition:
        case Not(operand=operand):
            inner = question(operand)
            return lambda event: not inner(event)
        case Joined(logic=logic, operands=operands):
            return _joined(logic, [question(operand) for operand in operands])
        case Truth(operand=FieldOperand(path=path)):
            return _truth(_path(path))
        case Truth(operand=LiteralOperand(value=value)):
            holds = value.kind is ValueKind.STRING and value.text not in ("", "false")
            if value.kind is not ValueKind.STRING:
                raise LostError("a literal alone as a condition", value.place)
            return lambda _: holds
        case Test():
            return _negated(condition) if condition.operator in _OPPOSITES else _test(condition)
    raise LostError("a condition that calls a function", condition.place)


def _joined(logic: Logic, parts: list[Question]) -> Question:
    match logic:
        case Logic.AND:
            return lambda event: all(part(event) for part in parts)
        case Logic.OR:
            return lambda event: any(part(event) for part in parts)
        case Logic.NAND:
            return lambda event: not all(part(event) for part in parts)
    first, second = parts
    return lambda event: first(event) is not second(event)


_OPPOSITES = {"!=": "==", "!~": "=~", "not in": "in"}


def _negated(test: Test) -> Question:
    inner = _test(Test(_OPPOSITES[test.operator], test.left, test.right, test.place))
    return lambda event: not inner(event)


def _path(path: Path) -> Path:
    if "${" in "".join(path):
        raise LostError("a variable of the environment in a condition")
    return path


def _test(test: Test) -> Question:
    match test.operator, test.left, test.right:
        case "==", FieldOperand(path=path), LiteralOperand(value=value):
            return _equals(_path(path), _literal(value))
        case "==", LiteralOperand(value=value), FieldOperand(path=path):
            return _equals(_path(path), _literal(value))
        case "==", FieldOperand(path=left), FieldOperand(path=right):
            return _both_equal(_path(left), _path(right))
        case "==", LiteralOperand(value=one), LiteralOperand(value=other):
            equal = same(_literal(one), _literal(other))
            return lambda _: equal
        case "=~", _, LiteralOperand(value=value):
            return _matches(test.left, checked(_literal_text(value)))
        case "in", _, _:
            return _within(test)
        case ("<" | ">" | "<=" | ">=") as operator, left, right:
            return _ordered(operator, left, right)
    raise LostError("a condition that calls a function", test.place)


def _literal_text(value: Value) -> str:
    if value.kind is not ValueKind.STRING or "${" in value.text:
        raise LostError("a condition with a variable of the environment, or a regular expression that is none", value.place)
    return value.text


def _literal(value: Value) -> object:
    """A text, a number, or a list of them."""
    if "${" in value.text:
        raise LostError("a variable of the environment in a condition", value.place)
    match value.kind:
        case ValueKind.STRING:
            return value.text
        case ValueKind.NUMBER if "." in value.text:
            return float(value.text)
        case ValueKind.NUMBER if has_digits(value.text):
            return int(value.text)
    raise LostError("a condition with such a literal", value.place)


def _known(event: TracedEvent, path: Path) -> object:
    """A field's value or ``MISSING``. Raises LostError for what is not known."""
    found = event.find(path)
    if found is UNKNOWN or type(found) in (list, dict):
        return MISSING if found is MISSING else event.get(path)
    return found


def _truth(path: Path) -> Question:
    if path in ((TIMESTAMP,), (METADATA,)):
        # A time is there or not; which one it is does not matter.
        return lambda event: event.find(path) not in (MISSING, None, "")

    def holds(event: TracedEvent) -> bool:
        found = event.find(path)
        if found is UNKNOWN:
            event.get(path)
        return found is not MISSING and found is not None and found is not False and found not in ("", "false")

    return holds


def _equals(path: Path, wanted: object) -> Question:
    kind = type(wanted)

    def holds(event: TracedEvent) -> bool:
        found = _known(event, path)
        return type(found) is kind and found == wanted

    return holds


def _both_equal(left: Path, right: Path) -> Question:
    def holds(event: TracedEvent) -> bool:
        one, other = _known(event, left), _known(event, right)
        if left != right and _has_object(one) and _has_object(other):
            raise LostError("whether two objects are the same one")
        return one is other or same(one, other)

    return holds


def _has_object(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(map(_has_object, value)))


def _matches(left: Operand, pattern: str) -> Question:
    match left:
        case FieldOperand(path=path):
            place = _path(path)

            def holds(event: TracedEvent) -> bool:
                found = _known(event, place)
                return type(found) is str and matches(pattern, found)

            return holds
        case LiteralOperand(value=value) if value.kind is ValueKind.STRING:
            result = matches(pattern, _literal_text(value))
            return lambda _: result
    raise LostError("a condition with such a left side", left.place)


def _within(test: Test) -> Question:
    match test.left, test.right:
        case FieldOperand(path=path), LiteralOperand(value=value) if value.kind is ValueKind.ARRAY:
            return _among(_path(path), [_literal(item) for item in value.items])
        case FieldOperand(path=path), LiteralOperand(value=value):
            return _inside(_path(path), java_text(_literal(value)))
        case LiteralOperand(value=value), FieldOperand(path=path):
            return _holds(_path(path), _literal(value))
        case FieldOperand(path=left), FieldOperand(path=right):
            return _field_within(_path(left), _path(right))
    raise LostError("a condition of literals alone", test.place)


def _among(path: Path, items: list[object]) -> Question:
    """``[field] in ["a", 1]``: texts are compared, whatever the types."""
    texts = frozenset(java_text(item) for item in items)
    odd = any(text.startswith((_OBJECT_MARK, _LIST_MARK)) for text in texts)

    def holds(event: TracedEvent) -> bool:
        found = _known(event, path)
        if found is MISSING:
            return False
        if type(found) in (list, dict):
            if odd:
                raise LostError("the form of a list or object as a text")
            return False
        return (found if type(found) is str else ruby_text(found)) in texts

    return holds


def _inside(path: Path, whole: str) -> Question:
    """``[field] in "text"``."""

    def holds(event: TracedEvent) -> bool:
        found = _known(event, path)
        return type(found) is str and found in whole

    return holds


def _holds(path: Path, wanted: object) -> Question:
    """``"text" in [field]``: of a list an item, of a text a part."""
    text = wanted if isinstance(wanted, str) else None

    def holds(event: TracedEvent) -> bool:
        found = _known(event, path)
        if type(found) is list:
            return any(same(item, wanted) for item in found)
        return text is not None and type(found) is str and text in found

    return holds


def _field_within(left: Path, right: Path) -> Question:
    def holds(event: TracedEvent) -> bool:
        one, other = _known(event, left), _known(event, right)
        if type(one) in (list, dict):
            return False
        if type(one) is str and type(other) is str:
            return one in other
        if type(other) is list:
            if one is MISSING and other:
                raise EngineError("a field that is missing is looked for in a list")
            return any(same(item, one) for item in other)
        return one is not MISSING and same(one, other)

    return holds


def _ordered(operator: str, left: Operand, right: Operand) -> Question:
    if isinstance(left, LiteralOperand) and isinstance(right, FieldOperand):
        operator, left, right = _TURNED[operator], right, left
    accepts = _SIZES[operator]
    match left, right:
        case FieldOperand(path=path), LiteralOperand(value=value):
            limit, place = _literal(value), _path(path)
            return lambda event: accepts(_order(_known(event, place), limit))
        case FieldOperand(path=path), FieldOperand(path=other):
            first, second = _path(path), _path(other)
            return lambda event: accepts(_order(_known(event, first), _known(event, second)))
        case LiteralOperand(value=one), LiteralOperand(value=value):
            result = accepts(_order(_literal(one), _literal(value)))
            return lambda _: result
    raise LostError("a condition that calls a function", left.place)


def _order(left: object, right: object) -> int:
    """How two values are ordered: below 0, 0, above 0. What has no order by Ruby counts as equal, or is an error."""
    if isinstance(left, Timestamp) or isinstance(right, (Timestamp, list, dict)):
        raise LostError("a comparison by size of a time, a list or an object")
    if left is None or isinstance(left, bool):
        if right is MISSING or isinstance(right, bool):
            raise LostError("a comparison by size with a field that is missing or a truth value")
        return 0
    if left is MISSING:
        raise EngineError("a field is compared by size that the event does not have")
    if right is MISSING or right is None or isinstance(right, bool):
        raise LostError("a comparison by size with a field that is missing, null or a truth value")
    if isinstance(left, str) and isinstance(right, str):
        one, other = left.encode(), right.encode()
        return (one > other) - (one < other)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return (left > right) - (left < right)
    kinds = {str: "a text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    raise EngineError(f"{kinds[type(left)]} is compared by size with {kinds[type(right)]}")
