"""The work of one regular expression on one text, in the Onigmo that Fluent Bit brings.

It does what Ruby's does, at other prices: in UTF-8 it takes each character of a run of anything by itself, the dearer where a
line end would stop it and after other captures, and has no quick way from one place where a match may begin or go on to the
next (rows p_rx1_*, p_rx1m_4096, p_crirx_*, f_grep_excl_*, p_rxmiss_250, p_apache2_*).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pipelint.base.lean.late import late
from pipelint.cost.events.flow import State
from pipelint.cost.events.work import Terms, add, scale
from pipelint.engines.fluentbit.types import regexp

_CAPTURE = late(r"\(\?<[A-Za-z_]\w*>")
# Kinds of work with a price of their own, beside what Ruby's Onigmo is predicted to take.
_PLACES = ("choice", "attempt", "star_skip")
_ANY_LINES = "(?m"
_SEVERAL = 2
MESSAGE_KEYS = ("log", "message", "msg", "MESSAGE", "$log", "$message")
# Bytes of any other field.
_SHORT = 10.0


def field_bytes(key: str, state: State) -> float:
    """Bytes of a field: the message's own, else a short one."""
    if (seen := state.sizes.get(key.removeprefix("$"))) is not None:
        return seen
    return state.text if key in MESSAGE_KEYS else min(_SHORT, state.text)


def searched(text: str, subject: float, hits: float) -> Terms:
    """One search, on ``subject`` bytes of text of which the share ``hits`` matches."""
    # Imported here: what predicts a search takes longer to load than most configs to read.
    from pipelint.cost.regex.purse import affordable

    pattern, options = regexp(text) or (text, "")
    pattern = f"(?{options}:{pattern})" if options else pattern
    hit, miss = _searches(pattern, max(1, round(subject))) if affordable(pattern) else (None, None)
    plain = _runs(pattern, subject)
    return add(scale(hit or plain, hits), scale(miss or plain, 1 - hits))


@lru_cache(maxsize=1024)
def _searches(pattern: str, size: int) -> tuple[Terms | None, Terms | None]:
    """The work of a search that matches and of one that does not; None where no such line was found, or the regex is refused."""
    from pipelint.cost.regex.forecast import timed
    from pipelint.cost.regex.lines import lines_for
    from pipelint.cost.regex.work import search

    found: list[Terms | None] = []
    try:
        lines = lines_for(pattern, "onigmo", size)
        for line in (lines.hit, lines.miss):
            if line is None:
                found.append(None)
                continue
            (time,), (one,) = timed(pattern, [line], "onigmo"), search(pattern, [line], "onigmo")
            places = float(sum(one.work.get(kind, 0) for kind in _PLACES))
            runs = _runs(pattern, float(one.work.get("star_push", 0)))
            found.append({"regex.search": time.ns / 1000, "regex.place": places, **runs})
    except ValueError:
        return None, None
    return found[0], found[1]


def _runs(pattern: str, characters: float) -> Terms:
    """What characters in runs of anything take more than in Ruby."""
    terms = {"regex.run": characters}
    if _ANY_LINES not in pattern:
        terms["regex.run_in_line" if len(names(pattern)) < _SEVERAL else "regex.run_after"] = characters
    return terms


def captured(text: str, subject: float) -> Terms:
    """A match whose named captures become fields. ``subject``: bytes of the text."""
    return add({"regex.capture": float(len(names(text)))}, searched(text, subject, 1.0))


def tried(patterns: Iterable[str], subject: float) -> Terms:
    """Searches that find nothing."""
    return add(*(searched(pattern, subject, 0.0) for pattern in patterns))


def names(text: str) -> tuple[str, ...]:
    """The names of the named captures."""
    return tuple(found[0][3:-1] for found in _CAPTURE.finditer(text))
