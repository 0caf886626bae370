"""Whether the time that a parser's regex captures fits its Time_Format, and whether it captures one at all.

Source: src/flb_parser_regex.c, src/flb_parser.c and src/flb_strptime.c of Fluent Bit 5.1.1. A blank of the format takes any
number of blanks, all else but a directive stands for itself, and what comes after the format is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types

_DIGITS = "0"
_RUN = late("0+")
_MOST_DIGITS = 10
_GROUP = late(r"\(\?<([A-Za-z_]\w*)>")
# What is known of a group: runs of digits, blanks and marks. All else may be anything.
_PART = late(
    r"(?P<digits>(?:\\d|\[0-9\]|\[\\d\])(?P<many>\{(?P<least>\d+)(?:,\d*)?\}|\+)?)(?![*?])|(?P<blank>\\s\+?| \+?)(?![*?{])"
    r"|(?:\\(?P<mark>[-./:,])|(?P<plain>[-/:,TZ]))(?![*?+{])"
)
_DIRECTIVE = late(r"%(.)|(.)", re.DOTALL)
_LONG = {"T": "%H:%M:%S", "F": "%Y-%m-%d", "R": "%H:%M", "D": "%m/%d/%y"}
_NUMBERS = frozenset("YmdHMSyjIekLs")


@dataclass(frozen=True, eq=False)
class TimeMisfitFact:
    """A ``parser`` whose regex has no group ``key`` (``missing``), or one whose texts (``example``) do not fit ``format``."""

    parser: str
    key: str
    format: str
    missing: bool
    example: str
    place: Place


def time_misfits(block: Block) -> Iterator[TimeMisfitFact]:
    """What is certain of a parser."""
    regex, form = block.param("regex"), block.param("time_format")
    if block.value("format").lower() != "regex" or block.open or regex is None or form is None or not form.value:
        return
    found = types.regexp(regex.value)
    key = block.value("time_key") or "time"
    if found is None or "$" in key or "{{" in f"{key}{regex.value}{form.value}" or "${" in regex.value + form.value:
        return
    groups = _GROUP.findall(found[0])
    named = block.param("time_key")
    if groups and key not in groups:
        yield TimeMisfitFact(block.value("name"), key, form.value, True, "", regex.name_place if named is None else named.place)
    elif groups.count(key) == 1 and (taken := _taken(found[0], key)) and not _fits(_RUN.sub(_DIGITS, taken), form.value):
        yield TimeMisfitFact(block.value("name"), key, form.value, False, _RUN.sub(_counted, taken), form.place)


def _taken(regex: str, key: str) -> str:
    """What the group of a regex takes, a 0 for each digit; "" where that is not known."""
    start = regex.index(f"(?<{key}>") + len(key) + 4
    end = regex.find(")", start)
    text, at, taken = regex[start:end], 0, ""
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            return ""
        digits = _DIGITS * max(1, min(int(part["least"] or 2), _MOST_DIGITS) if part["many"] else 1)
        taken += digits if part["digits"] else " " if part["blank"] else part["mark"] or part["plain"]
        at = part.end()
    return taken


def _fits(shape: str, form: str) -> bool:
    wanted = _DIRECTIVE.sub(lambda found: _LONG.get(found[1] or "", found[0]), form)
    at, before = 0, ""
    for found in _DIRECTIVE.finditer(wanted):
        if found[1] is not None and found[1] not in _NUMBERS:
            return True  # a zone, a name: not followed
        here = found[2] if found[1] is None else _DIGITS
        if here.isspace():
            while shape[at : at + 1] == " ":
                at += 1
        elif here == _DIGITS and before == _DIGITS:
            pass
        elif shape[at : at + 1] != here:
            return False
        else:
            at += 1
        before = here
    return True


def _counted(found: re.Match[str]) -> str:
    return "1234567890"[: len(found[0])]
