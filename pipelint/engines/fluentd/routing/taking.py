"""What the rules of a label take: sets of tags, as far as they are known, and operations that never fail."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd.routing import tags
from pipelint.graph.automaton import EMPTY, Automaton
from pipelint.graph.bounds import TooLargeError


@dataclass(frozen=True, slots=True)
class Taking:
    """What one rule takes: the tags that it certainly takes, and whether it may take others (a regular expression)."""

    certain: Automaton
    maybe_more: bool

    @property
    def possible(self) -> Automaton:
        """All tags that it may take."""
        return tags.ANY if self.maybe_more else self.certain


def taking(arg: str) -> Taking:
    """What the argument of a `<match>` or `<filter>` takes."""
    certain, maybe_more = EMPTY, False
    if "#{" in arg:
        return Taking(EMPTY, True)
    for automaton in tags.patterns(arg):
        if automaton is None:
            maybe_more = True
            continue
        try:
            certain = certain | automaton
        except TooLargeError:
            maybe_more = True
    return Taking(certain, maybe_more)


def minus(left: Automaton, right: Automaton) -> Automaton:
    """``left`` without ``right``; all of ``left`` where the result would be too large."""
    try:
        return left - right
    except TooLargeError:
        return left


def within(inner: Automaton, outer: Automaton) -> bool:
    """Whether ``inner`` is certainly a part of ``outer``."""
    try:
        return inner <= outer
    except TooLargeError:
        return False


def meets(carried: Automaton, takes: Taking) -> bool:
    """Whether a rule may take some of the tags."""
    if takes.maybe_more:
        return True
    try:
        return carried.meets(takes.certain)
    except TooLargeError:
        return True
