"""All spots of a regex: each kind's finder in turn, with what was found last kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from pipelint.facts.regexes.spots.alternatives import unneeded
from pipelint.facts.regexes.spots.edges import around, unanchored
from pipelint.facts.regexes.spots.groups import ignored_case, plain_parentheses, unread_captures
from pipelint.facts.regexes.spots.spot import Spot
from pipelint.facts.regexes.spots.wildcards import always_empty, delimited
from pipelint.facts.regexes.use import RegexUse, Role
from pipelint.regex.tree import Regex

if TYPE_CHECKING:
    from pipelint.regex.grok import Expansion

_Finder: TypeAlias = Callable[[RegexUse, Regex], Iterator[Spot]]
_FINDERS: tuple[_Finder, ...] = (
    *(around, unread_captures, delimited, always_empty),
    *(unneeded, plain_parentheses, unanchored, ignored_case),
)

_Asked: TypeAlias = tuple[Role, str, str, str, str, bool, str, int]
# What was found in the regexes that were looked at last: an editor asks again at each keystroke, and copies of a pattern are
# many in one config. An expansion is known by its identity, so it is kept as long as its number is.
_known: dict[_Asked, tuple[tuple[Spot, ...], Expansion | None]] = {}
_MOST_KNOWN = 512


def find_spots(use: RegexUse, regex: Regex) -> tuple[Spot, ...]:
    """All spots of a regex, each kind at most once, but for alternatives."""
    captures = use.captures_used
    asked = (use.role, use.engine, use.name, use.pattern, use.options, captures, use.written, id(use.expansion))
    if asked not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.pop(next(iter(_known)))
        _known[asked] = tuple(spot for find in _FINDERS for spot in find(use, regex)), use.expansion
    return _known[asked][0]
