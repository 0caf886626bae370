"""Fluent Bit's typed values: what it makes of a parameter's text. All that reads a parameter as one of these asks here.

Source: src/flb_utils.c, flb_slist.c and flb_env.c of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pipelint.base.lean.late import late

_FLOAT = late(r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_INTEGER = late(r"\s*([+-]?[0-9]+)")
_SLASHES = late(r"/(.*)/([mixo]*)", re.DOTALL)
_TO_FILL_IN = late(
    r"%\w+%|@\w+@|__\w+__|<[^<>]+>|#\{[^{}]*\}#?|\{\w+\}|\$\(\w+\)|\$\w+|#+\w+#+|\[[a-z_][a-z_ -]+\]|x{3,}|\.{3}"
    r"|(?:your|change|replace|insert|enter)[_ -].*|changeme",
    re.IGNORECASE,
)
_UNITS = "KMG"
_SECONDS = {"d": 86400, "h": 3600, "m": 60}
_YES, _NO = ("true", "on", "yes"), ("false", "off", "no")
_HALF = 2**31  # of the numbers that C's int has
_MOST_DIGITS = 20  # more are in no number of C
_LONGEST_NAME = 4096
REFUSED = -1
"""What a size is that cannot be read: Fluent Bit goes on with this number."""


def binary_size(text: str) -> int:
    """Bytes of ``multiline_buffer_limit``, with units of 1024: ``5M`` and ``5MiB`` are the same. ``REFUSED``: no size."""
    letters = len(text) - len(text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    return _size(text, letters, 1024, ("", "B", "IB"))


def size(text: str) -> int:
    """Bytes of a parameter, with units of 1000. ``REFUSED``: no size, such as ``5MiB``."""
    # The first character is never a part of the unit.
    letters = len(text[1:]) - len(text[1:].rstrip("".join(set(text[1:]) - set("0123456789"))))
    return _size(text, letters, 1000, ("", "B"))


def _size(text: str, letters: int, base: int, endings: tuple[str, ...]) -> int:
    if text.lower() == "false":
        return 0
    if not text or letters > len(endings):
        return REFUSED
    value = _decimal(text)
    unit = text[len(text) - letters :].upper()
    if not unit:
        return int(max(-(2.0**63), min(value, 2.0**63 - 1)))  # as a number of C
    if unit[1:] not in endings or unit[0] not in _UNITS:
        return REFUSED
    factor = int(base ** (_UNITS.index(unit[0]) + 1))
    return REFUSED if abs(value) >= 2**63 // factor else int(value * factor)


def seconds(text: str) -> float:
    """Seconds. The last character alone is the unit (d, h, m), any other counts as seconds: ``500ms`` is 500, ``1h30m`` 60."""
    found = integer(text) or 0
    return float(found * _SECONDS.get(text[-1:].lower(), 1))


def integer(text: str) -> int | None:
    """The digits that the text begins with, as C's int has them; 0 where there are none."""
    found = _INTEGER.match(text)
    value = 0 if found is None else int(found[1][:_MOST_DIGITS])
    return (value + _HALF) % (2 * _HALF) - _HALF


def decimal(text: str) -> float:
    """The number that the text begins with; 0 where there is none."""
    word = text.strip().lower().lstrip("+-")
    if word[:3] in ("inf", "nan"):
        return float(text.strip()[: len(text.strip()) - len(word) + 3])
    return _decimal(text)


def _decimal(text: str) -> float:
    found = _FLOAT.match(text)
    return 0.0 if found is None else float(found[1])


def boolean(text: str) -> bool | None:
    """``on``, ``true``, ``yes`` and their opposites in any case; all else is None."""
    lower = text.lower()
    return True if lower in _YES else False if lower in _NO else None


def is_to_fill_in(text: str) -> bool:
    """Whether all of the text is what somebody or some program replaces before Fluent Bit reads it."""
    return _TO_FILL_IN.fullmatch(text) is not None


def regexp(text: str) -> tuple[str, str] | None:
    """A regular expression and its options: what stands in ``/.../`` or ``/.../mix``, else all of the text."""
    found = _SLASHES.fullmatch(text)
    # An o means nothing, and alone not even that slashes are no part of the text.
    options = "" if found is None else found[2].replace("o", "")
    return (text, "") if found is None or (found[2] and not options) else (found[1], options)


def words(text: str, most: int = -1) -> list[str]:
    """A list with spaces between its items, which double quotes may hold together; after ``most`` items the rest is one."""
    found: list[str] = []
    rest = text.lstrip(" ")
    while rest:
        quoted = rest.startswith('"')
        end = _closing(rest) if quoted else rest.find(" ")
        if end < 0:
            found.append(rest[1:] if quoted else rest)
            break
        item = rest[1:end].replace('\\"', '"') if quoted else rest[:end]
        found.append(item)
        rest = rest[end + 1 :].lstrip(" ")
        if 0 < most <= len(found):
            found += [rest] if rest else []
            break
    return found


def _closing(text: str) -> int:
    end = text.find('"', 1)
    while end > 0 and text[end - 1] == "\\":
        end = text.find('"', end + 1)
    return end


def parts(text: str, separator: str = ",", most: int = -1) -> list[str]:
    """A list with commas between its items, without blanks around them and without empty ones; quotes mean nothing."""
    found: list[str] = []
    rest = text
    while rest:
        item, _, rest = rest.partition(separator)
        found += [item.strip(" ")] if item.strip(" ") else []
        if 0 < most <= len(found):
            found += [rest.lstrip(" ")] if rest.strip(" ") else []
            break
    return found


def translated(text: str, variables: Mapping[str, str]) -> str:
    """A value with its ``${NAME}`` and ``${NAME:-default}`` replaced, as Fluent Bit does; one that is not set is nothing."""
    out: list[str] = []
    at, seen, tail = 0, False, ""
    while (start := text.find("${", at)) >= 0:
        end = text.find("}", at)
        # A brace before the variable, or none after it, ends the replacing, and loses what stands before it.
        if not start + 2 < end < start + 2 + _LONGEST_NAME:
            tail = text[end + 1 :] if end >= 0 else ""
            break
        name, colon, default = text[start + 2 : end].partition(":")
        has_default = colon == ":" and default.startswith("-")
        known = variables.get(name if has_default else text[start + 2 : end])
        out.append(text[at:start])
        out.append(default[1:] if has_default and not known else known or "")
        at, seen = end + 1, True
    else:
        tail = text[at:]
    return "".join(out) + tail if seen else text
