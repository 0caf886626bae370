"""A config with fixes made is estimated as the gain says that was predicted of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pipelint.base.finding import Safety
from pipelint.base.lean.record import replace
from pipelint.checker import Checked, check
from pipelint.checker.result import by_cause
from pipelint.checker.trial.what_if import flows_of, what_ifs
from pipelint.settings.model import Settings
from tests.each import each

ROOT = Path(__file__).resolve().parents[2]
PATHS = [str(ROOT / path) for path in ("examples/fluentd", "examples/logstash", "tests/corpus/fluentd/json-app.conf")]


@cache
def configs() -> tuple[Checked, ...]:
    return check(PATHS, replace(Settings(), estimates=True, gains=True)).checked


@each("checked", configs, ids=lambda checked: Path(checked.config.name).name)
def test_each_fix_and_all_of_them(checked: Checked) -> None:
    found = list(what_ifs(checked))
    causes = by_cause(finding for finding in checked.findings if finding.gain is not None)
    assert [one.findings[0].code for one in found if one.level is None] == [cause[0].code for cause in causes]
    assert [one.gain for one in found if one.level is not None] == [joint.gain for joint in checked.joint]
    for one in found:
        assert one.estimate.events_per_cpu_second.mid == pytest.approx(one.gain.after)
        assert one.flows


def test_a_config_without_an_estimate_has_none() -> None:
    checked = replace(configs()[0], estimate=None)
    assert list(what_ifs(checked)) == []


def test_all_fixes_are_those_of_the_joint_gain() -> None:
    before = next(each for each in configs() if "tuning-article-before.conf" in each.config.name)
    (whole,) = (each for each in what_ifs(before) if each.level is not None)
    assert whole.level is Safety.UNSAFE
    assert len(whole.findings) == whole.gain.fixes == 10
    assert {stage.plugin for stage in whole.config.graph.stages}.isdisjoint({"detect_exceptions"})


def test_what_is_too_large_for_a_picture_has_no_flows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four stages three are boxes of their own: the input, the filter and the output, and not the parser."""
    text = (
        "<source>\n  @type tail\n  path /var/log/a.log\n  tag a\n  <parse>\n    @type json\n  </parse>\n</source>\n"
        "<filter a>\n  @type grep\n  <exclude>\n    key a\n    pattern /b/\n  </exclude>\n</filter>\n"
        "<match a>\n  @type stdout\n</match>\n"
    )
    (checked,) = check(["-"], Settings(), stdin=text.encode()).checked
    drawn = []
    for most in (2, 3):
        monkeypatch.setattr("pipelint.checker.trial.what_if.MOST_DRAWN", most)
        drawn.append(bool(flows_of(checked.config, checked.settings)))
    assert drawn == [False, True]
