"""Guards of rules that no example needs: ``python -m tests.rules.guards [CODE-PREFIX...]`` prints them.

A guard is a condition of a rule's ``when``, one side of an outermost ``&&``. It survives where the rule without it finds nothing
more in any example of any page: nothing would notice if it were lost.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path

from pipelint.base.finding import Finding
from pipelint.base.limits import listening
from pipelint.checker import Settings, load
from pipelint.checker.config.findings import judge
from pipelint.language.config import Config
from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.syntax.ast import Binary, Expr
from pipelint.predicate.syntax.parse import parse
from pipelint.rules.conjuncts import conjuncts
from pipelint.rules.pages.compile import needs_of
from pipelint.rules.pages.front import Fields, Text, read_front
from pipelint.rules.pages.page import Page
from pipelint.rules.rule import Asks, Rule
from tests.rules.test_pages import NAMES, Case, index, page

KEPT = "guards-kept-*.txt"
"""The files next to this one with the guards that may survive: ``CODE | condition | reason``, a line each."""


@dataclass(frozen=True, eq=False)
class Guard:
    """One condition of a rule, and the rule without it, which has a code of its own."""

    rule: Rule
    text: str
    without: Rule

    @property
    def key(self) -> tuple[str, str]:
        """What a line of the allow-list says of it."""
        return self.rule.code, self.text


def guards(rule: Rule, page: Page) -> Iterator[Guard]:
    """The guards of the rule of a page; a rule with one condition has none."""
    front = read_front(page.file, page.front)
    assert isinstance(front, Fields)
    when = front.values["when"]
    assert isinstance(when, Text)
    texts = [" ".join(when.value[node.at : node.end].split()) for node in _sides(parse(when.value))]
    codes = conjuncts(rule.asks.when)
    for number, (text, _) in enumerate(zip(texts, codes, strict=True)):
        if len(codes) > 1:
            yield Guard(rule, text, _without(rule, number))


def _sides(node: Expr) -> Iterator[Expr]:
    match node:
        case Binary("&&", left, right):
            yield from _sides(left)
            yield from _sides(right)
        case _:
            yield node


def _without(rule: Rule, number: int) -> Rule:
    """The rule without this condition, and without its fixes: they change no finding."""
    codes = [code for place, code in enumerate(conjuncts(rule.asks.when)) if place != number]
    when: Code = reduce(lambda left, right: ["and", left, right], codes)
    asks = Asks(when, rule.asks.at, rule.asks.each, rule.asks.lets)
    plugins, params, among = needs_of(asks, rule.subject)
    return replace(
        rule,
        code=f"{rule.code} without {number}",
        plugins=plugins,
        params=params,
        among=among,
        asked=asks,
        said=replace(rule.says, fix=()),
    )


def survivors(found: Iterable[Guard], examples: Iterable[tuple[Config, Settings]], rules: Sequence[Rule]) -> list[Guard]:
    """The guards without which their rules find nothing more in any example. ``rules`` are all rules that are asked."""
    left = list(found)
    for config, settings in examples:
        said: dict[str, set[object]] = {}
        with listening() as left_out:
            judged = judge(config, settings, [*rules, *(guard.without for guard in left)])
        assert not any("not asked" in note for note in left_out), [*left_out]
        for finding in (*judged.findings, *judged.hidden):
            said.setdefault(finding.code, set()).add(_saying(finding))
        left = [guard for guard in left if said.get(guard.without.code, set()) <= said.get(guard.rule.code, set())]
    return left


def _saying(finding: Finding) -> object:
    return finding.place.document.name, finding.place.span, finding.message


def example_configs() -> Iterator[tuple[Config, Settings]]:
    """The examples of all pages, read, each with the settings of its block."""
    for rule in index().rules:
        for example in page(rule).examples:
            loaded = load(["-"], stdin=example.text.encode(), stdin_filename=NAMES[example.language])
            for config in loaded.configs:
                yield config, Case(rule, example).settings


def all_survivors(prefixes: Sequence[str] = ("",)) -> list[Guard]:
    """The guards of rules with such codes that no example of any page needs."""
    found = [guard for rule in index().rules if rule.code.startswith(tuple(prefixes)) for guard in guards(rule, page(rule))]
    return survivors(found, example_configs(), index().rules)


def kept() -> dict[tuple[str, str], str]:
    """The reasons of the guards that may survive, by code and condition."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(Path(__file__).parent.glob(KEPT)):
        for line in path.read_text("utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                code, rest = line.split(" | ", 1)
                text, reason = rest.rsplit(" | ", 1)
                assert reason.strip(), f"{path.name}: no reason: {line}"
                found[code.strip(), text.strip()] = reason.strip()
    return found


def main(prefixes: Sequence[str]) -> None:
    """Prints the surviving guards, rule by rule; those of the allow-list with their reasons."""
    asked, reasons = tuple(prefixes) or ("",), kept()
    total = sum(len([*guards(rule, page(rule))]) for rule in index().rules if rule.code.startswith(asked))
    found = all_survivors(asked)
    for guard in found:
        reason = reasons.get(guard.key)
        print(f"{guard.rule.code} | {guard.text}" + ("" if reason is None else f" | {reason}"))
    print(f"{len(found)} of {total} guards survive, {sum(guard.key in reasons for guard in found)} of them in the allow-list")


if __name__ == "__main__":
    main(sys.argv[1:])
