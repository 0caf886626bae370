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
from pipelint.base.finding import Fix
from pipelint.base.limits import listening
from pipelint.base.record import replace
from pipelint.checker import Settings
from pipelint.checker.findings import judge
from pipelint.checker.run import load
from pipelint.data import data_dir
from pipelint.rules.evaluate.frame import Frame
from pipelint.rules.index import load_index
from pipelint.rules.judge import Judge
from pipelint.rules.memory import Memory
from pipelint.rules.page import read_page
from pipelint.rules.predicate.types import FactType
from pipelint.rules.reach import asks_own, own_conditions, says_own
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


def shown(fix: Fix | None) -> object:
    return fix and (fix.title, fix.safety, [(edit.span, edit.text) for edit in fix.edits])


def findings(text: str, name: str, memory: Memory | None) -> list[tuple[object, ...]]:
    (config,) = load(["-"], stdin=text.encode(), stdin_filename=name).configs
    found = judge(config, Settings(), load_index().rules, memory).findings
    if memory is not None:
        found = tuple(replace(f, fix=memory.fix(f, config.engine.writer)) for f in found)
    return [
        (f.code, f.message, f.reason, f.severity, f.place.span, [r.place.span for r in f.related], shown(f.fix))
        for f in found
    ]


def errors(text: str, name: str) -> bool:
    return any(config.errors for config in load(["-"], stdin=text.encode(), stdin_filename=name).configs)


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
        buffer format time settings grok_troubles reachable guards previous
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
        ("FD101", 2),  # each: section in [stage.section, ...]: both conditions are about it
        ("FD205", 3),  # which files its source reads comes fourth
        ("FD322", 0),  # each: rule in stage.rewrites, which the whole config decides
        ("LS162", 2),  # which filters stand before it comes third
        ("RX101", 2),
        ("LS160", 2),  # the conditions of a config have a key
        ("LS601", 0),  # its stages have none
        ("LS108", 4),  # it asks for the two plugins before
    ],
)
def test_the_first_conditions_about_a_section_are_counted(code: str, count: int) -> None:
    (rule,) = (rule for rule in load_index().rules if rule.code == code)
    assert own_conditions(rule) == count


def found_asking(text: str, name: str, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """The codes of the findings, and those of all rules that were asked; fixes are not asked for."""
    asked: list[str] = []
    holds = Judge.holds

    def noting(judge: Judge, frame: Frame) -> bool:
        asked.append(judge.rule.code)
        return holds(judge, frame)

    with monkeypatch.context() as patched:
        patched.setattr(Judge, "holds", noting)
        (config,) = load(["-"], stdin=text.encode(), stdin_filename=name).configs
        found = judge(config, Settings(), load_index().rules, memory).findings
    return [one.code for one in found], asked


def test_a_section_that_is_as_it_was_is_not_asked_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "<source>\n  @type tail\n  path /a\n  tag a\n  <parse>\n    @type json\n  </parse>\n</source>\n"
    text = f"{source}<match **>\n  @type null\n</match>\n"
    rules = {rule.code: rule for rule in load_index().rules}
    memory = Memory()
    first, asked = found_asking(text, "fluent.conf", memory, monkeypatch)
    assert first and sum(asks_own(rules[code]) for code in asked) > 20
    again, asked = found_asking(f"# typed\n{text}", "fluent.conf", memory, monkeypatch)
    assert again == first and not any(asks_own(rules[code]) for code in asked)
    _, asked = found_asking(text.replace("/a", "/b"), "fluent.conf", memory, monkeypatch)
    assert sum(asks_own(rules[code]) for code in asked) > 20


GROK = """filter {
  if [a] == "%s" {
    grok { match => { "m" => "^(?<x>[a-z]+) %%{WORD:w}" } }
    mutate { gsub => ["m", "(a+)+$", ""] }
  }
}"""
BETWEEN = ("# a comment", 'filter { mutate { replace => { "k" => "v" } } }')


def test_regexes_and_findings_of_a_section_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory()
    text = "".join(["input { stdin { } }\n", GROK % "b", "\noutput { stdout { } }\n"])
    first, all_asked = found_asking(text, "logstash.conf", memory, monkeypatch)
    assert any(code.startswith("RX") for code in first) and any(code.startswith("RX") for code in all_asked)
    for between in BETWEEN:
        found, asked = found_asking(f"{between}\n{text}", "logstash.conf", memory, monkeypatch)
        assert found == first
        assert not any(code.startswith("RX") for code in asked)
    found, asked = found_asking(text.replace("[a-z]", "[a-y]"), "logstash.conf", memory, monkeypatch)
    assert any(code.startswith("RX") for code in asked)


def test_a_text_that_is_broken_for_a_moment_makes_nothing_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory()
    text = "input { stdin { } }\n" + GROK % "b"
    first, asked = found_asking(text, "logstash.conf", memory, monkeypatch)
    found_asking(text + '\nfilter { mutate { add_tag => "', "logstash.conf", memory, monkeypatch)
    again, less = found_asking(text, "logstash.conf", memory, monkeypatch)
    assert again == first and len(less) < len(asked) / 4


@pytest.mark.parametrize("name", ["fluent.conf", "logstash.conf"])
@pytest.mark.parametrize("limits", [(3_000, 10_000_000), (2_000_000, 100_000)], ids=["one rule", "all rules"])
def test_where_a_rule_might_be_broken_off_all_are_asked_in_order(
    name: str, limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a memory the same rules are broken off at the same places as without."""
    # Every second of them: a config of all would have more stages than are followed.
    parts = examples("logstash" if name == "logstash.conf" else "fluentd")[::2]
    text = "\n".join(part for part in parts if "@include" not in part and not errors(part, name))
    monkeypatch.setattr("pipelint.rules.run.RULE_STEPS", limits[0])
    monkeypatch.setattr("pipelint.rules.run.RUN_STEPS", limits[1])
    memory = Memory()
    for comment in ("", "# typed\n"):
        with listening() as left_out:
            found = findings(comment + text, name, memory)
        assert found == findings(comment + text, name, None)
        assert left_out or any("broken off" in str(message) for _, message, *_ in found)


def test_a_rule_is_not_kept_by_what_lies_beyond_its_key() -> None:
    """How far rules look: by hand, from their pages."""
    rules = {rule.code: rule for rule in load_index().rules}
    assert all(says_own(rules[code]) for code in ("LS103", "RX101", "FD131", "LS160"))
    # The places before it are in other sections, but they are in its key.
    assert asks_own(rules["LS108"])
    # What drops its events; which filters it could precede; all stages of the config.
    assert not any(map(asks_own, (rules["LS301"], rules["LS162"], rules["LS151"], rules["FD132"])))
