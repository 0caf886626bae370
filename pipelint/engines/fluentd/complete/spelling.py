"""How Fluentd's configs write values: defaults of parameters, and the parts of time formats."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelint.plugins import ParamSpec

_SIZES = ((1 << 40, "t"), (1 << 30, "g"), (1 << 20, "m"), (1 << 10, "k"))
_TIMES = ((86_400, "d"), (3_600, "h"), (60, "m"), (1, "s"))

TIME_PART = re.compile(r"%[-0^#]?\d*\w?$")
"""A part of a time format that is being typed, at the end of a line up to the cursor."""

TIME_PARTS: Mapping[str, str] = MappingProxyType(
    {
        "%Y": "year: 2026",
        "%m": "month: 01 to 12",
        "%d": "day of the month: 01 to 31",
        "%H": "hour: 00 to 23",
        "%M": "minute: 00 to 59",
        "%S": "second: 00 to 60",
        "%N": "fraction of a second, any number of digits",
        "%L": "milliseconds: 000 to 999",
        "%z": "offset from UTC: +0200, +02:00 or Z",
        "%b": "month's name, three letters: Jan",
        "%B": "month's name in full: January",
        "%e": "day of the month with a blank before one digit",
        "%y": "year, two digits: 26",
        "%j": "day of the year: 001 to 366",
        "%a": "day of the week, three letters: Mon",
        "%A": "day of the week in full: Monday",
        "%I": "hour of a half day: 01 to 12",
        "%p": "AM or PM",
        "%Z": "time zone's name: UTC",
        "%s": "seconds since 1970",
        "%T": "time of day: the same as %H:%M:%S",
        "%F": "date: the same as %Y-%m-%d",
        "%%": "a percent sign",
        "%iso8601": "a whole time of ISO 8601, alone in the format",
    }
)
"""What a time format may have, the usual first, with what it stands for (Ruby's Time.strptime; %iso8601 is Fluentd's)."""


def spelled(spec: ParamSpec) -> str:
    """The default of a parameter as a config would say it."""
    value = spec.default
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value > 0 and spec.type in ("size", "time"):
        unit, letter = next(((u, w) for u, w in (_SIZES if spec.type == "size" else _TIMES) if value % u == 0), (1, ""))
        return f"{value // unit}{letter}"
    return value if isinstance(value, str) else json.dumps(value)
