"""What the texts on one regex and on one grok pattern have in common: anchors, verdicts and times in words."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.cost.regex.forecast import Timed
from pipelint.regex.verdict import Attack, Verdict
from pipelint.report.numbers import rate


def anchors_in_words(facts: Mapping[str, object]) -> str:
    """What a match is anchored at, as the facts of its tree say."""
    found = [name.replace("_", " ") for name in ("text_start", "line_start", "text_end", "line_end") if facts.get(name)]
    if facts.get("line_start_implied"):
        found.append("line start (a leading .*)")
    return ", ".join(found) or "nothing"


def backtracking_in_words(verdict: Verdict) -> str:
    """Whether the regex can run away, and how."""
    said = verdict.verdict
    if verdict.kind == "exponential":
        said += ": exponential"
    elif verdict.kind == "polynomial":
        said += f": polynomial, with power {verdict.degree} of the line's length"
        said += ", since the search restarts at every byte" if verdict.from_each_start else ""
    return f"{said} ({verdict.reason})" if verdict.reason else said


def attack_in_words(attack: Attack) -> str:
    """The line that makes it run away."""
    return f"{attack.prefix!r} + {attack.pump!r} * n + {attack.suffix!r}"


def time_in_words(timed: Timed | None) -> str:
    """The predicted time of a search and its steps."""
    if timed is None:
        return "no such line found"
    return f"{'more than ' if timed.matched is None else ''}{rate(timed.ns / 1000)} µs, {timed.steps:,} steps"
