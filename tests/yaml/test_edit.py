"""Writing a changed text back into YAML: it reads as it should in every style of scalar, and nothing around it changes."""

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.text.changes import changed_lines, narrowed, spliced
from pipelint.yaml.edit import YamlEditError, write_scalar

LINES = st.lists(
    st.sampled_from([
        "<source>", "  @type tail", "</source>", "", "  a: b # c", "  'x'", '  "y" \\n', "é😀", "    deep", "\ttab", "- x", "#no",
        "{", "a" * 90 + " " + "b" * 60, "x ", "|", "<match **>",
    ]),
    min_size=1, max_size=7,
)  # fmt: skip
STYLES = ["|", ">", '"', "'", ""]


def text_of(lines: list[str], ends: str) -> str:
    return "\n".join(lines) + ends


def host(text: str, style: str, wide: bool) -> str:
    """A manifest with ``text`` in a scalar of this style; PyYAML's own emitter writes it, which may choose another style."""
    inner = yaml.dump({"k": text, "z": "last"}, default_style=None, allow_unicode=True, width=60 if wide else 10_000)
    if style:

        class Styled(yaml.SafeDumper):
            pass

        def represent(dumper: yaml.SafeDumper, data: str) -> yaml.ScalarNode:
            return dumper.represent_scalar("tag:yaml.org,2002:str", data, style=style if data == text else None)

        Styled.add_representer(str, represent)
        inner = yaml.dump({"k": text, "z": "last"}, Dumper=Styled, allow_unicode=True, width=60 if wide else 10_000)
    body = "".join(f"  {line}\n" if line else "\n" for line in inner.split("\n")[:-1])
    return f"# above\napiVersion: v1 # beside\ndata:\n{body}# below\nlast: [1, {{a: b}}]\n"


ENDS = st.sampled_from(["", "\n", "\n\n"])


@given(LINES, LINES, ENDS, st.sampled_from(["", "\n"]), st.sampled_from(STYLES), st.booleans())
def test_any_text_in_any_style(old: list[str], new: list[str], ends: str, new_ends: str, style: str, wide: bool) -> None:
    before, after = text_of(old, ends), text_of(new, new_ends)
    data = host(before, style, wide)
    content = yaml.safe_load(data)
    assume(content["data"]["k"] == before)
    changed = write_scalar(data.encode(), data.index("k:") + 3, after.encode()).decode()
    read = yaml.safe_load(changed)
    assert read == {**content, "data": {"k": after, "z": "last"}}
    assert changed.startswith("# above\napiVersion: v1 # beside\ndata:\n")
    assert changed.endswith("# below\nlast: [1, {a: b}]\n")


ADDED = st.sampled_from(["  time_key t", "</x>", "", "  # c"])
# A literal block without an indicator begins with text that is not indented, and its last line is not empty.
TEXTS = st.sampled_from(["<source>", "</source>", "- x", "#no", "é😀", "<match **>"])
MIDDLES = st.lists(st.sampled_from(["  @type tail", "", "  a: b # c", "    deep", "é😀", "|", "x "]), min_size=1, max_size=5)


@given(TEXTS, MIDDLES, TEXTS, st.integers(0, 4), ADDED, st.booleans(), st.sampled_from([4, 7]))
def test_a_literal_block_changes_only_in_the_lines_that_change(
    first: str, middle: list[str], last: str, at: int, line: str, crlf: bool, indent: int
) -> None:
    at %= len(middle)

    def manifest(texts: list[str]) -> str:
        body = "\n".join(" " * indent + text if text.strip() else text for text in texts)
        said = f"data:\n  fluent.conf: |\n{body}\n  other: x\n"
        return said.replace("\n", "\r\n") if crlf else said

    old, new = [first, *middle, last], [first, *middle[:at], line, *middle[at + 1 :], last]
    data = manifest(old)
    assert yaml.safe_load(data)["data"]["fluent.conf"] == "\n".join(old) + "\n"
    assert write_scalar(data.encode(), data.index("|"), ("\n".join(new) + "\n").encode()).decode() == manifest(new)


def test_json_stays_json() -> None:
    import json

    data = json.dumps({"kind": "ConfigMap", "data": {"a": "x\ny\n", "b": "é"}}, ensure_ascii=True)
    changed = write_scalar(data.encode(), data.index('"x'), 'x\n"é"\ty\n'.encode())
    assert json.loads(changed) == {"kind": "ConfigMap", "data": {"a": 'x\n"é"\ty\n', "b": "é"}}


def test_where_no_scalar_is_nothing_is_written() -> None:
    try:
        write_scalar(b"a: [1]\n", 200, b"x")
    except YamlEditError:
        return
    raise AssertionError


WORDS = st.lists(st.sampled_from(["a\n", "b\n", "é\n", "\n", "c"]), max_size=8).map("".join)


@given(WORDS, WORDS)
def test_changes_make_the_new_text(old: str, new: str) -> None:
    changes = changed_lines(old.encode(), new.encode())
    assert spliced(old.encode(), changes) == new.encode()
    assert spliced(old.encode(), [narrowed(old.encode(), change) for change in changes]) == new.encode()


@pytest.mark.parametrize(
    ("data", "text", "expected"),
    [
        # YAML 1.2, 8.1.1.1: the indicator counts from the holder. Without one libyaml, and Kubernetes with it, takes no tab.
        ("a:\n  b:\n    c: |\n      x\n", " y\nz\n", "a:\n  b:\n    c: |2\n       y\n      z\n"),
        ("a: |\n  x\n", "\ty\nz\n", "a: |2\n  \ty\n  z\n"),
        ("a: >\n  x\n\n  y\n", "\tx\ny\n", "a: |2\n  \tx\n  y\n"),
    ],
)
def test_a_block_scalar_whose_first_line_is_indented_says_how_far_the_others_are(data: str, text: str, expected: str) -> None:
    assert write_scalar(data.encode(), data.index("x"), text.encode()).decode() == expected


# YAML 1.2, 8.1.1.2: with + the empty lines at the end are text, with - not even the last line's break is.
@pytest.mark.parametrize(
    ("text", "expected"),
    [("y\n\n", "a: |+\n  y\n\nb: 1\n"), (" y\n\n", "a: |2+\n   y\n\nb: 1\n"), ("y", "a: |-\n  y\nb: 1\n")],
)
def test_a_block_scalar_says_how_its_text_ends(text: str, expected: str) -> None:
    assert write_scalar(b"a: |\n  x\nb: 1\n", 3, text.encode()).decode() == expected


def test_a_byte_belongs_to_the_scalar_that_has_it_and_not_to_the_one_before() -> None:
    data = "a: |\n  x\nb: y\n"
    assert write_scalar(data.encode(), data.index("x"), b"z\n").decode() == "a: |\n  z\nb: y\n"
    assert write_scalar(data.encode(), data.index("b"), b"c").decode() == "a: |\n  x\nc: y\n"


PIECES = ["", "1", "0", "9", "-", "+", ".", ":", "_", "e", "E+", "0x", "0o", "0b", "f", ".inf", ".NaN", "2001-01-02", "T1", " "]
TIMES = ["12:30:45", "2001-01-02T03:04:05.6 +01:00", "2001-01-02 03:04:05Z"]
WHOLE = ["~", "null", "Null", "true", "YES", "no", "on", "Off", "=", "<<", "1_000", "a", *TIMES]


ALIKE = ["a b", "x", "1a", "n", "Y", "10.0.0.1", "08", "0o7", "12:99", "2001-1", "1e5"]


@given(st.lists(st.sampled_from(PIECES), max_size=5).map("".join) | st.sampled_from(WHOLE), st.sampled_from(ALIKE))
def test_a_string_stays_a_string(new: str, old: str) -> None:
    assert yaml.safe_load(old) == old
    written = write_scalar(f"a: {old}\nb: 1\n".encode(), 3, new.encode())
    assert yaml.safe_load(written) == {"a": new, "b": 1}


@pytest.mark.parametrize(("old", "new"), [("1", "2"), ("5s", "6s"), ("true", "false"), ("null", "1.5"), ("1", "a")])
def test_a_plain_value_stays_plain_where_that_makes_no_string_a_number(old: str, new: str) -> None:
    assert write_scalar(f"a: {old}\n".encode(), 3, new.encode()) == f"a: {new}\n".encode()
