"""The file of an index: rules of each engine apart, so that a check makes those that it asks, and of these reads what it needs.

A line about it; then of each engine a line of JSON with the heads of its rules, a line a rule with what it asks, and a line each
with what it says; at last the stamps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import count
from typing import TypeAlias, cast

from pipelint.base.disk.pieces import Held, Pieces
from pipelint.base.lean.own_json import read_json
from pipelint.base.lean.record import dataclass, field
from pipelint.predicate.evaluate.code import Json
from pipelint.rules.rule import Lines, Rule, dump_line, rule_from_json, rule_to_json

VERSION = 13
_DIGITS = "0123456789"
_ABOUT = 4096
"""Bytes that the first line has at most."""

Made: TypeAlias = "Mapping[str, Callable[[], Sequence[Rule]]]"
"""By engine what gives its rules, the same each time."""


@dataclass(frozen=True)
class Kept:
    """What an index holds: by engine what makes its rules, and the letters that their codes begin with.

    ``stamps`` say of what it was made; None where the file has not all its bytes.
    """

    made: Made = field(repr=False)
    letters: Mapping[str, Sequence[str]]
    stamps: str | None


def by_engine(rules: Iterable[Rule]) -> Made:
    """Rules that were just compiled."""
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.engine, []).append(rule)
    return {engine: partial(tuple[Rule, ...], some) for engine, some in found.items()}


def dump(made: Made, stamps: str = "") -> bytes:
    """The file of rules; ``stamps`` say of what it was made."""
    parts: list[bytes] = []
    sizes: dict[str, Json] = {}
    for engine, rules in made.items():
        found = [rule_to_json(rule) for rule in rules()]
        asked, said = [each for _, each, _ in found], [each for _, _, each in found]
        heads: list[Json] = [[head for head, _, _ in found], [*map(len, asked)], [*map(len, said)]]
        own = [dump_line(heads), b"\n".join(asked), b"\n".join(said)]
        sizes[engine] = [len(each) for each in own]
        parts += own
    letters: dict[str, Json] = {
        engine: [*sorted({rule.code.rstrip(_DIGITS) for rule in rules()})] for engine, rules in made.items()
    }
    last = stamps.encode("utf-8")
    about: Json = {"version": VERSION, "rules": sizes, "letters": letters, "stamps": len(last)}
    return b"\n".join([dump_line(about), *parts, last])


def undump(file: Pieces | Held) -> Kept:
    """What ``dump`` wrote; of rules that is read which is asked for, when it is.

    It and what makes the rules raise ValueError, KeyError or TypeError for a file that ``dump`` did not write.
    """
    first = file.cut(0, _ABOUT).partition(b"\n")[0]
    about = read_json(first)
    if about["version"] != VERSION:
        raise ValueError(f"the rule index has version {about['version']}, not {VERSION}")
    made: dict[str, Callable[[], Sequence[Rule]]] = {}
    start = len(first) + 1
    for engine, sizes in dict(about["rules"]).items():
        parts: list[Callable[[], bytes]] = []
        for size in sizes:
            parts.append(partial(_part, file, start, size))
            start += size + 1
        made[engine] = cache(partial(_rules_of, *parts))
    is_whole = start + about["stamps"] == file.size
    return Kept(made, about["letters"], file.cut(start, about["stamps"]).decode("utf-8") if is_whole else None)


def _part(file: Pieces | Held, start: int, size: int) -> bytes:
    found = file.cut(start, size)
    if len(found) != size:
        raise ValueError("the rule index is incomplete")
    return found


def _rules_of(heads: Callable[[], bytes], asked: Callable[[], bytes], said: Callable[[], bytes]) -> Sequence[Rule]:
    """The rules of one engine."""
    read, asked_sizes, said_sizes = cast("list[list[list[Json]]]", read_json(heads()))
    asks, says = Lines(asked, cast("list[int]", asked_sizes)), Lines(said, cast("list[int]", said_sizes))
    return [rule_from_json(head, (asks, number), (says, number)) for head, number in zip(read, count())]
