"""The YAML reader: nodes with their places, aliases, the place of an error, bounds."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pipelint.yaml.tree import MAX_DEPTH, MAX_NODES, Mapping, Node, Scalar, Sequence, read_yaml

scalars = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=8)
trees = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(scalars, inner, max_size=4))


def plain(node: Node) -> object:
    """Values alone."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key: plain(value) for key, value in node.values.items()}


@given(st.lists(trees, max_size=3), st.booleans(), st.sampled_from(["", "\ufeff"]))
def test_a_stream_is_read_as_it_was_dumped(documents: list[object], flow: bool, mark: str) -> None:
    data = (mark + yaml.dump_all(documents, default_flow_style=flow, allow_unicode=True)).encode()
    stream = read_yaml(data)
    assert stream.error is None
    assert [plain(root) for root in stream.roots] == documents


def test_offsets_are_bytes_of_the_file() -> None:
    data = "\ufeffé: ü # €\n😀: 'x'\n".encode()
    root = read_yaml(data).roots[0]
    assert isinstance(root, Mapping)
    places = {key: data[node.start : node.end] for key, node in root.values.items() if isinstance(node, Scalar)}
    assert places == {"é": "ü".encode(), "😀": b"'x'"}


def test_byte_order_marks_are_no_part_of_the_text() -> None:
    (root,) = read_yaml("\ufeff\ufeff---\na: b\n".encode()).roots
    assert (plain(root), root.start) == ({"a": "b"}, 10)


def test_an_alias_is_the_node_that_it_stands_for() -> None:
    root = read_yaml(b"a: &x [1]\nb: *x\n").roots[0]
    assert isinstance(root, Mapping)
    assert root.values["a"] == root.values["b"] != Sequence([])
    assert len({root.values["a"], root.values["b"]}) == 1


def test_aliases_are_not_expanded() -> None:
    bomb = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 60))
    node: Node = read_yaml(bomb.encode()).roots[0]
    assert isinstance(node, Mapping)
    node = node.values["a59"]
    for _ in range(59):
        assert isinstance(node, Sequence)
        assert len(node.aliases) == len(node.items) == 9
        node = node.items[8]
    assert plain(node) == ["x"]


def test_an_alias_inside_of_its_anchor_leads_round() -> None:
    (root,) = read_yaml(b"&x [*x, {y: *x}]").roots
    assert isinstance(root, Sequence)
    first, second = root.items
    assert isinstance(first, Sequence) and isinstance(second, Mapping)
    assert first.items[0] == second.values["y"] == root


@pytest.mark.parametrize(
    ("data", "offset", "words"),
    [
        (b"a: b\n c: d\n", 7, "mapping values are not allowed"),
        (b"a: [1, 2\nb: 3\n", 10, "expected"),
        ("é: 'x\n".encode(), 7, "quoted scalar"),
        (b"a: *x\n", 3, "undefined alias 'x'"),
        ("é: \x07\n".encode(), 4, "control character U+0007"),
        (b"\xef\xbb\xbfa: @b\n", 6, "cannot start any token"),
    ],
)
def test_an_error_has_its_place(data: bytes, offset: int, words: str) -> None:
    error = read_yaml(data).error
    assert error is not None
    assert error.offset == offset
    assert words in error.message


def test_what_stands_before_an_error_is_kept() -> None:
    stream = read_yaml(b"a: b\n---\nc: d\ne: [\n---\n")
    assert stream.error is not None
    assert plain(stream.roots[0]) == {"a": "b"}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[" * (MAX_DEPTH + 5) + b"]" * (MAX_DEPTH + 5), "nested deeper"),
        (b"".join(b" " * depth + b"a:\n" for depth in range(MAX_DEPTH + 5)), "nested deeper"),
        (b"[" * 100_000, "nested deeper"),
        (b"{a: " * 100_000, "nested deeper"),
        (b"- " * 100_000, "nested deeper"),
        (b"? " * 100_000, "nested deeper"),
        (b"[" + b"a," * (MAX_NODES + 1), "more than 4,000,000 nodes"),
    ],
)
def test_what_is_too_much_is_an_error(data: bytes, words: str) -> None:
    error = read_yaml(data).error
    assert error is not None
    assert words in error.message


def test_a_block_scalar_in_a_file_of_many_lines_is_found() -> None:
    root = read_yaml(b"a: |\n" + b"  x\n" * 70_000 + b"b: c\n").roots[0]
    assert isinstance(root, Mapping)
    assert root.text("b") == "c"


def test_json_may_be_indented_by_tabs() -> None:
    assert plain(read_yaml(b'{\n\t"a": "b\\/c"\n}').roots[0]) == {"a": "b/c"}


def test_of_a_repeated_key_the_last_counts_and_pairs_have_all() -> None:
    (root,) = read_yaml(b"a: 1\n? [x]\n: 2\na: 3\n").roots
    assert isinstance(root, Mapping)
    assert plain(root) == {"a": "3"}
    assert (root.text("a"), root.keys["a"].start, [plain(pair.value) for pair in root.pairs]) == ("3", 15, ["1", "2", "3"])


def test_what_is_no_utf_8_is_refused() -> None:
    with pytest.raises(ValueError, match="utf-8"):
        read_yaml(b"a: \xff")
