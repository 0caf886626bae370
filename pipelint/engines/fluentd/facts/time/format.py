"""What a time format says about the way that Fluentd reads times with it."""

from __future__ import annotations

import re
from functools import lru_cache

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass

_DIRECTIVE = late(r"%([-0^#]?\d*:*)(.)", re.DOTALL)

# All that the C extension compiles (strptime gem 0.2.5, each directive tried on Ruby 3.1.2). It refuses widths and flags, too;
# Fluentd then falls back to Ruby's own Time.strptime without a word.
_COMPILED = frozenset("BHMNSYbdehmnyz")


class TimePath(Enum):
    """Which code reads a time, fastest first. See cost-models/measurements/README.md, "Time parsing"."""

    FAST = "fast"  # the C extension, with a zone in the text
    ISO8601 = "iso8601"  # %iso8601: Ruby's Time.iso8601
    RUBY = "ruby"  # a directive that the C extension refuses: Ruby's Time.strptime
    MKTIME = "mktime"  # the C extension without a zone in the text: mktime(3), which may search the time zone's history


@dataclass(frozen=True, slots=True)
class TimeFormat:
    """Facts of one ``time_format``.

    ``literal_zone``: it ends in a plain ``Z`` that stands for UTC in the text and is not read as a zone. ``has_zone``: a
    directive reads the zone. ``subsecond``: stamps differ below the second, so that Fluentd's cache of the last two stamps
    never hits.
    """

    format: str
    path: TimePath
    literal_zone: bool
    has_zone: bool
    subsecond: bool


@lru_cache(maxsize=256)
def read_time_format(text: str) -> TimeFormat:
    """The facts of a ``time_format``. Never raises."""
    if text == "%iso8601":
        return TimeFormat(text, TimePath.ISO8601, False, True, True)
    directives = [(found[1], found[2]) for found in _DIRECTIVE.finditer(text)]
    letters = {letter for _, letter in directives}
    has_zone = bool(letters & {"z", "Z", "s"})
    compiled = letters <= _COMPILED and not any(flags for flags, _ in directives)
    path = TimePath.RUBY if not compiled else TimePath.FAST if has_zone else TimePath.MKTIME
    literal_zone = text.endswith("Z") and not text.endswith("%Z") and not has_zone
    return TimeFormat(text, path, literal_zone, has_zone, bool(letters & {"N", "L"}))
