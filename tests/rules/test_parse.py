"""The parser of the predicate language: trees, positions, errors, and that printing a tree gives the tree back."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.predicate.errors import PredicateError
from pipelint.predicate.syntax.ast import (
    Binary,
    Call,
    Expr,
    Index,
    ListLiteral,
    Literal,
    Name,
    Select,
    Ternary,
    Unary,
    children,
)
from pipelint.predicate.syntax.build import RESERVED
from pipelint.predicate.syntax.parse import parse

# How tightly each operator binds (cel-spec, langdef.md "Syntax").
LEVELS = [("||",), ("&&",), ("<", "<=", ">", ">=", "==", "!=", "in"), ("+", "-"), ("*", "/", "%")]
LEVEL = {op: level for level, ops in enumerate(LEVELS, 1) for op in ops}
KEYWORDS = RESERVED | {"true", "false", "null", "in"}


SHOWN = {"\a": "a", "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t", "\v": "v", '"': '"', "\\": "\\"}


def show_string(value: str) -> str:
    """The text as a double-quoted literal."""
    shown = ("\\" + SHOWN[c] if c in SHOWN else c if c.isprintable() else f"\\U{ord(c):08x}" for c in value)
    return f'"{"".join(shown)}"'


def show(node: Expr, level: int = 0) -> str:
    """The node as text, in brackets where it binds less than ``level``."""
    match node:
        case Literal(None):
            return "null"
        case Literal(bool(value)):
            return str(value).lower()
        case Literal(str(value)):
            return show_string(value)
        case Literal(value):
            return f"({value!r})" if repr(value).startswith("-") and level > 6 else repr(value)
        case Name(name):
            return name
        case ListLiteral(items):
            return f"[{', '.join(map(show, items))}]"
        case Select(operand, member):
            return f"{show(operand, 7)}.{member}"
        case Index(operand, index):
            return f"{show(operand, 7)}[{show(index)}]"
        case Call(name, args, receiver):
            before = "" if receiver is None else show(receiver, 7) + "."
            return f"{before}{name}({', '.join(map(show, args))})"
        case Unary(op, operand):
            inner = show(operand, 6 if isinstance(operand, Unary) and operand.op == op else 7)
            text, own = op + inner, 6
        case Binary(op, left, right):
            own = LEVEL[op]
            text = f"{show(left, own)} {op} {show(right, own + 1)}"
        case Ternary(test, yes, no):
            text, own = f"{show(test, 1)} ? {show(yes, 1)} : {show(no)}", 0
    return f"({text})" if own < level else text


names = st.from_regex(r"[a-z_][a-zA-Z0-9_]{0,5}", fullmatch=True).filter(lambda name: name not in KEYWORDS)
members = names | st.sampled_from(sorted(RESERVED))
literals = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
).map(Literal)


def grow(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    some = st.lists(inner, max_size=3).map(tuple)
    signed = inner.filter(lambda node: not isinstance(node, Literal))  # -5 is one literal
    return (
        st.builds(Binary, st.sampled_from(sorted(LEVEL)), inner, inner)
        | st.builds(Unary, st.just("!"), inner)
        | st.builds(Unary, st.just("-"), signed)
        | st.builds(Ternary, inner, inner, inner)
        | st.builds(Select, inner, members)
        | st.builds(Index, inner, inner)
        | st.builds(ListLiteral, some)
        | st.builds(Call, members, some, inner)
        | st.builds(Call, names, some)
    )


expressions: st.SearchStrategy[Expr] = st.recursive(literals | names.map(Name), grow, max_leaves=12)


@given(expressions)
def test_a_printed_tree_parses_to_itself(tree: Expr) -> None:
    assert repr_without_places(parse(show(tree))) == repr_without_places(tree)


def repr_without_places(node: Expr) -> str:
    """Tells apart what == does not: 1 and 1.0 and true, 0.0 and -0.0."""
    return f"{type(node).__name__}{node.value!r}" if isinstance(node, Literal) else show(node)


@given(expressions)
def test_each_node_spans_text_that_parses_to_the_node(tree: Expr) -> None:
    text = show(tree)
    todo = [parse(text)]
    while todo:
        node = todo.pop()
        assert parse(text[node.at : node.end]) == node
        todo.extend(children(node))


@given(st.text(max_size=60) | st.text(alphabet="ab.()[]!&|=<>+-*/%?:,'\"\\0. 1e\nr", max_size=40))
def test_any_text_is_a_tree_or_one_error_inside_it(text: str) -> None:
    try:
        parse(text)
    except PredicateError as error:
        assert 0 <= error.start <= error.end <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "start", "message"),
    [
        ("a &&", 4, "expected a value, found the end of the expression"),
        ("", 0, "expected a value, found the end of the expression"),
        ("a b", 2, 'expected an operator or the end, found "b"'),
        ("f(1,)", 4, 'expected a value, found ")"'),
        ("a & b", 2, 'unexpected "&", "and" is written &&'),
        ("a = b", 2, 'unexpected "=", equality is written =='),
        ("x + 'abc", 4, "unterminated string"),
        (r"'ab\q'", 3, r'"\q" is not a string escape; a backslash is \\'),
        (r"'\ud800'", 1, r'"\u" is not a string escape; a backslash is \\'),
        ("1 + if", 4, '"if" is a reserved word of CEL'),
        ("1e999", 0, "this number is too large for a double"),
        ("x.(a)", 2, 'expected a name, found "("'),
    ],
)
def test_an_error_says_what_was_expected_and_where(text: str, start: int, message: str) -> None:
    with pytest.raises(PredicateError) as caught:
        parse(text)
    assert (caught.value.start, caught.value.message) == (start, message)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a || b && c", Binary("||", Name("a"), Binary("&&", Name("b"), Name("c")))),
        ("a - b - c", Binary("-", Binary("-", Name("a"), Name("b")), Name("c"))),
        ("a ? b : c ? d : e", Ternary(Name("a"), Name("b"), Ternary(Name("c"), Name("d"), Name("e")))),
        ("-9223372036854775808", Literal(-(2**63))),
        ("--1", Unary("-", Literal(-1))),
        ("!a.b", Unary("!", Select(Name("a"), "b"))),
        ("[1, 2,]", ListLiteral((Literal(1), Literal(2)))),
        ("0x1F", Literal(31)),
        (".5", Literal(0.5)),
        ("index.inside", Select(Name("index"), "inside")),
        (r"r'\d' + '\x41B\n\101'", Binary("+", Literal(r"\d"), Literal("AB\nA"))),
        ("a // comment\n + b", Binary("+", Name("a"), Name("b"))),
    ],
)
def test_reads_as_cel_does(text: str, tree: Expr) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    "text",
    ["(" * 3900 + "1" + ")" * 3900, "!" * 7900 + "a", "1+" * 3900 + "1", "[" * 3900, "a" + ".b" * 3900, "a?" * 3900, "9" * 7900],
    ids=["brackets", "nots", "sums", "lists", "fields", "ternaries", "digits"],
)
def test_hostile_text_takes_no_time(text: str) -> None:
    started = time.process_time()
    with contextlib.suppress(PredicateError):
        parse(text)
    assert time.process_time() - started < 1.5


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(PredicateError, match="at most 8000 characters"):
        parse("a" * 8001)
