"""Names of grok patterns: where they come from, what one stands for, and completion of a half-typed ``%{``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.text.span import Span
from pipelint.lsp.cursor import within
from pipelint.lsp.markdown import code, cut, fence
from pipelint.regex.grok import expand
from pipelint.regex.references import Dialect, Reference, next_reference

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.facts.grok.troubles import GrokUse
    from pipelint.regex.library import Library

# Characters of a definition that are shown.
_SHOWN = 600
_DETAIL = 60
# A reference up to the cursor: its name is still being typed.
_TYPED = re.compile(r"%\{(?P<typed>\w*)$")


def about_library(grok: GrokUse) -> str:
    """Which set of patterns a grok pattern is read with."""
    edition = grok.library.edition
    if edition is not None:
        said = f"patterns of the edition {edition.value}"
    else:
        said = "patterns of the edition legacy; Logstash 8 has those of ecs-v1 unless ecs_compatibility is disabled"
    return said if grok.library.whole else f"{said}; with files that cannot be read here"


def definition_at(grok: GrokUse, place: Place) -> Iterator[str]:
    """What the name under the cursor stands for, in Markdown; nothing where the cursor is in no reference."""
    found = _reference_at(grok, place)
    if found is None or not found.name:
        return
    text = found.definition if found.definition is not None else grok.library.definitions.get(found.name)
    field = found.group if grok.dialect is Dialect.FLUENTD else ":".join(found.group.split(":")[1:2])
    head = f"**%{{{found.name}}}**" + (f" into {code(field)}" if field else "")
    if text is None:
        known = found.name in grok.library.withheld or not grok.library.whole
        yield f"{head}\n\n{'its definition is not known here' if known else 'no pattern has this name'}"
        return
    said = f"{head}\n{fence(cut(text, _SHOWN))}"
    expansion = expand(text, grok.library, grok.dialect)
    if expansion.complete and expansion.regex != text:
        said += f"\nexpands to\n{fence(cut(expansion.regex, _SHOWN))}"
    yield said


def _reference_at(grok: GrokUse, place: Place) -> Reference | None:
    at, text = 0, grok.text
    while (found := next_reference(text, at, grok.dialect)) is not None:
        start = len(text[: found.start].encode())
        if within(grok.at(Span(start, start + len(text[found.start : found.end].encode()))), place):
            return found
        at = found.end
    return None


def grok_names(before: str, library: Library) -> Iterator[lsp.CompletionItem]:
    """The names that may stand behind the ``%{`` at the end of ``before``; nothing where there is none."""
    if _TYPED.search(before) is None:
        return
    for name in sorted(library.names):
        text = library.definitions.get(name)
        detail = None if text is None else cut(text, _DETAIL)
        documentation = None
        if text is not None and detail != text:
            documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, fence(cut(text, _SHOWN)))
        yield lsp.CompletionItem(name, kind=lsp.CompletionItemKind.Constant, detail=detail, documentation=documentation)
