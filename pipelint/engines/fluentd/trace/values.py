"""Values as Ruby has them: how it writes, reads and reaches into what stands in a record, and the errors that it raises."""

from __future__ import annotations

import math
from collections.abc import Callable

from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.records.settings import NotKnownError
from pipelint.trace.model import UNKNOWN

# Longer numbers neither Python nor Ruby reads in good time.
MOST_DIGITS = 4_000
_PLAIN = late(r"[ !$-\[\]-~]*")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\x1b": "\\e", "\x07": "\\a"}


class LostError(NotKnownError):
    """An event that cannot be followed from here: why, and what in the config is to blame."""

    def __init__(self, reason: str, place: Place | None = None) -> None:
        super().__init__(reason)
        self.reason, self.place = reason, place


class RefusedError(LostError):
    """Fluentd does not start with this config."""


class RubyError(Exception):
    """What Fluentd's own code raises: Ruby's message, and what in the config it is about."""

    def __init__(self, reason: str, place: Place | None = None) -> None:
        super().__init__(reason)
        self.reason, self.place = reason, place


class Raw(str):
    """A text that Fluentd holds as bytes, such as a line of a file, of which some are not ASCII: ``.`` matches one of them."""

    __slots__ = ()


def as_read(line: bytes) -> str:
    """The text of a line. Raises LostError where it is no UTF-8."""
    if line.isascii():
        return line.decode("ascii")
    try:
        return Raw(line.decode())
    except UnicodeDecodeError as error:
        raise LostError("the line is no UTF-8") from error


def cut(text: str, piece: str) -> str:
    """A piece of a text, as bytes where that is."""
    return Raw(piece) if type(text) is Raw and not piece.isascii() else piece


def known(value: object) -> object:
    """A value that is known. Raises LostError."""
    if value is UNKNOWN:
        raise LostError("a value that only the running Fluentd knows decides")
    return value


def to_s(value: object) -> str:
    """Ruby's ``to_s``. Raises LostError for what is not known."""
    match value:
        case str():
            return value
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _float(value)
        case list() | dict():
            return inspect(value)
    raise LostError("a value that only the running Fluentd knows becomes a text")


def _float(value: float) -> str:
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if math.isnan(value):
        return "NaN"
    if value == 0 or 1e-4 <= abs(value) < 1e15 or (1e15 < abs(value) < 1e16 and value != int(value)):
        return _plain(value)
    from decimal import Decimal

    sign, digits, power = Decimal(repr(value)).normalize().as_tuple()
    shown = "".join(map(str, digits))
    power = int(power) + len(shown) - 1
    return f"{'-' if sign else ''}{shown[0]}.{shown[1:] or '0'}e{'-' if power < 0 else '+'}{abs(power):02d}"


def _plain(value: float) -> str:
    text = repr(value)
    if "e" in text:
        from decimal import Decimal

        text = format(Decimal(text), "f")
    return text if "." in text else text + ".0"


def inspect(value: object) -> str:
    """Ruby's ``inspect``. Raises LostError for texts that it writes in a way that depends on the locale."""
    match value:
        case None:
            return "nil"
        case str():
            return _quoted(value)
        case list():
            return f"[{', '.join(map(inspect, value))}]"
        case dict():
            return "{" + ", ".join(f"{inspect(key)}=>{inspect(item)}" for key, item in value.items()) + "}"
    return to_s(value)


def _quoted(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return f'"{text}"'
    if not all(" " <= char <= "~" or char in _ESCAPES for char in text) or "#{" in text or "#$" in text or "#@" in text:
        raise LostError("a text with special characters is written as Ruby's code would be")
    return '"' + "".join(_ESCAPES.get(char, char) for char in text) + '"'


def to_i(text: str) -> int:
    """Ruby's ``String#to_i``."""
    if len(text) > MOST_DIGITS:
        raise LostError("a number is too long")
    return types.integer(text) or 0


def to_f(text: str) -> float:
    """Ruby's ``String#to_f``."""
    if len(text) > MOST_DIGITS:
        raise LostError("a number is too long")
    return types.decimal(text)


def kind(value: object) -> str:
    """The name of a value's class, as Ruby's messages have it."""
    match value:
        case None:
            return "nil:NilClass"
        case bool():
            return f"{to_s(value)}:{'TrueClass' if value else 'FalseClass'}"
        case int():
            return f"{value}:Integer"
        case float():
            return f"{_float(value)}:Float"
        case str():
            return f"{value!r}:String"
    return "a Hash" if isinstance(value, dict) else "an Array"


Accessor = Callable[[object], object]
_BLANK = late(r"\s")


def accessor_keys(param: str, place: Place | None = None) -> tuple[str | int, ...]:
    """The keys that a record accessor leads along (``record_accessor.rb``). Raises RefusedError, LostError for odd ones."""
    if param.startswith("$."):
        return _dotted(param, place)
    if not param.startswith("$["):
        return (param,)
    found: list[str | int] = []
    rest = param[1:]
    while rest:
        quote = rest[1:2]
        if rest[0] != "[" or (quote not in ("'", '"') and not rest[1 : rest.find("]")].lstrip("-").isdigit()):
            raise LostError(f"the accessor {param} is not read here", place)
        end = rest.find(f"{quote}]", 2) if quote in ("'", '"') else rest.find("]")
        if end < 0:
            raise RefusedError(f"Fluentd refuses the accessor {param}", place)
        if quote in ("'", '"'):
            if any(0 <= rest.find(f"{other}]") < end for other in "'\"" if other != quote):
                raise LostError(f"the accessor {param} is not read here", place)
            found.append(rest[2:end])
            rest = rest[end + 2 :]
        else:
            found.append(int(rest[1:end]))
            rest = rest[end + 1 :]
    return tuple(found)


def _dotted(param: str, place: Place | None) -> tuple[str | int, ...]:
    found: list[str | int] = []
    keys = param[2:].split(".")
    while keys and not keys[-1]:  # Ruby's split drops them
        keys.pop()
    for key in keys:
        name, *indices = key.split("[")
        if name or not indices:
            found.append(name)
        for index in indices:
            if not (index.endswith("]") and index[:-1].lstrip("-").isdigit()):
                raise LostError(f"the accessor {param} is not read here", place)
            found.append(int(index[:-1]))
    if not found or any(isinstance(key, str) and _BLANK.search(key) for key in found):
        raise RefusedError(f"Fluentd refuses the accessor {param}", place)
    return tuple(found)


def dig(record: object, keys: tuple[str | int, ...]) -> object:
    """Ruby's ``dig``. Raises RubyError where it leads into what holds nothing."""
    at = record
    for key in keys:
        if at is None:
            return None
        at = _item(at, key)
    return at


def _item(at: object, key: str | int) -> object:
    match at, key:
        case dict(), _:
            return at.get(key)
        case list(), int():
            return at[key] if -len(at) <= key < len(at) else None
        case list(), _:
            raise RubyError("no implicit conversion of String into Integer")
    raise RubyError(f"{kind(known(at)).rpartition(':')[2]} does not have #dig method")


def reader(param: str, place: Place | None = None) -> Accessor:
    """What reads the value that an accessor names. Of a record that is no object it raises LostError."""
    keys = accessor_keys(param, place)
    if len(keys) == 1:
        only = keys[0]

        def read_one(record: object) -> object:
            if isinstance(record, list):
                raise RubyError("no implicit conversion of String into Integer")
            if not isinstance(record, dict):
                raise LostError("the record is no object")
            return record.get(only)

        return read_one

    return lambda record: dig(record, keys)


def delete(record: dict[str, object], keys: tuple[str | int, ...]) -> None:
    """Takes away what an accessor names; nothing where it leads nowhere."""
    if len(keys) == 1:
        record.pop(str(keys[0]), None)
        return
    try:
        target = dig(record, keys[:-1])
    except RubyError:
        return
    last = keys[-1]
    if isinstance(target, dict):
        target.pop(last, None)
    elif isinstance(target, list) and isinstance(last, int) and -len(target) <= last < len(target):
        del target[last]
    elif target is UNKNOWN:
        known(target)
