"""A parser's Time_Format, as Fluent Bit's own strptime reads it.

Source: src/flb_strptime.c and src/flb_parser.c (``flb_parser_time_lookup``) of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.facts.inside import inside

_DIRECTIVE = late(r"%[EO]?(.?)", re.DOTALL)
_KNOWN = frozenset("%cDFRrTXxAaBbheCdkHlIjMmpSsUWwugGVYyZznt")
_ZONE = late(r"%[zZ]|%SZ|%S\.%LZ")


@dataclass(frozen=True, eq=False)
class DirectiveFact:
    """A directive that Fluent Bit does not know: ``text`` as written, ``second`` of a %L after the first one."""

    text: str
    second: bool
    place: Place


@dataclass(frozen=True, eq=False)
class TimeFormatFact:
    """How a parser reads times. ``zone``: the format takes a zone, ``fraction``: a fraction of a second."""

    format: str
    zone: bool
    fraction: bool
    unknown: list[DirectiveFact]
    place: Place


def read_time_format(text: str, place: Place) -> TimeFormatFact:
    """What a format takes. Of its %L the first one is a fraction, and a second one is unknown."""
    unknown: list[DirectiveFact] = []
    fraction = False
    for found in _DIRECTIVE.finditer(text):
        if found[0] == "%L" and not fraction:
            fraction = True
        elif found[1] not in _KNOWN:
            start, end = (len(text[:edge].encode()) for edge in found.span())
            unknown.append(DirectiveFact(found[0], found[0] == "%L", inside(place, text, Span(start, end))))
    return TimeFormatFact(text, _ZONE.search(text) is not None or "%s" in text, fraction, unknown, place)
