"""String literals of the predicate language: from source to value."""

from __future__ import annotations

from pipelint.predicate.errors import PredicateError

# CEL, langdef.md "String and Bytes Values".
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"} | {c: c for c in "\\?\"'`"}
_HEX = {"x": 2, "X": 2, "u": 4, "U": 8}


def read_string(source: str, at: int) -> str:
    """The value of a quoted literal that stands at offset ``at``. Raises PredicateError for a bad escape."""
    body = source[1:-1]
    if "\\" not in body:
        return body
    out: list[str] = []
    i = 0
    while i < len(body):
        if body[i] != "\\":
            out.append(body[i])
            i += 1
            continue
        value, length = _escape(body, i)
        if value is None:
            shown = body[i : i + 2]
            raise PredicateError(f'"{shown}" is not a string escape; a backslash is \\\\', at + 1 + i, at + 3 + i)
        out.append(value)
        i += length
    return "".join(out)


def _escape(body: str, i: int) -> tuple[str | None, int]:
    """The character that the escape at ``body[i]`` stands for, None for a bad one, and the escape's length."""
    letter = body[i + 1]
    if letter in _SIMPLE:
        return _SIMPLE[letter], 2
    if letter in _HEX:
        digits = body[i + 2 : i + 2 + _HEX[letter]]
        good = len(digits) == _HEX[letter] and all(c in "0123456789abcdefABCDEF" for c in digits)
        return (_character(int(digits, 16)) if good else None), 2 + _HEX[letter]
    digits = body[i + 1 : i + 4]
    if len(digits) == 3 and digits[0] in "0123" and all(c in "01234567" for c in digits):
        return _character(int(digits, 8)), 4
    return None, 2


def _character(code: int) -> str | None:
    """The character of a code point; surrogates and what lies beyond Unicode are no characters."""
    return None if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF else chr(code)
