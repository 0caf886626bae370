"""Numbers and escape sequences as Ruby writes them, within bounds."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any  # Operands, which are checked here.

MAX_TEXT = 10_000
"""Characters of a text."""
_MOST_NUMBER, _MOST_DIGITS = 10**18, 40
_ESCAPES = {"n": "\n", "t": "\t", "s": " ", "r": "\r", "e": "\x1b", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\n": ""}


class NotStaticError(Exception):
    """Some part of a value is code, or larger than values are."""


def number(text: str) -> int | float:
    """What a literal number stands for: ``0644`` is octal, ``1_000`` has a mark. Raises NotStaticError."""
    plain = text.replace("_", "").lower()
    if len(plain) > _MOST_DIGITS:
        raise NotStaticError
    if re.fullmatch(r"0[0-7]+", plain):
        return int(plain, 8)
    try:
        whole = re.fullmatch(r"0[xbo][0-9a-f]+|[0-9]+", plain)
        found = int(plain, 0 if plain[1:2].isalpha() else 10) if whole else float(plain)
    except ValueError:
        raise NotStaticError from None
    if not math.isfinite(found):
        raise NotStaticError
    return found


def bounded(left: object, how: Callable[[Any, Any], Any], right: object) -> int | float:
    """A number made of two, of a size as parameters have. Raises NotStaticError."""
    if any(isinstance(each, bool) or not isinstance(each, int | float) for each in (left, right)):
        raise NotStaticError
    found: int | float = how(left, right)
    if not math.isfinite(found) or abs(found) > _MOST_NUMBER:
        raise NotStaticError
    return found


def escaped(text: str) -> str:
    """What an escape sequence in double quotes stands for. Raises NotStaticError for bytes that are no ASCII."""
    body = text[1:]
    if body in _ESCAPES:
        return _ESCAPES[body]
    found = re.fullmatch(r"u\{([0-9a-fA-F ]{1,100})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})", body)
    if found is None:
        # A character that needs no escape stands for itself; \C-x, \M-x and their like are bytes.
        if len(body) != 1 or body in "CMcux":
            raise NotStaticError
        return body
    many, short, byte, octal = found.groups()
    codes = [int(word, 16) for word in many.split()] if many else [int(octal, 8) if octal else int(short or byte, 16)]
    if any(code > 0x10FFFF or 0xD800 <= code < 0xE000 for code in codes) or ((byte or octal) and codes[0] > 0x7F):
        raise NotStaticError
    return "".join(map(chr, codes))
