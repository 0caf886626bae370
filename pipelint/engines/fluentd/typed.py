"""Fluentd's typed values beyond sizes, times and booleans, and all of them as ``strict_config_value`` reads them.

Source: lib/fluent/config/types.rb of Fluentd 1.16.5.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import cast

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd import types

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_INTEGER = late(r"\s*([+-]?[0-9]+(?:_[0-9]+)*)")
_STRICT_INTEGER = late(
    r"\s*([+-]?)(?:0x([0-9a-f]+(?:_[0-9a-f]+)*)|0b([01]+(?:_[01]+)*)|0o?([0-7_]*[0-7])|([0-9]+(?:_[0-9]+)*))\s*", re.I
)
_STRICT_FLOAT = late(r"\s*([+-]?[0-9]+(?:_[0-9]+)*(?:\.[0-9]+(?:_[0-9]+)*)?(?:e[+-]?[0-9]+)?)\s*", re.I)
_SEPARATOR = late(r"\s*,\s*")
_UNIT = {"size": late(r"[0-9][kmgt]", re.I), "time": late(r"[0-9][smhd]")}


class RefusedError(ValueError):
    """Fluentd does not start with this value."""


@dataclass(frozen=True, slots=True)
class RegexpText:
    """A regular expression: its source, and whether ``i`` and ``m`` stand after its slashes (``x`` means nothing)."""

    source: str
    ignore_case: bool = False
    multiline: bool = False


def integer(text: str) -> int:
    """The leading digits (Ruby's ``to_i``), 0 where there are none."""
    found = _INTEGER.match(text)
    return int(found[1].replace("_", "")) if found else 0


def array(text: str) -> list[Json]:
    """A JSON array, or what stands between commas. Raises RefusedError for what starts like the one and is none."""
    if text.startswith("["):
        return cast("list[Json]", _json(text))
    return cast("list[Json]", _between_commas(text))


def table(text: str) -> Mapping[str, Json]:
    """A JSON object, or ``key:value`` pairs between commas; blanks around a colon are kept. Raises RefusedError."""
    if text.startswith("{"):
        return cast("Mapping[str, Json]", _json(text))
    pairs = [piece.split(":", 1) for piece in _between_commas(text)]
    return {pair[0]: pair[1] if len(pair) > 1 else None for pair in pairs}


def regexp(text: str) -> RegexpText:
    """Between slashes with flags after them, or as it stands. Raises RefusedError where Ruby or Fluentd refuses it."""
    from pipelint._native import regex_parse

    read = RegexpText(text)
    if text.startswith("/"):
        slash = text.rindex("/")
        if slash < len(text) - 3:
            raise RefusedError("more than two flags after the last slash")
        flags = text[slash + 1 :]
        read = RegexpText(text[1:slash], "i" in flags, "m" in flags)
    try:
        regex_parse(read.source)
    except ValueError as error:
        raise RefusedError(str(error.args[0])) from error
    return read


def enum(text: str, allowed: Collection[str]) -> str:
    """One of the words that are allowed; case counts. Raises RefusedError."""
    if text not in allowed:
        raise RefusedError(f"not one of {', '.join(allowed)}")
    return text


def strict_integer(text: str) -> int:
    """A whole number and nothing else, also hexadecimal, octal or binary by its prefix. Raises RefusedError."""
    found = _STRICT_INTEGER.fullmatch(text)
    if found is None:
        raise RefusedError("not a whole number")
    sign, *digits = found.groups()
    value = next(int(d.replace("_", ""), base) for d, base in zip(digits, (16, 2, 8, 10), strict=True) if d is not None)
    return -value if sign == "-" else value


def strict_float(text: str) -> float:
    """A number and nothing else. Raises RefusedError."""
    found = _STRICT_FLOAT.fullmatch(text)
    return float(found[1].replace("_", "")) if found else float(strict_integer(text))


def strict_size(text: str) -> int:
    """Bytes; without a unit after digits a whole number and nothing else. Raises RefusedError."""
    return types.size(text) if _UNIT["size"].search(text) else strict_integer(text)


def strict_seconds(text: str) -> float:
    """Seconds; without a unit after digits a number and nothing else. Raises RefusedError."""
    return types.seconds(text) if _UNIT["time"].search(text) else strict_float(text)


def strict_boolean(text: str) -> bool:
    """A boolean that is one. Raises RefusedError."""
    read = types.boolean(text)
    if read is None:
        raise RefusedError("not one of true, yes, false and no")
    return read


def _json(text: str) -> Json:
    try:
        return cast("Json", json.loads(text))
    except (ValueError, RecursionError) as error:
        raise RefusedError("invalid JSON") from error


def _between_commas(text: str) -> list[str]:
    """Ruby's ``split``: empty pieces at the end are dropped."""
    pieces = _SEPARATOR.split(text.strip()) if text.strip() else []
    while pieces and not pieces[-1]:
        pieces.pop()
    return pieces
