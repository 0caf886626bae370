"""Values as texts, and texts as numbers, as Ruby and Java have them; the order of a Java hash.

What depends on more than is known here (digits of a float that Java may write in another way, the order of an object's keys)
raises LostError.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.values.event import Timestamp
from pipelint.engines.logstash.trace.values.nested import LostError
from pipelint.trace.model import UNKNOWN

_T = TypeVar("_T")
_INTEGER = late(r"[ \t\n\v\f\r]*([+-]?[0-9]+(?:_[0-9]+)*)")
_FLOAT = late(r"[ \t\n\v\f\r]*([+-]?[0-9]+(?:_[0-9]+)*(?:\.[0-9]+(?:_[0-9]+)*)?(?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?)")
_ODD_FLOAT = late(r"[ \t\n\v\f\r]*[+-]?(?:\.[0-9]|0[xX])")
# Up to so many digits Ruby and Java write a float alike, and as Python does.
_SURE_DIGITS = 15
_MOST_DIGITS = 4_000
_SURE_INTEGER = 19
_PLAIN = late(r"[ !$-\[\]-~]*")
_BLANKS = late(r"[ \t\n\v\f\r]+")
_UNKNOWN_VALUE = "a value that only the running engine knows, as a text"


def ruby_integer(text: str) -> int:
    """``String#to_i``: the digits at its beginning."""
    found = _INTEGER.match(text)
    if found is None:
        # Ruby skips other blanks, and refuses other digits, than is said above.
        return 0
    if len(found[1]) > _MOST_DIGITS:
        raise LostError("a number of very many digits")
    return int(found[1].replace("_", ""))


def ruby_float(text: str) -> float:
    """``String#to_f``: the number at its beginning."""
    if _ODD_FLOAT.match(text) is not None:
        raise LostError("a number that begins with a point or with 0x")
    found = _FLOAT.match(text)
    number = 0.0 if found is None else float(found[1].replace("_", ""))
    if math.isinf(number):
        raise LostError("a number that is too large")
    return number


def ruby_text(value: object) -> str:
    """``to_s`` of a value."""
    match value:
        case str():
            return str(value)
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int():
            return _digits(value)
        case float():
            return _float(value, ruby=True)
        case list() | dict():
            return ruby_inspect(value)
    raise LostError(_UNKNOWN_VALUE)


def ruby_inspect(value: object) -> str:
    """``inspect`` of a value: ``["x", nil, {"k"=>1}]``."""
    match value:
        case None:
            return "nil"
        case Timestamp():
            raise LostError("the form of a time inside of a list or object")
        case str():
            if _PLAIN.fullmatch(value) is None:
                raise LostError("the form of a text with quotes or of other letters inside of a list or object")
            return f'"{value}"'
        case list():
            return f"[{', '.join(map(ruby_inspect, value))}]"
        case dict():
            if len(value) > 1:
                raise LostError("the order of the fields of an object")
            return "{" + ", ".join(f"{ruby_inspect(key)}=>{ruby_inspect(inner)}" for key, inner in value.items()) + "}"
    return ruby_text(value)


def java_text(value: object) -> str:
    """A value as ``%{field}`` has it."""
    match value:
        case str():
            return str(value)
        case list():
            # Of a list in Java each item is written, lists inside as if their items stood in it.
            return ",".join(_java_item(item) for item in value)
        case dict():
            return _json(value)
        case float():
            return _float(value, ruby=False)
    return ruby_text(value)


def _java_item(value: object) -> str:
    if isinstance(value, dict):
        raise LostError("the form of an object inside of a list")
    return "" if value is None else java_text(value)


def _json(value: object) -> str:
    """JSON without blanks; the order of keys is that of their addresses in memory."""
    match value:
        case dict():
            # The engine's map has no order; a recorded run had an object of two keys in order of their names.
            if len(value) > 1:
                raise LostError("the order of the fields of an object")
            return "{" + ",".join(f"{_json(key)}:{_json(inner)}" for key, inner in value.items()) + "}"
        case list():
            return f"[{','.join(map(_json, value))}]"
        case Timestamp():
            return f'"{value}"'
        case str():
            return json.dumps(value, ensure_ascii=False)
        case None:
            return "null"
        case float():
            return _float(value, ruby=False)
    return ruby_text(value)


def _digits(number: int) -> str:
    if abs(number).bit_length() > 3 * _MOST_DIGITS:
        raise LostError("a number of very many digits")
    return str(number)


def _float(number: float, *, ruby: bool) -> str:
    """A float as Ruby (``1.0e+20``) or Java (``1.0E20``) writes it."""
    text = repr(number)
    mantissa, _, exponent = text.partition("e")
    digits = mantissa.replace("-", "").replace(".", "").strip("0")
    if not math.isfinite(number) or len(digits) > _SURE_DIGITS:
        raise LostError("the digits of a number")
    low, high = (1e-4, 1e16) if ruby else (1e-3, 1e7)
    if number == 0 or low <= abs(number) < high:
        return text if not exponent else _lost_exponent()
    digits = digits or "0"
    power = int(f"{abs(number):.16e}".partition("e")[2])
    sign = "-" if number < 0 else ""
    shown = f"{sign}{digits[0]}.{digits[1:] or '0'}"
    return f"{shown}e{'-' if power < 0 else '+'}{abs(power):02d}" if ruby else f"{shown}E{power}"


def _lost_exponent() -> str:
    raise LostError("the digits of a number")


def java_order(items: Iterable[_T], key: Callable[[_T], str]) -> list[_T]:
    """Items in the order in which a Java ``HashMap`` gives them: Logstash has hashes of settings as such."""
    known = list(items)
    size = 16
    while len(known) > size * 3 // 4:
        size *= 2
    return sorted(known, key=lambda item: _bucket(key(item), size))


def _bucket(text: str, size: int) -> int:
    number = 0
    units = text.encode("utf-16-be", "surrogatepass")
    for at in range(0, len(units), 2):
        number = (31 * number + (units[at] << 8) + units[at + 1]) & 0xFFFFFFFF
    return (number ^ (number >> 16)) & (size - 1)


def ruby_split(text: str, separator: str) -> list[str]:
    """``String#split`` with a text: a blank stands for any white space; what is empty at the end is left out."""
    if separator == " ":
        if "\0" in text:
            raise LostError("a text with a zero byte, split")
        parts = [part for part in _BLANKS.split(text) if part]
    elif separator == "":
        parts = list(text)
    else:
        parts = text.split(separator)
    while parts and not parts[-1]:
        parts.pop()
    return parts


def same(left: object, right: object) -> bool:
    """Whether two values are equal to Ruby and of one type: 1 is neither 1.0 nor true."""
    if left is UNKNOWN or right is UNKNOWN:
        raise LostError("a comparison with a value that only the running engine knows")
    if type(left) is not type(right):
        return False
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return bool(left == right)


def texts_of(value: object) -> Sequence[object]:
    """``Array(value)``: a list as it is, nothing of null, any other value alone."""
    if type(value) is list:
        return value
    if isinstance(value, dict):
        if len(value) > 1:
            raise LostError("an object taken as a list")
        return [list(pair) for pair in value.items()]
    return [] if value is None else [value]


def has_digits(text: str) -> bool:
    """Whether a number of the config is read in decimal, and not too large to be held as such."""
    digits = text.removeprefix("-")
    return digits.isdecimal() and digits.isascii() and len(digits) < _SURE_INTEGER and (digits == "0" or digits[0] != "0")
