"""What is wrong with tags and parameters, in words, each at its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.finding import Related
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Node

# In these sections (and at the top) Fluentd refuses names with @ that it does not know.
_STRICT = ("ROOT", "source", "match", "filter", "system")
_RESERVED = ("@type", "@id", "@label", "@log_level")
# A value whose Ruby goes on in the next line, and a line in which it ends, or which is a tag.
_OPENS_RUBY = late(rb"^[ \t]*[\w@.$-]+[ \t]+[^#\n]*\$\{[^}\n]*$")
_ENDS_RUBY = late(rb"[ \t]*(?:\}|</?[a-z])")
_RUBY_BYTES = 4_000
_TAG = late(rb"<(/?)(\w+)")
_BLANK_TO_END = late(rb"\s*\Z")
MOST_RELATED = 3


def _place(document: Document, node: Node) -> Place:
    return Place(document, Span(node.start_byte, node.end_byte))


def _text(document: Document, node: Node) -> str:
    return document.text[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _child(children: list[Node], kind: str) -> Node | None:
    return next((c for c in children if c.type == kind), None)


def _last(node: Node, kind: str) -> Node | None:
    """The last child of ``node``, where it is of this kind. An argument may have millions of pieces."""
    last = node.child(node.child_count - 1)
    return last if last is not None and last.type == kind else None


def start_tag(document: Document, children: list[Node], name: str) -> Iterator[SyntaxProblem]:
    """Errors of ``<name arg>``, which consists of ``children``."""
    arg = _child(children, "arg")
    unexpected = arg and _last(arg, "unexpected_text")
    missing = _child(children, "missing_close")
    if unexpected:
        yield SyntaxProblem("unexpected text after the quoted argument", _place(document, unexpected), "'>'", local=True)
    elif missing and not (arg and arg.children[0].type == "unterminated_string"):
        yield SyntaxProblem(f"the tag <{name} is not closed", _place(document, missing), "'>'")
    yield from trailing(document, children, "the tag")


def end_tag(document: Document, node: Node, name: str, opened: Node) -> Iterator[SyntaxProblem]:
    """Errors of ``</name>``, which ends the section that ``opened`` began."""
    children = node.named_children
    found = _child(children, "tag_name")
    unexpected = _child(children, "unexpected_text")
    text = _text(document, found) if found else ""
    if unexpected:
        yield SyntaxProblem("unexpected text in an end tag", _place(document, unexpected), f"</{name}>")
    elif _child(children, "missing_close"):
        yield SyntaxProblem("the end tag is not closed", _place(document, node), "'>'")
    elif text != name:
        related = Related(_head(document, opened), "opened here")
        yield SyntaxProblem(f"</{text}> does not end <{name}>", _place(document, node), f"</{name}>", (related,))
    yield from trailing(document, children, "the end tag")


def ends_after_tag(document: Document, opened: Node, name: str) -> bool:
    """Whether a section stands on one line: its end tag is a part of the text after its tag, which is an error already."""
    after = _last(opened, "trailing_text")
    return after is not None and f"</{name}>" in _text(document, after)


def unclosed(document: Document, opened: Node, name: str, where: Node) -> SyntaxProblem:
    """A section without its end tag; ``where`` is the (empty) node at which its end was missed."""
    if not name:
        return _nameless(document, opened)
    at_end = _BLANK_TO_END.match(document.text, where.start_byte)
    missed = Place(document, Span(where.start_byte, where.start_byte))
    related = () if at_end else (Related(missed, f"</{name}> is missing before this"),)
    head = _head(document, opened)
    expected = f"</{name}> (Fluentd has no self-closing tags)" if head.text.endswith("/>") else f"</{name}>"
    return SyntaxProblem(f"section <{name}> is never closed", head, expected, related)


def _nameless(document: Document, opened: Node) -> SyntaxProblem:
    head = _head(document, opened)
    if head.text.startswith("<!--"):
        return SyntaxProblem("<!-- is not a comment in Fluentd: it opens a nameless section", head, "# for a comment")
    expected = "</ without a space" if head.text[1:].lstrip().startswith("/") else "a name directly after <"
    return SyntaxProblem("this opens a nameless section that is never closed", head, expected)


def also_unclosed(document: Document, error: SyntaxProblem, opened: Node, name: str) -> SyntaxProblem:
    """The error of ``unclosed`` with one more section that has no end either; a few are named."""
    if len(error.related) > MOST_RELATED:
        return error
    more = Related(_head(document, opened), f"the enclosing section <{name}> is not closed either")
    return replace(error, related=(*error.related, more))


def stray_end_tag(document: Document, node: Node) -> SyntaxProblem:
    """An end tag that ends nothing."""
    text = _text(document, node).strip()
    return SyntaxProblem(f"{text} does not match any open section", _place(document, node))


def glued(document: Document, name: Node, value: Node) -> Iterator[SyntaxProblem]:
    """The error of a quoted name without a blank before its value."""
    if name.end_byte == value.start_byte:
        yield SyntaxProblem("missing space between the quoted name and its value", _place(document, value), "a space", local=True)


def param(document: Document, section: str, name: str, name_node: Node, parts: list[Node]) -> Iterator[SyntaxProblem]:
    """Errors of one ``name value`` line inside ``section``; ``parts`` are the value and what stands after it."""
    if name.startswith("@") and name not in _RESERVED and section in _STRICT:
        message = f"unknown parameter {name}: names starting with @ are reserved by Fluentd"
        yield SyntaxProblem(message, _place(document, name_node), ", ".join(_RESERVED), local=True)
    if len(parts) > 1 and parts[0].type == "double_quoted_string" and parts[0].start_point.row < parts[0].end_point.row:
        yield _runaway(document, parts[0], parts[1])
    else:
        yield from trailing(document, parts[1:], "the value")


def _runaway(document: Document, value: Node, rest: Node) -> SyntaxProblem:
    """A string over several lines with text after it: the quote that ends it was probably to open another one."""
    first_line = document.text[value.start_byte : value.end_byte].split(b"\n", 1)[0].rstrip()
    place = Place(document, Span(value.start_byte, value.start_byte + len(first_line)))
    related = Related(_place(document, rest), "the string ends before this text")
    return SyntaxProblem("this string continues on another line, where text follows it", place, 'a closing "', (related,))


def trailing(document: Document, nodes: list[Node], after: str) -> Iterator[SyntaxProblem]:
    """Text where the line should end."""
    for node in nodes:
        if node.type == "trailing_text":
            yield SyntaxProblem(f"unexpected text after {after}", _place(document, node), "the end of the line", local=True)


def recovery_errors(document: Document, root: Node) -> Iterator[SyntaxProblem]:
    """Places that tree-sitter itself could not read. The scanner leaves none that we know of; none may be passed over."""
    if not root.has_error:
        return
    todo = [root]
    while todo:
        node = todo.pop()
        if node.is_error or node.is_missing:
            yield SyntaxProblem("syntax error", _place(document, node))
        elif node.has_error:
            todo.extend(node.children)


def _head(document: Document, start_tag: Node) -> Place:
    text = document.text[start_tag.start_byte : start_tag.end_byte].split(b"\n", 1)[0].rstrip()
    return Place(document, Span(start_tag.start_byte, start_tag.start_byte + len(text)))


def one_for_each_cause(text: bytes, found: list[SyntaxProblem]) -> list[SyntaxProblem]:
    """Without those that follow from an earlier one: Ruby over several lines, each of which Fluentd reads by itself.

    And the end of a section that begins after another one's end tag, on the same line, where Fluentd reads no tag.
    """
    kept: list[SyntaxProblem] = []
    begun: dict[bytes, int] = {}
    for error in found:
        at = error.place.span.start
        if (opened := _TAG.match(text, at)) is not None:
            if opened[1]:
                if begun.get(opened[2]):
                    begun[opened[2]] -= 1
                    continue
            elif error.local:
                begun[opened[2]] = begun.get(opened[2], 0) + 1
        if not kept or not _in_same_ruby(text, kept[-1].place.span.start, at):
            kept.append(error)
    return kept


def _in_same_ruby(text: bytes, before: int, at: int) -> bool:
    """Whether both places stand after a value that opens a brace, with neither its end nor a tag between."""
    if at - before > _RUBY_BYTES:
        return False
    lines = text[max(0, before - _RUBY_BYTES) : at].split(b"\n")[:-1]
    for line in reversed(lines):
        if _ENDS_RUBY.match(line) is not None:
            return False
        if _OPENS_RUBY.search(line) is not None:
            # What stands after the first error opens another value.
            return text.find(line, before, at) < 0
    return False
