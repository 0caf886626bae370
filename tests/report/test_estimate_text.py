"""Estimates as people read them."""

from __future__ import annotations

import dataclasses
import io
from pathlib import Path

import pytest

from pipelint.base.finding import Problem
from pipelint.checker import Checked, Report
from pipelint.cost.estimate import Estimate
from pipelint.engines.registry import engine
from pipelint.report.estimate.text import estimate_lines, print_estimates
from pipelint.report.look import Look
from pipelint.report.numbers import micros, percent, rate, ratio
from pipelint.report.printing.plain import render_plain
from pipelint.settings.model import Settings
from pipelint.sources import collect
from tests.report.support import CONFIG, config_in_manifest, config_of, estimate_of, finding, place, whole
from tests.sources.common import Engines

COSTS = {0: 9.8, 1: 36.1, 2: 80.2, 3: 12.0, 4: 0.05}
NEVER = "<filter never>\n  @type grep\n</filter>\n"


def text_of(checked: Checked, encoding: str = "utf-8") -> str:
    return render_plain(estimate_lines(checked, Look(encoding)), encoding)


def test_the_listing_shows_the_config_beside_its_costs() -> None:
    config = config_of(whole(CONFIG + NEVER))
    assert (
        text_of(Checked(config, (), estimate_of(config, COSTS, unknown=(3,))))
        == """\
fluent.conf
  250-byte lines, docker, on a CPU as fast as the measured one

µs/event      low .. high  share   total  events   line
     9.8      4.9 .. 19.6     7%     9.8    1.00    1  <source>
                                                    2    @type tail
    36.1     18.1 .. 72.2    26%    45.9    1.00    4    <parse>
                                                    5      @type json
    80.2     40.1 .. 160     58%     126    1.00    9  <filter raw.**>  ◀ bottleneck
                                                   10    @type record_transformer
    12.0      6.0 .. 24.0     9%     138    1.00   13  <match raw.**>  unknown
                                                   14    @type kafka2
    0.05     0.03 .. 0.10    <1%     138    1.00   15    <buffer>
                                                   16      @type file
       -                       -       -       -   19  <filter never>  no events
                                                   20    @type grep
     138     69.1 .. 276                               µs of CPU per event

7,240 (3,620 .. 14,500) events/s per CPU
91% of the cost is measured; 9% is unknown, so taken from all plugins of the kind: kafka2
if filter record_transformer (line 9) were free:   17,300 events/s per CPU (2.4x)
if parse json (line 4) were free:                   9,800 events/s per CPU (1.4x)
if output kafka2 (line 13) were free:               7,930 events/s per CPU (1.1x)
assumed:
  - a buffer chunk holds 1,000 events

"""
    )


def test_where_all_is_measured_nothing_is_said_of_it() -> None:
    config = config_of(whole(CONFIG))
    text = text_of(Checked(config, (), estimate_of(config, COSTS)))
    assert "\n7,240 (3,620 .. 14,500) events/s per CPU\n" in text
    assert "measured;" not in text
    assert "unknown" not in text


def test_of_a_cpu_limit_is_said_what_can_be_used_where_it_is_not_all() -> None:
    config = config_of(whole(CONFIG))
    found = estimate_of(config, COSTS)
    for limit, said in ((0.5, "0.5 CPUs"), (1.0, "1 CPUs"), (4.0, "4 CPUs, of which 1 can be used: a worker uses at most one")):
        assert f" events/s with {said}\n" in text_of(Checked(config, (), found, Settings(cpu_limit=limit)))


def test_few_events_are_more_than_none() -> None:
    config = config_of(whole(CONFIG))
    found = estimate_of(config, COSTS)
    first, second, third, *rest = found.stages
    few = (first, dataclasses.replace(second, events=0.004), dataclasses.replace(third, events=0.0), *rest)
    rows = text_of(Checked(config, (), dataclasses.replace(found, stages=few))).splitlines()
    assert [row.split()[-3] for row in rows if row.endswith(("<source>", "  <parse>"))] == ["1.00", "<0.01"]
    assert any("    0.00    9  <filter raw.**>" in row for row in rows)


def test_of_a_stage_that_is_all_there_is_nothing_is_said_without_it() -> None:
    config = config_of(whole(CONFIG))
    assert "were free" not in text_of(Checked(config, (), estimate_of(config, {0: 0.001, 2: 80.2})))


def test_an_output_without_those_characters_gets_ascii() -> None:
    config = config_of(whole(CONFIG))
    text = text_of(Checked(config, (), estimate_of(config, COSTS, unknown=(3,))), "ascii")
    assert text.isascii()
    assert "us/event" in text
    assert "< bottleneck" in text


def test_events_that_come_or_go_are_explained() -> None:
    config = config_of(whole(CONFIG))
    found = estimate_of(config, COSTS)
    fewer = tuple(dataclasses.replace(cost, events=0.9 if cost.stage.index > 1 else 1.0) for cost in found.stages)
    estimate = Estimate(found.us_per_event, found.events_per_cpu_second, fewer, ())
    text = text_of(Checked(config, (), estimate))
    assert "   0.90    9  <filter raw.**>" in text
    assert "events: number that reaches the stage per line read" in text


def test_parts_written_flat_stand_on_their_parameter() -> None:
    config = config_of(whole("<source>\n  type tail\n  format json\n  tag x\n</source>\n<match **>\n  type null\n</match>\n"))
    rows = text_of(Checked(config, (), estimate_of(config, {0: 1.0, 1: 2.0, 2: 1.0}))).splitlines()
    assert rows[6].endswith("   3    format json  ◀ bottleneck")


def test_stages_in_a_config_map_have_the_lines_of_the_file() -> None:
    indented = "".join(f"    {row}\n" for row in CONFIG.splitlines())
    config = config_in_manifest(f"kind: ConfigMap\nmetadata: {{name: fl}}\ndata:\n  fluent.conf: |\n{indented}", "cm.yaml")
    rows = text_of(Checked(config, (), estimate_of(config, COSTS))).splitlines()
    assert rows[0] == "cm.yaml: ConfigMap fl, key fluent.conf"
    assert rows[4].endswith("1.00    5  <source>")
    assert rows[5].endswith("    6    @type tail")


def test_included_stages_are_listed_under_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    inner, outer = Path("inner.conf"), Path("fluent.conf")
    inner.write_text("\n<match **>\n  @type null\n</match>\n")
    outer.write_text("<source>\n  @type dummy\n  tag x\n</source>\n@include inner.conf\n")
    (entry,) = collect([str(outer)], Engines(lambda text, name: "fluentd")).entries
    config = engine("fluentd").load(entry)
    rows = text_of(Checked(config, (), estimate_of(config, {0: 1.0, 1: 1.0}))).splitlines()
    assert [row[48:] for row in (*rows[4:6], *rows[7:9])] == [
        "   1  <source>  ◀ bottleneck",
        "   2    @type dummy",
        "   2  <match **>",
        "   3    @type null",
    ]
    assert rows[6] == "  in inner.conf"


def test_a_config_that_costs_nothing_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    empty, broken = whole("# nothing\n"), whole("<source>\n", "b.conf")
    wrong = finding(place(broken, "<source>"), "not closed")
    checked = Checked(config_of(empty), (), None), Checked(config_of(broken), (wrong,), None)
    stream = io.StringIO()
    print_estimates(Report(checked, (Problem("c.conf", "no such file"),), ()), stream, verbose=True)
    text = stream.getvalue()
    assert "  no estimate: no events reach it\n" in text
    assert "  no estimate: syntax errors\n\nb.conf:1:1: warning[FD101] literal-z-time-format: not closed\n" in text
    assert "c.conf: error: no such file\n" in text
    assert "  - line_bytes = 250.0\n" in text


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (rate(12_345.6), "12,300"),
        (rate(99_960), "100,000"),
        (rate(4.2149), "4.21"),
        (rate(99.96), "100"),
        (rate(0), "0"),
        (rate(float("inf")), "unlimited"),
        (micros(0), "0.0"),
        (micros(0.05), "0.05"),
        (micros(31.04), "31.0"),
        (micros(99.96), "100"),
        (micros(1240.4), "1,240"),
        (percent(0), "0%"),
        (percent(0.001), "<1%"),
        (percent(0.315), "32%"),
        (ratio(1), "1.00x"),
        (ratio(0.96), "0.96x"),
        (ratio(1.04), "1.04x"),
        (ratio(1.06), "1.1x"),
        (ratio(1.21), "1.2x"),
        (ratio(12.4), "12x"),
        (ratio(0.5), "0.5x"),
    ],
)
def test_numbers_are_rounded_to_what_the_model_can_know(shown: str, expected: str) -> None:
    assert shown == expected
