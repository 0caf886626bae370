"""Running rules: findings, their places, severities and fixes, selection, and the budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pipelint.base.block import Block, Param
from pipelint.base.disk.pieces import Held
from pipelint.base.finding import Edit, Finding, Safety, Severity
from pipelint.base.limits import listening
from pipelint.base.text.document import Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.rules.fix import join_edits
from pipelint.rules.index_file import by_engine, dump, undump
from pipelint.rules.pages.compile import compile_page
from pipelint.rules.rule import Rule
from pipelint.rules.run import Selection, Target, UnknownSelector, run
from tests.rules.toy import SCHEMAS, Config, boxes, document, page


class ToyWriter:
    """Writes ``name=value;`` at the end of a block, and nothing called ``bad``."""

    def set_param(self, block: Block, name: str, value: str) -> Edit:
        if name == "bad":
            raise WriterError(name)
        param = block.param(name)
        end = block.place.span.end
        return Edit(block.place.document, Span(end, end), f"{name}={value};") if param is None else self.put(param.place, value)

    def remove_param(self, param: Param) -> Edit:
        return self.put(param.place, "")

    def remove_block(self, block: Block) -> Edit:
        return self.put(block.place, "")

    def add_block(self, inside: Block, name: str, arg: str, params: dict[str, str]) -> Edit:
        end = inside.place.span.end
        return Edit(inside.place.document, Span(end, end), f"{name}({arg}){params}")

    def put(self, place: Place, text: str) -> Edit:
        return Edit(place.document, place.span, text)


def rule(when: str = "true", message: str = "text", more: str = "") -> Rule:
    return compile_page(page(when, message, more), SCHEMAS, "tt101.md")


def targets() -> list[Target]:
    box, outer = boxes()
    config = Config("fluentd", (box, outer))
    return [
        Target("config", {"config": config}, ToyWriter()),  # type: ignore[arg-type]
        Target("box", {"box": box, "config": config}, ToyWriter()),  # type: ignore[arg-type]
        Target("box", {"box": outer, "config": config}, ToyWriter()),  # type: ignore[arg-type]
    ]


def found(when: str = "true", message: str = "text", more: str = "") -> list[Finding]:
    return run([rule(when, message, more)], targets())


def test_a_named_expression_leaves_the_variables_of_where_it_is_used() -> None:
    let = "let:\n  two: box.numbers.exists(n, n == 2)\n"
    # The numbers are 3, 1, 2: it is evaluated when n is 3.
    assert len(found("box.numbers.exists(n, two && n == 3)", more=let)) == 1


def test_a_rule_fires_only_where_its_place_is() -> None:
    file = page()
    parent = compile_page(SourceFile(file.path, file.data.replace(b"at: box\n", b"at: box.parent\n")), SCHEMAS, "tt101.md")
    # The outer box has no parent.
    assert [one.place.text for one in run([parent], targets())] == ["<box b>"]


def test_a_finding_has_what_the_page_says() -> None:
    (finding,) = found("box.parent != null", "'{box.plugin} holds {box.things.size.value}: {box.words}, {{x}}'")
    assert (finding.code, finding.name, finding.category, finding.severity) == (
        "TT101",
        "toy-rule",
        "performance",
        Severity.WARNING,
    )
    assert finding.message == "inner holds 12: a, b, z, {x}"
    assert finding.reason == "It matters."
    assert finding.place.text == "<box a>"
    assert finding.fix is None and finding.gain is None


@pytest.mark.parametrize("when", ["box.things.nothing.value == ''", "1 / 0 == 1", "box.parent.parent.full"])
def test_a_rule_whose_condition_is_an_error_does_not_fire(when: str) -> None:
    assert found(f"'{when}'".replace("''", '""')) == []


def test_a_rule_whose_place_is_an_error_does_not_fire() -> None:
    changed = page().data.replace(b"at: box\n", b"at: box.things.size\n")
    one = compile_page(SourceFile("x.md", changed), SCHEMAS, "x")
    assert [finding.place.text for finding in run([one], targets())] == ["12"]


def test_what_a_message_cannot_say_is_a_question_mark_and_one_line() -> None:
    message = '\'{box.things.size.value} {1.0 / 4.0} {1 / 0} {r"a" + "\\n"}\''
    messages = [finding.message for finding in found("true", message)]
    assert messages == ["12 0.25 ? a\\n", "? 0.25 ? a\\n"]
    (long,) = found("box.parent != null", "\"{box.words.map(w, 'x').join('" + "y" * 300 + "')}\"")
    assert len(long.message) == 200 and long.message.endswith("…")


def test_each_gives_a_finding_an_element() -> None:
    findings = found("box.things[name].value != 'none'", "'{name}'", "each: name in box.things\n")
    assert [finding.message for finding in findings] == ["size", "word"]


def test_let_names_an_expression_for_all_others() -> None:
    more = "let: {half: box.count / 2, all: 'box.things.map(n, n + string(half))'}\n"
    (finding,) = found("half == 1 && box.things.exists(n, n + '1' in all)", "'{all} {half}'", more)
    assert finding.message == "size1, word1 1"


def test_the_first_severity_whose_condition_holds_counts() -> None:
    more = "severity_when:\n- {when: 1 / 0 == 0, severity: info}\n- {when: box.parent != null, severity: error}\n"
    assert [finding.severity for finding in found(more=more)] == [Severity.ERROR, Severity.WARNING]


def test_related_places_are_named_where_they_are() -> None:
    inner, outer = found(more="related:\n- {at: box.parent, message: 'inside {box.parent.plugin}'}\n")
    assert [(r.place.text, r.message) for r in inner.related] == [("<box b>", "inside outer")]
    assert outer.related == ()


def test_a_related_list_gives_a_place_for_each_element() -> None:
    more = "related:\n- {each: b in config.boxes, at: b, message: 'beside {b.plugin}'}\n- {at: box, message: here}\n"
    for finding in found(more=more):
        assert [r.message for r in finding.related] == ["beside inner", "beside outer", "here"]
    more = "related: {each: 'b in config.boxes.filter(b, 1 / 0 == 1)', at: b, message: x}\n"
    assert [finding.related for finding in found(more=more)] == [(), ()]
    more = "related: {each: b in config.boxes, at: b.parent, message: 'in {b.parent.plugin}'}\n"
    assert {r.message for finding in found(more=more) for r in finding.related} == {"in outer"}


def test_a_related_list_survives_the_index() -> None:
    one = rule(more="related: {each: b in config.boxes, at: b, message: '{b.plugin}'}\n")
    (again,) = undump(Held(dump(by_engine([one])))).made[one.engine]()
    assert again.says.related == one.says.related


def test_a_finding_is_told_once() -> None:
    assert len(run([rule()], [*targets(), *targets()[1:]])) == 4  # two documents
    once = targets()
    assert len(run([rule()], [*once, *once])) == 2


def test_a_rule_judges_its_own_targets_and_engine() -> None:
    data = page().data.replace(b"on: box\n", b"on: config\n").replace(b"at: box\n", b"at: config.boxes[0]\n")
    config = compile_page(SourceFile("x.md", data), SCHEMAS, "x")
    assert [finding.place.text for finding in run([config], targets())] == ["<box a>"]
    assert run([replace(rule(), engine="logstash")], targets()) == []
    assert len(run([replace(rule(), engine="fluentd")], targets())) == 2


@pytest.mark.parametrize(
    ("fix", "edits", "title", "safety"),
    [
        ("{set: size, to: '{box.count}', safety: safe}", [("12", "2")], "set size to 2", Safety.SAFE),
        ("{set: size, to: '12', safety: safe}", None, "", None),
        ("{set: new, to: '', safety: unsafe}", [("", "new=;")], 'set new to ""', Safety.UNSAFE),
        ("{replace: box.things.word, to: x, safety: safe, title: '{box.plugin}'}", [("hello", "x")], "inner", Safety.SAFE),
        ("{remove: word, safety: safe}", [("hello", "")], "remove word", Safety.SAFE),
        ("{remove: none, safety: safe}", None, "", None),
        ("{remove_section: box.parent, safety: safe}", [("<box b>\n</box>", "")], "remove the box section", Safety.SAFE),
        (
            "{add_section: in, arg: 't', params: {a: '{box.count}'}, safety: safe}",
            [("", "in(t){'a': '2'}")],
            "add section in",
            Safety.SAFE,
        ),
        ("{set: size, to: '1', when: box.full, safety: safe}", [("12", "1")], "set size to 1", Safety.SAFE),
        ("{set: size, to: '1', when: '!box.full', safety: safe}", None, "", None),
        ("{set: size, to: '{1 / 0}', safety: safe}", None, "", None),
        ("{set: size, to: '1', in: box.parent.parent, safety: safe}", None, "", None),
        ("{set: bad, to: '1', safety: safe}", None, "", None),
        (
            "[{set: size, to: '1', safety: safe}, {remove: word, safety: display}]",
            [("12", "1"), ("hello", "")],
            "set size to 1; remove word",
            Safety.DISPLAY,
        ),
        (
            "[{set: x, to: '1', safety: safe}, {set: y, to: '2', safety: safe}]",
            [("", "x=1;y=2;")],
            "set x to 1; set y to 2",
            Safety.SAFE,
        ),
        (
            "[{remove_section: box, safety: safe}, {set: size, to: '1', safety: safe}]",
            [("<box a>\n  size 12 # twelve\n  word hello\n</box>", "")],
            "remove the box section; set size to 1",
            Safety.SAFE,
        ),
    ],
)  # fmt: skip
def test_a_fix_is_made_of_its_operations(
    fix: str, edits: list[tuple[str, str]] | None, title: str, safety: Safety | None
) -> None:
    (finding,) = found("box.parent != null", more=f"fix: {fix}\n")
    if edits is None:
        assert finding.fix is None
        return
    assert finding.fix is not None
    assert (finding.fix.title, finding.fix.safety) == (title, safety)
    assert [(edit.span.cut(edit.document.text).decode(), edit.text) for edit in finding.fix.edits] == edits


def test_edits_that_overlap_make_no_fix() -> None:
    doc = document()

    def edit(start: int, end: int, text: str) -> Edit:
        return Edit(doc, Span(start, end), text)

    assert join_edits([edit(0, 4, "a"), edit(2, 6, "b")]) is None
    assert join_edits([edit(0, 4, ""), edit(2, 6, "b")]) is None
    assert join_edits([edit(4, 6, "b"), edit(0, 4, "a")]) == (edit(0, 4, "a"), edit(4, 6, "b"))
    assert join_edits([edit(4, 4, "a"), edit(4, 4, "b")]) == (edit(4, 4, "ab"),)
    assert join_edits([edit(1, 2, "x"), edit(0, 4, "")]) == (edit(0, 4, ""),)


def selected(select: tuple[str, ...], ignore: tuple[str, ...] = (), groups: Mapping[str, str] | None = None) -> list[str]:
    codes = ("FD101", "FD102", "FD201", "KB101")
    rules = [replace(rule(), code=code, name=f"rule-{code.lower()}", group=(groups or {}).get(code, "")) for code in codes]
    return [one.code for one in Selection(select, ignore).choose(rules)]


@pytest.mark.parametrize(
    ("select", "ignore", "codes"),
    [
        ((), (), ["FD101", "FD102", "FD201", "KB101"]),
        (("FD",), (), ["FD101", "FD102", "FD201"]),
        (("FD1", "rule-kb101"), (), ["FD101", "FD102", "KB101"]),
        ((), ("FD1",), ["FD201", "KB101"]),
        ((), ("rule-fd102", "KB"), ["FD101", "FD201"]),
        (("FD",), ("FD1",), ["FD201"]),
        (("FD101",), ("FD1",), ["FD101"]),
        (("FD101",), ("FD101",), []),
        (("FD1",), ("rule-fd101",), ["FD102"]),
    ],
)
def test_the_longer_selector_wins(select: tuple[str, ...], ignore: tuple[str, ...], codes: list[str]) -> None:
    assert selected(select, ignore) == codes


@pytest.mark.parametrize(
    ("select", "ignore", "codes"),
    [
        ((), (), ["FD102", "FD201", "KB101"]),
        ((), ("FD2",), ["FD102", "KB101"]),
        ((), ("pedantic",), ["FD102", "FD201", "KB101"]),
        (("FD",), (), ["FD102", "FD201"]),
        (("FD", "FD101"), (), ["FD101", "FD102", "FD201"]),
        (("rule-fd101",), (), ["FD101"]),
        (("pedantic",), (), ["FD101", "FD102", "FD201", "KB101"]),
        (("pedantic", "KB"), (), ["KB101"]),
        (("pedantic",), ("FD1",), ["FD201", "KB101"]),
        (("pedantic", "FD101"), ("pedantic",), ["FD101"]),
    ],
)
def test_a_rule_of_a_group_is_off_until_asked_for(select: tuple[str, ...], ignore: tuple[str, ...], codes: list[str]) -> None:
    assert selected(select, ignore, {"FD101": "pedantic"}) == codes


@pytest.mark.parametrize(("selector", "hint"), [("FD9", ""), ("", ""), ("FD1011", "FD101"), ("rule-kb10l", "rule-kb101")])
def test_an_unknown_selector_is_an_error(selector: str, hint: str) -> None:
    with pytest.raises(UnknownSelector, match="no rule has the code, prefix or name") as caught:
        selected((selector,))
    assert hint in str(caught.value)


def test_a_rule_that_takes_too_long_is_stopped_which_is_a_note_and_no_finding() -> None:
    loops = "".join(f"[1, 2, 3, 4, 5, 6, 7, 8, 9].all(v{depth}, " for depth in range(6))
    hungry = rule(f"'{loops}v0 > 0{')' * 6}'")
    once = targets()[1]
    many = [replace(once, variables={**once.variables, "box": boxes()[0]}) for _ in range(60)]
    with listening() as left_out:
        findings = run([hungry, replace(hungry, code="TT102")], many)
    assert not findings
    assert [said[:32] for said in left_out] == ["TT101 takes too many steps on th", "TT102 takes too many steps on th"]
