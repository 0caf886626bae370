"""FluentdWriter: what the parser reads from an edited config is what was asked for, and nothing else has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.finding import Edit
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.writer import Writer, WriterError
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.engines.fluentd.syntax.quoting import write_arg, write_value
from pipelint.engines.fluentd.syntax.writer import FluentdWriter

WRITER: Writer = FluentdWriter()


def document(text: str) -> Document:
    return Document.whole(SourceFile("fluent.conf", text.encode()))


def apply(edit: Edit) -> str:
    text = edit.document.text
    return (text[: edit.span.start] + edit.text.encode() + text[edit.span.end :]).decode()


def root(text: str) -> Block:
    parsed = parse(document(text))
    assert not parsed.errors, text
    return parsed.root


def read_back(written: str) -> tuple[str, bool]:
    param = root(f"<s>\n  k {written} # note\n  l m\n</s>\n").blocks[0].params["k"]
    return param.value, param.embedded


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20) | st.text(
    alphabet="\"'\\#{}[]<> \t\n\r=a1,:/", max_size=12
)


@given(texts, st.sampled_from(["", "bare", '"double"', "'single'"]))
def test_a_written_value_is_read_as_it_was(value: str, like: str) -> None:
    assert read_back(write_value(value, like)) == (value, False)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=5,
    ).filter(lambda value: isinstance(value, list | dict))
)
def test_json_is_written_without_quotes_and_read_as_it_was(value: object) -> None:
    import json

    shown = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert write_value(shown) == shown or any(c in shown for c in "\x7f\u2028\u2029") or not shown.isprintable()
    assert read_back(write_value(shown)) == (shown, False)


@given(texts)
def test_a_written_argument_is_read_as_it_was(arg: str) -> None:
    text = f"<match {write_arg(arg)}>\n  k v\n</match>\n" if arg else "<match>\n  k v\n</match>\n"
    assert root(text).blocks[0].arg == arg


# By Fluentd's own parser: lib/fluent/config/literal_parser.rb.
@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("%Y-%m-%dT%H:%M:%S.%N%z", "%Y-%m-%dT%H:%M:%S.%N%z"),
        ("a#b", "a#b"),
        ("", '""'),
        ("a #b", '"a #b"'),
        ("#b", '"#b"'),
        (" a", '" a"'),
        ("a\nb\t", '"a\\nb\\t"'),
        ("{x", '"{x"'),
        ('["a","b"]', '["a","b"]'),
        ('["a", "b"]', '\'["a", "b"]\''),
        ("[1.5]", '"[1.5]"'),
        ("#{ENV['X']}", "'#{ENV[\\'X\\']}'"),
        ("#{X}\n", '"\\#{X}\\n"'),
        ('"quoted"', "'\"quoted\"'"),
        ("/^(?<a>\\d+) \\[/", "/^(?<a>\\d+) \\[/"),
    ],
)
def test_quotes_only_where_fluentd_needs_them(value: str, written: str) -> None:
    assert write_value(value) == written
    assert read_back(written) == (value, False)


@dataclass
class Section:
    """A config as it should be read."""

    name: str
    arg: str
    items: list[tuple[str, str] | Section] = field(default_factory=list)


def model(block: Block) -> Section:
    items = [model(item) if isinstance(item, Block) else (item.name, item.value) for item in block.items]
    return Section(block.name, block.arg, items)


names = st.sampled_from(["a", "b", "@type", "time_format", "c.d"])
notes = st.sampled_from(["", "  # note", " # </s> k v"])


@st.composite
def configs(draw: st.DrawFn, depth: int = 0, newline: str = "\n", step: str = "  ") -> str:
    """The text of sections and params at ``depth``, with comments, empty lines and all quotes."""
    out = []
    indent = step * depth
    for _ in range(draw(st.integers(0, 3))):
        match draw(st.integers(0, 4 if depth < 3 else 2)):
            case 0:
                out.append(draw(st.sampled_from(["", indent + "# comment", "  "])))
            case 1 | 2 if depth:
                value = draw(st.sampled_from(["v", '"q # q"', "'s'", '["x",\n"y"]', "", '"two\nlines"']))
                out.append(f"{indent}{draw(names)} {value}{draw(notes) if value else ''}".rstrip(" "))
            case _:
                inside = draw(configs(depth + 1, "\n", step))
                out.append(f"{indent}<s x.{depth}>{draw(notes)}\n{inside}{indent}</s>{draw(notes)}")
    return "".join(line + "\n" for line in out)


@st.composite
def documents(draw: st.DrawFn) -> str:
    text = draw(configs(step=draw(st.sampled_from(["  ", "\t", ""]))))
    text = text if draw(st.booleans()) else text.removesuffix("\n")
    return text.replace("\n", "\r\n") if draw(st.booleans()) and '"two' not in text else text


def edited(text: str, make: Callable[[Block], Edit]) -> tuple[Section, str]:
    after = apply(make(root(text)))
    return model(root(after)), after


def paths(block: Block) -> list[list[int]]:
    """Where the sections are: the index at each level."""
    out: list[list[int]] = []
    for index, inner in enumerate(block.blocks):
        out += [[index], *([index, *path] for path in paths(inner))]
    return out


def section(block: Block, path: list[int]) -> Block:
    return section(block.blocks[path[0]], path[1:]) if path else block


def model_at(whole: Section, path: list[int]) -> Section:
    inner = [item for item in whole.items if isinstance(item, Section)]
    return model_at(inner[path[0]], path[1:]) if path else whole


def count_notes(text: str) -> int:
    return text.count("# ")


@given(documents(), names, st.sampled_from(["v", "", " x", "a # b"]), st.data())
def test_setting_a_parameter_changes_it_alone(text: str, name: str, value: str, data: st.DataObject) -> None:
    before = root(text)
    if not paths(before):
        return
    path = data.draw(st.sampled_from(paths(before)))
    expected = model(before)
    here = model_at(expected, path)
    at = [i for i, item in enumerate(here.items) if isinstance(item, tuple) and item[0] == name]
    if at:
        here.items[at[-1]] = (name, value)
    else:
        first = next((i for i, item in enumerate(here.items) if isinstance(item, Section)), len(here.items))
        here.items.insert(first, (name, value))
    found, after = edited(text, lambda whole: WRITER.set_param(section(whole, path), name, value))
    assert found == expected
    assert count_notes(after) - count_notes(value if " #" in value else "") >= count_notes(text) - text.count('"q # q"')
    assert ("\r\n" in after) == ("\r\n" in text)


@given(documents(), st.data())
def test_removing_a_parameter_or_section_removes_it_alone(text: str, data: st.DataObject) -> None:
    before = root(text)
    if not paths(before):
        return
    path = data.draw(st.sampled_from(paths(before)))
    index = data.draw(st.integers(0, max(0, len(section(before, path).items) - 1)))
    expected = model(before)
    here = model_at(expected, path)
    if here.items:
        del here.items[index]

        def remove(whole: Block) -> Edit:
            item = section(whole, path).items[index]
            return WRITER.remove_block(item) if isinstance(item, Block) else WRITER.remove_param(item)
    else:
        outer = model_at(expected, path[:-1])
        outer.items.remove(here) if outer.items.count(here) == 1 else outer.items.pop(
            [i for i, item in enumerate(outer.items) if isinstance(item, Section)][path[-1]]
        )

        def remove(whole: Block) -> Edit:
            return WRITER.remove_block(section(whole, path))

    assert edited(text, remove)[0] == expected


@given(documents(), st.sampled_from(["", "tag", "a > b"]), st.dictionaries(names, texts, max_size=2), st.data())
def test_adding_a_section_adds_it_alone(text: str, arg: str, params: dict[str, str], data: st.DataObject) -> None:
    before = root(text)
    path = data.draw(st.sampled_from([[], *paths(before)]))
    expected = model(before)
    model_at(expected, path).items.append(Section("buffer", arg, list(params.items())))
    found, after = edited(text, lambda whole: WRITER.add_block(section(whole, path), "buffer", arg, params))
    assert found == expected
    assert count_notes(after) >= count_notes(text)


CONFIG = """\
<source>
  @type tail # the log
  path /var/log/*.log
  <parse>
    @type json
  </parse> # parse
</source>

<match **>
</match>
"""


@pytest.mark.parametrize(
    ("make", "before", "after"),
    [
        (lambda r: WRITER.set_param(r.blocks[0], "path", "/x y"), "path /var/log/*.log\n", "path /x y\n"),
        (
            lambda r: WRITER.set_param(r.blocks[0], "pos_file", "/p"),
            "*.log\n",
            "*.log\n  pos_file /p\n",
        ),
        (
            lambda r: WRITER.set_param(r.blocks[0].blocks[0], "time_key", "t"),
            "@type json\n",
            "@type json\n    time_key t\n",
        ),
        (lambda r: WRITER.set_param(r.blocks[1], "@type", "null"), "<match **>\n", "<match **>\n  @type null\n"),
        (lambda r: WRITER.remove_param(r.blocks[0].params["@type"]), "  @type tail # the log\n", ""),
        (
            lambda r: WRITER.remove_block(r.blocks[0].blocks[0]),
            "  <parse>\n    @type json\n  </parse> # parse\n",
            "",
        ),
        (
            lambda r: WRITER.add_block(r.blocks[1], "buffer", "tag,time", {"timekey": "1h"}),
            "<match **>\n",
            "<match **>\n  <buffer tag,time>\n    timekey 1h\n  </buffer>\n",
        ),
        (
            lambda r: WRITER.add_block(r, "system", "", {"workers": "2"}),
            "</match>\n",
            "</match>\n<system>\n  workers 2\n</system>\n",
        ),
    ],
)  # fmt: skip
def test_an_edit_looks_as_a_person_would_have_made_it(make: Callable[[Block], Edit], before: str, after: str) -> None:
    assert apply(make(root(CONFIG))) == CONFIG.replace(before, after, 1)


def test_an_empty_config_takes_a_section() -> None:
    assert apply(WRITER.add_block(root(""), "system", "", {})) == "<system>\n</system>\n"


@pytest.mark.parametrize("name", ["", "a b", "a\nb", "<x", "#x", "@include", "'q'"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(WriterError):
        WRITER.set_param(root(CONFIG).blocks[1], name, "v")
    with pytest.raises(WriterError):
        WRITER.add_block(root(CONFIG), name, "", {})


def test_the_whole_config_cannot_be_removed() -> None:
    with pytest.raises(WriterError):
        WRITER.remove_block(root(CONFIG))
