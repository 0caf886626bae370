"""Conditions: the tree has the shape that Logstash's own precedence gives; what it refuses is an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Logic, Not, Truth
from pipelint.base.condition import Test as Comparison
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.logstash.syntax.parse import parse


def read(condition: str) -> Condition | None:
    parsed = parse(Document.whole(SourceFile("a.conf", f"filter {{ if {condition} {{ drop {{ }} }} }}".encode())))
    assert parsed.errors == ()
    (section,) = parsed.root.blocks
    (branch,) = section.blocks
    return branch.condition


def shape(condition: Condition | None) -> str:
    """A condition with all its parentheses."""
    if isinstance(condition, Joined):
        return f"({f' {condition.logic.value} '.join(map(shape, condition.operands))})"
    if isinstance(condition, Not):
        return f"!{shape(condition.operand)}"
    if isinstance(condition, Truth):
        assert isinstance(condition.operand, FieldOperand)
        return "".join(f"[{key}]" for key in condition.operand.path)
    assert isinstance(condition, Comparison) and isinstance(condition.left, FieldOperand)
    right = condition.right
    assert isinstance(right, LiteralOperand)
    return f"{''.join(f'[{key}]' for key in condition.left.path)} {condition.operator} {right.value.text}"


@pytest.mark.parametrize("text", ["([a] or [b]) and [c]", "[a] and ([b] or [c])", "[a] and !([b]) or ([c] and [d]) and ([e])"])
def test_parts_in_parentheses_stand_in_the_whole(text: str) -> None:
    condition = read(text)
    assert condition is not None and condition.place.text == text


# The precedence is that of Condition#precedence in logstash-core's compiler/lscl.rb: `and` 2, `or` 1.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a]", "[a]"),
        ("[a] and [b] or [c]", "(([a] and [b]) or [c])"),
        ("[a] or [b] and [c]", "([a] or ([b] and [c]))"),
        ("([a] or [b]) and [c]", "(([a] or [b]) and [c])"),
        ("[a] and [b] and [c]", "([a] and [b] and [c])"),
        ("[a] xor [b]", "([a] xor [b])"),
        ("[a] nand [b]", "([a] nand [b])"),
        ("![a][b] or !([c])", "(![a][b] or ![c])"),
        ('[log][file] == "x y"', "[log][file] == x y"),
        ("[n] >= 3", "[n] >= 3"),
        ('[t] in ["a", "b"]', '[t] in ["a", "b"]'),
        ('[t] not in ["a", "b"]', '[t] not in ["a", "b"]'),
        ('[m] =~ /a\\/b "c/', '[m] =~ a\\/b "c'),
        ('[m] !~ "^x"', "[m] !~ ^x"),
    ],
)
def test_the_tree_of_a_condition(text: str, expected: str) -> None:
    assert shape(read(text)) == expected


def test_brackets_around_one_string_are_a_field_as_in_logstash() -> None:
    condition = read('[t] in ["a"]')
    assert isinstance(condition, Comparison)
    assert isinstance(condition.right, FieldOperand) and condition.right.path == ('"a"',)


@pytest.mark.parametrize("text", ["[a] xor [b] and [c]", "[a] and [b] nand [c]", "[a] xor [b] xor [c]"])
def test_xor_and_nand_stand_alone(text: str) -> None:
    parsed = parse(Document.whole(SourceFile("a.conf", f"filter {{ if {text} {{ drop {{ }} }} }}".encode())))
    (error,) = parsed.errors
    assert error.place.text in ("and", "nand", "xor")
    assert error.place.span.start == parsed.root.place.document.text.rindex(error.place.text.encode())


fields = st.lists(st.sampled_from(["a", "b", "c c"]), min_size=1, max_size=2).map(
    lambda path: "".join(f"[{key}]" for key in path)
)
tests = st.tuples(fields, st.sampled_from(["==", "!=", "<", ">="]), st.integers(-5, 5)).map(lambda t: f"{t[0]} {t[1]} {t[2]}")
written = st.recursive(
    fields | tests,
    lambda inner: st.tuples(st.sampled_from(["and", "or"]), st.lists(inner, min_size=2, max_size=3)).map(
        lambda t: f"({f' {t[0]} '.join(t[1])})"
    ),
    max_leaves=8,
)


@given(written)
def test_parentheses_decide(text: str) -> None:
    assert shape(read(text)) == text


def test_an_operator_that_is_missing_is_a_syntax_error() -> None:
    text = b'filter { if [a] == "b" or\n add_tag => [ "x" ]\n [a] =~ "c" or\n add_tag => [ "d" ]\n}'
    assert parse(Document.whole(SourceFile("a.conf", text))).errors


def test_conditions_nested_too_deeply_are_one_error() -> None:
    text = "(" * 5_000 + "[a]" + ")" * 5_000
    parsed = parse(Document.whole(SourceFile("a.conf", f"filter {{ if {text} {{ drop {{ }} }} }}".encode())))
    assert [error.message[:18] for error in parsed.errors] == ["nested deeper than"]


def test_logic_has_the_words_of_the_language() -> None:
    assert [logic.value for logic in Logic] == ["and", "or", "xor", "nand"]
