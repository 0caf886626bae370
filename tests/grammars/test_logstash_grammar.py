"""The Logstash grammar against the verdicts and trees of Logstash's own parser, and what it sees inside strings."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Node, Parser

from tests.each import each
from tests.grammars.logstash_trees import LANGUAGE, nodes, parse, text_of

CASES = json.loads((Path(__file__).parents[1] / "data" / "conformance-logstash.json").read_text())["cases"]

# Where the verdict differs from Logstash's, and why it has to.
EXCEPTIONS = {
    "ls-021": "tree-sitter's lexer skips a byte order mark at the start before any grammar sees it; the caller reports it",
}

# The node names of Logstash's parser, for each of this grammar's that its tree has too.
SHAPES = {
    "config": "Config",
    "section": "PluginSection",
    "plugin": "Plugin",
    "name": "Name",
    "attribute": "Attribute",
    "bareword": "Bareword",
    "string": "String",
    "number": "Number",
    "array": "Array",
    "hash": "Hash",
    "hash_entry": "HashEntry",
    "branch": "Branch",
    "if": "If",
    "else_if": "Elsif",
    "else": "Else",
    "condition": "Condition",
    "boolean_operator": "BooleanOperator",
    "parenthesized": "Expression",
    "negation": "NegativeExpression",
    "comparison": "ComparisonExpression",
    "regexp_match": "RegexpExpression",
    "method_call": "MethodCall",
    "field_reference": "Selector",
    "regexp": "RegExp",
}
LEAVES = {"Name", "Bareword", "String", "Number", "BooleanOperator", "Selector", "RegExp"}
OPERATORS = {"ComparisonExpression": "ComparisonOperator", "RegexpExpression": "RegExpOperator"}


def leaf(shape: str, node: Node) -> dict[str, object]:
    return {"t": shape, "line": node.start_point.row + 1, "v": text_of(node)}


def children(node: Node) -> list[dict[str, object]]:
    """The named children as Logstash's parser has them: it has no node for a block."""
    found = []
    for child in node.named_children:
        if child.type == "block":
            found += children(child)
        elif child.type not in ("comment", "section_type", "not_in"):
            found.append(as_logstash(child))
    return found


def as_logstash(node: Node) -> dict[str, object]:
    """One node in the shape of the conformance file."""
    operator = node.child_by_field_name("operator")
    if node.type == "membership":
        shape = "InExpression" if operator is not None and operator.type == "in" else "NotInExpression"
    else:
        shape = SHAPES[node.type]
    if shape in LEAVES:
        return leaf(shape, node)
    line = {} if shape == "Config" else {"line": node.start_point.row + 1}
    below = children(node)
    name: dict[str, object] = {}
    match shape:
        case "PluginSection":
            section = node.child_by_field_name("type")
            assert section is not None
            name = {"name": text_of(section)}
        case "MethodCall":
            name = {"name": below[0]["v"]}
            below[0]["t"] = "Bareword"
        case "ComparisonExpression" | "RegexpExpression":
            assert operator is not None
            below.insert(1, leaf(OPERATORS[shape], operator))
        case "NegativeExpression" if below[0]["t"] == "Expression":
            # Logstash's tree leaves out the parentheses after `!`.
            below = below[0]["c"]  # type: ignore[assignment]
    return {"t": shape, **line, **name, "c": below}


@each("case", CASES, ids=lambda case: case["id"])
def test_verdict_and_tree_are_those_of_logstash(case):
    root = parse(case["input"])
    if case["id"] in EXCEPTIONS:
        assert not root.has_error, "no exception any more"
        assert not case["ok"]
        return
    assert root.has_error is not case["ok"]
    if case["ok"]:
        assert as_logstash(root) == case["tree"]


def test_every_corpus_file_parses_as_in_logstash(shared):
    corpus = shared / "corpus"
    if not corpus.is_dir():
        pytest.skip("the corpus is not there")
    with (corpus / "manifest.csv").open(newline="") as manifest:
        rows = [row for row in csv.DictReader(manifest) if row["kind"] == "logstash"]
    texts = {row["local"]: (corpus / row["local"]).read_bytes() for row in rows}
    parser = Parser(LANGUAGE)
    trees = {name: parser.parse(text) for name, text in texts.items()}
    wrong = [row["local"] for row in rows if (row["parse_ok"] == "True") is trees[row["local"]].root_node.has_error]
    assert wrong == []
    different = []
    for name, tree in trees.items():
        oracle = corpus / "logstash-oracle" / Path(name).with_suffix(".json").name
        if oracle.is_file() and as_logstash(tree.root_node) != json.loads(oracle.read_text())["tree"]:
            different.append(name)
    assert different == []


# Beyond the conformance cases: what Logstash says (read off the rules of its grammar), and why the verdict here differs.
@pytest.mark.parametrize(
    ("text", "ok_in_logstash"),
    [
        # A token cannot end "before LF or at the end of the text"; the caller reports the lone carriage return.
        ("input { # c\r }\n", False),
        # Keywords need no blank after them there. Here the word is longer than the keyword.
        ("filter { ifexists([a]) { } }", True),
        # A plugin named `else` there, which no installation has: an error at the setting is the better answer.
        ("filter { if [a] { } else { id => 1 } }", True),
    ],
)
def test_known_differences_of_verdict(text, ok_in_logstash):
    assert parse(text).has_error is ok_in_logstash


# What a string holds, by hand after Logstash's reference for sprintf, date formats and environment variables.
@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ('"%{[a][b]} %{host}"', "sprintf", ["%{[a][b]}", "%{host}"]),
        ('"%{[a][b]}"', "field_element", ["[a]", "[b]"]),
        ("'%{host}'", "field_name", ["host"]),
        ('"logs-%{+yyyy.MM.dd}"', "date_format", ["yyyy.MM.dd"]),
        ('"%{{yyyy-MM-dd}} %{{TIME_NOW}}"', "date_format", ["yyyy-MM-dd", "TIME_NOW"]),
        ('"${HOST:localhost}:${PORT}"', "environment_reference", ["${HOST:localhost}", "${PORT}"]),
        ('"%{IP:[client][ip]}"', "field_reference", ["[client][ip]"]),
        ('"%{[a]"', "sprintf", []),
        ('"${1X} $X ${X"', "environment_reference", []),
        (r'"a\"b\tc\\d\d"', "escape_sequence", [r"\"", r"\t", r"\\"]),
        (r"'\\\\'''", "escape_sequence", [r"\\\\'"]),
        ('"# %{a} # b"', "comment", []),
    ],
)
def test_what_stands_inside_a_string_has_nodes(text, kind, expected):
    root = parse(f"filter {{ mutate {{ id => {text} }} }}")
    assert [text_of(node) for node in nodes(root, kind)] == expected


@given(st.text(st.sampled_from("ab %${}[]+:#\\'\n\"-,"), max_size=30), st.sampled_from("\"'"))
def test_no_text_makes_a_string_fail(content, quote):
    content = content.replace(quote, "\\" + quote)
    if content.endswith("\\"):
        content += " "
    root = parse(f"filter {{ mutate {{ id => {quote}{content}{quote} }} }}")
    assert not root.has_error
    (found,) = nodes(root, "string")
    assert text_of(found) == quote + content + quote


WORD = st.from_regex(r"[a-z_][a-z0-9_]{1,8}", fullmatch=True).filter(lambda word: word not in ("if", "else", "elseif"))
BLANK = st.sampled_from([" ", "\n", "\t", " # c\n", "\r\n", " # \"{'\n  "])
ATOM = st.one_of(WORD, st.sampled_from(['"x"', "'%{[a]}'", "1", "-2.5", "[]", "{}", '"${A:b}"', "'#'"]))
VALUE = st.recursive(
    ATOM,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{' , '.join(items)}]"),
        st.lists(st.tuples(WORD, inner), max_size=3).map(lambda items: f"{{{' '.join(f'{k} => {v}' for k, v in items)}}}"),
        st.tuples(WORD, WORD, inner).map(lambda parts: f"{parts[0]} {{ {parts[1]} => {parts[2]} }}"),
    ),
    max_leaves=6,
)
RVALUE = st.sampled_from(["[a]", "[a][b]", '"x"', "1.5", '["x", "y"]', "/a\\/b/", "call([a], 1)"])
EXPRESSION = st.one_of(
    RVALUE,
    st.tuples(RVALUE, st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not in"]), RVALUE).map(" ".join),
    st.tuples(RVALUE, st.sampled_from(["=~", "!~"]), st.sampled_from(["/x/", "'x'"])).map(" ".join),
    st.sampled_from(["![a]", "!([a] and [b])", "(([a]))"]),
)


@st.composite
def plugins(draw: st.DrawFn) -> str:
    settings = draw(st.lists(st.tuples(WORD, BLANK, VALUE, BLANK), max_size=3))
    return f"{draw(WORD)}{draw(BLANK)}{{ {''.join(f'{k}{b}=>{v}{e}' for k, b, v, e in settings)}}}"


@st.composite
def sections(draw: st.DrawFn) -> str:
    statements = draw(st.lists(plugins(), max_size=3))
    if draw(st.booleans()):
        operators = draw(st.lists(st.tuples(st.sampled_from(["and", "or", "xor", "nand"]), EXPRESSION), max_size=2))
        condition = draw(EXPRESSION) + "".join(f" {operator} {operand}" for operator, operand in operators)
        statements += [f"if {condition} {{{draw(plugins())}}} else if [z] {{}}{draw(BLANK)}else {{{draw(plugins())}}}"]
    return f"{draw(st.sampled_from(['input', 'filter', 'output']))}{{{draw(BLANK).join(statements)}}}"


@given(st.lists(sections(), max_size=3), BLANK)
def test_a_config_made_by_the_rules_has_no_error(parts, blank):
    assert not parse(blank.join(parts)).has_error
