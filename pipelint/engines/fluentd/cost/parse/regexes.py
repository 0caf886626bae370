"""The work of one regular expression on one text: what its search is predicted to take, and what a match makes."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.lean.late import late
from pipelint.cost.events.flow import State
from pipelint.cost.events.work import Terms
from pipelint.engines.fluentd.types import regexp

_CAPTURE = late(r"\(\?<[A-Za-z_]\w*>")
# µs of a search for a byte of the text, where the regex is not one that can be run: a run of anything takes as much.
_PLAIN_US = 0.0025
_MESSAGE_KEYS = ("log", "message", "msg", "MESSAGE", "$.log", "$.message")


def field_bytes(key: str, state: State) -> float:
    """Bytes of a field: the message's own, else a short one."""
    if (seen := state.sizes.get(key.removeprefix("$."))) is not None:
        return seen
    return state.text if key in _MESSAGE_KEYS else 10.0


def looked_up(keys: Iterable[str]) -> Terms:
    """What a stage does more where it names fields by paths into the record, one or several of them (rows *_nest*, rw_n_*)."""
    return {"key.nested": float(any(key.startswith(("$.", "$[")) for key in keys))}


def searched(text: str, subject: float, hits: float) -> Terms:
    """The search alone: its predicted µs, on ``subject`` bytes of text of which the share ``hits`` matches."""
    # Imported here: what predicts a search takes longer to load than most configs to read.
    from pipelint.cost.regex.forecast import search_us

    pattern, options = regexp(text) or (text, "")
    pattern = f"(?{options}:{pattern})" if options else pattern
    return {"regex.search": search_us(pattern, "onigmo", subject, hits, _PLAIN_US * subject)}


def captured(text: str, subject: float) -> Terms:
    """A match whose named captures become fields. ``subject``: bytes of the text."""
    captures = float(len(names(text)))
    return {"regex.match": 1.0, "regex.capture": captures} | searched(text, subject, 1.0)


def missed(text: str, subject: float) -> Terms:
    """A text that the pattern does not match."""
    return {"regex.match": 1.0} | searched(text, subject, 0.0)


def tested(text: str, subject: float, hits: float) -> Terms:
    """A test for a match without captures, which the share ``hits`` of the texts passes."""
    return {"regex.test": 1.0} | searched(text, subject, hits)


def names(text: str) -> tuple[str, ...]:
    """The names of the named captures."""
    return tuple(found[0][3:-1] for found in _CAPTURE.finditer(text))
