"""A text as it is formatted, for tests: by the engine's layout alone, without a file."""

from __future__ import annotations

from pipelint.base.text.changes import spliced
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.registry import parts
from pipelint.fixes.format import format_changes
from pipelint.language.layout import Layout


def document(text: str) -> Document:
    """All of a file."""
    return Document.whole(SourceFile("test.conf", text.encode()))


def formatted(engine: str, text: str) -> str:
    """The text in its format. Raises NotFormattedError."""
    whole = document(text)
    return spliced(whole.text, format_changes(whole, parts(engine))).decode()


def layout(engine: str, text: str) -> Layout:
    """Its tokens."""
    found = parts(engine).layout(document(text))
    assert found is not None
    return found


def words(engine: str, text: str) -> list[bytes]:
    """The tokens of a text in their order, comments among them."""
    return [text.encode()[token.start : token.end] for token in layout(engine, text).tokens]
