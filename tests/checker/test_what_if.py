"""A config with fixes made is estimated as the gain says that was predicted of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Safety
from pipelint.base.lean.record import replace
from pipelint.checker import Checked, check
from pipelint.checker.result import by_cause
from pipelint.checker.trial.what_if import what_ifs
from pipelint.settings.model import Settings

ROOT = Path(__file__).resolve().parents[2]
PATHS = [str(ROOT / path) for path in ("examples/fluentd", "examples/logstash", "tests/corpus/fluentd/json-app.conf")]
CHECKED = check(PATHS, replace(Settings(), estimates=True, gains=True)).checked


@pytest.mark.parametrize("checked", CHECKED, ids=lambda each: Path(each.config.name).name)
def test_each_fix_and_all_of_them(checked: Checked) -> None:
    found = list(what_ifs(checked))
    causes = by_cause(finding for finding in checked.findings if finding.gain is not None)
    assert [each.findings[0].code for each in found if each.level is None] == [cause[0].code for cause in causes]
    assert [each.gain for each in found if each.level is not None] == [joint.gain for joint in checked.joint]
    for each in found:
        assert each.estimate.events_per_cpu_second.mid == pytest.approx(each.gain.after)
        assert each.flows


def test_a_config_without_an_estimate_has_none() -> None:
    checked = replace(CHECKED[0], estimate=None)
    assert list(what_ifs(checked)) == []


def test_all_fixes_are_those_of_the_joint_gain() -> None:
    before = next(each for each in CHECKED if "tuning-article-before.conf" in each.config.name)
    (whole,) = (each for each in what_ifs(before) if each.level is not None)
    assert whole.level is Safety.UNSAFE
    assert len(whole.findings) == whole.gain.fixes == 8
    assert {stage.plugin for stage in whole.config.graph.stages}.isdisjoint({"detect_exceptions"})
