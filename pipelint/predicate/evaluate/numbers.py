"""Arithmetic and conversions of the predicate language, with CEL's limits and roundings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from pipelint.predicate.evaluate.frame import EvalError, checked_int

T = TypeVar("T")


def same(value: T) -> T:
    """The conversion of a value to its own type."""
    return value


def int_divide(left: int, right: int) -> int:
    """Division that truncates toward zero. Raises EvalError for a zero divisor and on overflow."""
    if right == 0:
        raise EvalError("division by zero")
    quotient = abs(left) // abs(right)
    return checked_int(quotient if (left < 0) == (right < 0) else -quotient)


def int_modulo(left: int, right: int) -> int:
    """The remainder of ``int_divide``: it has the sign of ``left``. Raises EvalError."""
    if right == 0:
        raise EvalError("division by zero")
    remainder = abs(left) % abs(right)
    return -remainder if left < 0 else remainder


def double_divide(left: float, right: float) -> float:
    """IEEE 754 division: a zero divisor gives an infinity, or NaN."""
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def sum_of_ints(values: Sequence[int]) -> int:
    """0 for none. Raises EvalError on overflow."""
    return checked_int(sum(values))


def sum_of_doubles(values: Sequence[float]) -> float:
    """0.0 for none; from left to right, as ``+`` adds."""
    return sum(values, 0.0)


def int_of_double(value: float) -> int:
    """Truncates toward zero. Raises EvalError for what is no int; CEL counts both ends of the range as outside."""
    if not -(2.0**63) < value < 2.0**63:
        raise EvalError("no int")
    return int(value)


def int_of_string(text: str) -> int:
    """Decimal digits with an optional minus. Raises EvalError."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 32):
        raise EvalError("no int")
    return checked_int(int(text))


def double_of_string(text: str) -> float:
    """A decimal number, with or without an exponent. Raises EvalError."""
    if not text or not all(c in "0123456789+-.eE" for c in text):
        raise EvalError("not a double")
    try:
        return float(text)
    except ValueError:
        raise EvalError("not a double") from None


def string_of_bool(value: bool) -> str:
    """``true`` or ``false``."""
    return "true" if value else "false"


def string_of_double(value: float) -> str:
    """The shortest decimal number that reads back the same, without ``.0``."""
    return repr(float(value)).removesuffix(".0")


def of_list(pick: Callable[[Sequence[float]], float]) -> Callable[[Sequence[float]], float]:
    """``pick`` of a list. Raises EvalError for an empty one."""

    def run(items: Sequence[float]) -> float:
        if not items:
            raise EvalError("an empty list has no greatest or least item")
        return pick(items)

    return run


def absolute(value: int) -> int:
    """Raises EvalError for the lowest int, whose absolute value is none."""
    return checked_int(abs(value))


def ceil(value: float) -> float:
    """Rounds up."""
    return float(math.ceil(value)) if math.isfinite(value) else value


def floor(value: float) -> float:
    """Rounds down."""
    return float(math.floor(value)) if math.isfinite(value) else value


def round_half_up(value: float) -> float:
    """Rounds to the nearest whole number, halves away from zero."""
    if not math.isfinite(value):
        return value
    whole = math.trunc(value)  # adding 0.5 first would round 0.49999999999999994 up
    return float(whole + int(math.copysign(1, value))) if abs(value - whole) >= 0.5 else float(whole)
