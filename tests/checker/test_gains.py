"""Gains: each has an interval, those made together have one number, and none is predicted where none is shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Finding, Gain, Safety
from pipelint.base.lean.record import replace
from pipelint.checker import Checked, Report, Settings, check
from pipelint.checker.config.costs import Today, estimate_config
from pipelint.checker.config.findings import judge
from pipelint.checker.config.gains import Trials, gain_of, may_gain, with_gains
from pipelint.checker.result import by_cause
from pipelint.checker.trial.choose import choose
from pipelint.checker.trial.trial import edited, withdrawn
from pipelint.cost.difference import _joined
from pipelint.cost.estimate import Estimate
from pipelint.language.config import Config
from pipelint.report.findings.text import render_text
from pipelint.report.formats import CheckFormat, render
from pipelint.report.numbers import gained
from pipelint.rules.index import load_index
from tests.command_line import pipelint, text_of
from tests.configs import NULL, QUICK_TAIL, SLOW_TAIL
from tests.properties import tries

HERE = Path(__file__).parents[2]
ARTICLE = HERE / "examples" / "fluentd" / "tuning-article-before.conf"
OURS = [str(HERE / "tests" / "corpus"), str(HERE / "examples")]
RUBY = '<filter **>\n  @type record_transformer\n  enable_ruby true\n  <record>\n    a ${record["x"]}\n  </record>\n</filter>\n'


def found_in(config: Config) -> list[Finding]:
    """What is found in a config, in the order in which it is fixed; nobody has tried the fixes."""
    return sorted(judge(config, Settings(), load_index().rules).findings, key=lambda finding: -finding.severity)


def estimate_with(config: Config, findings: Sequence[Finding]) -> Estimate | None:
    """The estimate of a config with the fixes of findings written into its texts."""
    edits = [edit for finding in findings if finding.fix is not None for edit in finding.fix.edits]
    return estimate_config(config.engine.load(config.entry, edited(config.documents, edits)), Settings())


def check_text(path: Path, text: str) -> Checked:
    path.write_text(text)
    (one,) = check([str(path)], Settings()).checked
    return one


def test_a_format_shows_gains_if_it_says_so() -> None:
    found = check([str(ARTICLE)], Settings())
    (one,) = found.checked
    bare = replace(one, findings=tuple(replace(finding, gain=None) for finding in one.findings), joint=())
    for format_ in CheckFormat:
        shown, without = (render(each, format_) for each in (found, replace(found, checked=(bare,))))
        assert (shown != without) is format_.shows_gains


def test_formats_that_show_no_gains_read_and_cost_no_edited_config(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("pipelint.checker.config.gains.with_gains", lambda *_: asked.append("gains"))
    monkeypatch.setattr("pipelint.cost.estimate.walk", lambda *_: asked.append("walk"))
    for format_ in CheckFormat:
        if not format_.shows_gains:
            assert "FD101" in text_of(pipelint("check", "--format", format_.value, str(ARTICLE), cwd=HERE)).stdout
    assert asked == []


@pytest.mark.slow
def test_each_gain_is_what_the_estimate_of_the_fixed_config_says() -> None:
    for one in check(OURS, Settings()).checked:
        _gains_are_true(one)


def _gains_are_true(one: Checked) -> None:
    today = None if one.config.errors else estimate_config(one.config, Settings())
    if today is None:
        assert not any(finding.gain for finding in one.findings) and one.joint == ()
        return
    shown = {(finding.code, finding.place.span): finding.gain for finding in one.findings}
    found = found_in(one.config)
    for cause in by_cause(filter(may_gain, found)):
        gains = {shown[finding.code, finding.place.span] for finding in cause}
        assert len(gains) == 1
        for gain in filter(None, gains):
            after = estimate_with(one.config, cause)
            assert after is not None and gain.fixes == len(cause)
            assert (gain.before, gain.after) == (today.events_per_cpu_second.mid, after.events_per_cpu_second.mid)
            assert gain.low <= gain.ratio <= gain.high
            # An editor that is asked says the same.
            assert gain_of(cause, one.config, Settings()) == gain
    for joint in one.joint:
        after = estimate_with(one.config, choose(found, joint.level))
        assert after is not None and joint.gain.after == after.events_per_cpu_second.mid
        assert joint.gain.low <= joint.gain.ratio <= joint.gain.high


def test_the_joint_gain_of_one_finding_is_its_own(tmp_path: Path) -> None:
    one = check_text(tmp_path / "a.conf", SLOW_TAIL + NULL)
    (gain,) = [finding.gain for finding in one.findings if finding.gain is not None]
    assert one.joint == ()  # nothing is made together
    trials = Trials(one.config, Today(one.config, Settings()), Settings())
    chosen = choose(found_in(one.config), Safety.SAFE)
    after = trials.made(chosen)
    assert len(chosen) == 1 and after is not None and trials.gain(after, 1) == gain


def test_gains_that_are_made_together_do_not_add_up(tmp_path: Path) -> None:
    one = check_text(tmp_path / "a.conf", SLOW_TAIL + RUBY + NULL)
    gains = [finding.gain for finding in one.findings if finding.gain is not None]
    (joint,) = one.joint
    assert (len(gains), joint.level, joint.gain.fixes) == (2, Safety.UNSAFE, 2)
    saved = [1e6 / gain.before - 1e6 / gain.after for gain in gains]
    # The µs add up, the rates do not: without both, what is left is little.
    assert 1e6 / joint.gain.before - 1e6 / joint.gain.after == pytest.approx(sum(saved))
    assert joint.gain.after > 2 * max(gain.after for gain in gains)
    said = render_text(Report((one,), (), ())).splitlines()[-2]
    assert said.startswith("with 2 fixes, some unsafe: ") and len(said) <= 80


@pytest.mark.parametrize("affordable", [0, 1, 2])
def test_so_many_gains_are_predicted_as_take_no_longer_than_they_may(
    affordable: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.conf").write_text(SLOW_TAIL + RUBY + NULL)
    (one,) = check([str(tmp_path)], Settings()).checked
    monkeypatch.setattr("pipelint.checker.config.gains.GAIN_STAGES", affordable * len(one.config.graph.stages))
    report = check([str(tmp_path)], Settings())
    assert sum(finding.gain is not None for finding in report.checked[0].findings) == affordable
    said = [note.message for note in report.notes if "gain" in note.message]
    assert said == [f"no gain is predicted for {2 - affordable} of the fixes: that would take too long"] * (affordable < 2)


def test_repetitions_have_the_gain_of_all_places_together(tmp_path: Path) -> None:
    alone = check_text(tmp_path / "a.conf", QUICK_TAIL + RUBY + NULL)
    twice = check_text(tmp_path / "b.conf", QUICK_TAIL + RUBY + RUBY.replace("  a ", "  b ") + NULL)
    (gain,) = {finding.gain for finding in alone.findings if finding.code == "FD130"}
    (both,) = {finding.gain for finding in twice.findings if finding.code == "FD130"}
    assert gain is not None and both is not None
    assert (gain.fixes, both.fixes) == (1, 2) and both.ratio > gain.ratio
    assert "all 2 places together" in render_text(Report((twice,), (), ()))


def test_a_place_that_cannot_be_mended_beside_another_has_the_gain_of_their_cause(tmp_path: Path) -> None:
    one = check_text(tmp_path / "a.conf", QUICK_TAIL + RUBY + NULL)
    (gain,) = {finding.gain for finding in one.findings if finding.code == "FD130"}
    (first,) = (finding for finding in found_in(one.config) if finding.code == "FD130")
    # The same is found of the whole section, where the same would mend it: only one of them can be made.
    section = one.config.root.blocks[1]
    found = [first, replace(first, place=section.place)]
    gains = with_gains(found, one.config, Today(one.config, Settings()), Settings())
    assert gain is not None and gain.fixes == 1
    assert [finding.gain for finding in gains.findings] == [gain, gain]


def test_a_gain_whose_low_end_would_be_shown_as_none_may_be_none() -> None:
    for low, high, none in ((1.004, 2.4, True), (1.006, 2.4, False), (0.7, 1.2, True), (0.7, 0.99, False)):
        gain = Gain(100.0, 130.0, low, high)
        assert (gain.may_be_none, gain.at_least) == (none, 1.0 if none else max(1.0, low)), low
    assert gained(Gain(100.0, 130.0, 1.004, 2.4)) == "100 -> 130 events/s per CPU, 1.3x (1.00 .. 2.4), may be none"
    assert gained(Gain(1000.0, 1097.0, 1.06, 1.2)) == "1,000 -> 1,100 events/s per CPU, 1.1x (1.06 .. 1.2)"


def test_what_may_be_none_says_so_and_ranks_last(tmp_path: Path) -> None:
    json_parser = QUICK_TAIL.replace("@type json", "@type json\n    json_parser json")
    one = check_text(tmp_path / "a.conf", json_parser + RUBY + NULL)
    by_code = {finding.code: finding.gain for finding in one.findings}
    sure, unsure = by_code["FD130"], by_code["FD141"]
    assert sure is not None and not sure.may_be_none
    assert unsure is not None and unsure.may_be_none and unsure.at_least == 1.0 and unsure.ratio > 1
    assert "may be none" in render_text(Report((one,), (), ()))


def test_two_ways_to_end_the_same_are_not_both_taken() -> None:
    """FD110 removes detect_exceptions since concat joins the lines, FD111 concat since detect_exceptions does."""
    (one,) = check([str(ARTICLE)], Settings()).checked
    codes = [finding.code for finding in choose(found_in(one.config), Safety.UNSAFE)]
    assert "FD110" in codes and "FD111" not in codes and {"FD110", "FD111"} <= {finding.code for finding in one.findings}


ends = st.tuples(st.floats(1, 50), st.floats(1, 50))


@given(st.floats(0.02, 50), st.lists(ends, min_size=1, max_size=5))
@tries(400)
def test_an_interval_holds_its_middle_and_every_cause(mid: float, factors: list[tuple[float, float]]) -> None:
    causes = [(mid / down, mid * up) for down, up in factors]
    found = _joined(mid, causes)
    near = 1 + 1e-9
    assert found.low <= mid <= found.high
    assert all(found.low <= low * near and found.high * near >= high for low, high in causes)
    # What no cause denies is certain, and what happens the other way round is the inverse.
    assert found.low > 1 or min(low for low, _ in causes) < near
    back = _joined(1 / mid, [(1 / high, 1 / low) for low, high in causes])
    assert back.low * found.high == pytest.approx(1) and back.high * found.low == pytest.approx(1)


def test_a_fix_that_fails_takes_no_other_with_it() -> None:
    (one,) = check([str(ARTICLE)], Settings()).checked
    costs, found = Today(one.config, Settings()), found_in(one.config)
    fixes = {finding.code: finding.fix for finding in found if finding.fix is not None}
    # It says that it takes @log_level away, and takes compression_codec.
    wrong = replace(fixes["FD160"], effects=fixes["FD150"].effects)
    gains = with_gains([replace(f, fix=wrong) if f.code == "FD160" else f for f in found], one.config, costs, Settings())
    after = {finding.code: finding for finding in gains.findings}
    assert after["FD160"].fix == withdrawn(wrong) and after["FD160"].gain is None
    shown = {finding.code: finding.gain for finding in one.findings if finding.code != "FD160"}
    assert {code: finding.gain for code, finding in after.items() if code != "FD160"} == shown
    (before,), (joint,) = one.joint, gains.joint
    assert joint.gain.fixes == before.gain.fixes - 1 and joint.gain.after < before.gain.after
