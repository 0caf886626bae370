"""Names of grok patterns: where they come from, and what one stands for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.text.span import Span
from pipelint.language.cursor import within
from pipelint.lsp.markdown import code, cut, fence
from pipelint.regex.grok import expand
from pipelint.regex.references import Reference

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.facts.grok.troubles import GrokUse

# Characters of a definition that are shown.
_SHOWN = 600


def about_library(grok: GrokUse) -> str:
    """Which set of patterns a grok pattern is read with."""
    said = grok.library.origin
    return said if grok.library.whole else f"{said}; some of its files cannot be read here"


def definition_at(grok: GrokUse, place: Place) -> Iterator[str]:
    """What the name under the cursor stands for, in Markdown; nothing where the cursor is in no reference."""
    found = _reference_at(grok, place)
    if found is None or not found.name:
        return
    text = found.definition if found.definition is not None else grok.library.definitions.get(found.name)
    head = f"**%{{{found.name}}}**" + (f" into {code(found.field)}" if found.field else "")
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
    while (found := grok.dialect.next_reference(text, at)) is not None:
        start = len(text[: found.start].encode())
        if within(grok.at(Span(start, start + len(text[found.start : found.end].encode()))), place):
            return found
        at = found.end
    return None
