"""The file of an index: rules of each engine apart, so that a check makes those that it asks.

A line about it, then of each engine a line of JSON with the heads of its rules, and two lines a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from io import BytesIO
from typing import TypeAlias, cast

from pipelint.base.lean.own_json import read_json
from pipelint.predicate.evaluate.code import Json
from pipelint.rules.rule import Rule, dump_line, rule_from_json, rule_to_json

VERSION = 12
_DIGITS = "0123456789"

Made: TypeAlias = "Mapping[str, Callable[[], Sequence[Rule]]]"
"""By engine what gives its rules, the same each time."""


def by_engine(rules: Iterable[Rule]) -> Made:
    """Rules that were just compiled."""
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.engine, []).append(rule)
    return {engine: partial(tuple[Rule, ...], some) for engine, some in found.items()}


def dump(made: Made, stamps: str) -> bytes:
    """The file of rules; ``stamps`` say of what it was made."""

    def part(rules: Sequence[Rule]) -> bytes:
        found = [rule_to_json(rule) for rule in rules]
        heads = dump_line([head for head, _, _ in found])
        return b"\n".join([heads, *(line for _, asked, said in found for line in (asked, said))])

    parts = {engine: part(rules()) for engine, rules in made.items()}
    begun = {engine: sorted({rule.code.rstrip(_DIGITS) for rule in rules()}) for engine, rules in made.items()}
    letters: dict[str, Json] = {engine: [*each] for engine, each in begun.items()}
    sizes: dict[str, Json] = {engine: len(each) for engine, each in parts.items()}
    about: Json = {"version": VERSION, "stamps": stamps, "rules": sizes, "letters": letters}
    return b"\n".join([dump_line(about), *parts.values()])


def undump(data: bytes) -> tuple[str, Made, Mapping[str, Sequence[str]]]:
    """The stamps of an index, and by engine what makes its rules, and the letters that their codes begin with.

    It and they raise ValueError, KeyError or TypeError for an index that ``dump`` did not write.
    """
    end = data.find(b"\n") if b"\n" in data else len(data)
    about, rest = read_json(data[:end]), memoryview(data)[end + 1 :]
    if about["version"] != VERSION:
        raise ValueError(f"the rule index has version {about['version']}, not {VERSION}")
    made: dict[str, Callable[[], Sequence[Rule]]] = {}
    start = 0
    for engine, size in dict(about["rules"]).items():
        made[engine] = cache(partial(_rules_of, rest[start : start + size]))
        start += size + 1
    if len(rest) != max(0, start - 1):
        raise ValueError("the rule index is incomplete")
    return str(about["stamps"]), made, about["letters"]


def _rules_of(part: memoryview) -> Sequence[Rule]:
    """The rules of one engine."""
    # It looks for the ends of lines faster than split.
    heads, *bodies = BytesIO(part).readlines()
    read = cast("list[list[Json]]", read_json(heads))
    return [rule_from_json(*each) for each in zip(read, bodies[::2], bodies[1::2], strict=True)]
