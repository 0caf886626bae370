"""Reads the operations of a page's ``fix``."""

from __future__ import annotations

from pipelint.base.finding import Safety
from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.schema import FactClass
from pipelint.predicate.types import FactType, Type
from pipelint.rules.pages.expressions import Expressions
from pipelint.rules.pages.front import Fields, Text
from pipelint.rules.pages.reader import Reader
from pipelint.rules.rule import Operation

SAFETIES = tuple(safety.value for safety in Safety)
COMMON = ("safety", "title", "when")
FIELDS = {
    "set": ("to", "in"),
    "replace": ("to",),
    "remove": ("in",),
    "remove_section": (),
    "add_section": ("arg", "params", "in"),
    "rename": ("to",),
    "gather": (),
    "rewrite": (),
}


def read_operation(reader: Reader, expressions: Expressions, subject: Type) -> Operation:
    """One operation; ``subject`` is the type of what it edits unless it says ``in``. Errors go to the reader."""
    kinds = [kind for kind in FIELDS if kind in reader.fields.values]
    if len(kinds) != 1:
        found = "several" if kinds else "none"
        reader.error(reader.fields, f"a fix must do one of {', '.join(FIELDS)}, found {found}")
        return Operation("", Safety.DISPLAY)
    kind = kinds[0]
    reader.known((kind, *FIELDS[kind], *COMMON))
    safety = reader.word("safety", SAFETIES)
    return Operation(
        kind,
        Safety(safety) if safety else Safety.DISPLAY,
        name=_name(reader, kind),
        on=_target(reader, kind, expressions, subject),
        to=_value(reader, kind, expressions),
        params=_params(reader, expressions) if kind == "add_section" else (),
        title=reader.optional_code("title", expressions.template),
        when=reader.optional_code("when", lambda text: expressions.condition(text, "when")),
    )


def _name(reader: Reader, kind: str) -> str:
    """The parameter or section that is set, removed or added: a plain name, no template."""
    if kind not in ("set", "remove", "add_section"):
        return ""
    text = reader.text(kind)
    if text is None:
        return ""
    if any(c.isspace() or c in "{}<>\"'#" for c in text.value):
        reader.error(text, f'"{text.value}" is not a {"section" if kind == "add_section" else "parameter"} name')
    return text.value


def _target(reader: Reader, kind: str, expressions: Expressions, subject: Type) -> Code | None:
    match kind:
        case "replace":
            return reader.code(kind, lambda text: expressions.fact(text, "replace expects a parameter", _is_param))
        case "rename":
            return reader.code(kind, lambda text: expressions.fact(text, "rename expects a parameter", _is_param))
        case "gather":
            return reader.code(kind, lambda text: expressions.fact(text, "gather expects flat parameters", _is_flat))
        case "rewrite":
            return reader.code(kind, lambda text: expressions.fact(text, "rewrite expects a part of a regex", _is_regex_part))
        case "remove_section":
            return reader.code(kind, lambda text: expressions.fact(text, "remove_section expects a section", _is_section))
        case _ if "in" in reader.fields.values:
            return reader.code("in", lambda text: expressions.fact(text, '"in" expects a fact with a section', _is_section))
        case _:
            if not isinstance(subject, FactType) or not expressions.schema.fact(subject.name).editable:
                reader.error(reader.fields, f'a {subject} has no section to edit: say where with "in"')
            return None


def _is_param(fact: FactClass) -> bool:
    return fact.editable and fact.named


def _is_flat(fact: FactClass) -> bool:
    return fact.editable and {"section", "arg", "moves"} <= fact.members.keys()


def _is_regex_part(fact: FactClass) -> bool:
    return fact.editable and {"part", "new", "same"} <= fact.members.keys()


def _is_section(fact: FactClass) -> bool:
    return fact.editable


def _value(reader: Reader, kind: str, expressions: Expressions) -> Code | None:
    match kind:
        case "set" | "replace" | "rename":
            # The empty string is a value too: `to: ""`.
            found = reader.fields.values.get("to")
            return [] if isinstance(found, Text) and not found.value else reader.code("to", expressions.template)
        case "add_section":
            return reader.optional_code("arg", expressions.template)
        case _:
            return None


def _params(reader: Reader, expressions: Expressions) -> tuple[tuple[str, Code], ...]:
    fields: Fields = reader.mapping("params")
    found: list[tuple[str, Code]] = []
    for name, text in fields.values.items():
        if isinstance(text, Text):
            found.append((name, reader.attempt(lambda text=text: expressions.template(text), [])))  # type: ignore[misc]
        else:
            reader.error(text, "the value of a parameter must be a string")
    return tuple(found)
