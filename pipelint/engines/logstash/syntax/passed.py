"""What the parser had to pass over in a pipeline, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.logstash.syntax.mend.braces import QUOTED
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Node

NEEDS_QUOTES = ("a value that is neither a number nor a plain word needs quotes", "a string in quotes")
_LONGEST = 40
# So many characters before a value its arrow is looked for.
_NEAR = 200

# What quotes may hide, and a quote that nothing closes.
_STRINGS = late(rb"""[#"'](?:""" + QUOTED + rb"|)")
# A section, at the beginning of what could not be read.
_SECTION = late(rb"(input|filter|output)\s*\{")
# What stands for a value that somebody has to fill in, or a shell: no Logstash reads a variable so, and none runs with it.
_PLACEHOLDER = late(rb"<[A-Za-z][\w .:/@-]*>|\$[A-Z][A-Z0-9_]*(?![^\s,\])}])")
# A path or another value that would have to be in quotes, perhaps with its name before it.
_UNQUOTED = late(rb"([\w-]+[ \t]*=>[ \t]*)?([/\\$%~*][^\s{}]*(?:%\{[^{}\s]*\}[^\s{}]*)*)")
# The flags that other languages have after a regular expression.
_FLAGS = late(rb"[a-z]{1,4}")
# The name of a field with another bracket after it than the one that it needs, before the rest of a condition.
_OPEN_FIELD = late(rb"([@\w.-]+[})])\s*(?:[=!<>]|(?:in|not|and|or)\b|\{)")


def unfilled(document: Document, node: Node) -> SyntaxProblem | None:
    """The placeholder that stands at what could not be read, in place of a value; of one word the value is read as it stands."""
    word = node.type == "quote" and node.parent is not None
    at = node.parent.start_byte if word and node.parent is not None else node.start_byte
    found = _PLACEHOLDER.match(document.text, at)
    if found is None or not _is_value(document.text, at):
        return None
    place = Place(document, Span(at, found.end()))
    return SyntaxProblem("a placeholder stands here that nobody has filled in", place, "a value", local=True, mended=word)


def unclosed_field(document: Document, node: Node) -> SyntaxProblem | None:
    """The reference to a field that another bracket ends than its own."""
    text, at = document.text, node.start_byte
    found = _OPEN_FIELD.match(text, at) if text[at - 1 : at] == b"[" else None
    if found is None:
        return None
    place = Place(document, Span(at - 1, found.end(1)))
    return SyntaxProblem(f"the field reference {place.text} is not closed", place, "']'")


def passed_over(document: Document, node: Node) -> SyntaxProblem:
    """What is wrong with the text of ``node``."""
    text = document.text
    start, end = node.start_byte, node.end_byte
    line_end = text.find(b"\n", start)
    end = end if line_end < 0 else min(end, line_end)
    found = text[start:end].rstrip()
    if not found:
        return SyntaxProblem("unexpected end of the config", Place(document, Span(start, start)), "")
    section = _SECTION.match(text, start)
    rest = b"" if section is None else _STRINGS.sub(b"", text[start : node.end_byte])
    if section is not None and rest.count(b"{") > rest.count(b"}"):
        place = Place(document, Span(start, section.end(1)))
        return SyntaxProblem(f"the section {section[1].decode()} is not closed", place, "'}'")
    opened = found[:1] in (b'"', b"'") and found.count(found[:1]) == 1
    if opened:
        quote = found[:1].decode()
        return SyntaxProblem("the string is not closed", Place(document, Span(start, start + 1)), quote)
    whole = _is_whole(document, node)
    value = _UNQUOTED.match(text, start)
    if value is not None and (value[1] or _is_value(text, start)):
        return SyntaxProblem(NEEDS_QUOTES[0], Place(document, Span(*value.span(2))), NEEDS_QUOTES[1], local=whole)
    if text[start - 1 : start] == b"/" and _FLAGS.fullmatch(found) is not None:
        message = f"a regular expression has no flags after it, as {found.decode()!r} here"
        return SyntaxProblem(message, Place(document, Span(start, start + len(found))), "the flags inside of it", local=whole)
    # Imported here: most texts are sound.
    from pipelint.engines.logstash.syntax.mend.foreign import foreign_comment

    if (foreign := foreign_comment(found)) is not None:
        place = Place(document, Span(start, start + len(found)))
        mended = whole and _is_superfluous(document, node)
        return SyntaxProblem(foreign[0], place, foreign[1], local=whole, mended=mended)
    shown = found.decode("utf-8", "replace")
    shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
    place = Place(document, Span(start, start + len(found)))
    return SyntaxProblem(f"unexpected {shown!r}", place, local=whole, mended=whole and _is_superfluous(document, node))


def _is_value(text: bytes, at: int) -> bool:
    """Whether an arrow stands before what begins there."""
    return text[max(0, at - _NEAR) : at].rstrip().endswith(b"=>")


def _is_superfluous(document: Document, node: Node) -> bool:
    """Whether it is left out to mend the text: a comma that ends its line, a line of a comment in another language's words."""
    text = document.text
    start, end = text.rfind(b"\n", 0, node.start_byte) + 1, text.find(b"\n", node.end_byte)
    after = text[node.end_byte : len(text) if end < 0 else end].strip()
    if text[node.start_byte : node.end_byte] == b",":
        return not after or after.startswith(b"#")
    return not after and text[start : node.end_byte].lstrip().startswith((b"//", b"--", b"<!--"))


def _is_whole(document: Document, node: Node) -> bool:
    """Whether what is passed over opens and closes nothing that stands outside of it, as an item after a missing comma."""
    text = document.text[node.start_byte : node.end_byte]
    return not any(char in text for char in b"{}[]()#") and all(text.count(quote) % 2 == 0 for quote in (b'"', b"'"))
