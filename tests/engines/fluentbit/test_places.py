"""Every key and value of a config knows where it stands; no text makes a reader fail."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentbit.syntax.load import Loader
from pipelint.engines.fluentbit.syntax.section import UNSAID
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry
from tests.properties import tries

PIECES = [
    "[INPUT]",
    "[G] ",
    "[",
    "]",
    "\n",
    "\n    ",
    "\n  ",
    "\n\t",
    " ",
    "  ",
    "\t",
    "Name",
    "dummy",
    "#",
    "@SET a=b",
    "@INCLUDE x",
    "é",
    "\r\n",
    "\r",
    "\x0b",
]
NODES = [
    "pipeline:",
    "inputs:",
    "outputs:",
    "service:",
    "env:",
    "\n",
    "\n  ",
    "\n    ",
    "- ",
    "name: a",
    "{a: b}",
    "[a, b]",
    "&x",
    "*x",
    "processors:",
    "logs:",
    "rules:",
    "multiline_parsers:",
    "parsers:",
    "includes:",
    "plugins:",
    "upstream_servers:",
    "nodes:",
    " ",
    "'",
    ": ",
    "routes:",
    "extensions:",
]


def load(text: str, name: str) -> tuple[Loader, Block]:
    document = Document.whole(SourceFile(name, text.encode()))
    loader = Loader(Entry("fluentbit", (document,), NoBundle(), name), {})
    return loader, loader.load()


def check(root: Block) -> None:
    for block in root.walk():
        spans = [item.place.span for item in block.items]
        assert (
            all(block.place.span.start <= span.start <= span.end <= block.place.span.end for span in spans)
            or block.name == "service"
        )
        for item in block.items:
            if isinstance(item, Param) and item.name != "@SET":
                assert (
                    item.name.replace("_", "") == item.name_place.text.lower().replace("_", "").strip()
                    or item.name_place.text == item.name
                )


@tries(300)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
@example("[INPUT]\né b\n")
def test_any_text_is_read_in_the_classic_format(text: str) -> None:
    loader, root = load(text, "a.conf")
    for block in root.walk():
        for item in block.items:
            if isinstance(item, Param):
                assert item.value.replace(UNSAID, "") == item.place.text
    assert all(error.place.span.end <= len(text.encode()) for error in loader.errors)
    check(root)


@tries(300)
@given(st.lists(st.sampled_from(NODES), max_size=25).map("".join))
def test_any_text_is_read_in_the_yaml_format(text: str) -> None:
    loader, root = load(text, "a.yaml")
    assert all(error.place.span.end <= len(text.encode()) for error in loader.errors)
    check(root)


def test_a_config_says_the_same_in_both_formats() -> None:
    classic = "[SERVICE]\n  Flush 1\n[INPUT]\n  Name tail\n  Mem_Buf_Limit 5M\n"
    classic += "[FILTER]\n  Name record_modifier\n  Match *\n  Record a 1\n  Record b 2\n"
    yaml = "service: {flush: 1}\npipeline:\n  inputs:\n  - name: tail\n    memBufLimit: 5M\n"
    yaml += "  filters:\n  - {name: record_modifier, match: '*', record: [a 1, b 2]}\n"

    def said(root: Block) -> object:
        return [
            (block.name, [(item.name, item.value) for item in block.items if isinstance(item, Param)]) for block in root.blocks
        ]

    assert said(load(classic, "a.conf")[1]) == said(load(yaml, "a.yaml")[1])
