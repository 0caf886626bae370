"""Selection: which rules run, by code, prefix of a code, name, or group."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass

if TYPE_CHECKING:
    from pipelint.rules.rule import Rule


GROUPS = ("pedantic",)
"""Groups of rules that are off: a selector that is the group turns all of them on, a whole code or name one of them."""


class UnknownSelector(ValueError):
    """A selector that no rule answers to."""

    def __init__(self, selector: str, rules: Iterable[Rule]) -> None:
        from pipelint.predicate.errors import did_you_mean

        known = [word for rule in rules for word in (rule.code, rule.name)] + [*GROUPS]
        super().__init__(f'no rule has the code, prefix or name "{selector}"{did_you_mean(selector, known)}')
        self.selector = selector


@dataclass(frozen=True, slots=True)
class Selection:
    """``select`` (empty: all), ``added`` to them, and ``ignore``: the longer selector wins, of two that are alike ``ignore``.

    A group in ``select`` leaves the choice among all other rules as it is.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    def choose(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        """The rules that run, in their order. Raises UnknownSelector."""
        return _chosen(self, tuple(rules))

    def check(self, rules: Sequence[Rule]) -> None:
        """Raises UnknownSelector for a word that names none of ``rules``."""
        check_selectors((each for each in (*self.select, *self.added, *self.ignore) if each not in GROUPS), rules)

    def of(self, rules: Sequence[Rule]) -> tuple[Rule, ...]:
        """Those of ``rules`` that run, in their order."""
        return _running(self, tuple(rules))

    def wants(self, rule: Rule) -> bool:
        """Whether ``rule`` runs."""
        if not (self.select or self.ignore or self.added):
            return not rule.group
        among = [selector for selector in self.select if selector not in GROUPS]
        selected = max((_length(selector, rule) for selector in among), default=0 if among else 1)
        selected = max(selected, *(_length(selector, rule) for selector in self.added), 0)
        ignored = max((_length(selector, rule) for selector in self.ignore), default=0)
        turned_on = rule.group in (*self.select, *self.added) and rule.group not in self.ignore
        asked = not rule.group or selected > len(rule.code) or turned_on
        return asked and selected > ignored


# The configs of a run ask for the same, and there are hundreds of rules.
@lru_cache(maxsize=8)
def _chosen(selection: Selection, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    selection.check(rules)
    return selection.of(rules)


@lru_cache(maxsize=8)
def _running(selection: Selection, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    if selection.select or selection.added:
        return tuple(rule for rule in rules if selection.wants(rule))
    # The same where nothing is turned on: a short way, as each check with an ``ignore`` asks about a thousand rules.
    words = tuple(filter(None, selection.ignore))
    return tuple([rule for rule in rules if not (rule.group or rule.code.startswith(words) or rule.name in words)])


def check_selectors(selectors: Iterable[str], rules: Sequence[Rule]) -> None:
    """Raises UnknownSelector for one that names no rule."""
    codes = {rule.code for rule in rules}
    for selector in selectors:
        # Most are whole codes, which is seen without asking each rule.
        if selector not in codes and not any(_length(selector, rule) for rule in rules):
            raise UnknownSelector(selector, rules)


def names_rule(selector: str, code: str, name: str) -> bool:
    """Whether a selector means the rule of this code and name."""
    return selector == name or (bool(selector) and code.startswith(selector))


def _length(selector: str, rule: Rule) -> int:
    """How exactly ``selector`` names the rule: 0 not at all; ``FD1`` less than ``FD101``, which is as good as the name."""
    if selector == rule.name:
        return len(rule.code) + 1
    return len(selector) + 1 if names_rule(selector, rule.code, rule.name) else 0
