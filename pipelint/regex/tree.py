"""A regex as the engine reads it: its tree, its names and what is known of it, from the parser in ``native``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from pipelint import _native
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.own_json import read_json
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.span import Span

# One part of a regex; see `_native.pyi`.
Node = _native.RegexNode
Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None


def span_of(node: Node) -> Span:
    """The bytes of a part of a regex."""
    return Span(node.start, node.end)


@dataclass(frozen=True)
class Regex:
    """A regex that the engine accepts. ``names`` has the numbers of the groups of each name.

    ``facts``: ``line_start``, ``line_end``, ``text_start``, ``text_end`` and ``line_start_implied`` say where it is anchored,
    ``min_length`` counts characters, ``required`` are texts that every match has.
    """

    captures: int
    names: Mapping[str, tuple[int, ...]]
    facts: Mapping[str, Json]
    pattern: str = field(repr=False)

    @cached_property
    def root(self) -> Node:
        """Its tree, made when it is first asked for: of most patterns that a change makes nobody does."""
        return _native.regex_tree(self.pattern)

    @property
    def elements(self) -> tuple[Node, ...]:
        """Its parts in order, as far as it is one sequence."""
        return self.root.children if self.root.kind == "concat" else (self.root,)


# Messages of the parser's own bounds, such as 64 KiB, and 100 groups inside each other where Ruby takes 4,096.
_BOUNDS = frozenset({"too long pattern", "too deep nest level", "too many calls to follow", "too large program"})


@dataclass(frozen=True, slots=True)
class Refused:
    """A regex that the engine refuses: its message, and the bytes to blame."""

    message: str
    span: Span

    @property
    def bound(self) -> bool:
        """Whether it is a bound of the parser here that refuses it: the engine itself may accept it."""
        return self.message in _BOUNDS


@lru_cache(maxsize=256)
def read_regex(pattern: str) -> Regex | Refused:
    """A regex in the dialect of Onigmo and Joni. Never raises; linear in the pattern."""
    text = _parse(pattern)
    if isinstance(text, Refused):
        return text
    read = read_json(text)
    names = {name: tuple(numbers) for name, numbers in read["names"].items()}
    return Regex(read["captures"], names, read["facts"], pattern)


@lru_cache(maxsize=256)
def refusal(pattern: str) -> Refused | None:
    """Why the engine refuses a regex, None where it accepts it: ``read_regex`` for those who ask nothing else."""
    read = _parse(pattern)
    return read if isinstance(read, Refused) else None


# Who asks whether the regexes of a config are refused reads most of them next.
@lru_cache(maxsize=64)
def _parse(pattern: str) -> str | Refused:
    try:
        return _native.regex_parse(pattern)
    except ValueError as error:
        message, start, end = error.args
        return Refused(str(message), Span(start, end))
