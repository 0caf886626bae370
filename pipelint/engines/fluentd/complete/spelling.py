"""How Fluentd's configs write values: defaults of parameters, and the parts of time formats."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipelint.facts.editing.items import STRPTIME_PARTS

if TYPE_CHECKING:
    from pipelint.plugins import ParamSpec

_SIZES = ((1 << 40, "t"), (1 << 30, "g"), (1 << 20, "m"), (1 << 10, "k"))
_TIMES = ((86_400, "d"), (3_600, "h"), (60, "m"), (1, "s"))

TIME_PART = re.compile(r"%[-0^#]?\d*\w?$")
"""A part of a time format that is being typed, at the end of a line up to the cursor."""

TIME_PARTS: Mapping[str, str] = MappingProxyType(
    {
        **STRPTIME_PARTS,
        "%N": "fraction of a second, any number of digits",
        "%L": "milliseconds: 000 to 999",
        "%B": "month's name in full: January",
        "%j": "day of the year: 001 to 366",
        "%a": "day of the week, three letters: Mon",
        "%A": "day of the week in full: Monday",
        "%I": "hour of a half day: 01 to 12",
        "%p": "AM or PM",
        "%Z": "time zone's name: UTC",
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
