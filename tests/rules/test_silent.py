"""Rules that a section alone silences: in its next version they are not asked there, and what is found is the same."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Finding
from pipelint.base.lean.record import replace
from pipelint.base.limits import listening
from pipelint.base.text.document import SourceFile
from pipelint.checker import Settings
from pipelint.checker.config.findings import judge
from pipelint.checker.loading import load
from pipelint.data import data_dir
from pipelint.engines.parts import parts_of
from pipelint.predicate.evaluate.frame import Frame
from pipelint.rules.editing.own import KEYED
from pipelint.rules.index import load_index
from pipelint.rules.judge import Judge, judge_of
from pipelint.rules.pages.page import read_page
from pipelint.rules.select import GROUPS, Selection
from tests.properties import tries

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


def findings(text: str, name: str, *, again: bool, fixes: bool = True) -> list[tuple[object, ...]]:
    (config,) = load(["-"], stdin=text.encode(), stdin_filename=name).configs
    found = judge(config, Settings(Selection(GROUPS)), load_index().rules, again=again, fixes=fixes).findings
    return [shown(each) for each in found]


def shown(f: Finding) -> tuple[object, ...]:
    fix = f.fix and (f.fix.title, f.fix.safety, [(edit.span, edit.text) for edit in f.fix.edits])
    return f.code, f.message, f.reason, f.severity, f.place.span, [r.place.span for r in f.related], fix


def check_versions(texts: list[str], name: str) -> None:
    for text in texts:
        # An editor asks for what is found at each keystroke, and sometimes for fixes then.
        bare = findings(text, name, again=True, fixes=False)
        fresh = findings(text, name, again=False)
        assert bare == [(*each[:-1], None) for each in fresh]
        assert findings(text, name, again=True) == fresh


@tries(100)
@given(versions("fluentd"))
def test_fluentd_findings_are_those_of_a_fresh_look(texts: list[str]) -> None:
    check_versions([f"# a config\n<system>\n</system>\n{text}" for text in texts], NAMES["fluentd"])


@tries(100)
@given(versions("logstash"))
def test_logstash_findings_are_those_of_a_fresh_look(texts: list[str]) -> None:
    check_versions([f"filter {{ }}\n{text}" for text in texts], NAMES["logstash"])


class Nowhere:
    """Leads to nothing around a stage; which engine reads it is the same for all versions of a text."""

    def __init__(self, engine: str) -> None:
        self.engine = engine

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"{name} is asked of more than the section")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fluentd", "logstash"])
def test_what_is_a_section_s_own_asks_for_nothing_around_it(language: str) -> None:
    (config,) = load(["-"], stdin="\n".join(valid(language)[::4]).encode(), stdin_filename=NAMES[language]).configs
    stages = parts_of(config).facts.build(config).config.stages
    # What is declared for a part also depends on the plugin that it is a part of, which is noted with it; so does what is known.
    for name in KEYED["stage"] - {"declared", "known"}:
        for stage in stages:
            getattr(replace(stage, _links=Nowhere(language)), name, None)
    assert len(stages) > 100


@cache
def valid(language: str) -> list[str]:
    """The examples that stand for themselves."""
    found = []
    for text in examples(language):
        (config,) = load(["-"], stdin=text.encode(), stdin_filename=NAMES[language]).configs
        if not config.errors and "@include" not in text:
            found.append(text)
    return found


@pytest.mark.parametrize(
    ("code", "own"),
    [
        ("FD101", [True, False]),  # each: section in [stage.section, ...]
        ("FD205", [False, False]),  # how its parser reads, which is another stage
        ("FD322", []),  # each: rule in stage.rewrites, which the whole config decides
        ("FD362", [False, False, True]),  # how many workers, in which of them; then what it says itself
        ("LS105", [True, True, True, True]),  # three conditions on its settings, and the place among them
        ("RX101", [True, True]),  # a regex as it is written
        ("RX106", []),  # captures, which other sections may read
        ("LS301", [False]),  # whether events reach it
        ("LS313", [True, True]),  # a field that the condition itself mentions
        ("LS340", [True, False, False, True]),  # the name of such a field; then what other stages do
        ("LS603", [False, False]),  # what is known of the events that get there; and itself
    ],
)
def test_which_conditions_a_section_decides(code: str, own: list[bool]) -> None:
    """By hand, from their pages."""
    (rule,) = (rule for rule in load_index().rules if rule.code == code)
    assert [*judge_of(rule).of_section][: len(own) or None] == own


def asked(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], int]:
    """The codes of the findings, and how many judgements it took."""
    count = 0
    holds = Judge.holds

    def counting(judge: Judge, frame: Frame, start: int = 0) -> bool:
        nonlocal count
        count += 1
        return holds(judge, frame, start)

    with monkeypatch.context() as patched:
        patched.setattr(Judge, "holds", counting)
        (config,) = load(["-"], stdin=text.encode(), stdin_filename="fluent.conf").configs
        found = judge(config, Settings(Selection(GROUPS)), load_index().rules, again=True).findings
    return [one.code for one in found], count


def test_a_section_that_is_as_it_was_is_asked_about_less(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "<source>\n  @type tail\n  path /a\n  tag a\n  <parse>\n    @type json\n  </parse>\n</source>\n"
    text = f"{source}<match **>\n  @type null\n</match>\n"
    first, all_judgements = asked(text, monkeypatch)
    again, less = asked(f"# typed\n{text}", monkeypatch)
    assert first == again and less < all_judgements / 2
    _, more = asked(text.replace("/a", "/b"), monkeypatch)
    assert more > less * 1.5


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fluentd", "logstash"])
@pytest.mark.parametrize("limits", [(3_000, 10_000_000), (2_000_000, 40_000)], ids=["one rule", "all rules"])
def test_rules_are_broken_off_where_a_fresh_look_breaks_them_off(
    language: str, limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of a config of more than 2,000 plugins, which all examples together have, only the syntax is checked.
    name, text = NAMES[language], "\n".join(valid(language)[::4])
    monkeypatch.setattr("pipelint.rules.run.RULE_STEPS", limits[0])
    monkeypatch.setattr("pipelint.rules.run.RUN_STEPS", limits[1])
    for comment in ("", "# typed\n"):
        with listening() as left_out:
            found = findings(comment + text, name, again=True)
        assert found == findings(comment + text, name, again=False)
        assert left_out or any("stopped here" in str(message) for _, message, *_ in found)
