"""Compiling rule pages: what stands on them, and that each error has its line and column in the page."""

from __future__ import annotations

import json
from dataclasses import asdict, fields

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Safety, Severity
from pipelint.base.text.document import SourceFile
from pipelint.predicate.errors import PredicateError
from pipelint.predicate.syntax.template import Hole, split_template
from pipelint.rules.errors import RulePageError
from pipelint.rules.pages.compile import compile_page
from pipelint.rules.pages.front import TAGGED
from pipelint.rules.pages.page import read_page
from pipelint.rules.rule import Lines, Rule, rule_from_json, rule_to_json
from tests.rules.toy import PAGE, SCHEMAS, page


def compiled(file: SourceFile) -> Rule:
    return compile_page(file, SCHEMAS, "tt101.md")


def errors(file: SourceFile) -> list[tuple[int, int, str]]:
    with pytest.raises(RulePageError) as caught:
        compiled(file)
    return [(error.line, error.column, error.message) for error in caught.value.all]


def marked(file: SourceFile) -> list[str]:
    """The texts of the page that its errors stand on."""
    with pytest.raises(RulePageError) as caught:
        compiled(file)
    return [error.span.cut(file.data).decode() for error in caught.value.all]


FULL = page(
    "box.count > 1 && big",
    "'{box.plugin} {{literal}} {big}'",
    """each: "thing in box.things"
let:
  big: box.weight > 1.0
  other: big && box.full
severity_when:
  - {when: box.full, severity: error}
related:
  - at: box.parent
    message: the box around {thing}
fix:
  - set: size
    to: "{box.count}"
    safety: safe
    title: a title
    when: other
  - {replace: "box.things[thing]", to: "", safety: unsafe}
  - {remove: word, in: box.parent, safety: unsafe}
  - {remove_section: box, safety: display}
  - {add_section: buffer, arg: tag, params: {a: "{thing}"}, safety: safe}
since: 0.1.0
measured: [f_row_1, f_row_2]
catalogue: TM001
""",
)


def test_a_page_with_everything_compiles() -> None:
    rule = compiled(FULL)
    assert (rule.code, rule.name, rule.on, rule.severity) == ("TT101", "toy-rule", "box", Severity.WARNING)
    assert rule.title == "A toy is too large"
    assert [op.kind for op in rule.fix] == ["set", "replace", "remove", "remove_section", "add_section"]
    assert rule.safeties == (Safety.SAFE, Safety.UNSAFE, Safety.DISPLAY)
    assert rule.asks.each is not None and rule.asks.each[0] == "thing"


def test_a_rule_survives_json() -> None:
    rule = compiled(FULL)
    head, asked, said = rule_to_json(rule)
    lines = Lines(lambda: asked + b"\n" + said, [len(asked), len(said)])
    again = rule_from_json(json.loads(json.dumps(head)), (lines, 0), (lines, 1))
    for name in (field.name for field in fields(rule) if field.name not in ("asked", "said")):
        assert getattr(again, name) == getattr(rule, name), name
    for ours, theirs in ((again.asks, rule.asks), (again.says, rule.says)):
        assert json.dumps(asdict(ours), default=repr) == json.dumps(asdict(theirs), default=repr)


def test_the_body_has_title_and_examples() -> None:
    found = read_page(FULL)
    assert found.title == "A toy is too large"
    assert found.body.startswith("# A toy is too large\n## Why\n")
    bad, good = found.examples
    assert (bad.section, bad.language, bad.options, bad.text) == ("Bad", "fluentd", {"runtime": "cri"}, "<box>\n</box>\n")
    assert FULL.data.decode().splitlines()[bad.line - 1] == "<box>"
    assert (good.section, good.options) == ("Good", {})


NO_OPERATION = "a fix must do one of set, replace, remove, remove_section, add_section, rename, gather, rewrite, found none"
NO_SECTION = '"in" expects a fact with a section, found a Config'
NO_PLACE = "a finding must point at a fact with a place, found a Config"
NO_B = 'unknown variable "b"'


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (page(when="box.plugn == ''"), (8, 11, '"plugn" is not a field of Box, did you mean "plugin"?')),
        (page(when="box.count"), (8, 7, "when must be a bool, found an int")),
        (page(when="box.full &&"), (8, 18, "expected a value, found the end of the expression")),
        (page(message="'{box.plugn}'"), (10, 16, '"plugn" is not a field of Box, did you mean "plugin"?')),
        (page(message="'{box.things}'"), (10, 12, "a template can show scalars and lists of scalars, not a map<string, Thing>")),
        (page(message="a } b"), (10, 12, "a } without a {; write }} for a literal brace")),
        (page(more="wehn: x\n"), (12, 1, 'unknown field "wehn", did you mean "when"?')),
        (page(more="when: true\n"), (12, 1, 'duplicate key "when"')),
        (page(more="each: box.things\n"), (12, 7, "each must be written x in LIST")),
        (page(more="each: x in box.count\n"), (12, 7, "each expects a list or a map, found an int")),
        (page(more="each: box in box.things\n"), (12, 7, '"box" is already defined here')),
        (page(more="let: {box: true}\n"), (12, 7, '"box" is already defined here')),
        (page(more="let: {a.b: true}\n"), (12, 7, '"a.b" is not a valid name')),
        (page(more="fix: {set: size, to: x}\n"), (12, 6, 'the field "safety" is missing')),
        (
            page(more="fix: {set: size, to: x, safety: save}\n"),
            (12, 33, '"save" is not a valid value for safety, did you mean "safe"?'),
        ),
        (page(more="fix: {to: x, safety: safe}\n"), (12, 6, NO_OPERATION)),
        (page(more="fix: {remove: 'a b', safety: safe}\n"), (12, 15, '"a b" is not a parameter name')),
        (page(more="fix: {remove: a, in: config, safety: safe}\n"), (12, 22, NO_SECTION)),
        (page(more="fix: {remove: a, to: b, safety: safe}\n"), (12, 18, 'unknown field "to"')),
        (page(more="related: {at: config, message: x}\n"), (12, 15, NO_PLACE)),
        (page(more="related: {each: config.boxes, at: box, message: x}\n"), (12, 17, "each must be written x in LIST")),
        (page(more="related: [{each: b in config.boxes, at: b, message: x}, {at: b, message: x}]\n"), (12, 62, NO_B)),
        (page(more="fix: x\n"), (12, 6, '"fix" must be a mapping, or a list of mappings')),
        (page(more="measured: f_row\n"), (12, 11, '"measured" must be a list of strings')),
        (page(more="measured: [f_row, {a: b}]\n"), (12, 11, '"measured" must be a list of strings')),
        (page(more="since: [1]\n"), (12, 8, '"since" must be a string')),
        (page(more="a: *x\n"), (12, 4, "rule pages cannot use YAML aliases")),
        (page(when="!box.full"), (8, 7, TAGGED)),
        (page(when="!has(box.parent)"), (8, 7, TAGGED)),
        (page(when="!box.plugin.contains('{a}')"), (8, 7, TAGGED)),
        (page(when="&a box.full"), (8, 7, TAGGED)),
        (page(more="a: [[[[[[[[[[1]]]]]]]]]]\n"), (12, 11, "nested deeper than 8 levels")),
    ],
    ids=lambda value: value[2][:30] if isinstance(value, tuple) else "",
)
def test_an_error_stands_at_its_line_and_column(file: SourceFile, expected: tuple[int, int, str]) -> None:
    assert errors(file) == [expected]


def test_an_error_of_yaml_stands_where_yaml_sees_it() -> None:
    ((line, column, message),) = errors(page(more="a: [1\n"))
    assert (line, column) == (13, 1) and message.startswith("YAML: ")


def test_all_errors_of_a_page_are_told_at_once() -> None:
    file = page(when="box.x", message="'{box.y} {box.z}'", more="fix: {set: size, to: '{box.q}', safety: safe}\n")
    assert marked(file) == ["x", "y", "q"]


SCALARS = {
    "plain": "when: {}\n",
    "double": 'when: "{}"\n',
    "single": "when: '{}'\n",
    "literal": "when: |\n  {}\n",
    "literal, more": "when: |2-\n    {}\n",
    "folded": "when: >-\n  true &&\n  {}\n",
    "plain over lines": "when: true &&\n   {}\n",
    "double over lines": 'when: "true &&\n   {}"\n',
    "flow": "let: {{a: '{}'}}\nwhen: a\n",
    "nested": "let:\n    a: >\n      true &&\n\n      {}\nwhen: a\n",
}


@pytest.mark.parametrize("style", SCALARS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@given(before=st.sampled_from(["", "box.full && ", "box.full || ", "!"]), unicode=st.sampled_from(["", "é☃"]))
def test_an_error_is_marked_in_every_yaml_style(style: str, newline: str, before: str, unicode: str) -> None:
    before = before if style != "plain" else before.replace("!", "")
    expression = f"{before}box.plugin.contains({json.dumps(unicode, ensure_ascii=False)}) == box.plugn"
    if style in ("double", "double over lines"):
        expression = expression.replace('"', "\\x22" if before else '\\"')
    text = PAGE.replace("when: {when}\n", SCALARS[style].format(expression)).replace("{message}", "m").replace("{more}", "")
    file = SourceFile("page.md", text.replace("\n", newline).encode())
    assert marked(file) == ["plugn"]


LANGUAGES = "fluentd, logstash, fluentbit, yaml"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("---\ncode", "code", (1, 1, "a rule page must begin with --- and its front matter")),
        ("---\n# A", "# A", (1, 1, "the front matter has no closing ---")),
        ("# A toy is too large\n", "", (13, 1, "the title (# What is wrong) must come first")),
        ("## Why\nBecause.\n", "", (14, 1, "found ## Bad, expected ## Why: the sections are Why, Bad, Good, References")),
        ("## Why\n", "", (15, 1, "found ## Bad, expected ## Why: the sections are Why, Bad, Good, References")),
        ("Because.\n", "", (26, 1, "## Why is empty")),
        ("- none\n", "", (26, 1, "## References is empty")),
        ("## References\n- none\n", "", (25, 1, "## References is missing")),
        ("```fluentd runtime=cri", "```ruby", (17, 1, f"an example must begin with its language: {LANGUAGES}")),
        ("```fluentd runtime=cri", "```fluentd cri", (17, 1, '"cri" is not an option; options are written key=value')),
        ("</box>\n```\n## References\n- none\n", "", (22, 1, "unterminated block")),
    ],
)
def test_a_page_must_be_complete(old: str, new: str, expected: tuple[int, int, str]) -> None:
    text = page().data.decode()
    at = text.rindex(old) if "References" in old else text.index(old)
    assert errors(SourceFile("page.md", (text[:at] + new + text[at + len(old) :]).encode())) == [expected]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("code: TT101", "code: tt101", "a code must be two to six capital letters and three digits, as in FD101"),
        ("code: TT101", "code: TT201", "the codes of category performance are TT1xx and TT7xx"),
        ("name: toy-rule", "name: Toy", "a name must be lower-case words joined with -, as in slow-time-format"),
        ("engine: any", "engine: fluent", '"fluent" is not a valid value for engine, did you mean "fluentd"?'),
        ("on: box", "on: bocks", '"bocks" is not a valid value for on, expected one of box, config, nowhere'),
        ("on: box", "on: box\ngroup: pedantik", '"pedantik" is not a valid value for group, did you mean "pedantic"?'),
        ("on: box", "on: nowhere", 'unknown variable "box"'),
        ("severity: warning\n", "", 'the field "severity" is missing'),
    ],
)
def test_the_head_is_checked(old: str, new: str, message: str) -> None:
    text = page().data.decode().replace(old, new, 1)
    assert errors(SourceFile("page.md", text.encode()))[0][2] == message


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_file_is_a_page_or_an_error(data: bytes) -> None:
    for file in (SourceFile("x.md", data), SourceFile("x.md", page().data.replace(b"toy-rule", data, 1))):
        try:
            compiled(file)
        except RulePageError as error:
            assert error.line >= 1 and error.column >= 1


keys = st.sampled_from(["when", "at", "message", "let", "fix", "related", "each", "severity_when", "on", "x"])


@given(
    st.dictionaries(
        keys,
        st.recursive(
            st.text(max_size=8) | st.sampled_from(["box", "true", "x in box.things", "set", "{"]),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(["set", "to", "in", "when", "at", "safety", "params"]), inner, max_size=3)
            ),
            max_leaves=6,
        ),
        max_size=5,
    )
)
def test_any_front_matter_is_a_rule_or_an_error(fields: dict[str, object]) -> None:
    whole = {**yaml.safe_load(page().data.decode().split("---")[1]), **fields}
    text = "---\n" + yaml.safe_dump(whole, allow_unicode=True) + "---\n" + page().data.decode().split("---\n")[2]
    try:
        compiled(SourceFile("x.md", text.encode()))
    except RulePageError as error:
        assert all(e.span.end <= len(text.encode()) for e in error.all)


holes = st.sampled_from(["a['}']", 'r"\\"', "'\\'}'"]).map(lambda text: [text])


@given(st.lists(st.text(alphabet="ab{}", max_size=4) | holes, max_size=4))
def test_a_template_splits_into_text_and_expressions(parts: list[str | list[str]]) -> None:
    text = "".join("{" + p[0] + "}" if isinstance(p, list) else p.replace("{", "{{").replace("}", "}}") for p in parts)
    pieces = split_template(text)
    shown = "".join(p if isinstance(p, str) else "<" + p.text + ">" for p in pieces)
    assert shown == "".join("<" + p[0] + ">" if isinstance(p, list) else p for p in parts)
    assert all(text[p.at : p.at + len(p.text)] == p.text for p in pieces if isinstance(p, Hole))


@pytest.mark.parametrize(("text", "at"), [("a {b", 2), ("a } b", 2), ("{'}", 0), ("{{}", 2)])
def test_a_brace_needs_its_pair(text: str, at: int) -> None:
    with pytest.raises(PredicateError) as caught:
        split_template(text)
    assert caught.value.start == at
