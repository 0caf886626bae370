"""Memory: which rules found nothing at which sections of a config's last version, so that they need not be asked again.

An editor asks for the same config after every keystroke, and nearly all of its sections are as they were. A rule that asks for
nothing but a stage's own section finds there again what it found before; only *that it found nothing* is remembered, so that
no place has to be moved.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import TypeAlias

from pipelint.analysis.own import ELSEWHERE, OF_ALL
from pipelint.rules.evaluate.code import Code
from pipelint.rules.evaluate.plugins import conjuncts
from pipelint.rules.rule import Rule

# By a rule that found nothing the steps that it took.
Clean: TypeAlias = "dict[Rule, int]"


class Memory:
    """Of one config. ``at`` is asked for the sections of its newest version, between two calls of ``begin``."""

    def __init__(self) -> None:
        self._context: Hashable = None
        self._last: dict[Hashable, Clean] = {}
        self._now: dict[Hashable, Clean] = {}
        self._settled: dict[str, tuple[Hashable, Hashable]] = {}

    def begin(self, context: Hashable) -> None:
        """A new version: what the last one did not have is forgotten; everything is, where ``context`` has changed.

        ``context`` is all that a rule may ask for beside the section: the engine, its version, the traffic.
        """
        self._last = self._now if context == self._context else {}
        self._context = context
        self._now = {}

    def at(self, key: Hashable) -> Clean:
        """The rules that found nothing at the sections with this key. What the newest version shows is added to it."""
        known = self._now.get(key)
        if known is None:
            known = self._now[key] = self._last.get(key, {})
        return known

    def settled(self, kind: str, key: Hashable) -> bool:
        """Whether no rule found anything at any target of this kind when these had this key."""
        return self._settled.get(kind) == (self._context, key)

    def settle(self, kind: str, key: Hashable) -> None:
        """Notes that none did."""
        self._settled[kind] = self._context, key

    def own(self, rule: Rule) -> int:
        """``own_conditions`` of a rule."""
        return own_conditions(rule)

    def asks_own(self, rule: Rule) -> bool:
        """Whether these are all its conditions."""
        return own_conditions(rule) == sum(1 for _ in conjuncts(rule.asks.when))


@lru_cache(maxsize=2048)
def own_conditions(rule: Rule) -> int:
    """How many of the first conditions of ``when`` ask for nothing but a section itself, and what a whole run has in common."""
    body = rule.asks
    lets = dict(body.lets)
    if rule.subject not in ("stage", "regex", "branch") or (body.each is not None and _looks_elsewhere(body.each[1], lets)):
        return 0
    return sum(1 for _ in takewhile(lambda code: not _looks_elsewhere(code, lets), conjuncts(body.when)))


def _looks_elsewhere(code: Code, lets: Mapping[str, Code]) -> bool:
    if code == ["var", "config"]:
        return True
    match code:
        case ["let", str(name)]:
            return _looks_elsewhere(lets[name], lets)
        case ["get" | "has", ["var", "config"], str(name), *_]:
            return name not in OF_ALL
        case ["get" | "has", _, str(name), *_] if name in ELSEWHERE:
            return True
    return any(isinstance(part, list) and _looks_elsewhere(part, lets) for part in code[1:])
