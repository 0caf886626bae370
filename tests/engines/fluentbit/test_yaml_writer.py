"""Edits in the YAML format: what Fluent Bit reads from the edited text is what was asked for, and nothing else has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.writer import WriterError
from tests.engines.fluentbit.writing import WRITER, difference, made, root, shape
from tests.properties import tries

NAME = "fluent-bit.yaml"
TEXT = """\
# main
service:
  flush: 5   # seconds
  log_level: info
parsers:
  - name: a
    format: regex
    regex: '^(?<a>[^ ]*)$'
pipeline:
  inputs:
    # the input
    - name: tail
      path: "/var/log/a.log"  # where
      read_from_head: true

      processors:
        logs:
          - name: content_modifier
            action: insert
            key: k
            value: "5"
          - name: grep
            regex: k 5
  filters:
    - name: grep
      match: '*'
      regex:
        - log a
        - stream out
    - {name: lua, match: '*', call: f}
  outputs:
    - match: '*'
      name: stdout
"""


def block(name: str, number: int = 0) -> Callable[[Block], Block]:
    return lambda whole: [each for each in whole.blocks if each.name == name][number]


INPUT, GREP, LUA, OUTPUT, SERVICE = block("input"), block("filter"), block("filter", 1), block("output"), block("service")


def processor(whole: Block, number: int) -> Block:
    return INPUT(whole).blocks[0].blocks[number]


def regexes(whole: Block) -> list[Param]:
    return [item for item in GREP(whole).items if isinstance(item, Param) and item.name == "regex"]


FLOW = "-    - {name: lua, match: '*', call: f}\n+    - {name: lua, match: '*', "


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda r: WRITER.set_param(SERVICE(r), "flush", "1"), "-  flush: 5   # seconds\n+  flush: 1   # seconds"),
        (lambda r: WRITER.set_param(SERVICE(r), "grace", "30"), "+  grace: 30"),
        (lambda r: WRITER.set_param(INPUT(r), "path", "/b"),
         '-      path: "/var/log/a.log"  # where\n+      path: "/b"  # where'),
        (lambda r: WRITER.set_param(INPUT(r), "db", "/a: b"), "+      db: '/a: b'"),
        (lambda r: WRITER.set_param(INPUT(r), "tag", "null"), "+      tag: 'null'"),
        (lambda r: WRITER.set_param(INPUT(r), "storage.type", "filesystem"), "+      storage.type: filesystem"),
        (lambda r: WRITER.set_param(processor(r, 0), "value", "7"), '-            value: "5"\n+            value: "7"'),
        (lambda r: WRITER.set_param(processor(r, 1), "exclude", "a b"), "+            exclude: a b"),
        (lambda r: WRITER.set_param(GREP(r), "regex", "x y"), "-        - stream out\n+        - x y"),
        (lambda r: WRITER.set_param(GREP(r), "logical_op", "or"), "+      logical_op: or"),
        (lambda r: WRITER.set_param(LUA(r), "call", "g,h"), FLOW + "call: 'g,h'}"),
        (lambda r: WRITER.set_param(LUA(r), "script", "a.lua"), FLOW + "call: f, script: a.lua}"),
        (lambda r: WRITER.set_param(OUTPUT(r), "match", "${TAG}"), "+    - match: '${TAG}'"),
        (lambda r: WRITER.remove_param(INPUT(r).params["path"]), '-      path: "/var/log/a.log"  # where'),
        (lambda r: WRITER.remove_param(regexes(r)[0]), "-        - log a"),
        (lambda r: WRITER.remove_param(LUA(r).params["match"]),
         "-    - {name: lua, match: '*', call: f}\n+    - {name: lua, call: f}"),
        (lambda r: WRITER.rename_param(INPUT(r).params["path"], "paths"),
         '-      path: "/var/log/a.log"  # where\n+      paths: "/var/log/a.log"  # where'),
        (lambda r: WRITER.remove_block(LUA(r)), "-    - {name: lua, match: '*', call: f}"),
        (lambda r: WRITER.remove_block(SERVICE(r)), "-service:\n-  flush: 5   # seconds\n-  log_level: info"),
        (lambda r: WRITER.remove_block(block("parser")(r)),
         "-parsers:\n-  - name: a\n-    format: regex\n-    regex: '^(?<a>[^ ]*)$'"),
        (lambda r: WRITER.remove_block(processor(r, 1)), "-          - name: grep\n-            regex: k 5"),
        (lambda r: WRITER.add_block(r, "filter", "", {"name": "lua", "match": "*"}), "+    - name: lua"),
        (lambda r: WRITER.add_block(r, "parser", "", {"name": "p", "format": "json"}), "+  - name: p\n+    format: json"),
        (lambda r: WRITER.add_block(r, "custom", "", {"name": "calyptia"}), "+customs:\n+  - name: calyptia"),
    ],
)  # fmt: skip
def test_an_edit_keeps_the_layout(edit: Callable[[Block], Edit], expected: str) -> None:
    found = difference(TEXT, edit, NAME)
    # What stands elsewhere in the same words is no difference.
    assert found == expected or (found.startswith("-    - match") and found.endswith(expected))


def test_a_section_makes_the_lists_that_it_needs() -> None:
    def add(whole: Block) -> Edit:
        return WRITER.add_block(whole, "filter", "", {"name": "grep", "match": "*"})

    new = "filters:\n    - name: grep\n      match: '*'\n"
    text = "pipeline:\n  inputs:\n    - name: cpu\n"
    assert made(text, add, NAME) == text + "  " + new
    assert made("service:\n  flush: 1\n", add, NAME) == "service:\n  flush: 1\npipeline:\n  " + new
    assert made("PIPELINE:\n  Inputs:\n  - name: cpu\n", add, NAME) == "PIPELINE:\n  Inputs:\n  - name: cpu\n  " + new


def test_a_service_is_added_as_a_key() -> None:
    text = "pipeline:\n  inputs:\n    - name: cpu\n"
    assert made(text, lambda r: WRITER.add_block(r, "service", "", {"flush": "1"}), NAME) == text + "service:\n  flush: 1\n"


def test_the_last_item_of_a_list_goes_with_it() -> None:
    text = "pipeline:\n  inputs:\n    - name: cpu\n  filters:\n    - name: grep\n      match: '*'\n"
    assert made(text, lambda r: WRITER.remove_block(GREP(r)), NAME) == "pipeline:\n  inputs:\n    - name: cpu\n"


@pytest.mark.parametrize(
    "edit",
    [
        lambda r: WRITER.set_param(INPUT(r), "path", " a"),  # Fluent Bit takes the blanks away
        lambda r: WRITER.set_param(INPUT(r), "new", " "),
        lambda r: WRITER.set_param(INPUT(r), "camelCase", "v"),  # which is stored as camel_case
        lambda r: WRITER.rename_param(INPUT(r).params["path"], "pathName"),
        lambda r: WRITER.remove_block(r),
        lambda r: WRITER.set_param(r, "a", "b"),
        lambda r: WRITER.add_block(r, "x", "", {"a": "b"}),
        lambda r: WRITER.add_block(r, "service", "", {"a": "b"}),  # there is one
        lambda r: WRITER.add_block(INPUT(r), "processors", "", {"a": "b"}),
    ],
)  # fmt: skip
def test_what_fluent_bit_would_read_otherwise_is_refused(edit: Callable[[Block], Edit]) -> None:
    with pytest.raises(WriterError):
        edit(root(TEXT, NAME))


_VALUES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=10) | st.text(
    "\"'#:{}[]\\,&*!|>%@`- \t\n\r\x85é~1", min_size=1, max_size=8
)
LAYOUTS = [
    TEXT,
    TEXT.replace("\n", "\r\n"),
    '{"pipeline": {"inputs": [{"name": "cpu", "tag": "a"}], "outputs": [{"name": "stdout", "match": "*"}]}}',
    "pipeline:\n inputs:\n -   name: cpu\n     tag: >-\n      a\n      b\n outputs:\n - name: stdout\n   match: |\n     *\n",
]


@tries(200)
@example(TEXT, 2, "path", "false")
@given(st.sampled_from(LAYOUTS), st.integers(0, 50), st.sampled_from(["path", "new", "name", "regex", "storage.type"]), _VALUES)
def test_any_value_is_read_back_or_refused(text: str, at: int, name: str, value: str) -> None:
    before = root(text, NAME)
    blocks = [each for each in before.walk() if each.params and each is not before]
    number = at % len(blocks)
    try:
        after = root(made(text, lambda whole: WRITER.set_param(find(whole, number), name, value), NAME), NAME)
    except WriterError:
        # Blanks at the ends are lost, but in processors.
        assert value != value.strip(" \t\v\f\r\n") or "\0" in value
        return
    found = find(after, number)
    assert found.value(name) == value
    expected = shape(blocks[number])
    items = expected[1]
    assert isinstance(items, list)
    same = [index for index, item in enumerate(items) if item[0] == name]
    now = shape(found)
    after_items = now[1]
    assert isinstance(after_items, list)
    if same:
        items[same[-1]] = [name, value]
    else:
        after_items.remove([name, value])
    assert now == expected


def find(whole: Block, number: int) -> Block:
    return [each for each in whole.walk() if each.params and each is not whole][number]


@tries(200)
@given(st.sampled_from(LAYOUTS), st.integers(0, 100), st.integers(0, 3))
def test_an_edit_of_any_part_is_right_or_refused(text: str, at: int, kind: int) -> None:
    before = root(text, NAME)
    blocks = [each for each in before.walk() if each is not before]
    one = blocks[at % len(blocks)]
    params = list(one.params.values())
    count = (len(blocks), sum(len(each.items) - len(each.blocks) for each in blocks))
    try:
        if kind == 0:
            edit, inner = WRITER.remove_block(one), list(one.walk())
            wanted = (count[0] - len(inner), count[1] - sum(len(each.items) - len(each.blocks) for each in inner))
        elif kind == 1 and params:
            edit, wanted = WRITER.remove_param(params[at % len(params)]), (count[0], count[1] - 1)
        elif kind == 2 and params:
            edit, wanted = WRITER.rename_param(params[at % len(params)], "other"), count
        else:
            edit, wanted = WRITER.add_block(before, "filter", "", {"name": "x"}), (count[0] + 1, count[1] + 1)
    except WriterError:
        return
    after = list(root(made(text, lambda _: edit, NAME), NAME).walk())[1:]
    assert (len(after), sum(len(each.items) - len(each.blocks) for each in after)) == wanted
