"""What tests of the writer share."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.finding import Edit
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.writer import Writer
from pipelint.engines.logstash.syntax.parse import parse
from pipelint.engines.logstash.syntax.writer import LogstashWriter
from tests.properties import tries

WRITER: Writer = LogstashWriter()


# Making up whole pipelines takes its time.
quicker = tries(40)


def root(text: str) -> Block:
    parsed = parse(Document.whole(SourceFile("x.conf", text.encode())))
    assert not parsed.errors, text
    return parsed.root


def apply(edit: Edit) -> str:
    text = edit.document.text
    return (text[: edit.span.start] + edit.text.encode() + text[edit.span.end :]).decode()


def writable(value: str) -> bool:
    """By Logstash's grammar: a quote inside a string has a backslash before it, and none stands before the last quote."""
    alone = value.replace('\\"', "").replace("\\'", "")
    return not value.endswith("\\") and "\0" not in value and not ('"' in alone and "'" in alone)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.text(
    alphabet="\"'\\#{}[]<> \t\n\r=a1,:/%$", max_size=12
)


@dataclass
class Model:
    """A block as it should be read: settings by name, codec and branches among the blocks."""

    name: str
    arg: str
    settings: dict[str, str] = field(default_factory=dict)
    blocks: list[Model] = field(default_factory=list)


def model(block: Block) -> Model:
    settings = {param.name: param.value for param in block.params.values()}
    return Model(block.name, block.arg, settings, [model(inner) for inner in block.blocks])


def at(block: Block, path: list[int]) -> Block:
    return at(block.blocks[path[0]], path[1:]) if path else block
