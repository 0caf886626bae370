"""What expressions are worth: by CEL's own rules, worked out by hand, and against Python on arithmetic and logic."""

from __future__ import annotations

import contextlib
import math
import re
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.predicate.check.signatures import SIGNATURES
from pipelint.predicate.evaluate.frame import EvalError, Frame
from pipelint.predicate.evaluate.link import link
from tests.each import each
from tests.rules.toy import ERROR, Config, boxes, evaluate, typed, value


@each(
    "text, expected",
    [
        # facts
        ("box.plugin + box.things.size.value", "inner12"),
        ("box.colour", "red"),
        ("box.colours", ["red", "blue"]),
        ("box.words", ["a", "b", "z"]),
        ("box.things['word'].name", "word"),
        ("box.things.nothing.value", ERROR),
        ("box.things['nothing'].value", ERROR),
        ("box.parent.plugin", "outer"),
        ("box.parent.parent == null", True),
        ("box.parent.parent.plugin", ERROR),
        ("box.things.size.seconds == null", True),
        ("box.things.size.seconds > 1", ERROR),
        ("box.things.word.bytes == 12", False),
        ("box.things.size.bytes == 12", True),
        ("has(box.things.size) && !has(box.things.nothing)", True),
        ("has(box.parent) && !has(box.parent.parent)", True),
        ("has(box.parent.parent.plugin)", ERROR),
        ("'size' in box.things", True),
        ("box == box.parent", False),
        ("box.parent == box.nearest[0]", True),
        ("box.parent in config.boxes && box in config.boxes && !(box in box.nearest)", True),
        # errors in logic (cel-spec, langdef.md "Logical Operators")
        ("box.things.nothing.value == '' || true", True),
        ("true || box.things.nothing.value == ''", True),
        ("box.things.nothing.value == '' || false", ERROR),
        ("box.things.nothing.value == '' && false", False),
        ("box.things.nothing.value == '' && true", ERROR),
        ("1 / 0 > 1 ? true : true", ERROR),
        ("false ? 1 / 0 : 2", 2),
        # arithmetic
        ("-7 / 2", -3),
        ("7 / -2", -3),
        ("-7 % 2", -1),
        ("7 % -2", 1),
        ("1 / 0", ERROR),
        ("1 % 0", ERROR),
        ("1.0 / 0.0", math.inf),
        ("-1.0 / 0.0", -math.inf),
        ("9223372036854775807 + 1", ERROR),
        ("-9223372036854775808 - 1", ERROR),
        ("-(-9223372036854775808)", ERROR),
        ("-9223372036854775808 / -1", ERROR),
        ("4611686018427387904 * 2", ERROR),
        ("1 == 1.0 && 1 < 1.5 && 2.0 >= 2", True),
        ("9007199254740993 == 9007199254740992.0", False),
        ("2 + 3 * 4 - 10 / 5", 12),
        ("'a' < 'b' && false < true", True),
        # lists
        ("[1, 2] + [3]", [1, 2, 3]),
        ("[1, 2][2]", ERROR),
        ("[1, 2][-1]", ERROR),
        ("box.numbers == [3, 1, 2]", True),
        ("[[1], []] == [[1], []]", True),
        ("[1] in [[2], [1]]", True),
        ("2 in box.numbers && !(4 in box.numbers) && 1.0 in box.numbers", True),
        # macros
        ("box.numbers.exists(n, n > 2)", True),
        ("box.numbers.all(n, n > 2)", False),
        ("box.numbers.exists_one(n, n > 2)", True),
        ("box.numbers.exists_one(n, n > 1)", False),
        ("box.numbers.filter(n, n > 1)", [3, 2]),
        ("box.numbers.map(n, n * n)", [9, 1, 4]),
        ("box.numbers.map(n, n > 1, n * n)", [9, 4]),
        ("box.things.map(name, box.things[name].value)", ["12", "hello"]),
        ("box.things.exists(name, name.startsWith('s'))", True),
        ("box.numbers.exists(n, 6 / (n - 3) > 5 || n == 2)", True),
        ("box.numbers.exists(n, 6 / (n - 3) > 5)", ERROR),
        ("box.numbers.all(n, 6 / (n - 3) > 5)", False),
        ("box.numbers.all(n, 6 / (n - 3) < 5)", ERROR),
        ("box.numbers.exists_one(n, 6 / (n - 3) < 5)", ERROR),
        ("box.numbers.filter(n, 6 / (n - 3) < 5)", ERROR),
        ("box.numbers.exists(n, box.numbers.exists(m, m == n + 2))", True),
        ("[1].filter(n, n > 1).exists(n, true) || ![1].filter(n, n > 1).all(n, false)", False),
    ],
)  # fmt: skip
def test_is_worth_what_cel_says(text: str, expected: object) -> None:
    assert value(text) == expected


numbers = st.integers(-50, 50) | st.integers(-(2**63), 2**63 - 1)


def truncating(left: int, op: str, right: int) -> int:
    """C's division, which is CEL's."""
    quotient, remainder = divmod(abs(left), abs(right))
    if op == "%":
        return -remainder if left < 0 else remainder
    return quotient if (left < 0) == (right < 0) else -quotient


trees = st.recursive(numbers, lambda inner: st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "%"]), inner), max_leaves=8)


@given(trees)
def test_int_arithmetic_is_that_of_64_bits(tree: object) -> None:
    def shown(node: object) -> str:
        return f"({shown(node[0])} {node[1]} {shown(node[2])})" if isinstance(node, tuple) else str(node)

    def reference(node: object) -> int:
        if not isinstance(node, tuple):
            assert isinstance(node, int)
            return node
        left, op, right = reference(node[0]), node[1], reference(node[2])
        if op in "/%":
            if right == 0:
                raise OverflowError
            result = truncating(left, op, right)
        else:
            result = left + right if op == "+" else left - right if op == "-" else left * right
        if not -(2**63) <= result < 2**63:
            raise OverflowError
        return result

    try:
        expected: object = reference(tree)
    except OverflowError:
        expected = ERROR
    assert value(shown(tree)) == expected


THREE = {"true": True, "false": False, "1 / 0 == 0": None}


@given(
    st.recursive(
        st.sampled_from(sorted(THREE)),
        lambda inner: st.tuples(inner, st.sampled_from(["&&", "||"]), inner) | st.tuples(st.just("!"), inner),
        max_leaves=10,
    )
)
def test_logic_with_errors_is_three_valued_and_commutes(tree: object) -> None:
    def shown(node: object, *, mirrored: bool = False) -> str:
        match node:
            case (left, op, right):
                left, right = (right, left) if mirrored else (left, right)
                return f"({shown(left, mirrored=mirrored)} {op} {shown(right, mirrored=mirrored)})"
            case (op, inner):
                return f"{op}({shown(inner, mirrored=mirrored)})"
            case _:
                return str(node)

    def reference(node: object) -> bool | None:
        match node:
            case (left, op, right):
                sides = {reference(left), reference(right)}
                decisive = op == "||"
                return decisive if decisive in sides else None if None in sides else not decisive
            case (_, inner):
                found = reference(inner)
                return None if found is None else not found
            case _:
                return THREE[str(node)]

    known = reference(tree)
    expected = ERROR if known is None else known
    assert value(shown(tree)) == value(shown(tree, mirrored=True)) == expected


LEAVES = {
    "int": ["0", "7", "-9223372036854775808", "box.count", "box.things.size.bytes", "box.things.no.bytes"],
    "double": ["0.0", "-1.5", "1e308", "box.weight", "box.things.size.seconds"],
    "string": ["''", "'é'", "box.plugin", "box.colour", "box.things.word.value", "box.parent.parent.plugin"],
    "bool": ["true", "false", "box.full", "has(box.parent)", "has(box.things.no)", "(box.parent.parent == null)"],
    "list<int>": ["[1, 2]", "box.numbers"],
    "list<double>": ["[0.5]"],
    "list<string>": ["['a']", "box.words", "box.colours"],
    "list<any>": ["box.numbers", "box.words", "config.boxes"],
    "map<string, any>": ["box.things"],
    "Box": ["box", "box.parent", "box.parent.parent", "config.boxes[1]", "config.boxes[7]"],
}
# What gives a type: words in capitals are expressions of other types, V is a variable of its own.
TYPES = {"I": "int", "D": "double", "S": "string", "B": "bool", "Li": "list<int>", "Ls": "list<string>", "X": "Box"}
SHAPES = {
    "int": ["(I + I)", "(I - I)", "(I * I)", "(I / I)", "(I % I)", "-(I)", "Li[I]", "(B ? I : I)"],
    "double": ["(D + D)", "(D - D)", "(D * D)", "(D / D)", "-(D)", "(B ? D : D)"],
    "string": ["(S + S)", "box.things[S].value", "Ls[I]", "(B ? S : S)", "X.plugin"],
    "bool": [
        *("(B && B)", "(B || B)", "!(B)", "(B == B)", "(I < D)", "(I == D)", "(S >= S)", "(S != S)", "(S in box.things)"),
        *("(S in Ls)", "(I in Li)", "(X == X)", "(X in config.boxes)", "(Li == Li)", "Li.exists(V, B)", "Ls.all(V, B)"),
        *("(S in [])", "Li.exists_one(V, B)", "box.things.exists(V, B)"),
    ],
    "list<int>": ["(Li + Li)", "([] + Li)", "Ls.map(V, I)", "Li.filter(V, B)", "Li.map(V, B, I)", "[I, I]"],
    "list<double>": ["Li.map(V, D)"],
    "list<string>": ["Li.map(V, S)", "box.things.map(V, S)", "Ls.filter(V, B)"],
}
WORD = re.compile(r"\b(Li|Ls|[IDSBXV])\b")


def shapes(kind: str) -> list[str]:
    """Every way to make an expression of this type, each function of the language among them."""
    short = {name: word for word, name in TYPES.items()}
    out = list(SHAPES.get(kind, []))
    for f in SIGNATURES:
        if str(f.result) == kind:
            args = ["'(x|y)*z'"] if f.name == "matches" else [short.get(str(arg), f"<{arg}>") for arg in f.args]
            before = "" if f.receiver is None else short.get(str(f.receiver), f"<{f.receiver}>") + "."
            out.append(f"{before}{f.name}({', '.join(args)})")
    return out


@st.composite
def expressions(draw: st.DrawFn, kind: str, depth: int = 4) -> str:
    """The text of an expression of this type."""
    made = shapes(kind)
    if depth == 0 or not made or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(LEAVES[kind]))
    shape = re.sub(r"<(.*?)>(?=[.,)])", lambda found: draw(expressions(found[1], 0)), draw(st.sampled_from(made)))
    variable = f"v{depth}"
    return WORD.sub(lambda w: variable if w[0] == "V" else draw(expressions(TYPES[w[0]], depth - 1)), shape)


@given(st.sampled_from(sorted(SHAPES)).flatmap(expressions), st.integers(0, 400))
def test_what_the_checker_accepts_gives_a_value_or_an_error_value(text: str, steps: int) -> None:
    typed(text)
    with contextlib.suppress(EvalError):
        evaluate(text, steps)


@pytest.mark.parametrize(
    "text",
    [
        "-1 in box.numbers",
        "'x' in box.words",
        "box in config.boxes",
        "box.numbers == box.numbers",
        "box.numbers + [] == []",
        "box.words.join() == ''",
        "box.numbers.exists(n, n < 0)",
    ],
)
def test_an_expression_pays_for_the_length_of_the_lists_that_it_goes_over(text: str) -> None:
    box, _ = boxes()

    def spent(length: int) -> int:
        large = replace(box, numbers=tuple(range(length)), words=frozenset(map(str, range(length))))
        many = Config("fluentd", (replace(box),) * length)
        frame = Frame({"box": large, "config": many}, {})
        link(typed(text).code)(frame)
        return 200_000 - frame.steps

    # An eighth of a step an item at least.
    assert spent(8_000) - spent(0) >= 1_000


@pytest.mark.parametrize(
    "text",
    [
        "L.exists(a, L.exists(b, L.exists(c, L.exists(d, false))))",
        "L.map(a, L.map(b, L.map(c, L))).size() > 0",
        "L.map(a, T + T + T + T).join().replace('x', T).size() > 0",
        "L.filter(a, T.replace('', T) == T).size() > 0",
        "L.all(a, T.split('').size() > 0)",
        "L.all(a, !T.matches('(?:x?y?z?){1500}[!,]'))",
        "L.all(a, L.all(b, !T.contains(T + 'x')))",
        "L.all(a, L.all(b, T in [T, T, T] && T == T && T <= T))",
    ],
)
def test_no_expression_runs_long(text: str) -> None:
    box, _ = boxes()
    large = replace(box, numbers=tuple(range(1000)), plugin="xyz" * 20_000)
    code = typed(text.replace("L", "box.numbers").replace("T", "box.plugin")).code
    started = time.process_time()
    with contextlib.suppress(EvalError):
        link(code)(Frame({"box": large}, {}))
    assert time.process_time() - started < 0.5
