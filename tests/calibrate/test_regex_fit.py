"""The regex cost models: what is stored follows from the measurements, and holds on patterns that the fit has not seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipelint.calibrate import store, subjects
from pipelint.calibrate.regex import fit as regex_fit
from pipelint.calibrate.regex import rows as regex_rows
from pipelint.calibrate.regex import store as regex_store
from pipelint.calibrate.regex.rows import RegexRow
from pipelint.calibrate.rows import measurements
from pipelint.calibrate.subject import MeasurementError
from pipelint.cost.regex.work import Engine, search

pytestmark = pytest.mark.slow

pytest.importorskip("scipy")
ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "measurements"
SUBJECTS = {"onigmo": regex_store.ONIGMO, "joni": regex_store.JONI}


@pytest.mark.parametrize("name", sorted(SUBJECTS))
def test_the_stored_model_follows_from_the_measurements_and_holds_on_unseen_patterns(name: str) -> None:
    subject = SUBJECTS[name]
    fitted, judged = regex_store.fitted(measurements(), subject)
    stored = json.loads((ROOT / "cost-models" / subject.file_name).read_text(encoding="utf-8"))
    assert store.differences(stored, dict(fitted)) == []
    figures = fitted["figures"]
    assert figures["median_error"] < 0.08 and figures["kendall_tau"] > 0.85
    assert figures["baseline_median_error"] > 3 * figures["median_error"]
    assert len(judged) == len({(j.row.id, j.row.case, j.row.line_bytes) for j in judged})


def test_searches_are_fitted_before_the_pipelines_that_are_predicted_by_them() -> None:
    names = subjects.measured(measurements())
    assert set(names[:2]) == set(SUBJECTS) and {"fluentd", "logstash"} < set(names[2:])


@pytest.mark.parametrize("name", sorted(SUBJECTS))
def test_docs_say_what_is_stored(name: str) -> None:
    subject = SUBJECTS[name]
    stored = json.loads((ROOT / "cost-models" / subject.file_name).read_text(encoding="utf-8"))
    assert regex_store.summary(stored) in (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")


def made(name: str, work: dict[str, float], ns: float) -> RegexRow:
    return RegexRow(name, "made", 100.0, ns, 0.0, 0, work)


def test_known_times_are_found_again() -> None:
    rows = [
        made(f"p{i}", {"attempt": 1.0 + i % 7, "choice": 10.0 * (i % 5)}, 50 + 6 * (1.0 + i % 7) + 0.5 * 10 * (i % 5))
        for i in range(60)
    ]
    found = regex_fit.fit(rows)
    assert (found["search"], found["attempt"], found["choice"]) == pytest.approx((50, 6, 0.5), rel=0.02)
    assert max(abs(j.error) for j in regex_fit.validate(rows)) < 0.02


def test_a_pattern_is_judged_without_any_of_its_rows() -> None:
    rows = regex_rows.read_rows(measurements(), "joni")
    spoiled = [RegexRow(r.id, r.case, r.line_bytes, r.ns * 5, r.hits, r.groups, r.work) if r.id == "alt4" else r for r in rows]
    before, after = ([j.ns for j in regex_fit.validate(some) if j.row.id == "alt4"] for some in (rows, spoiled))
    assert before == pytest.approx(after)


def test_a_table_reads_back(tmp_path: Path) -> None:
    rows = regex_rows.read_rows(measurements(), "onigmo")[:20]
    regex_rows.write_rows(tmp_path / "regex-onigmo.csv", rows)
    assert regex_rows.read_rows(tmp_path, "onigmo") == rows
    (tmp_path / "regex-onigmo.csv").write_text("id,case,line_bytes,ns,hits,groups\na,b,c,d,e,f\n")
    with pytest.raises(MeasurementError, match="line 2"):
        regex_rows.read_rows(tmp_path, "onigmo")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the lines that were measured are not part of the repository")
@pytest.mark.parametrize(
    ("name", "regex", "family"),
    [
        ("alt4", "(foo|bar|bazz|qux)", "plain"),
        ("kvpair", r'(\w+)=("[^"]*"|\S+)', "apache"),
        ("neg_class", r"^[^\]]*\]", "syslog"),
    ],
)
def test_the_machine_still_counts_what_the_table_says(name: str, regex: str, family: str) -> None:
    engine: Engine = "joni"
    row = next(
        r for r in regex_rows.read_rows(measurements(), engine) if (r.id, r.case) == (name, family) and 900 < r.line_bytes < 1100
    )
    lines = (SHARED / "logstash" / "samples" / f"{family}1000.txt").read_text(encoding="utf-8").split("\n")[:16]
    found = search(regex, lines, engine)
    kinds = {kind: sum(one.work.get(kind, 0) for one in found) / len(found) for one in found for kind in one.work}
    assert kinds == pytest.approx(dict(row.work), rel=1e-6)
