"""Selection: which rules run, by code, prefix of a code, or name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass

if TYPE_CHECKING:
    from pipelint.rules.rule import Rule


class UnknownSelector(ValueError):
    """A selector that no rule answers to."""

    def __init__(self, selector: str, rules: Iterable[Rule]) -> None:
        from pipelint.predicate.errors import did_you_mean

        known = [word for rule in rules for word in (rule.code, rule.name)]
        super().__init__(f'no rule has the code, prefix or name "{selector}"{did_you_mean(selector, known)}')
        self.selector = selector


@dataclass(frozen=True, slots=True)
class Selection:
    """``select`` (empty: all) and ``ignore``. The longer selector wins, of two that are alike ``ignore`` does."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def choose(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        """The rules that run, in their order. Raises UnknownSelector."""
        rules = tuple(rules)
        if not self.select and not self.ignore:
            return rules
        for selector in (*self.select, *self.ignore):
            if not any(_length(selector, rule) for rule in rules):
                raise UnknownSelector(selector, rules)
        return tuple(rule for rule in rules if self.wants(rule))

    def wants(self, rule: Rule) -> bool:
        """Whether ``rule`` runs."""
        if not self.select and not self.ignore:
            return True
        selected = max((_length(selector, rule) for selector in self.select), default=0 if self.select else 1)
        ignored = max((_length(selector, rule) for selector in self.ignore), default=0)
        return selected > ignored


def names_rule(selector: str, code: str, name: str) -> bool:
    """Whether a selector means the rule of this code and name."""
    return selector == name or (bool(selector) and code.startswith(selector))


def _length(selector: str, rule: Rule) -> int:
    """How exactly ``selector`` names the rule: 0 not at all; ``FD1`` less than ``FD101``, which is as good as the name."""
    if selector == rule.name:
        return len(rule.code) + 1
    return len(selector) + 1 if names_rule(selector, rule.code, rule.name) else 0
