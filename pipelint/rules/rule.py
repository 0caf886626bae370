"""Rule: one compiled rule page, as the index holds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Protocol, TypeAlias, cast

from pipelint.base.block import Block, Param
from pipelint.base.finding import Safety, Severity
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.own_json import read_json
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.predicate.evaluate.code import Code, Json


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


class Gathered(Protocol):
    """A fact on parameters that belong into a section of their own."""

    @property
    def section(self) -> str:
        """The section's name."""

    @property
    def arg(self) -> str:
        """Its argument."""

    @property
    def names(self) -> list[str]:
        """The parameters as they are written now."""

    def moved(self) -> tuple[dict[str, str | Param], list[Param]]:
        """The new section's parameters, as the old one where the value stays, and the old ones to remove."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One edit of a fix. ``kind`` is one of those that ``docs/rules.md`` names under "Fixes".

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
class Asks:
    """What a rule asks, compiled. It fires where ``when`` is true and ``at`` is somewhere.

    ``each`` is the variable and list of a rule that goes over one.
    """

    when: Code
    at: Code
    each: tuple[str, Code] | None = None
    lets: tuple[tuple[str, Code], ...] = ()


@dataclass(frozen=True, slots=True)
class Says:
    """What a finding of a rule says, compiled."""

    message: Code
    reason: Code
    severities: tuple[tuple[Code, Severity], ...] = ()
    related: tuple[Mention, ...] = ()
    fix: tuple[Operation, ...] = ()


class Lines:
    """Lines of an index, of which ``read`` gives all; ``sizes`` are their bytes without their ends."""

    def __init__(self, read: Callable[[], bytes], sizes: Sequence[int]) -> None:
        self._read, self._sizes = read, sizes

    @cached_property
    def _all(self) -> tuple[bytes, list[int]]:
        return self._read(), [*accumulate((size + 1 for size in self._sizes), initial=0)]

    def line(self, number: int) -> bytes:
        """The line of this number, from 0."""
        text, starts = self._all
        return text[starts[number] : starts[number + 1] - 1]


Line: TypeAlias = "tuple[Lines, int]"
"""JSON that is read when it is needed."""


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule. ``page`` is its path below the folder of rules; ``steps`` what one judgement costs but for its loops.

    ``group`` is the one that it is off with (``select.GROUPS``), empty where it is on. ``gains``: whether an estimate may say
    what its fix brings.
    ``subject`` is the variable that it judges, ``plugins`` those of which alone it can be true (None: any), ``params`` the
    parameters all of which a stage must have for it, ``among`` those of which it must have one (empty: any stage may do).
    ``asked`` and ``said`` are what it asks and says, or where the JSON of it is: most rules of an index are never asked, and few
    of those that are have something to say. Compared by identity.
    """

    code: str
    name: str
    engine: str
    category: str
    severity: Severity
    on: str
    title: str
    since: str
    group: str
    gains: bool
    page: str
    subject: str
    steps: int
    plugins: frozenset[str] | None
    params: frozenset[str]
    among: frozenset[str]
    asked: Asks | Line = field(repr=False)
    said: Says | Line = field(repr=False)

    @cached_property
    def asks(self) -> Asks:
        """What it asks."""
        return _asks(self.asked) if isinstance(self.asked, tuple) else self.asked

    @cached_property
    def says(self) -> Says:
        """What its findings say."""
        return _says(self.said) if isinstance(self.said, tuple) else self.said

    @property
    def fix(self) -> tuple[Operation, ...]:
        """The operations of its fix."""
        return self.says.fix

    @property
    def safeties(self) -> tuple[Safety, ...]:
        """How safe its fixes may be, the safest first: operations with conditions of their own make fixes of several kinds."""
        return tuple(safety for safety in Safety if any(op.safety is safety for op in self.fix))


def rule_to_json(rule: Rule) -> tuple[list[Json], bytes, bytes]:
    """A rule's head as plain data, and what it asks and says as JSON, a line each; ``rule_from_json`` is the inverse."""
    asks, says = rule.asks, rule.says
    plugins: Json = None if rule.plugins is None else [*sorted(rule.plugins)]
    return (
        [*(getattr(rule, name) for name in _PLAIN), rule.severity.word, plugins, [*sorted(rule.params)], [*sorted(rule.among)]],
        dump_line((asks.when, asks.at, asks.each, asks.lets)),
        dump_line(
            (
                says.message,
                says.reason,
                [(code, severity.word) for code, severity in says.severities],
                [(mention.at, mention.message, mention.each) for mention in says.related],
                [_operation_to_json(op) for op in says.fix],
            )
        ),
    )


def rule_from_json(head: Sequence[Json], asked: Line, said: Line) -> Rule:
    """The rule of a head, and of lines of JSON that are not read yet. Raises ValueError, KeyError for what is no head."""
    *plain, severity, plugins, params, among = head
    # Made without its constructor, which goes through the fields one by one: of hundreds of rules few are asked.
    rule = object.__new__(Rule)
    rule.__dict__.update(
        zip(_PLAIN, plain, strict=True),
        severity=_SEVERITIES[cast(str, severity)],
        plugins=None if plugins is None else frozenset(cast("list[str]", plugins)),
        params=frozenset(cast("list[str]", params)),
        among=frozenset(cast("list[str]", among)),
        asked=asked,
        said=said,
    )
    return rule


def _asks(line: Line) -> Asks:
    when, at, each, lets = _read(line)
    return Asks(when, at, None if each is None else _pair(each), tuple(map(_pair, lets)))


def _says(line: Line) -> Says:
    message, reason, severities, related, fix = _read(line)
    return Says(
        message,
        reason,
        tuple((code, _SEVERITIES[word]) for code, word in severities),
        tuple(Mention(at, message, None if over is None else _pair(over)) for at, message, over in related),
        tuple(map(_operation, fix)),
    )


def _read(line: Line) -> Any:
    lines, number = line
    return read_json(lines.line(number))


_PLAIN = ("code", "name", "engine", "category", "on", "title", "since", "group", "gains", "page", "subject", "steps")
_SEVERITIES = {severity.word: severity for severity in Severity}


def dump_line(data: object) -> bytes:
    """JSON in one line, as an index has it."""
    # Imported here: rules are written when they are compiled.
    import json

    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


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
