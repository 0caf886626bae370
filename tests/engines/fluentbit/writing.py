"""Edits of Fluent Bit configs made on a text, and what the text then says."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.block import Block
from pipelint.base.finding import Edit
from pipelint.base.text.changes import edited_text
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentbit.engine import FluentBitEngine
from pipelint.engines.fluentbit.write.writer import FluentBitWriter
from pipelint.language.config import Config
from pipelint.sources import Entry
from pipelint.sources.bundle import NoBundle

WRITER = FluentBitWriter()


def config(text: str, name: str = "fluent-bit.conf") -> Config:
    """A text as Fluent Bit reads it."""
    document = Document.whole(SourceFile(name, text.encode()))
    return FluentBitEngine().load(Entry("fluentbit", (document,), NoBundle(), name))


def root(text: str, name: str = "fluent-bit.conf") -> Block:
    """A text without errors as its sections."""
    read = config(text, name)
    assert not read.errors, (text, read.errors)
    return read.root


def made(text: str, edit: Callable[[Block], Edit], name: str = "fluent-bit.conf") -> str:
    """The text with an edit made."""
    return edited_text(text.encode(), [edit(root(text, name))]).decode()


def difference(text: str, edit: Callable[[Block], Edit], name: str = "fluent-bit.conf") -> str:
    """The lines that an edit takes away and adds."""
    before, after = text.splitlines(), made(text, edit, name).splitlines()
    gone = [f"-{line}" for line in before if line not in after]
    return "\n".join(gone + [f"+{line}" for line in after if line not in before])


Shape = list[object]


def shape(block: Block) -> Shape:
    """A section as lists: its name, and its keys with their values and sections in their order."""
    items: Shape = [shape(item) if isinstance(item, Block) else [item.name, item.value] for item in block.items]
    return [block.name, items]
