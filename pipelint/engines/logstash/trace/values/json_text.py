"""JSON as Logstash's parsers read it; where they may differ from Python's, nothing is said."""

from __future__ import annotations

import json
import math
from typing import NoReturn

from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.values.nested import LostError
from pipelint.trace.model import UNKNOWN

_DEEPEST = 200
_MOST_DIGITS = 1_000
_SURROGATE = late(r"\\u[dD][89a-fA-F]")
# Numbers that Python or the engine may not take, or that are no finite float.
_EXPONENT, _LONG = late(r"[0-9][eE]"), late(r"[0-9]{300}")
_SHORT = 300
_BLANKS = " \t\r\n"


class NoJsonError(Exception):
    """A text is no JSON."""


def read_json(text: str, *, more: bool) -> object:
    """The value of a text; a number too large for a float is ``UNKNOWN``. ``more``: other text after it may be passed over.

    Raises NoJsonError, and LostError where it is not known how the engine reads it.
    """
    if text.startswith("\ufeff"):
        raise LostError("JSON that begins with a byte order mark")
    decoder = _careful if _EXPONENT.search(text) or (len(text) >= _SHORT and _LONG.search(text)) else _plain
    try:
        value, end = decoder.raw_decode(text, len(text) - len(text.lstrip(_BLANKS)))
    except RecursionError as error:
        raise LostError("JSON of very many levels") from error
    except ValueError as error:
        where = f"{error.msg} at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else "a number"
        raise NoJsonError(where) from error
    if end < len(text) and text[end:].strip(_BLANKS):
        if more and isinstance(value, (dict, list)):
            raise LostError("JSON with more text after it")
        raise NoJsonError(f"more text at character {end + 1}")
    if "\\u" in text and _SURROGATE.search(text) is not None:
        _judge_texts(value)
    if text.count("{") + text.count("[") > _DEEPEST:
        _judge_depth(value)
    return value


def _judge_texts(value: object) -> None:
    """Raises LostError for halves of characters."""
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except (UnicodeEncodeError, RecursionError) as error:
        raise LostError("JSON with half a character") from error


def _judge_depth(value: object) -> None:
    level: list[object] = [value] if isinstance(value, (dict, list)) else []
    depth = 0
    while level:
        depth += 1
        if depth > _DEEPEST:
            raise LostError("JSON of very many levels")
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner += [each for each in item.values() if type(each) in (dict, list)]
            elif isinstance(item, list):
                inner += [each for each in item if type(each) in (dict, list)]
        level = inner


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise LostError("a number of very many digits")
    return int(text)


def _float(text: str) -> object:
    number = float(text)
    if len(text) > _MOST_DIGITS:
        raise LostError("a number of very many digits")
    return UNKNOWN if math.isinf(number) else number


def _constant(name: str) -> NoReturn:
    raise LostError(f"{name} in JSON")


_plain = json.JSONDecoder(parse_constant=_constant)
_careful = json.JSONDecoder(parse_int=_integer, parse_float=_float, parse_constant=_constant)
