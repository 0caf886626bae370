"""After an edit, a tree that was reparsed from the old one is the tree of the new text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Node

from pipelint.engines.fluentd.parse import parser

LINES = [
    *("<match **>", "</match>", "<buffer a,b>", "</buffer>", "  @type file", '  path "/a', '  b "', "  k [1,", "  2]"),
    *('  j "#{a}"', '  l "#{a', "  }", "# c", "@include x", "  f /(a)/i", "  h {", '  "a": 1', "  }", "", "</store>", "<a"),
]
configs = st.lists(st.sampled_from(LINES), max_size=12).map("\n".join)


def _point(text: bytes, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count(b"\n"), offset - (before.rfind(b"\n") + 1)


def _shape(node: Node) -> list[tuple[str, int, int, bool]]:
    out, todo = [], [node]
    while todo:
        here = todo.pop()
        out.append((here.type, here.start_byte, here.end_byte, here.has_error))
        todo.extend(here.children)
    return out


# Where, how many bytes are removed, and what is put there.
edits_of_a_config = st.lists(
    st.tuples(st.integers(0, 300), st.integers(0, 6), st.sampled_from([*LINES, *'<>"{}[]#\n ', ""])),
    min_size=1,
    max_size=4,
)


@given(configs, edits_of_a_config)
def test_reparsing_after_edits_gives_what_parsing_gives(config: str, edits: list[tuple[int, int, str]]) -> None:
    text = config.encode()
    tree = parser().parse(text)
    for at, removed, inserted in edits:
        start = min(at, len(text))
        old_end, new_end = min(start + removed, len(text)), start + len(inserted.encode())
        new = text[:start] + inserted.encode() + text[old_end:]
        tree.edit(start, old_end, new_end, _point(text, start), _point(text, old_end), _point(new, new_end))
        text = new
        tree = parser().parse(text, tree)
        assert _shape(tree.root_node) == _shape(parser().parse(text).root_node)
