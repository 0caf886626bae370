"""Edits of configs in the YAML format: what is read from the edited text is what was asked for, and nothing else has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.finding import Edit
from pipelint.base.text.changes import edited_text
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.writer import WriterError
from pipelint.engines.fluentd.engine import FluentdEngine
from pipelint.engines.fluentd.yaml_config.load import YamlLoader
from pipelint.engines.fluentd.yaml_config.write.writer import YamlWriter
from pipelint.sources import Entry
from pipelint.sources.bundle import NoBundle
from tests.properties import tries

WRITER = YamlWriter()
TEXT = """\
# main
system:
  workers: 2
config:
  - source:   # the input
      $type: tail
      path: /a  # where
      note: |
        two
        lines

      # the format
      parse:
        $type: json
  - match:
      $tag: a.**
      $type: copy
      store:
        - $type: stdout
        - path: 'x: y'
          $type: file
          buffer: {$arg: tag, timekey: 1h}
  - label:
      $name: "@L"
      config:
      - match:
          $tag: "**"
          $type: stdout
          empty:
"""


def read(text: str) -> Block:
    loader = YamlLoader(NoBundle(), {})
    root = loader.load(Document.whole(SourceFile("fluent.yaml", text.encode())))
    assert not loader.errors, (text, loader.errors)
    return root


def made(edits: Sequence[Edit]) -> str:
    text = edits[0].document.text
    for edit in sorted(edits, key=lambda e: e.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text.encode() + text[edit.span.end :]
    return text.decode()


def shape(block: Block) -> tuple[object, ...]:
    params = {p.name: (p.value, p.embedded) for p in block.params.values()}
    return block.name, block.arg, params, [shape(inner) for inner in block.blocks]


def changed(edit: Callable[[Block], Edit], text: str = TEXT) -> str:
    """The lines that an edit takes away and adds."""
    before, after = text.splitlines(), made([edit(read(text))]).splitlines()
    gone = [f"-{line}" for line in before if line not in after]
    return "\n".join(gone + [f"+{line}" for line in after if line not in before])


def source(root: Block) -> Block:
    return root.blocks[1]


def second_store(root: Block) -> Block:
    return root.blocks[2].blocks[1]


NOTE = "-      note: |\n-        two\n-        lines"
PARSE = "-      parse:\n-        $type: json"
FIRST = "-        - path: 'x: y'\n-          $type: file\n"
FLOW = "-          buffer: {$arg: tag, timekey: 1h}\n+          buffer: "


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda r: WRITER.set_param(source(r), "path", "/b c"), "-      path: /a  # where\n+      path: /b c  # where"),
        (lambda r: WRITER.set_param(source(r), "tag", "yes"), "+      tag: 'yes'"),
        (lambda r: WRITER.set_param(source(r), "note", "a: b"), NOTE + "\n+      note: 'a: b'"),
        (lambda r: WRITER.set_param(source(r), "@type", "x"), "-      $type: tail\n+      $type: x"),
        (lambda r: WRITER.set_param(source(r), "@log_level", "warn"), "+      '@log_level': warn"),
        (lambda r: WRITER.set_param(second_store(r).blocks[0], "timekey", "2h"), FLOW + "{$arg: tag, timekey: 2h}"),
        (lambda r: WRITER.set_param(second_store(r).blocks[0], "mode", "a,b"), FLOW + "{$arg: tag, timekey: 1h, mode: 'a,b'}"),
        (lambda r: WRITER.set_param(r.blocks[3].blocks[0], "empty", "1"), "-          empty:\n+          empty: 1"),
        (lambda r: WRITER.remove_param(source(r).params["note"]), NOTE),
        (lambda r: WRITER.remove_param(second_store(r).params["path"]), FIRST + "+        - $type: file"),
        (lambda r: WRITER.remove_param(second_store(r).blocks[0].params["timekey"]), FLOW + "{$arg: tag}"),
        (lambda r: WRITER.remove_param(source(r).blocks[0].params["@type"]), PARSE + "\n+      parse: {}"),
        (lambda r: WRITER.remove_block(source(r).blocks[0]), PARSE),
        (lambda r: WRITER.remove_block(r.blocks[2].blocks[0]), "-        - $type: stdout"),
        (lambda r: WRITER.remove_block(r.blocks[0]), "-system:\n-  workers: 2"),
        (lambda r: WRITER.add_block(source(r), "storage", "", {"@type": "local"}), "+      storage:\n+        $type: local"),
        (lambda r: WRITER.add_block(r, "filter", "f.**", {"@type": "x"}), "+  - filter:\n+      $tag: f.**\n+      $type: x"),
        (lambda r: WRITER.add_block(r.blocks[3], "match", "b", {"@type": "x"}), "+          $tag: b\n+          $type: x"),
        (lambda r: WRITER.add_block(r.blocks[2], "store", "", {"@type": "x"}), "+        - $type: x"),
        (lambda r: WRITER.rename_param(source(r).params["path"], "paths"), "-      path: /a  # where\n+      paths: /a  # where"),
    ],
)  # fmt: skip
def test_an_edit_keeps_the_layout(edit: Callable[[Block], Edit], expected: str) -> None:
    assert changed(edit) == expected


def test_parameters_are_gathered_in_a_section() -> None:
    text = "config:\n  - match:\n      $tag: a\n      $type: file\n      flush: '1'  # soon\n      path: /x\n"
    block = read(text).blocks[0]
    edits = WRITER.gather(block, "buffer", "tag", {"flush_interval": block.params["flush"], "a": "b"}, [block.params["flush"]])
    assert made(edits) == (
        "config:\n  - match:\n      $tag: a\n      $type: file\n      path: /x\n"
        "      buffer:\n        $arg: tag\n        flush_interval: '1'\n        a: b\n"
    )


SHARED = """\
config:
  - filter: {$tag: a, $type: &t x, k: &v 1}
  - match:
      $tag: a
      $type: *t
      k: *v
      buffer: &b
        path: /x
  - match:
      $tag: b
      $type: y
      buffer: *b
"""


@pytest.mark.parametrize(
    "edit",
    [
        lambda r: WRITER.set_param(r.blocks[0], "k", "2"),  # an alias elsewhere stands for it
        lambda r: WRITER.set_param(r.blocks[1], "k", "2"),  # is an alias
        lambda r: WRITER.set_param(r.blocks[1].blocks[0], "path", "/y"),  # would change the other section too
        lambda r: WRITER.set_param(r.blocks[2].blocks[0], "path", "/y"),
        lambda r: WRITER.set_param(r.blocks[2].blocks[0], "new", "/y"),
        lambda r: WRITER.remove_param(r.blocks[1].blocks[0].params["path"]),
        lambda r: WRITER.add_block(r.blocks[1], "buffer", "", {}),
        lambda r: WRITER.set_param(r, "a", "b"),
        lambda r: WRITER.remove_block(r),
    ],
)  # fmt: skip
def test_what_would_change_more_is_refused(edit: Callable[[Block], Edit]) -> None:
    with pytest.raises(WriterError):
        edit(read(SHARED))


_VALUES = st.text(st.characters(exclude_categories=["Cs"]), max_size=10) | st.text(
    "\"'#:{}[]\\,&*!|>%@`- \t\n\r\x85é~1", max_size=8
)


@tries(200)
@example(2, "$type", "false")
@given(st.integers(0, 50), st.sampled_from(["path", "new", "$type", "a: b", "on"]), _VALUES)
def test_any_value_is_read_back(at: int, name: str, value: str) -> None:
    blocks = [block for block in read(TEXT).walk() if block.params]
    number = at % len(blocks)
    text = made([WRITER.set_param(blocks[number], name, value)])
    after = [block for block in read(text).walk() if block.params]
    key = {"$type": "@type"}.get(name, name)
    assert (after[number].value(key), after[number].params[key].embedded) == (value, False)
    del after[number].params[key]
    blocks[number].params.pop(key, None)
    assert [(b.name, b.arg, {n: p.value for n, p in b.params.items()}) for b in after] == [
        (b.name, b.arg, {n: p.value for n, p in b.params.items()}) for b in blocks
    ]


LAYOUTS = [
    TEXT,
    SHARED,
    TEXT.replace("\n", "\r\n"),
    '{"config": [{"source": {"$type": "x", "a": 1}}, {"match": {"$tag": "b", "c": {"d": 1}}}]}',
]


@tries(200)
@given(st.sampled_from(LAYOUTS), st.integers(0, 100), st.integers(0, 3))
def test_an_edit_of_any_part_is_right_or_refused(text: str, at: int, kind: int) -> None:
    root = read(text)
    blocks = list(root.walk())
    block = blocks[at % len(blocks)]
    params = list(block.params.values())
    try:
        if kind == 0:
            edit = WRITER.remove_block(block)
        elif kind == 1 and params:
            edit = WRITER.remove_param(params[at % len(params)])
        elif kind == 2 and params:
            edit = WRITER.rename_param(params[at % len(params)], "other")
        else:
            edit = WRITER.add_block(block, "match", "tag", {"x": "y"})
    except WriterError:
        return
    count = sum(1 for _ in read(made([edit])).walk())
    assert count == len(blocks) + (-sum(1 for _ in block.walk()) if kind == 0 else 0 if params and kind in (1, 2) else 1)


def test_a_section_takes_the_place_of_the_parameters_that_are_last() -> None:
    text = "config:\n  - match:\n      $tag: a\n      $type: file\n      path: /x\n      flush: '1'\n"
    block = read(text).blocks[0]
    edits = WRITER.gather(block, "buffer", "", {"flush_interval": block.params["flush"]}, [block.params["flush"]])
    assert edited_text(text.encode(), edits).decode() == (
        "config:\n  - match:\n      $tag: a\n      $type: file\n      path: /x\n      buffer:\n        flush_interval: '1'\n"
    )


def test_the_only_parameter_in_braces_leaves_them() -> None:
    text = "config:\n  - match:\n      $tag: a\n      $type: file\n      buffer: {timekey: 1h}\n"
    block = read(text).blocks[0].blocks[0]
    assert made([WRITER.remove_param(block.params["timekey"])]) == text.replace("timekey: 1h", "")


def test_a_config_is_edited_in_its_own_format_however_many_are_read_after_it() -> None:
    engine, documents = FluentdEngine(), []
    for count in range(100):
        file = SourceFile("fluent.yaml", TEXT.replace("/a", f"/{count}").encode())
        documents.append(Document.whole(file))
    configs = [engine.load(Entry("fluentd", (document,), NoBundle(), "fluent.yaml")) for document in documents]
    for config in configs:
        block = config.root.blocks[-1]
        assert engine.writer.set_param(block, "@id", "x").text.strip() == "$id: x"
