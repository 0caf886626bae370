"""What mutate makes of single values. Source: logstash-filter-mutate 3.5.8."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.values.nested import MISSING, EngineError, LostError
from pipelint.engines.logstash.trace.values.text import ruby_float, ruby_integer, ruby_split, ruby_text

# Each line of a text counts, and the point of 1.0 stands for any character, as in the filter.
_TRUE = late(r"^(?:true|t|yes|y|1|1.0)$", re.IGNORECASE | re.MULTILINE | re.ASCII)
_FALSE = late(r"^(?:false|f|no|n|0|0.0)$", re.IGNORECASE | re.MULTILINE | re.ASCII)
_BLANKS = " \t\n\v\f\r"
_EU = str.maketrans(",.", ".,")

Convert = Callable[[object], object]


def converted(convert: Convert) -> Convert:
    """A conversion of a value, or of the items of a list; objects stay."""

    def apply(value: object) -> object:
        if type(value) is list:
            return [None if item is None else convert(item) for item in value]
        return MISSING if type(value) is dict else convert(value)

    return apply


def _to_integer(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    if type(value) is str:
        return ruby_integer(value.replace(",", ""))
    if isinstance(value, (int, float)):
        return int(value)
    raise LostError("a time, list or object converted to a number")


def _to_float(value: object) -> object:
    if type(value) is str:
        return ruby_float(value.replace(",", ""))
    if isinstance(value, (bool, int, float)):
        try:
            return float(value)
        except OverflowError as error:
            raise LostError("a number that is too large") from error
    raise LostError("a time, list or object converted to a number")


def _to_boolean(value: object) -> object:
    text = ruby_text(value)
    if _TRUE.search(text):
        return True
    return False if not text or _FALSE.search(text) else value


def _from_eu(convert: Convert) -> Convert:
    return lambda value: convert(value.translate(_EU) if type(value) is str else value)


CONVERSIONS: Mapping[str, Convert] = {
    "string": ruby_text,
    "integer": _to_integer,
    "float": _to_float,
    "boolean": _to_boolean,
    "integer_eu": _from_eu(_to_integer),
    "float_eu": _from_eu(_to_float),
}
"""By the types that ``convert`` takes."""


def letters(change: Callable[[str], str]) -> Convert:
    """A change of the letters of a text, or of the texts of a list."""

    def one(value: object) -> object:
        if type(value) is not str:
            return value
        if not value.isascii() and not _is_simple(value):
            raise LostError("letters whose other case has a length of its own")
        return change(value)

    return lambda value: [one(item) for item in value] if type(value) is list else one(value)


def _is_simple(text: str) -> bool:
    """Whether each letter is one letter in either case, wherever it stands."""
    return "Σ" not in text and "İ" not in text and all(len(letter.upper()) == len(letter.lower()) == 1 for letter in text)


def stripped(value: object) -> object:
    """A text without the blanks around it, or a list of such."""
    if type(value) is list:
        if not all(type(item) is str for item in value):
            raise EngineError("strip is for texts")
        return [_strip(item) for item in value]
    return _strip(value) if type(value) is str else MISSING


def _strip(text: str) -> str:
    if "\0" in text:
        raise LostError("a text with a zero byte, stripped")
    return text.strip(_BLANKS)


def split(value: object, separator: str) -> object:
    """The parts of a text."""
    return ruby_split(value, separator) if type(value) is str else MISSING


def join(value: object, separator: str) -> object:
    """The items of a list, and of lists in it, as one text."""
    return _joined(value, separator) if type(value) is list else MISSING


def _joined(items: list[object], separator: str) -> str:
    return separator.join([_joined(item, separator) if type(item) is list else ruby_text(item) for item in items])
