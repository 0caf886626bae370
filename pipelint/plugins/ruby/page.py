"""A plugin that was read as a file of the form, with what is not known as comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any  # What a checked file holds.

from pipelint.plugins.form.keys import LINK, SENTENCE, WORD
from pipelint.plugins.form.write import comment, entry, scalar, sentence
from pipelint.plugins.ruby.declared import Parameter, Section, is_plain, shown
from pipelint.plugins.ruby.read import Imported

_TODO_ABOUT = "TODO: say in one sentence what it does."
_TODO_LINK = "https://example.org/TODO"
_KEPT = ("type", "allowed", "multiple", "secret", "alias")
"""What a parameter keeps of which a plugin sets the default."""
ANY_NAME = ".*"
"""The pattern with which no parameter of a plugin is called unknown."""


def page(found: Imported, shared: Mapping[str, Any]) -> str:
    """The text of the file. ``shared`` is what the engine's ``shared.yaml`` says, for the types of parameters declared there."""
    return "\n".join(_lines(found, shared)) + "\n"


def _lines(found: Imported, shared: Mapping[str, Any]) -> Iterator[str]:
    plugin, gem = found.plugin, found.gem
    brings = f" of {gem.name} {gem.version}".rstrip() if gem.name else ""
    yield from comment(f"Read from the Ruby source{brings} ({plugin.place}); nothing of it was run.")
    yield from comment("Add what it does with events and records: `events`, `records`, `holds`.")
    yield f"name: {scalar(plugin.name)}"
    about = _sentence(gem.summary)
    if about == _TODO_ABOUT and gem.summary:
        yield from comment(f"The gem says: {gem.summary[:300]}")
    yield f"about: {sentence(about)}"
    linked = re.fullmatch(LINK.pattern, gem.homepage) is not None
    if not linked and gem.homepage:
        yield from comment(f"The gem says: {gem.homepage[:300]}")
    yield f"link: {sentence(gem.homepage if linked else _TODO_LINK)}"
    if re.fullmatch(WORD.pattern, gem.name):
        yield f"gem: {scalar(gem.name)}"
    if plugin.groups:
        yield f"with: {scalar(plugin.groups)}"
    for why in plugin.notes:
        yield from comment(f"{why}.")
    if plugin.open:
        yield from comment("It may take more than is listed here, so no name of a parameter is called unknown:")
        for why in plugin.open:
            yield from comment(f"- {why}")
        yield f"patterns: {scalar([ANY_NAME])}"
    if plugin.accepts:
        yield from comment("Read in `configure` without being declared.")
        yield from entry("accepts", sorted(plugin.accepts))
    group = shared.get("groups", {})
    bases = [shared.get("every", {}).get(plugin.kind, {}), *(group.get(name, {}) for name in plugin.groups)]
    yield from _section(plugin.body, bases, shared, "", whole=True)


def _section(
    section: Section, bases: list[Mapping[str, Any]], shared: Mapping[str, Any], indent: str, *, whole: bool
) -> Iterator[str]:
    """What is in a section, or in the ``whole`` file. ``bases`` are the same section as others declare it."""
    known: dict[str, Any] = {name: {"type": "string"} for name in shared.get("named_by", ())}
    known |= {name: said for base in bases for name, said in base.get("parameters", {}).items()}
    parameters = {name: _keys(parameter, section) for name, parameter in section.parameters.items()}
    unknown: list[str] = []
    for name, value in section.defaults.items():
        if name in known and is_plain(value):
            parameters[name] = _ordered({"default": value, **{key: known[name][key] for key in _KEPT if key in known[name]}})
        else:
            unknown.append(f"It sets the default of {name}: {scalar(value) if is_plain(value) else shown(value)}")
    for text in unknown:
        yield from comment(text[:300], indent)
    # A file that has it says: these are all of its parameters.
    if parameters or whole:
        yield f"{indent}parameters:" if parameters else f"{indent}parameters: {{}}"
    for name in sorted(parameters):
        for note in section.parameters[name].notes if name in section.parameters else ():
            yield from comment(f"{name}: {note}", f"{indent}  ")
        yield from entry(name, parameters[name], f"{indent}  ")
    if section.sections:
        yield f"{indent}sections:"
    for name, inner in sorted(section.sections.items()):
        own = [base["sections"][name] for base in bases if name in base.get("sections", {})]
        kind = shared.get("owned", {}).get(name)
        own += [shared.get("every", {}).get(kind, {})] if kind else []
        lines = [*_section(inner, own, shared, f"{indent}    ", whole=False)]
        if inner.required:
            lines = [f"{indent}    required: true", *lines]
        if all(line.lstrip().startswith("#") for line in lines):
            yield from lines
            yield f"{indent}  {scalar(name)}: {{}}"
        else:
            yield f"{indent}  {scalar(name)}:"
            yield from lines


def _keys(parameter: Parameter, section: Section) -> dict[str, object]:
    """The keys of the form that a parameter needs."""
    asked = parameter.deprecated or parameter.removed
    named = [name for name in dict.fromkeys(re.findall(r"['\"`<]([\w@-]+)['\"`>]", parameter.said)) if name in section.parameters]
    instead = re.search(r"\b(?:use|set|instead|replaced|favou?r)\b", parameter.said, re.IGNORECASE)
    return _ordered(
        {
            "type": parameter.type,
            "default": parameter.default,
            "required": parameter.required,
            "allowed": list(parameter.allowed),
            "multiple": parameter.multiple,
            "secret": parameter.secret,
            "alias": parameter.alias,
            "deprecated": parameter.deprecated and not parameter.removed,
            "removed": parameter.removed,
            # One name: of several, which takes the place of it is for people to say.
            "renamed_to": named if asked and instead and len(named) == 1 else [],
        }
    )


def _ordered(keys: dict[str, object]) -> dict[str, object]:
    """The type first, and without what says nothing. A default of "", {} or false does."""
    found = {"type": keys["type"], **keys}
    return {
        key: value
        for key, value in found.items()
        if value is not None and (key == "default" or (value is not False and value != [] and value != ""))
    }


def _sentence(summary: str) -> str:
    """The gem's summary as one sentence, or a place to write one where it does not make one."""
    plain = " ".join(summary.split()).rstrip(".")
    text = f"{plain[:1].upper()}{plain[1:]}."
    return text if re.fullmatch(SENTENCE.pattern, text) and ". " not in text else _TODO_ABOUT
