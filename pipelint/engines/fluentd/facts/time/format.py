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
# Those that Ruby's Time.strptime reads (``ext/date/date_strptime.c``, each tried on Ruby 3.1), and any other.
_ODD = late(r"%(?:([EO][A-Za-z]|[A-DF-IL-NP-Za-eghj-npr-z%+]|:{1,3}z)|[-0^#_]*[0-9]*.?)", re.DOTALL)


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
    never hits. ``unread``: the first directive that is only for writing times, such as ``%3N``; the whole format if it has no
    directive; else ``""``. No time can be read with it.
    """

    format: str
    path: TimePath
    literal_zone: bool
    has_zone: bool
    subsecond: bool
    unread: str


@lru_cache(maxsize=256)
def read_time_format(text: str) -> TimeFormat:
    """The facts of a ``time_format``. Never raises."""
    if text == "%iso8601":
        return TimeFormat(text, TimePath.ISO8601, False, True, True, "")
    directives = [(found[1], found[2]) for found in _DIRECTIVE.finditer(text)]
    letters = {letter for _, letter in directives}
    has_zone = bool(letters & {"z", "Z", "s"})
    compiled = letters <= _COMPILED and not any(flags for flags, _ in directives)
    path = TimePath.RUBY if not compiled else TimePath.FAST if has_zone else TimePath.MKTIME
    literal_zone = text.endswith("Z") and not text.endswith("%Z") and not has_zone
    return TimeFormat(text, path, literal_zone, has_zone, bool(letters & {"N", "L"}), _unread(text))


def _unread(text: str) -> str:
    """The first part of a format that ``Time.strptime`` compares with the text as it is written, instead of reading a time."""
    if not text or "%" not in text:
        return text
    return next((found[0] for found in _ODD.finditer(text) if found[1] is None), "")
