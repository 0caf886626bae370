"""Why the engine refuses a regex."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.limits import left_out
from pipelint.base.text.document import Place
from pipelint.facts.regexes.use import RegexUse
from pipelint.regex.tree import refusal


@dataclass(frozen=True, eq=False)
class RefusedFact:
    """Why the engine refuses a regex, at the cause."""

    message: str
    place: Place


def refused_fact(use: RegexUse) -> RefusedFact | None:
    """Why the engine refuses it, None where it does not, or where it is too large to say."""
    found = refusal(use.runnable)
    if found is not None and found.bound:
        left_out(f"a regular expression is too large to analyse ({found.message})")
    if found is None or found.bound:
        return None
    # What is around the pattern must not take the blame for a parenthesis in it.
    alone = refusal(use.pattern) if use.shift else None
    span = found.span if alone is None or alone.message != found.message else alone.span.shift(use.shift)
    own, _ = use.own(span)
    return RefusedFact(found.message, use.at(own))
