"""Edits in the classic format: what Fluent Bit reads from the edited text is what was asked for, and nothing else has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.engines.fluentbit.write.words import words_of
from tests.engines.fluentbit.writing import WRITER, config, difference, made, root, shape
from tests.properties import tries

TEXT = """\
# main
@SET level=info
[SERVICE]
    flush 5
    # what is said
    log_level ${level}

[INPUT]
    Name          tail
    Path          /var/log/a.log
    DB            /var/lib/a.db
    # the last one

[FILTER]
    Name grep
    Match *
    Regex log a b
    Regex stream out
[OUTPUT]
    Name stdout
    Match *
"""


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda r: WRITER.set_param(r.blocks[0], "flush", "1"), "-    flush 5\n+    flush 1"),
        (lambda r: WRITER.set_param(r.blocks[0], "grace", "30"), "+    grace 30"),
        (lambda r: WRITER.set_param(r.blocks[0], "storage.path", "/s"), "+    storage.path /s"),
        (lambda r: WRITER.set_param(r.blocks[1], "mem_buf_limit", "5MB"), "+    Mem_Buf_Limit 5MB"),
        (lambda r: WRITER.set_param(r.blocks[1], "db.locking", "true"), "+    db.locking    true"),
        (lambda r: WRITER.set_param(r.blocks[1], "db", "/x y"), "-    DB            /var/lib/a.db\n+    DB            /x y"),
        (lambda r: WRITER.set_param(r.blocks[3], "retry_limit", "no_limits"), "+    Retry_Limit no_limits"),
        (lambda r: WRITER.set_param(r.blocks[3], "http_user", "me"), "+    HTTP_User me"),
        (lambda r: WRITER.set_param(r.blocks[2], "regex", "a # b"), "-    Regex stream out\n+    Regex a # b"),
        (lambda r: WRITER.set_param(r, "@SET", "level=debug"), "-@SET level=info\n+@SET level=debug"),
        (lambda r: WRITER.remove_param(r.blocks[1].params["path"]), "-    Path          /var/log/a.log"),
        (lambda r: WRITER.remove_param(first_regex(r)), "-    Regex log a b"),
        (lambda r: WRITER.rename_param(r.blocks[1].params["path"], "exclude_path"), "-    Path          /var/log/a.log\n"
         "+    Exclude_Path  /var/log/a.log"),
        (lambda r: WRITER.rename_param(r.blocks[3].params["match"], "match_regex"), "+    Match_Regex *"),
        (lambda r: WRITER.remove_block(r.blocks[2]), "-[FILTER]\n-    Name grep\n-    Regex log a b\n-    Regex stream out"),
        (lambda r: WRITER.add_block(r, "filter", "", {"name": "lua", "match": "*"}), "+    Name lua"),
        (lambda r: WRITER.add_block(r, "parser", "", {"name": "p", "format": "json"}),
         "+[PARSER]\n+    Name p\n+    Format json"),
    ],
)  # fmt: skip
def test_an_edit_looks_as_a_person_would_have_made_it(edit: Callable[[Block], Edit], expected: str) -> None:
    assert difference(TEXT, edit) == expected


def first_regex(root: Block) -> Param:
    found = root.blocks[2].items[2]
    assert isinstance(found, Param)
    return found


def test_a_key_that_is_too_long_for_the_column_leaves_it_to_the_others() -> None:
    text = "[OUTPUT]\n    Name    es\n    Match   *\n    Suppress_Type_Name On\n"
    assert difference(text, lambda r: WRITER.set_param(r.blocks[0], "host", "h")) == "+    Host    h"
    text = "[OUTPUT]\n    Name   es\n    Match  *\n    Suppress_Type_Name On\n    Retry_Limit 5\n"
    assert difference(text, lambda r: WRITER.set_param(r.blocks[0], "host", "h")) == "+    Host h"


def test_a_key_goes_after_the_last_one_of_its_section() -> None:
    after = made(TEXT, lambda r: WRITER.set_param(r.blocks[1], "tag", "a"))
    assert after == TEXT.replace("a.db\n", "a.db\n    Tag           a\n")


def test_a_section_goes_to_the_end_after_an_empty_line() -> None:
    def add(whole: Block) -> Edit:
        return WRITER.add_block(whole, "filter", "", {"name": "lua", "match": "*"})

    lines = "\n[FILTER]\n    Name lua\n    Match *\n"
    assert made(TEXT, add) == TEXT + lines
    assert made(TEXT.rstrip("\n"), add) == TEXT + lines.rstrip("\n")
    assert made("", add) == lines.lstrip("\n")


# The first indented line of a file, a comment too, sets the width for all: src/config_format/flb_cf_fluentbit.c.
@pytest.mark.parametrize("indent", [" ", "  ", "\t", "      "])
def test_a_new_line_has_the_indentation_of_the_file(indent: str) -> None:
    text = f"[SERVICE]\n{indent}# all is usual\n[INPUT]\n{indent}name cpu\n"
    assert difference(text, lambda r: WRITER.set_param(r.blocks[0], "flush", "1")) == f"+{indent}Flush 1"
    assert difference(text, lambda r: WRITER.set_param(r.blocks[1], "tag", "c")) == f"+{indent}tag c"


@pytest.mark.parametrize("name", ["", "a b", "a\nb", "[x]", "#x", "@include", "a\tb"])
def test_what_is_no_key_is_refused(name: str) -> None:
    with pytest.raises(WriterError):
        WRITER.set_param(root(TEXT).blocks[1], name, "v")
    with pytest.raises(WriterError):
        WRITER.rename_param(root(TEXT).blocks[1].params["path"], name)


@pytest.mark.parametrize("value", ["", " ", "a\nb", " a", "a ", "a\t"])
def test_what_no_key_can_have_is_refused(value: str) -> None:
    with pytest.raises(WriterError):
        WRITER.set_param(root(TEXT).blocks[1], "path", value)
    with pytest.raises(WriterError):
        WRITER.set_param(root(TEXT).blocks[1], "new", value)


def test_what_a_config_has_no_words_for_is_refused() -> None:
    whole = root(TEXT)
    for edit in (
        lambda: WRITER.remove_block(whole),
        lambda: WRITER.set_param(whole, "key", "v"),
        lambda: WRITER.add_block(whole.blocks[1], "parse", "", {}),
        lambda: WRITER.add_block(whole, "filter", "arg", {}),
        lambda: WRITER.gather(whole.blocks[1], "parse", "", {}, []),
    ):
        with pytest.raises(WriterError):
            edit()


def test_a_key_without_its_first_letter_gets_no_neighbour() -> None:
    # A line that is not indented loses as many letters as the indentation has: here one.
    text = "[INPUT]\nName cpu\n"
    with pytest.raises(WriterError):
        WRITER.set_param(config(text).root.blocks[0], "tag", "a")


_NAMES = st.sampled_from(["Name", "match", "Mem_Buf_Limit", "storage.type", "Regex", "db"])
_TEXTS = st.sampled_from(["v", "a # b", "[x]", "${V}", "é 😀", '"q"', "*", "a  b"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A config in the classic format with comments, empty lines, commands, and an indentation."""
    indent = draw(st.sampled_from(["    ", "  ", "\t"]))
    gap = draw(st.sampled_from([" ", "   "]))
    lines = []
    for _ in range(draw(st.integers(0, 4))):
        lines += draw(st.lists(st.sampled_from(["", "# a", "@SET a=b", f"{indent}# c"]), max_size=2))
        lines.append(draw(st.sampled_from(["[INPUT]", "[service]", "[Filter]", "[PARSER]", "[x]"])))
        for _ in range(draw(st.integers(0, 4))):
            lines += draw(st.lists(st.sampled_from(["", "# note", f"{indent}# [X] k v"]), max_size=1))
            lines.append(f"{indent}{draw(_NAMES)}{gap}{draw(_TEXTS)}{draw(st.sampled_from(['', '', ' ']))}")
    end = draw(st.sampled_from(["\n", ""]))
    return ("\n".join(lines) + end).replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n"])))


def notes(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.lstrip().startswith("#")]


@tries(200)
@given(texts(), _NAMES, _TEXTS, st.data())
@example("[SERVICE]\n  a b\r", "db", "v", None)
def test_setting_a_key_changes_it_alone(text: str, name: str, value: str, data: st.DataObject | None) -> None:
    before = config(text)
    if not before.root.blocks:
        return
    at = 0 if data is None else data.draw(st.integers(0, len(before.root.blocks) - 1))
    expected = [shape(each) for each in before.root.blocks]
    items = expected[at][1]
    assert isinstance(items, list)
    same = [number for number, item in enumerate(items) if item[0] == name.lower()]
    if same:
        items[same[-1]] = [name.lower(), value]
    try:
        after = made(text, lambda whole: WRITER.set_param(whole.blocks[at], name.lower(), value))
    except WriterError:
        assert "\r" in text.removesuffix("\r\n").replace("\r\n", "")
        return
    found = [shape(each) for each in root(after).blocks]
    if not same:
        new = found[at][1]
        assert isinstance(new, list)
        new.remove([name.lower(), value])
    assert found == expected
    assert notes(after) == notes(text)
    assert after.count("\r") in (text.count("\r"), text.count("\r") + 1)


@tries(200)
@given(texts(), st.data())
def test_removing_a_key_or_a_section_removes_it_alone(text: str, data: st.DataObject) -> None:
    before = root(text)
    expected = [shape(each) for each in before.blocks]
    alone = [at for at, block in enumerate(before.blocks) if block.name != "service"]
    if not alone:
        return
    at = data.draw(st.sampled_from(alone))
    items = expected[at][1]
    assert isinstance(items, list)
    number = data.draw(st.integers(-1, len(items) - 1))
    if number < 0:
        del expected[at]
        after = made(text, lambda whole: WRITER.remove_block(whole.blocks[at]))
    else:
        del items[number]

        def remove(whole: Block) -> Edit:
            param = whole.blocks[at].items[number]
            assert isinstance(param, Param)
            return WRITER.remove_param(param)

        after = made(text, remove)
        assert notes(after) == notes(text)
    assert [shape(each) for each in root(after).blocks] == expected
    assert len(root(after).params) == len(before.params)


_SNIPPETS = st.sampled_from(
    ["", "\n", "x", "[INPUT]", "[INPUT]\n", "\n[x]\n    a b", "    a b\n", "\n  a b", "@SET a=b\n", "#", "\r", " "]
)


def _same(text: str, start: int, end: int, new: str) -> None:
    """Whether the section around an edit, read again by itself, says what the whole text says then."""
    document = Document.whole(SourceFile("fluent-bit.conf", text.encode()))
    words = words_of(document, config(text).root)
    edit = Edit(document, Span(start, end), new)
    near = words.after(edit)
    vars(words)["parts"] = []
    whole = words.after(edit)
    if words.wrong == (0, 0):
        assert (near.wrong == (0, 0)) is (whole.wrong == (0, 0))
    if whole.wrong == words.wrong == (0, 0):
        assert [word.said for word in near.words] == [word.said for word in whole.words]


@tries(200)
@given(texts(), _SNIPPETS, st.data())
def test_a_section_read_again_by_itself_says_what_the_whole_text_would(text: str, new: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text.encode())))
    _same(text, start, min(len(text.encode()), start + data.draw(st.integers(0, 12))), new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c d", "c x"),
        ("c d\n", "c d\n  x y\n"),
        ("[B]", "#B]"),  # its keys are those of the section before
        ("  a b", "    a b"),  # the first indented line is that of all
        ("c d\n", "c d"),  # the head of the next is a part of the value
        ("c d\n", "c d\n@SET x=y\n"),
        ("e f", "e x"),  # a command ends no section
    ],
)
def test_what_reaches_beyond_a_section_is_seen(old: str, new: str) -> None:
    text = "[A]\n  a b\n[B]\n  c d\n[C]\n  e f\n@SET v=w\n  g h\n[D]\n  i j\n"
    start = text.index(old)
    _same(text, start, start + len(old), new)
