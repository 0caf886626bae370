"""Rule: one compiled rule page, as the index holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol, cast

from pipelint.base.block import Block
from pipelint.base.document import Place
from pipelint.base.finding import Safety, Severity
from pipelint.rules.evaluate.code import Code, Json


class HasPlace(Protocol):
    """A fact that a finding can point at."""

    @property
    def place(self) -> Place:
        """Where it stands."""


class HasBlock(Protocol):
    """A fact that a fix can edit."""

    @property
    def block(self) -> Block:
        """The section that holds it."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One edit of a fix. ``kind`` is ``set``, ``replace``, ``remove``, ``remove_section`` or ``add_section``.

    ``on`` gives the fact to edit, None for what the rule judges; ``to`` is the template of the value (``set``,
    ``replace``) or the argument (``add_section``).
    """

    kind: str
    safety: Safety
    name: str = ""
    on: Code | None = None
    to: Code | None = None
    params: tuple[tuple[str, Code], ...] = ()
    title: Code | None = None
    when: Code | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule. ``page`` is its path below the folder of rules; ``steps`` what one judgement costs but for its loops.

    ``subject`` is the variable that it judges, ``each`` the variable and list of a rule that goes over one. Compared by
    identity.
    """

    code: str
    name: str
    engine: str
    category: str
    severity: Severity
    on: str
    title: str
    since: str
    page: str
    subject: str
    steps: int
    when: Code
    at: Code
    message: Code
    reason: Code
    each: tuple[str, Code] | None = None
    lets: tuple[tuple[str, Code], ...] = ()
    severities: tuple[tuple[Code, Severity], ...] = ()
    related: tuple[tuple[Code, Code], ...] = ()
    fix: tuple[Operation, ...] = ()

    def judges(self, kind: str, engine: str) -> bool:
        """Whether it looks at targets of this kind and engine."""
        return self.on == kind and self.engine in ("any", engine)

    def with_steps(self, steps: int) -> Rule:
        """The same rule with another count of steps."""
        return replace(self, steps=steps)

    @property
    def safety(self) -> Safety | None:
        """How safe its fix is at worst; None without a fix."""
        return max((op.safety for op in self.fix), key=list(Safety).index, default=None)


def rule_to_json(rule: Rule) -> dict[str, Json]:
    """The rule as JSON data; ``rule_from_json`` is the inverse."""
    texts = {name: getattr(rule, name) for name in _TEXTS}
    codes = {name: getattr(rule, name) for name in ("when", "at", "message", "reason")}
    return {
        **texts,
        "severity": rule.severity.word,
        "steps": rule.steps,
        **codes,
        "each": None if rule.each is None else list(rule.each),
        "lets": [list(pair) for pair in rule.lets],
        "severities": [[code, severity.word] for code, severity in rule.severities],
        "related": [list(pair) for pair in rule.related],
        "fix": [_operation_to_json(op) for op in rule.fix],
    }


def rule_from_json(data: Mapping[str, Json]) -> Rule:
    """The rule that ``rule_to_json`` made ``data`` of. Raises KeyError for data of another version."""
    texts = {name: str(data[name]) for name in _TEXTS}
    each = data["each"]
    return Rule(
        **texts,
        severity=Severity[str(data["severity"]).upper()],
        steps=cast(int, data["steps"]),
        when=cast(Code, data["when"]),
        at=cast(Code, data["at"]),
        message=cast(Code, data["message"]),
        reason=cast(Code, data["reason"]),
        each=None if each is None else _pair(each),
        lets=tuple(_pair(pair) for pair in cast("list[Json]", data["lets"])),
        severities=tuple((code, Severity[word.upper()]) for code, word in cast("list[tuple[Code, str]]", data["severities"])),
        related=tuple((at, text) for at, text in cast("list[tuple[Code, Code]]", data["related"])),
        fix=tuple(_operation(op) for op in cast("list[dict[str, Json]]", data["fix"])),
    )


_TEXTS = ("code", "name", "engine", "category", "on", "title", "since", "page", "subject")


def _pair(pair: Json) -> tuple[str, Code]:
    name, code = cast("tuple[str, Code]", pair)
    return name, code


def _operation_to_json(op: Operation) -> dict[str, Json]:
    params: list[Json] = [[name, code] for name, code in op.params]
    return {
        "kind": op.kind,
        "safety": op.safety.value,
        "name": op.name,
        "on": op.on,
        "to": op.to,
        "params": params,
        "title": op.title,
        "when": op.when,
    }


def _operation(data: Mapping[str, Json]) -> Operation:
    return Operation(
        str(data["kind"]),
        Safety(data["safety"]),
        str(data["name"]),
        cast("Code | None", data["on"]),
        cast("Code | None", data["to"]),
        tuple(_pair(pair) for pair in cast("list[Json]", data["params"])),
        cast("Code | None", data["title"]),
        cast("Code | None", data["when"]),
    )
