"""What is wrong with a pipeline's syntax, in words, each at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Related
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.logstash.syntax.mend.braces import QUOTED
from pipelint.engines.logstash.syntax.mend.heads import SECTIONS, headless, meant
from pipelint.engines.logstash.syntax.passed import NEEDS_QUOTES, passed_over, unclosed_field, unfilled
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Node

# By what the parser had to insert: what is wrong, and what was expected.
_MISSING = {
    "}": ("is not closed", "'}'"),
    "{": ("missing '{' before this", "'{'"),
    "]": ("the array is not closed", "']'"),
    ")": ("the parenthesis is not closed", "')'"),
    "=>": ("missing '=>' between a name and its value", "'=>'"),
    "value": ("this setting has no value", "a value"),
    "bareword": ("the value is missing", "a word, number, string, array or hash"),
    "quote": NEEDS_QUOTES,
    '"': ("the string is not closed", "'\"'"),
    "'": ("the string is not closed", '"\'"'),
    " ": ("missing space after the setting's value", "a space"),
    "if": ("unknown keyword before a condition", "'if', 'else if' or 'else'"),
    "section type": ("unknown section type", "input, filter or output"),
    "section": ("plugin outside a section: there is an extra '}' before this", "input, filter or output"),
}
# Of these nothing but one thing can be meant.
_MENDED = ("quote", " ")
# Missing words, not braces or quotes: what stands after them is read as it would be with them.
_LOCAL = ("=>", "value", "bareword", "quote", " ")
_CLOSING = {"{": "}", "[": "]", "(": ")"}
_OWNERS = {"plugin": "plugin", "block": "section", "hash": "hash"}


# What quotes may hide, and a quote that nothing closes.
_QUOTED = late(rb"""[#"'](?:""" + QUOTED + rb"|)")
_BRACES = late(rb"""[#"'{}](?:""" + QUOTED + rb"|)")
# A line that goes on after a string whose closing quote was forgotten: a setting, a plugin or branch, a brace.
_NEXT_LINE = late(rb"\n[ \t\r]*(?:[}\]]|[\w-]+[ \t]*(?:=>|\{))")


# What stands where a plugin is not closed: a condition with settings in it, which can only stand around plugins.
_CONDITION = late(rb"(?:\s|#[^\n]*\n)*(if)\b[^{}\n]*\{(?:\s|#[^\n]*\n)*[\w.-]+\s*=>")


# A quote inside of a word, at the end of what it makes a string: 'it's'.
_WORD_AROUND = late(rb"(?<=\w)['\"]\w+")


def _quoted(text: bytes) -> list[tuple[int, int]]:
    """Where strings begin and end, and a quote that nothing closes."""
    return [found.span() for found in _QUOTED.finditer(text) if not text.startswith(b"#", found.start())]


def _split_word(text: bytes, quoted: Sequence[tuple[int, int]]) -> tuple[Span, Span] | None:
    """The first string that a quote inside of a word ends, and that word; None where none does."""
    for begins, ends in quoted:
        rest = _WORD_AROUND.match(text, ends - 1)
        if rest is not None and ends - begins > 1:
            start = ends - 1
            while text[start - 1 : start].isalnum():
                start -= 1
            return Span(begins, ends), Span(start, rest.end())
    return None


def _open_string(text: bytes, quoted: Sequence[tuple[int, int]]) -> int | None:
    """Where the string begins that is not closed; None where all quotes are paired.

    The quote that lacks its pair is the last one of the text. Of the strings before it the first that goes on over what
    looks like settings is the one that was meant to end earlier.
    """
    last = next((begins for begins, ends in quoted if ends - begins == 1), None)
    if last is None:
        return None
    return next((begins for begins, ends in quoted if begins < last and _NEXT_LINE.search(text, begins, ends)), last)


def recovery_errors(document: Document, root: Node) -> Iterator[SyntaxProblem]:
    """What the parser had to insert or pass over, in source order; of a text with an open string, that alone.

    After a string that a quote inside of a word ends, nothing is said of the rest, as Logstash stops there.
    """
    if not root.has_error:
        return
    quoted = _quoted(document.text)
    split = _split_word(document.text, quoted)
    if split is not None:
        # What is wrong after it follows from it, as strings and what is between them have changed places.
        string, word = split
        yield from _found(document, root, string.start)
        shown = document.text[word.start : word.end].decode("utf-8", "replace")
        began = Related(Place(document, Span(string.start, string.start + 1)), "the string begins here")
        message = f"the quote inside the word {shown} ends the string"
        yield SyntaxProblem(message, Place(document, word), "a backslash before the quote", (began,))
        return
    opened = _open_string(document.text, quoted)
    for error in _found(document, root, len(document.text)):
        if opened is None:
            yield error
    if opened is not None:
        quote = document.text[opened : opened + 1].decode()
        yield SyntaxProblem("the string is not closed", Place(document, Span(opened, opened + 1)), f"a closing {quote}")


def _found(document: Document, root: Node, end: int) -> Iterator[SyntaxProblem]:
    """What is wrong before ``end``, each cause once. Follows only what holds errors."""
    todo = [root]
    # Closing brackets to come that close nothing: they were put in before, or what they close was passed over.
    left = ""
    # Up to here all follows from a condition inside of a plugin, from a placeholder, or from a field that is not closed.
    quiet = 0
    while todo:
        node = todo.pop()
        if (node.is_missing or node.type == "ERROR") and node.end_byte > end:
            continue
        at = node.parent.start_byte if node.type == "quote" and node.parent is not None else node.start_byte
        if (node.is_missing or node.type == "ERROR") and at >= quiet and (said := unfilled(document, node)) is not None:
            yield said
            quiet = said.place.span.end
        elif node.is_missing:
            follows = (node.type == "section" and "}" in left) or (node.type == "=>" and "]" in left)
            if at >= quiet and not follows:
                yield _missing(document, node)
            if (inside := _condition_inside(document.text, node)) is not None:
                quiet = max(quiet, _end_of_block(document.text, inside.end(1)))
            left += node.type if node.type in ("}", "]", ")") else ""
        elif node.type == "ERROR":
            opened, closed = _unpaired(document.text[node.start_byte : node.end_byte])
            if closed and closed in left:
                left = left.replace(closed, "", 1)
            elif at >= quiet and (said := unclosed_field(document, node)) is not None:
                yield said
                quiet = _end_of_line(document.text, at)
            elif at >= quiet:
                yield passed_over(document, node)
            left += opened
        elif node.has_error:
            todo.extend(reversed(node.children))


def _condition_inside(text: bytes, node: Node) -> re.Match[bytes] | None:
    """The ``if`` that stands where the closing brace of a plugin is missing."""
    inside = node.type == "}" and node.parent is not None and node.parent.type == "plugin"
    return _CONDITION.match(text, node.start_byte) if inside else None


def _end_of_block(text: bytes, start: int) -> int:
    """Where the block ends that ``start`` is in: after the brace that closes it, or the text's end."""
    depth = 1
    for found in _BRACES.finditer(text, start):
        depth += {b"{": 1, b"}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return len(text)


def _end_of_line(text: bytes, start: int) -> int:
    end = text.find(b"\n", start)
    return len(text) if end < 0 else end


def _unpaired(text: bytes) -> tuple[str, str]:
    """The closing brackets that lack in a text, and the first that closes nothing in it."""
    lacking: list[str] = []
    closed = ""
    for char in _QUOTED.sub(b"", text).decode("utf-8", "replace"):
        if char in _CLOSING:
            lacking.append(_CLOSING[char])
        elif char in _CLOSING.values():
            if lacking:
                lacking.pop()
            else:
                closed = closed or char
    return "".join(lacking), closed


def _missing(document: Document, node: Node) -> SyntaxProblem:
    message, expected = _MISSING.get(node.type, (f"{node.type} is missing", node.type))
    place = _before(document, node)
    if node.type == "}" and node.parent is not None:
        inside = _condition_inside(document.text, node)
        if inside is not None:
            message = f"a condition inside of {_described(document, node.parent)}"
            place = Place(document, Span(inside.start(1), inside.end(1)))
            return SyntaxProblem(message, place, "plugins of their own inside of the condition", missed=node.start_byte)
        place = _head(document, node.parent)
        message = f"{_described(document, node.parent)} {message}"
    elif node.type == "quote" and node.parent is not None:
        place = Place(document, Span(node.parent.start_byte, node.parent.end_byte))
    elif node.type in ('"', "'") and node.parent is not None:
        start = node.parent.start_byte
        place = Place(document, Span(start, start + 1))
    missed = node.start_byte if node.type == "}" else None
    around = node.parent
    mended = node.type in _MENDED or (node.type == "=>" and document.text[: node.start_byte].rstrip()[-1:] in b":=>")
    if node.type == "section type" and around is not None:
        mended = meant(document.text[around.start_byte : around.end_byte].decode("utf-8", "replace")) in SECTIONS
    elif node.type == "section" and around is not None and around.parent is not None:
        heads = [kind for each, kind in headless(around.parent) if each.start_byte == around.start_byte]
        if heads:
            mended, message, expected = True, "plugin outside of a section", f"'{heads[0]} {{' before it"
        elif b"}" not in document.text[: around.start_byte]:
            message = "plugin outside of a section"
    return SyntaxProblem(message, place, expected, local=node.type in _LOCAL, missed=missed, mended=mended)


def _described(document: Document, owner: Node) -> str:
    """The plugin, section or branch that ``owner`` is the body of."""
    if owner.type == "block" and owner.parent is not None:
        outer = owner.parent
        kind = outer.child_by_field_name("type")
        if outer.type == "section" and kind is not None:
            return f"the section {document.text[kind.start_byte : kind.end_byte].decode('utf-8', 'replace')}"
        return f"'{outer.type.replace('_', ' ')}'"
    name = owner.child_by_field_name("name")
    if owner.type == "plugin" and name is not None:
        return f"the plugin {document.text[name.start_byte : name.end_byte].decode('utf-8', 'replace')}"
    return f"the {_OWNERS.get(owner.type, owner.type)}"


def _head(document: Document, owner: Node) -> Place:
    """The beginning of what is not closed."""
    outer = owner.parent if owner.type == "block" and owner.parent is not None else owner
    named = outer.child_by_field_name("type") or outer.child_by_field_name("name")
    if named is not None:
        return Place(document, Span(named.start_byte, named.end_byte))
    first = outer.children[0]
    return Place(document, Span(first.start_byte, first.end_byte))


def _before(document: Document, node: Node) -> Place:
    """The word that stands where something is missing: the next one, or the last one at the end of a line or the text."""
    text, at = document.text, node.start_byte
    word = re.compile(rb"[^\s{}\[\]()#]+").match(text, at)
    if word:
        return Place(document, Span(at, word.end()))
    if at < len(text) and not text[at : at + 1].isspace():
        return Place(document, Span(at, at + 1))
    return Place(document, Span(at, at))
