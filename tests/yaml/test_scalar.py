"""Values of scalars: what the YAML parser gives, and each byte of it at its place in the file."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.yaml import text
from pipelint.yaml.tree import Mapping, Scalar, read_yaml, scalars_of

LOADERS = [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)]


def scalar_map(manifest: bytes) -> SourceMap | None:
    """The map of ``data: {k: ...}`` in a manifest, None where it is no YAML or no text."""
    stream = read_yaml(manifest)
    root = stream.roots[0] if stream.roots and stream.error is None else None
    data = root.values.get("data") if isinstance(root, Mapping) else None
    node = data.values.get("k") if isinstance(data, Mapping) else None
    if not isinstance(node, Scalar):
        return None
    return text.scalar_map(manifest, node)


def loaded(manifest: bytes, loader: type) -> str | None:
    """The same value as PyYAML gives it, None where it refuses the manifest or the value is no text."""
    try:
        root = yaml.load(manifest.decode(), loader)
    except (yaml.YAMLError, ValueError):
        return None
    value = root.get("data", {}).get("k") if isinstance(root, dict) and isinstance(root.get("data"), dict) else None
    return value if isinstance(value, str) else None


def assert_maps_back(source: SourceMap, start: int, end: int) -> None:
    """Decoding the file at the place of a span, widened to whole atoms, gives the span's text."""
    for piece in source.slices:
        if not piece.verbatim and piece.doc.start < start < piece.doc.end:
            start = piece.doc.start
        if not piece.verbatim and piece.doc.start < end < piece.doc.end:
            end = piece.doc.end
    span = Span(start, end)
    if len(span):
        assert source.decode(source.to_file(span)) == span.cut(source.text)


line = st.text(st.sampled_from("ab <>/@#:-'\"\\{}[]|&*!%é€😀\t$=,."), max_size=14)
text_line = line.filter(lambda words: bool(words.strip()))
configs = st.lists(line | text_line, min_size=1, max_size=8).map("\n".join)
breaks = st.sampled_from(["\n", "\r\n"])


def spans_of(data: st.DataObject, value: bytes) -> tuple[int, int]:
    start = data.draw(st.integers(0, len(value)))
    return start, data.draw(st.integers(start, len(value)))


@given(configs, st.sampled_from(["|", ">", '"', "'", ""]), st.integers(20, 90), st.integers(2, 6), breaks, st.data())
def test_what_pyyaml_dumps_is_read_as_it_was(
    config: str, style: str, width: int, indent: int, newline: str, data: st.DataObject
) -> None:
    made = {"data": {"k": config, "z": 1}}
    dumped = yaml.dump(made, default_style=style or None, width=width, indent=indent, allow_unicode=True)
    manifest = dumped.replace("\n", newline).encode()
    source = scalar_map(manifest)
    assert source is not None
    assert source.text.decode() == config
    assert_maps_back(source, *spans_of(data, source.text))


@st.composite
def block_scalars(draw: st.DrawFn) -> bytes:
    """Manifests with a block scalar as people write them: any indicator, comments, empty lines, indented lines."""
    indent = draw(st.integers(1, 5))
    chomp, number = draw(st.sampled_from(["", "+", "-"])), draw(st.sampled_from(["", str(indent)]))
    header = draw(st.sampled_from("|>")) + draw(st.sampled_from([chomp + number, number + chomp]))
    header = draw(st.sampled_from(["", "&a ", "!!str ", "&a !!str ", "!!str &a  "])) + header
    header += draw(st.sampled_from(["", "  ", " # why", "\t# why"]))
    out = [f"data:\n  k: {header}"]
    for words in draw(st.lists(line, max_size=7)):
        blanks = draw(st.integers(0, 2 + indent)) if not words else 2 + indent
        out.append(" " * blanks + words)
    out += draw(st.sampled_from([[], [""], ["# end"], ["  z: 1"], ["", "  z: 1", ""], ["..."]]))
    newline = draw(breaks)
    return newline.join(out).encode()


@given(block_scalars(), st.data())
@example(b"data:\n  k: |+\n    a\n\n\n", None)
@example(b"data:\n  k: >-\n    a\n    b\n\n\n    c\n     d\n    e", None)
@example(b"data:\n  k: |2-  # c\n     a\n\n    b\n\n  z: 1\n", None)
@example(b"data:\n  k: |+\n\n\n  z: 1\n", None)
@pytest.mark.parametrize("loader", LOADERS)
def test_a_block_scalar_is_read_as_pyyaml_reads_it(loader: type, manifest: bytes, data: st.DataObject | None) -> None:
    expected = loaded(manifest, loader)
    # libyaml refuses some that PyYAML's own parser takes: a tab in the place of the first line's indentation.
    assume(expected is not None and loaded(manifest, LOADERS[-1]) is not None)
    source = scalar_map(manifest)
    assert source is not None
    assert source.text.decode() == expected
    if data is None:
        return
    start, end = spans_of(data, source.text)
    assert_maps_back(source, start, end)
    # What has no line break in it stands in the file as it is.
    end = min(end, *(at for at in (source.text.find(b"\n", start), len(source.text)) if at >= 0))
    folded = any(not piece.verbatim and piece.doc.start < end and piece.doc.end > start for piece in source.slices)
    if start < end and not folded:
        span = Span(start, end)
        assert source.to_file(span).cut(manifest) == span.cut(source.text)


fragments = st.sampled_from(  # a list cut from one text, which stays on three lines
    re.split(
        "~",
        "a~b c~é~😀~'~\"~\\~\n~\n    ~\n\n   ~\r\n     ~\r   ~ ~  ~\t~#~: ~''~\\\"~\\n~\\t~\\x41~\\u00e9"
        "~\\U0001F600~\\/~\\\n   ~\\\r\n~\\ ~\\_~\\0~\x85   ~\u2028   ~<m>~-~>~|",
    )
)


@given(st.lists(fragments, max_size=14).map("".join), st.sampled_from(['"', "'", ""]), st.data())
def test_a_flow_scalar_is_read_as_libyaml_reads_it(raw: str, quote: str, data: st.DataObject) -> None:
    manifest = f"data:\n  k: {quote}{raw}{quote}\n  z: 1\n".encode()
    expected = loaded(manifest, LOADERS[-1])
    assume(expected is not None)
    source = scalar_map(manifest)
    assert source is not None
    assert source.text.decode() == expected
    assert_maps_back(source, *spans_of(data, source.text))


# Expected values: YAML 1.1, sections 9.1 to 9.3, by hand.
@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ('"a\\\n     b"', "ab"),
        ('"a  \n\n  b"', "a\nb"),
        ('"\\x41\\u00e9\\U0001F600\\N\\_\\e"', "Aé😀\x85\xa0\x1b"),
        ("'it''s\n    so'", "it's so"),
        ("x y\n    z", "x y z"),
        ("|2\n      a\n    b", "  a\nb"),
        (">\n    a\n    b\n\n    c\n      d\n    e", "a b\nc\n  d\ne"),
        ("|-\n    a\n", "a"),
        ("|+\n    a\n\n", "a\n\n"),
        ("!!str 'a'", "a"),
        ("&x # why\n    !!str\n    'a'", "a"),
    ],
)
def test_values_by_hand(raw: str, value: str) -> None:
    manifest = f"data:\n  k: {raw}".encode()
    source = scalar_map(manifest)
    assert source is not None
    assert source.text.decode() == value


def test_json_writes_what_is_above_ffff_as_two_halves() -> None:
    source = scalar_map(b'{"data": {"k": "a\\ud83d\\ude00b\\\\ud83d"}}')
    assert source is not None
    assert source.text.decode() == "a😀b\\ud83d"
    assert source.to_file(Span(1, 5)) == Span(17, 29)


@given(st.text(max_size=80) | st.lists(fragments, max_size=20).map("".join))
def test_no_text_makes_it_fail(raw: str) -> None:
    data = raw.encode()
    for scalar in scalars_of(read_yaml(data).roots):
        source = text.scalar_map(data, scalar)
        assert (source.text, source.text.decode()) == (scalar.encoded, scalar.value)
        assert_maps_back(source, 0, len(source.text))


def test_each_line_of_a_literal_is_one_verbatim_slice_with_its_break() -> None:
    manifest = b"data:\n  k: |\n    <source>\n      @type tail\n    </source>\n"
    source = scalar_map(manifest)
    assert source is not None
    assert [piece.verbatim for piece in source.slices] == [True, True, True]
    assert source.to_file(Span(9, 21)).cut(manifest) == b"  @type tail"
