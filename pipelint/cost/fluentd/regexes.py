"""The work of one regular expression on one text, from what its pattern looks like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pipelint.analysis.regexp import read_regexp
from pipelint.cost.work import Terms

_CAPTURE = re.compile(r"\(\?<[A-Za-z_]\w*>")
_ANY_RUN = re.compile(r"(?<!\\)\.[*+](?![?+])")
# What may stand behind a greedy run without making the engine go back over the text.
_TAIL = re.compile(r"\A(?:\)|\$|\\z|\\Z)*\Z")


@dataclass(frozen=True, slots=True)
class Shape:
    """Named captures, wildcards that run to the end of the text (0 or 1), and those that must come back from there."""

    captures: int
    final: int
    returning: int
    anchored: bool


@lru_cache(maxsize=512)
def shape(text: str) -> Shape:
    """The shape of ``/pattern/`` or a bare pattern. Linear in the text."""
    read = read_regexp(text)
    runs = [found.end() for found in _ANY_RUN.finditer(read.pattern)]
    final = sum(1 for end in runs[-1:] if _TAIL.match(read.pattern[end:]))
    return Shape(len(_CAPTURE.findall(read.pattern)), final, len(runs) - final, read.anchored_start)


def captured(text: str, subject: float) -> Terms:
    """A match whose named captures become fields. ``subject``: bytes of the text."""
    found = shape(text)
    return {
        "regex.match": 1.0,
        "regex.capture": float(found.captures),
        "regex.run_byte": subject * found.final,
        "regex.return_byte": subject * found.returning,
    }


def tested(text: str, subject: float) -> Terms:
    """A test for a match without captures. An unanchored pattern is searched for in all of ``subject`` bytes."""
    found = shape(text)
    return {"regex.test": 1.0, "regex.search_byte": 0.0 if found.anchored else subject}


def names(text: str) -> tuple[str, ...]:
    """The names of the named captures."""
    return tuple(found[0][3:-1] for found in _CAPTURE.finditer(text))
