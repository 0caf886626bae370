"""The file of an index: rules of each engine apart, so that a check makes those that it asks.

A line about it, a line of JSON an engine with the heads of its rules, then two lines a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from io import BytesIO
from typing import TypeAlias, cast

from pipelint.base.lean.own_json import read_json
from pipelint.predicate.evaluate.code import Json
from pipelint.rules.rule import Rule, rule_from_json, rule_to_json

VERSION = 8

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
    import json

    found = {engine: [rule_to_json(rule) for rule in rules()] for engine, rules in made.items()}
    about: Json = {"version": VERSION, "stamps": stamps, "rules": {engine: len(some) for engine, some in found.items()}}
    heads: list[Json] = [[head for head, _, _ in some] for some in found.values()]
    lines = [json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode("utf-8") for part in (about, *heads)]
    return b"\n".join([*lines, *(line for some in found.values() for _, asked, said in some for line in (asked, said))])


def undump(data: bytes) -> tuple[str, Made]:
    """The stamps of an index, and by engine what makes its rules.

    It and they raise ValueError, KeyError or TypeError for an index that ``dump`` did not write.
    """
    # It looks for the ends of lines faster than split.
    first, *rest = BytesIO(data).readlines()
    about = read_json(first)
    if about["version"] != VERSION:
        raise ValueError(f"the rule index has version {about['version']}, not {VERSION}")
    heads, bodies = rest[: len(about["rules"])], rest[len(about["rules"]) :]
    if len(bodies) != 2 * sum(about["rules"].values()):
        raise ValueError("the rule index is incomplete")
    made: dict[str, Callable[[], Sequence[Rule]]] = {}
    for (engine, count), line in zip(about["rules"].items(), heads, strict=True):
        made[engine] = cache(partial(_rules_of, line, bodies[: 2 * count]))
        del bodies[: 2 * count]
    return str(about["stamps"]), made


def _rules_of(heads: bytes, bodies: Sequence[bytes]) -> Sequence[Rule]:
    """The rules of one engine."""
    read = cast("list[list[Json]]", read_json(heads))
    return [rule_from_json(*each) for each in zip(read, bodies[::2], bodies[1::2], strict=True)]
