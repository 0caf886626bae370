"""Memory: with what was found out about the last version of a config, the findings are those that it has without."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelint.analysis.facts import StageFact
from pipelint.analysis.own import ELSEWHERE, OF_ALL
from pipelint.analysis.schema import roots
from pipelint.base.document import SourceFile
from pipelint.checker import Settings
from pipelint.checker.findings import judge
from pipelint.checker.run import load
from pipelint.data import data_dir
from pipelint.rules.evaluate.frame import Frame
from pipelint.rules.evaluate.plugins import conjuncts
from pipelint.rules.index import load_index
from pipelint.rules.judge import Judge
from pipelint.rules.memory import Memory, own_conditions
from pipelint.rules.page import read_page
from pipelint.rules.predicate.types import FactType
from pipelint.rules.schema import Schema

BRANCH = {rule.code for rule in load_index().rules if rule.on == "branch"}
NAMES = {"fluentd": "fluent.conf", "logstash": "logstash.conf"}


@cache
def examples(language: str) -> list[str]:
    """The examples on all rule pages: nearly everything that a rule may ask for stands in one of them."""
    found = []
    for rule in load_index().rules:
        path = data_dir("rules") / rule.page
        page = read_page(SourceFile(str(path), path.read_bytes()))
        found += [e.text for section in ("Bad", "Good") for e in page.of(section) if e.language == language]
    return found


@st.composite
def versions(draw: st.DrawFn, language: str) -> list[str]:
    """A config of some examples, and edits of it one after another: examples come and go, lines are lost and doubled."""
    parts = draw(st.lists(st.sampled_from(examples(language)), min_size=1, max_size=4))
    out = ["\n".join(parts)]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(parts) - 1))
        match draw(st.integers(0, 3)):
            case 0:
                parts.insert(at, draw(st.sampled_from(examples(language))))
            case 1 if len(parts) > 1:
                del parts[at]
            case 2:
                lines = parts[at].splitlines(keepends=True)
                line = draw(st.integers(0, len(lines) - 1))
                lines[line : line + 1] = draw(st.sampled_from([[], [lines[line]] * 2, ["# typed\n", lines[line]]]))
                parts[at] = "".join(lines)
            case _:
                old, new = draw(st.sampled_from([("true", "false"), ("app", "other"), ("json", "none"), ("1", "7")]))
                parts[at] = parts[at].replace(old, new)
        out.append("\n".join(parts))
    return out


def findings(text: str, name: str, memory: Memory | None) -> list[tuple[object, ...]]:
    (config,) = load(["-"], stdin=text.encode(), stdin_filename=name).configs
    found = judge(config, Settings(), load_index().rules, memory).findings
    return [
        (f.code, f.message, f.reason, f.severity, f.place.span, [r.place.span for r in f.related], f.fix and f.fix.title)
        for f in found
    ]


def check_versions(texts: list[str], name: str) -> None:
    memory = Memory()
    for text in texts:
        assert findings(text, name, memory) == findings(text, name, None)


@settings(max_examples=150, deadline=None)
@given(versions("fluentd"))
def test_fluentd_findings_are_the_same_with_a_memory(texts: list[str]) -> None:
    check_versions([f"# a config\n<system>\n</system>\n{text}" for text in texts], NAMES["fluentd"])


@settings(max_examples=150, deadline=None)
@given(versions("logstash"))
def test_logstash_findings_are_the_same_with_a_memory(texts: list[str]) -> None:
    check_versions([f"filter {{ }}\n{text}" for text in texts], NAMES["logstash"])


INNER = 'if [a] == "1" {{ {0} if [a] == "2" {{ mutate {{ add_tag => ["t"] }} }} }}'


@pytest.mark.parametrize(
    ("clean", "wrong"),
    [
        (INNER.format('mutate { replace => { "a" => "2" } }'), INNER.format('mutate { replace => { "b" => "2" } }')),
        (INNER.format("").replace('"2"', '"1"').replace("if [a]", "if [b]", 1), INNER.format("")),
        (
            'if [a] == "1" { drop { percentage => 5 } } if [a] == "1" { mutate { add_tag => ["t"] } }',
            'if [a] == "1" { drop { } } if [a] == "1" { mutate { add_tag => ["t"] } }',
        ),
        (
            'if [a] == "1" { mutate { add_tag => ["s"] } } if [a] == "2" { mutate { add_tag => ["t"] } }',
            'if [a] == "1" { mutate { add_tag => ["s"] } if [a] == "2" { mutate { add_tag => ["t"] } } }',
        ),
    ],
    ids=["what is changed", "a condition", "a setting", "the nesting"],
)
def test_a_condition_is_judged_again_when_what_decides_it_has_changed(clean: str, wrong: str) -> None:
    memory = Memory()
    for filters in (clean, clean, wrong, wrong, clean):
        text = f"input {{ stdin {{ }} }}\nfilter {{\n{filters}\n}}\noutput {{ stdout {{ }} }}\n"
        found = findings(text, "logstash.conf", memory)
        assert found == findings(text, "logstash.conf", None)
        assert any(code in BRANCH for code, *_ in found) == (filters == wrong), found


def test_an_attribute_of_a_stage_is_its_own_or_of_elsewhere() -> None:
    """Somebody who adds one decides which: what is listed here depends on nothing but the plugin's section."""
    own = """
        kind plugin pattern label worker section params sections parts parent known declared flat secrets unrun logins parse
        buffer format time settings grok_troubles
    """
    schema = Schema(roots())
    members = schema.fact(next(k.name for k in schema.variables("stage").values() if isinstance(k, FactType)))
    assert members.name == StageFact.__name__
    assert set(members.members) == {*own.split(), *ELSEWHERE}


def test_of_a_config_only_what_a_run_has_in_common_counts() -> None:
    schema = Schema(roots())
    schema.variables("config")
    assert set(schema.fact("ConfigFact").members) >= OF_ALL


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("FD101", 3),  # each: section in [stage.section, ...]: all three conditions are about it
        ("FD205", 3),  # which files its source reads comes fourth
        ("FD322", 0),  # each: rule in stage.rewrites, which the whole config decides
        ("LS162", 2),  # which filters stand before it comes third
        ("RX101", 2),
        ("LS160", 0),  # about the config
    ],
)
def test_the_first_conditions_about_a_section_are_counted(code: str, count: int) -> None:
    (rule,) = (rule for rule in load_index().rules if rule.code == code)
    assert own_conditions(rule) == count


def test_a_section_that_is_as_it_was_is_not_asked_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "<source>\n  @type tail\n  path /a\n  tag a\n  <parse>\n    @type json\n  </parse>\n</source>\n"
    text = f"{source}<match **>\n  @type null\n</match>\n"
    asked: list[str] = []
    holds = Judge.holds

    def counted(judge: Judge, frame: Frame) -> bool:
        if own_conditions(judge.rule) == len(list(conjuncts(judge.rule.asks.when))):
            asked.append(judge.rule.code)
        return holds(judge, frame)

    monkeypatch.setattr(Judge, "holds", counted)
    memory = Memory()
    first = findings(text, "fluent.conf", memory)
    before = len(asked)
    again = findings(f"# typed\n{text}", "fluent.conf", memory)
    assert [f[0] for f in first] == [f[0] for f in again]
    # What is asked again is what had a finding.
    assert before > 20 and set(asked[before:]) <= {f[0] for f in first}
    findings(text.replace("/a", "/b"), "fluent.conf", memory)
    assert len(asked) > before + 20
