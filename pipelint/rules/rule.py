"""Rule: one compiled rule page, as the index holds it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Protocol, cast

from pipelint.base.block import Block
from pipelint.base.document import Place
from pipelint.base.finding import Safety, Severity
from pipelint.base.record import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Mention:
    """Other places that a finding speaks of: where they are and what is said there.

    With ``each`` (a variable and a list) one for each element of the list.
    """

    at: Code
    message: Code
    each: tuple[str, Code] | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """What a rule asks and says, compiled. ``each`` is the variable and list of a rule that goes over one."""

    when: Code
    at: Code
    message: Code
    reason: Code
    each: tuple[str, Code] | None = None
    lets: tuple[tuple[str, Code], ...] = ()
    severities: tuple[tuple[Code, Severity], ...] = ()
    related: tuple[Mention, ...] = ()
    fix: tuple[Operation, ...] = ()


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule. ``page`` is its path below the folder of rules; ``steps`` what one judgement costs but for its loops.

    ``subject`` is the variable that it judges, ``plugins`` those of which alone it can be true (None: any). ``source`` is its
    body, or the JSON of it: most rules of an index are never asked, and need not be read. Compared by identity.
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
    plugins: frozenset[str] | None
    source: Body | str = field(repr=False)

    @cached_property
    def body(self) -> Body:
        """What it asks and says."""
        return _body(json.loads(self.source)) if isinstance(self.source, str) else self.source

    def judges(self, kind: str, engine: str) -> bool:
        """Whether it looks at targets of this kind and engine."""
        return self.on == kind and self.engine in ("any", engine)

    @property
    def fix(self) -> tuple[Operation, ...]:
        """The operations of its fix."""
        return self.body.fix

    @property
    def safety(self) -> Safety | None:
        """How safe its fix is at worst; None without a fix."""
        return max((op.safety for op in self.fix), key=list(Safety).index, default=None)


def rule_to_json(rule: Rule) -> tuple[str, str]:
    """The head and the body of a rule as JSON, a line each; ``rule_from_json`` is the inverse."""
    body = rule.body
    head = {name: getattr(rule, name) for name in _TEXTS}
    return _dump(
        {
            **head,
            "severity": rule.severity.word,
            "steps": rule.steps,
            "plugins": None if rule.plugins is None else sorted(rule.plugins),
        }
    ), _dump(
        {
            **{name: getattr(body, name) for name in ("when", "at", "message", "reason")},
            "each": None if body.each is None else list(body.each),
            "lets": [list(pair) for pair in body.lets],
            "severities": [[code, severity.word] for code, severity in body.severities],
            "related": [[m.at, m.message, None if m.each is None else list(m.each)] for m in body.related],
            "fix": [_operation_to_json(op) for op in body.fix],
        }
    )


def rule_from_json(head: Mapping[str, Json], body: str) -> Rule:
    """The rule of a head (read) and a body (not read yet). Raises KeyError for data of another version."""
    texts = {name: str(head[name]) for name in _TEXTS}
    plugins = cast("list[str] | None", head["plugins"])
    return Rule(
        **texts,
        severity=_SEVERITIES[str(head["severity"])],
        steps=cast(int, head["steps"]),
        plugins=None if plugins is None else frozenset(plugins),
        source=body,
    )


def _body(data: Mapping[str, Json]) -> Body:
    each = data["each"]
    return Body(
        when=cast(Code, data["when"]),
        at=cast(Code, data["at"]),
        message=cast(Code, data["message"]),
        reason=cast(Code, data["reason"]),
        each=None if each is None else _pair(each),
        lets=tuple(_pair(pair) for pair in cast("list[Json]", data["lets"])),
        severities=tuple((code, _SEVERITIES[word]) for code, word in cast("list[tuple[Code, str]]", data["severities"])),
        related=tuple(
            Mention(at, message, None if over is None else _pair(over))
            for at, message, over in cast("list[tuple[Code, Code, Json]]", data["related"])
        ),
        fix=tuple(_operation(op) for op in cast("list[dict[str, Json]]", data["fix"])),
    )


_TEXTS = ("code", "name", "engine", "category", "on", "title", "since", "page", "subject")
_SEVERITIES = {severity.word: severity for severity in Severity}


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


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
