"""How far a rule looks: which of its conditions ask for nothing but what the key of its target holds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile

from pipelint.checker.own import ELSEWHERE, OF_ALL, OF_BRANCHES, PREVIOUS, STEPS_BACK
from pipelint.rules.evaluate.code import Code
from pipelint.rules.evaluate.loops import LOOPS
from pipelint.rules.evaluate.plugins import conjuncts
from pipelint.rules.rule import Rule

# Attributes of a stage that the keys of Logstash's hold alone.
_LOGSTASH = frozenset([PREVIOUS, "guards"])


@lru_cache(maxsize=4096)
def own_conditions(rule: Rule) -> int:
    """How many of the first conditions of ``when`` ask for nothing but that, and what a whole run has in common."""
    reach = _Reach(rule)
    if rule.subject not in ("stage", "regex", "branch", "config") or reach.each_beyond:
        return 0
    return sum(1 for _ in takewhile(lambda code: not reach.beyond(code), conjuncts(rule.asks.when)))


@lru_cache(maxsize=4096)
def asks_own(rule: Rule) -> bool:
    """Whether these are all its conditions."""
    return own_conditions(rule) == sum(1 for _ in conjuncts(rule.asks.when))


@lru_cache(maxsize=4096)
def says_own(rule: Rule) -> bool:
    """Whether besides all that its findings say is of that kind, but for their fixes."""
    says, reach = rule.says, _Reach(rule)
    codes = [says.at, *_parts(says.message), *_parts(says.reason), *(code for code, _ in says.severities)]
    for mention in says.related:
        codes += [mention.at, *_parts(mention.message), *([] if mention.each is None else [mention.each[1]])]
    return asks_own(rule) and not any(map(reach.beyond, codes))


def _parts(message: Code) -> list[Code]:
    """The expressions in a message."""
    return [part for part in message if isinstance(part, list)]


class _Reach:
    """What the expressions of one rule ask for."""

    def __init__(self, rule: Rule) -> None:
        self._lets: Mapping[str, Code] = dict(rule.asks.lets)
        self._whole = OF_ALL | OF_BRANCHES if rule.subject == "config" else OF_ALL
        self._over = None if rule.asks.each is None else rule.asks.each[1]
        self._each = 0 if self._over is None else self._steps_back(self._over)
        self._elsewhere = ELSEWHERE if rule.engine == "logstash" else ELSEWHERE | _LOGSTASH

    @property
    def each_beyond(self) -> bool:
        """Whether the list that the rule goes over is of more."""
        return self._over is not None and (self._looks_elsewhere(self._over) or self._each > STEPS_BACK)

    def beyond(self, code: Code) -> bool:
        """Whether an expression asks for more."""
        return self._looks_elsewhere(code) or self._steps_back(code) + self._each > STEPS_BACK

    def _looks_elsewhere(self, code: Code) -> bool:
        if code == ["var", "config"]:
            return True
        match code:
            case ["let", str(name)]:
                return self._looks_elsewhere(self._lets[name])
            case ["get" | "has", ["var", "config"], str(name), *_]:
                return name not in self._whole
            case ["get" | "has", _, str(name), *_] if name in self._elsewhere:
                return True
        return any(isinstance(part, list) and self._looks_elsewhere(part) for part in code[1:])

    def _steps_back(self, code: Code) -> int:
        """How often the stage before is asked for the one before it."""
        match code:
            case ["let", str(name)]:
                return self._steps_back(self._lets[name])
            case ["get" | "has", list(of), str(name), *_]:
                return self._steps_back(of) + (name == PREVIOUS)
        # In a loop it may be the elements of a list of stages before that are asked.
        total = sum if code[0] in LOOPS or code[0] == "map" else max
        return total([self._steps_back(part) for part in code[1:] if isinstance(part, list)] or [0])
