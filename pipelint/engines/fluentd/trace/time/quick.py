"""A short way to read stamps that are written in full, as nearly all are: the same result as by the steps of ``strptime``."""

from __future__ import annotations

import re
from datetime import tzinfo
from functools import lru_cache

from pipelint.engines.fluentd.trace.time.clock import Time, local, seconds_of
from pipelint.engines.fluentd.trace.values import LostError
from pipelint.trace.model import UNKNOWN, Unknown

# What the C extension surely reads so: all digits that a directive may have, and no more that could be meant.
_FULL = {
    "Y": r"(?P<Y>\d{4})",
    "m": r"(?P<m>0[1-9]|1[0-2])",
    "d": r"(?P<d>0[1-9]|[12]\d|3[01])",
    "H": r"(?P<H>[01]\d|2[0-3])",
    "M": r"(?P<M>[0-5]\d)",
    "S": r"(?P<S>[0-5]\d)",
    "N": r"(?P<N>\d{1,9})(?!\d)",
    "z": r"(?P<z>Z|[+-](?:0\d|1[0-2]):?[0-5]\d)",
}


def quick_regex(format_: str) -> re.Pattern[str] | None:
    """A regex for stamps of a format that have all their digits; None where its directives are others."""
    pieces = re.split("%(.)", format_)
    letters = pieces[1::2]
    if not set("YmdHMS") <= set(letters) <= _FULL.keys() or len(set(letters)) != len(letters):
        return None
    out = "".join(_FULL[piece] if number % 2 else re.escape(piece) for number, piece in enumerate(pieces))
    return None if re.search(r"\s", format_) else re.compile(out, re.ASCII)


@lru_cache(maxsize=64)
def _days(year: str, month: str, day: str) -> int:
    return seconds_of(int(year), int(month), int(day), 0, 0, 0)


def quick_moment(found: re.Match[str], zone: tzinfo | None) -> Time:
    """The moment that such a regex found."""
    parts = found.groupdict()
    year = parts["Y"]
    if not "1900" <= year <= "2200":
        raise LostError("a time so far away is not read here")
    day = _days(year, parts["m"], parts["d"])
    shown = day + int(parts["H"]) * 3600 + int(parts["M"]) * 60 + int(parts["S"])
    nanoseconds = int(parts.get("N", "0").ljust(9, "0"))
    offset = parts.get("z")
    if offset is None:
        seconds = local(shown, zone)
        return UNKNOWN if isinstance(seconds, Unknown) else (seconds, nanoseconds)
    if offset == "Z":
        return shown, nanoseconds
    minutes = int(offset[1:3]) * 60 + int(offset[-2:])
    return shown + (minutes if offset[0] == "-" else -minutes) * 60, nanoseconds
