"""PredicateError: what is wrong with an expression, at a range of its characters."""

from __future__ import annotations

from collections.abc import Iterable


class PredicateError(ValueError):
    """An expression that cannot be read, or that does not fit the facts. Offsets count characters of the expression."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = max(start, end)


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """``, did you mean "..."?`` where a known name is near, else an empty string."""
    from difflib import get_close_matches

    near = get_close_matches(wrong, list(known), n=1, cutoff=0.6)
    return f', did you mean "{near[0]}"?' if near else ""
