"""Binary operators on closures."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import repeat

from pipelint.predicate.evaluate.frame import EvalError, Frame, Run, Value, checked_int, checked_length, text_steps
from pipelint.predicate.evaluate.numbers import double_divide, int_divide, int_modulo

LONG = 64
"""Characters of a text above which comparing it costs steps."""


def every(tests: Sequence[Run]) -> Run:
    """CEL's && of all: false where one is, even if another is an error."""

    def run(frame: Frame) -> Value:
        failed: str | None = None
        for test in tests:
            try:
                if not test(frame):
                    return False
            except EvalError as error:
                failed = str(error)
        if failed is not None:
            raise EvalError(failed)
        return True

    return run


def some(tests: Sequence[Run]) -> Run:
    """CEL's || of all: true where one is, even if another is an error."""

    def run(frame: Frame) -> Value:
        failed: str | None = None
        for test in tests:
            try:
                if test(frame):
                    return True
            except EvalError as error:
                failed = str(error)
        if failed is not None:
            raise EvalError(failed)
        return False

    return run


def is_word(left: Run, word: str) -> Run:
    """``==`` with a text that is written in the page, and short."""

    def run(frame: Frame) -> Value:
        found = left(frame)
        if found == word:
            return True
        if found is not None and len(found) > LONG:
            frame.spend(text_steps(found))
        return False

    return run


def _plain(apply: Callable[[Value, Value], Value]) -> Callable[[Run, Run], Run]:
    """An operator on numbers."""
    return lambda left, right: lambda frame: apply(left(frame), right(frame))


def _int(apply: Callable[[int, int], int]) -> Callable[[Run, Run], Run]:
    """An operator on ints, which may overflow."""
    return lambda left, right: lambda frame: checked_int(apply(left(frame), right(frame)))


def _compared(apply: Callable[[Value, Value], bool]) -> Callable[[Run, Run], Run]:
    """A comparison of values that may be long strings or lists."""

    def linked(left: Run, right: Run) -> Run:
        def run(frame: Frame) -> Value:
            a, b = left(frame), right(frame)
            if isinstance(a, str) and len(a) > LONG:
                frame.spend(text_steps(a))
            return apply(a, b) if isinstance(a, str | int | float) or a is None else apply(*_lists(frame, a, b))

        return run

    return linked


def _lists(frame: Frame, left: Value, right: Value) -> tuple[Value, Value]:
    """Two lists in a shape that Python compares by their items, and paid for."""
    return _frozen(frame, left), _frozen(frame, right)


def _frozen(frame: Frame, value: Value) -> Value:
    if isinstance(value, str):
        frame.spend(text_steps(value))
    elif isinstance(value, Sequence):
        frame.spend(1 + len(value))
        return [_frozen(frame, item) for item in value]
    return value


def _concat(left: Run, right: Run) -> Run:
    def run(frame: Frame) -> Value:
        a, b = left(frame), right(frame)
        checked_length(len(a) + len(b))
        frame.spend(text_steps(a) + text_steps(b))
        return a + b

    return run


def _concat_lists(left: Run, right: Run) -> Run:
    def run(frame: Frame) -> Value:
        a, b = left(frame), right(frame)
        frame.spend(1 + (len(a) + len(b) >> 6))
        return [*a, *b]

    return run


def _in(left: Run, right: Run) -> Run:
    def run(frame: Frame) -> Value:
        value, items = _frozen(frame, left(frame)), right(frame)
        if isinstance(value, list):
            return value in _frozen(frame, items)
        frame.spend(1 + len(items) * (text_steps(value) if isinstance(value, str) else 1) // 8)
        return value in items

    return run


def _in_facts(left: Run, right: Run) -> Run:
    def run(frame: Frame) -> Value:
        value, items = left(frame), right(frame)
        frame.spend(1 + len(items) // 8)
        return any(map(operator.is_, items, repeat(value)))

    return run


BINARY: dict[str, Callable[[Run, Run], Run]] = {
    "eq": _compared(operator.eq),
    "ne": _compared(operator.ne),
    "lt": _compared(operator.lt),
    "le": _compared(operator.le),
    "gt": _compared(operator.gt),
    "ge": _compared(operator.ge),
    "is": _plain(operator.is_),
    "isnot": _plain(operator.is_not),
    "addi": _int(operator.add),
    "subi": _int(operator.sub),
    "muli": _int(operator.mul),
    "divi": _plain(int_divide),
    "modi": _plain(int_modulo),
    "addd": _plain(operator.add),
    "subd": _plain(operator.sub),
    "muld": _plain(operator.mul),
    "divd": _plain(double_divide),
    "cat": _concat,
    "catl": _concat_lists,
    "in": _in,
    "infacts": _in_facts,
    "inmap": lambda left, right: lambda frame: left(frame) in right(frame),
}


def get(holder: Run, name: str, adapt: str) -> Run:
    """The attribute ``name`` of a fact; ``adapt`` is a value of ``pipelint.predicate.schema.Adapt``."""
    fetch = operator.attrgetter(name)

    def plain(frame: Frame) -> Value:
        return fetch(holder(frame))

    def enum(frame: Frame) -> Value:
        found = fetch(holder(frame))
        return None if found is None else found._value_  # which is `value` without a call of Python

    def enums(frame: Frame) -> Value:
        found = fetch(holder(frame))
        return None if found is None else [item._value_ for item in found]

    def ordered(frame: Frame) -> Value:
        found = fetch(holder(frame))
        return None if found is None else sorted(found)

    return {"plain": plain, "enum": enum, "enums": enums, "sorted": ordered}[adapt]
