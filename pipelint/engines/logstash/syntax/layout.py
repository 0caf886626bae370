"""Where things stand on their lines: what writing into a pipeline has to know of its text."""

from __future__ import annotations

from pipelint.base.finding import Edit
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document
from pipelint.base.text.span import Span

STEP = "  "
Change = tuple[Span, str]
"""A span of a text and what comes in its place."""

_LINE_BREAK = late(rb"\r\n|\n")
# What may follow the last thing on a line.
_REST = late(rb"[ \t\r]*(?:#[^\r\n]*)?(?=\r?\n|\Z)")
_BLANKS = late(rb"[ \t]*")


def together(document: Document, changes: list[Change]) -> Edit:
    """One edit that makes all changes, which must not overlap; what is between them is written again as it is."""
    ordered = sorted(changes)
    start, end = ordered[0][0].start, ordered[-1][0].end
    parts, at = [], start
    for span, text in ordered:
        parts += [document.text[at : span.start].decode(), text]
        at = span.end
    return Edit(document, Span(start, end), "".join(parts))


def applied(edit: Edit) -> bytes:
    """The document's text with the edit made."""
    text = edit.document.text
    return text[: edit.span.start] + edit.text.encode() + text[edit.span.end :]


def newline(text: bytes) -> str:
    """The line end that the text uses."""
    found = _LINE_BREAK.search(text)
    return found[0].decode() if found else "\n"


def line_end_after(text: bytes, at: int) -> int | None:
    """Where the line of ``at`` ends, if nothing but blanks and a comment stands after ``at``."""
    rest = _REST.match(text, at)
    return rest.end() if rest else None


def starts_line(text: bytes, at: int) -> bool:
    """Whether only blanks stand before ``at`` on its line."""
    return not text[_line_start(text, at) : at].strip(b" \t\r")


def indent(text: bytes, at: int) -> str:
    """The blanks that the line of ``at`` begins with."""
    blanks = _BLANKS.match(text, _line_start(text, at))
    return blanks[0].decode() if blanks else ""


def removal(text: bytes, span: Span) -> Change:
    """The removal of what stands in ``span``: its whole lines with the comment after it, or less if more stands on them."""
    end = line_end_after(text, span.end)
    if starts_line(text, span.start) and end is not None:
        broken = _LINE_BREAK.match(text, end)
        return Span(_line_start(text, span.start), broken.end() if broken else end), ""
    if end is None:  # something follows on the line: the blanks before it go as well
        blanks = _BLANKS.match(text, span.end)
        return Span(span.start, blanks.end() if blanks else span.end), ""
    return span, ""


def insertion(text: bytes, after: int, lines: list[str], indentation: str) -> Change:
    """New lines after the thing that ends at ``after``; on the same line where more stands there."""
    end = line_end_after(text, after)
    if end is None:
        return Span(after, after), " " + " ".join(lines) + ("" if text[after : after + 1].isspace() else " ")
    written = "".join(newline(text) + indentation + line for line in lines)
    if text[after : after + 1] == b"#":  # Logstash wants a blank after a value that others follow
        return Span(after, end), " " + text[after:end].decode() + written
    return Span(end, end), written


def _line_start(text: bytes, at: int) -> int:
    return text.rfind(b"\n", 0, at) + 1
