"""The fit of Logstash: waiting between threads, rows that repeat one another, and what is stored."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipelint.calibrate import gains, report, rows, store, validate, whole
from pipelint.calibrate.rows import Row
from pipelint.calibrate.solve import fit, predict
from pipelint.calibrate.subject import MeasurementError, read_subject
from pipelint.cost.model import US, read_model
from pipelint.cost.waiting import settled, waiting_share
from tests.calibrate.stored import assert_stored

pytestmark = pytest.mark.slow

pytest.importorskip("scipy")
ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "cost-models" / "logstash-8.14.json"
PAGE = ROOT / "docs" / "accuracy.md"
ENGINE = "logstash"
LOGSTASH = read_subject(rows.measurements(), ENGINE)


def test_errors_are_within_what_the_project_promises(fitted: tuple[store.Stored, validate.Validation]) -> None:
    stored, checked = fitted
    assert validate.median_error(checked.folds) < 0.20 and validate.median_error(checked.kinds) < 0.20
    assert validate.median_error(checked.constant) > 3 * validate.median_error(checked.folds)
    whole = [j for j in checked.kinds if j.row.kind == "pipeline"]
    assert len(whole) > 10 and validate.median_error(whole) < 0.20
    assert validate.coverage(checked.folds, stored["spread"]) == pytest.approx(0.9, abs=0.01)


def test_what_is_roughly_measured_widens_no_interval_of_what_is_measured(
    fitted: tuple[store.Stored, validate.Validation],
) -> None:
    stored, checked = fitted
    rough = [j for j in checked.folds if j.row.rough]
    assert {"output.elasticsearch", "filter.geoip"} < {j.row.kind for j in rough} and len(rough) < len(checked.folds) / 10
    assert stored["spread"] < validate.quantile(validate.factors(checked.folds), validate.COVERED)
    assert stored["modelled"] == pytest.approx(checked.rough_spread(), rel=1e-4)
    assert stored["modelled"] > stored["spread"]


def test_rows_that_repeat_one_another_are_left_out_together(fitted: tuple[store.Stored, validate.Validation]) -> None:
    of = {j.row.id: j for j in fitted[1].folds}
    # The same pipeline in four JVMs: a prediction by a fit that had seen one of them would differ.
    assert len({round(of[name].us, 6) for name in ("base_plain_250", "s_base", "in_gen_plain_250", "o_base_plain250")}) == 1


def test_waiting_is_found_again_where_work_displaces_it() -> None:
    true = {"input.event": 5.0, "wait.event": 2.5, "work.event": 1.0}
    made = []
    for amount in (0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 9.0, 15.0):
        terms = {"input.event": 1.0, "wait.event": 1.0, "work.event": amount}
        share = waiting_share(terms, true)
        us = sum(true[name] * value for name, value in settled(terms, share).items())
        made.append(Row(str(amount), "k", "", us, 0.05, "fit", terms))
    found = fit(made, {})
    assert found == pytest.approx(true, rel=0.05)
    assert all(predict(row, found) == pytest.approx(row.us, rel=0.03) for row in made)


def test_a_row_that_is_left_out_says_why() -> None:
    for entry in rows.table(rows.measurements() / LOGSTASH.traffic):
        assert entry["use"] in ("fit", "outside") and (entry["use"] == "fit" or entry["why"])


def test_events_of_many_lines_are_counted_by_the_line(measured: list[Row]) -> None:
    row = next(r for r in measured if r.id == "base_multiline_trace")
    # Measured: 14.6 µs for each event of 11 lines.
    assert row.us == pytest.approx(14.562 / 11) and row.terms["codec.multiline"] == 1.0


def test_what_is_stored_follows_from_the_measurements(fitted: tuple[store.Stored, validate.Validation]) -> None:
    stored = json.loads(MODEL.read_text(encoding="utf-8"))
    assert store.differences(stored, dict(fitted[0])) == []


def test_the_page_is_the_one_that_the_fit_writes(
    measured: list[Row], fitted: tuple[store.Stored, validate.Validation], pipelines: whole.Found
) -> None:
    gained = gains.section(gains.leave_out(measured, LOGSTASH, fitted[0]))
    fresh = report.page(*fitted, measured, LOGSTASH, f"{whole.section(pipelines)}\n\n{gained}")
    assert_stored(fresh)


def test_nine_of_ten_whole_pipelines_lie_in_intervals_that_the_others_made(pipelines: whole.Found) -> None:
    for known in (True, False):
        assert 0.88 <= pipelines.held_share(pipelines.left, known=known) <= 0.92


def test_the_page_of_one_engine_leaves_the_other_s_alone() -> None:
    title = "# Accuracy of the cost model: "
    old = f"{title}a 1\n\nold\n\n{title}b 2\n\nkept\n"
    assert report.joined(old, {"a": f"{title}a 1\n\nnew\n"}) == f"{title}a 1\n\nnew\n\n{title}b 2\n\nkept\n"
    assert report.joined("", {"a": f"{title}a 1\n"}) == f"{title}a 1\n"


def test_a_stored_model_reads_back(fitted: tuple[store.Stored, validate.Validation]) -> None:
    model = read_model(store.to_json(fitted[0]))
    assert model.engine == "logstash" and set(model.coefficients) == {US, *fitted[0]["coefficients"]}
    assert min(cost.low for cost in model.coefficients.values()) >= 0


def test_a_missing_config_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "measurements"
    shutil.copytree(ROOT / "cost-models" / "measurements", folder)
    (folder / "logstash" / "configs" / "urldecode.conf").unlink()
    with pytest.raises(MeasurementError, match=r"urldecode\.conf"):
        rows.read_rows(folder, LOGSTASH)
