"""What a template leaves open: values, which in YAML would be mappings of mappings without quotes, and which ERB puts in."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.base.text.document import Document
from pipelint.sources.kinds import made_name

_ACTION = late(rb"\{\{([^{}\n]*)\}\}")
# Up to the next one's beginning at most: many that do not end would each be looked through to the end of the line.
_ERB = late(rb"<%((?:(?!<%|%>)[^\n])*)%>")
_NO_LETTER = late(rb"\W")


def filled(document: Document) -> bytes:
    """The text with a variable, whose value nobody knows, in the place of each action, and as long as that.

    Of a document that is no template its own text.
    """
    text = document.text
    if b"{{" not in text or made_name(document.name) == document.name:
        return text
    return _ACTION.sub(rb"${\1 }", text)


def filled_classic(text: bytes) -> bytes:
    """A text of the classic format with a variable in the place of each tag of ERB: one word as long as that, and no name."""
    return _ERB.sub(lambda tag: b"${." + _NO_LETTER.sub(b".", tag[1]) + b"}", text) if b"<%" in text else text
