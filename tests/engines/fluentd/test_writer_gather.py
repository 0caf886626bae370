"""FluentdWriter.rename_param and gather: what is read from the edited config is what was asked for, all else as before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.writer import WriterError
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.engines.fluentd.syntax.writer import FluentdWriter

WRITER = FluentdWriter()
VALUES = ["v", '"q # q"', "'s'", '["x",\n"y"]', "\"#{ENV['X']}\"", "", "/^(?<a>.*)$/"]


def root(text: str) -> Block:
    parsed = parse(Document.whole(SourceFile("fluent.conf", text.encode())))
    assert not parsed.errors, text
    return parsed.root


def apply(text: str, edits: tuple[Edit, ...]) -> str:
    data = text.encode()
    for edit in sorted(edits, key=lambda e: e.span.start, reverse=True):
        data = data[: edit.span.start] + edit.text.encode() + data[edit.span.end :]
    return data.decode()


def values(block: Block) -> dict[str, tuple[str, bool]]:
    return {name: (param.value, param.embedded) for name, param in block.params.items()}


@st.composite
def sections(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A section with params p0, p1, ..., comments and inner sections, and the names of those to move."""
    lines, names = [], []
    for number in range(draw(st.integers(1, 6))):
        if draw(st.integers(0, 3)) == 0:
            lines.append(draw(st.sampled_from(["  # note", "", "  <inner>\n    k v\n  </inner>"])))
        value = draw(st.sampled_from(VALUES))
        lines.append(f"  p{number} {value}{draw(st.sampled_from(['', ' # note'])) if value else ''}".rstrip())
        names.append(f"p{number}")
    moved = draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    text = "<match a>\n" + "\n".join(lines) + "\n</match>\n<other>\n  k v\n</other>\n"
    return (text.replace("\n", "\r\n") if draw(st.booleans()) else text), moved


@given(sections())
def test_gathered_params_are_in_the_section_and_nothing_else_has_changed(case: tuple[str, list[str]]) -> None:
    text, moved = case
    before = root(text).blocks[0]
    params: dict[str, str | Param] = {f"new_{name}": before.params[name] for name in moved} | {"made": "a # b"}
    after = root(apply(text, WRITER.gather(before, "buffer", "tag", params, [before.params[name] for name in moved])))
    block = after.blocks[0]
    assert values(block) == {name: value for name, value in values(before).items() if name not in moved}
    made = block.block("buffer")
    assert made is not None and made.arg == "tag"
    kept = {f"new_{name}": value for name, value in values(before).items() if name in moved}
    assert values(made) == kept | {"made": ("a # b", False)}
    assert [b.name for b in block.blocks if b.name != "buffer"] == [b.name for b in before.blocks]
    assert values(after.blocks[1]) == {"k": ("v", False)}


@given(sections())
def test_a_renamed_param_keeps_its_value_and_its_place(case: tuple[str, list[str]]) -> None:
    text, moved = case
    before = root(text).blocks[0]
    after = root(apply(text, (WRITER.rename_param(before.params[moved[0]], "@type"),))).blocks[0]
    expected = [(("@type" if name == moved[0] else name), value) for name, value in values(before).items()]
    assert list(values(after).items()) == expected


@pytest.mark.parametrize("name", ["", "a b", "@include", "a#", "<x>"])
def test_what_is_no_name_is_not_written(name: str) -> None:
    block = root("<match a>\n  k v\n</match>\n").blocks[0]
    with pytest.raises(WriterError):
        WRITER.rename_param(block.params["k"], name)
    with pytest.raises(WriterError):
        WRITER.gather(block, "buffer", "", {name: "v"}, [])
