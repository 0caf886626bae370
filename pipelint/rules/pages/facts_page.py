"""docs/facts.md: all facts that rules may ask for, read from the schema, each with an expression of a rule that asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pipelint.base.text.document import SourceFile
from pipelint.predicate.schema import FactClass, Member, Schema
from pipelint.rules.index import pages_of, project_schemas
from pipelint.rules.pages.compile import compile_with_uses

_HEAD = """# The facts that rules can use

Made by `make facts` from the classes of facts and the rule pages; `docs/rules.md` says how a page uses them. A rule of
`engine: any` can use the facts that all engines have, a rule of one engine also those of that engine. Each fact is followed by
its type and an example expression, with the code of a rule that contains it.
"""
_NEUTRAL = "any"

# By class and field an expression that selects it, and the code of its rule.
Uses = dict[tuple[str, str], tuple[str, str]]


def facts_page(folder: Path) -> str:
    """The page, for the rules below ``folder``. Raises RulePageError."""
    schemas = project_schemas()
    uses = _uses(folder, schemas)
    neutral = {fact.name: fact for fact in schemas[_NEUTRAL].classes()}
    parts = [_HEAD, "## Every engine\n", *_targets(schemas[_NEUTRAL], ()), *_classes(neutral.values(), {}, uses[_NEUTRAL])]
    for engine, schema in schemas.items():
        if engine == _NEUTRAL:
            continue
        own = [*_targets(schema, schemas[_NEUTRAL].targets), *_classes(schema.classes(), neutral, uses[engine])]
        parts += [f"## {engine}\n", *own] if own else []
    return "\n".join(parts)


def _uses(folder: Path, schemas: Mapping[str, Schema]) -> dict[str, Uses]:
    """By engine the shortest selection of each field; the neutral facts may be asked for by the rules of any engine."""
    found: dict[str, Uses] = {engine: {} for engine in schemas}
    for path in pages_of(folder):
        file = SourceFile(str(path), path.read_bytes())
        rule, selected = compile_with_uses(file, schemas, path.name)
        for key, expression in selected.items():
            for engine in {rule.engine, _NEUTRAL}:
                known = found[engine].get(key, (expression, rule.code))
                found[engine][key] = min((expression, rule.code), known, key=lambda use: (len(use[0]), use))
    for engine, uses in found.items():
        found[engine] = {**found[_NEUTRAL], **uses}
    return found


def _targets(schema: Schema, without: tuple[str, ...]) -> Iterator[str]:
    own = [target for target in schema.targets if target not in without]
    if own:
        yield "| `on:` | variables |\n|---|---|"
        for target in own:
            variables = ", ".join(f"`{name}`: {kind}" for name, kind in schema.variables(target).items())
            yield f"| `{target}` | {variables} |"
        yield ""


def _classes(classes: Iterable[FactClass], known: Mapping[str, FactClass], uses: Uses) -> Iterator[str]:
    """The fields of each class that the neutral one of its name does not have."""
    for fact in classes:
        neutral = known.get(fact.name)
        fields = {name: member for name, member in fact.members.items() if neutral is None or name not in neutral.members}
        if not fields:
            continue
        yield f"### {fact.name}\n"
        if neutral is None:
            yield f"{_text(fact.doc)}\n"
        yield from (_field(fact.name, name, member, uses) for name, member in sorted(fields.items()))
        yield ""


def _field(of: str, name: str, member: Member, uses: Uses) -> str:
    said = f": {_text(member.doc)}" if member.doc else ""
    expression, code = uses.get((of, name), ("", ""))
    if not expression:
        # No rule asks for it: it is selected like another field of its class.
        beside = min((use[0].removesuffix(f".{other}") for (cls, other), use in uses.items() if cls == of), key=len, default=of)
        expression = f"{beside}.{name}"
    return f"- `{name}` ({member.type}){said}. `{expression}`{f' ({code})' if code else ''}".replace("..", ".")


def _text(doc: str) -> str:
    """A docstring as one paragraph of Markdown."""
    return " ".join(doc.replace("``", "`").split())
