"""Estimates with the stored model: against the real engine's measurements, and what must hold of any."""

from __future__ import annotations

import csv
import json
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.cost.estimate import estimate, whole_interval
from pipelint.cost.events.traffic import LARGE, MEDIUM, PRESETS, SMALL, TrafficProfile
from pipelint.cost.events.walk import any_of
from pipelint.cost.events.work import Grade
from pipelint.cost.interval import Interval, joined
from pipelint.cost.model import SCHEMA, CostModelError, load_model, read_model
from pipelint.engines.registry import parts
from pipelint.graph.stage import Kind
from tests.cost.helpers import DETECT, FILE, NULL, TAIL, cost, graph, section
from tests.properties import tries

ROOT = Path(__file__).resolve().parents[2]
MEASURED = ROOT / "cost-models" / "measurements"

KAFKA = "<match **>\n  @type kafka2\n  brokers b:9092\n  <format>\n    @type json\n  </format>\n</match>\n"
MKTIME = TAIL.replace("time_key __none__", "time_format %Y-%m-%dT%H:%M:%S.%NZ")

FILTERS = st.sampled_from(
    [
        section("filter", "@type grep\n<regexp>\nkey log\npattern /x/\n</regexp>"),
        section("filter", "@type concat\nkey log\nmultiline_start_regexp /^x/"),
        section("filter", "@type kubernetes_metadata"),
        section("filter", "@type record_transformer\nenable_ruby true\n<record>\na ${1}\n</record>"),
        section("filter", "@type record_transformer\n<record>\na x\n</record>\nremove_keys log"),
        section("filter", "@type record_modifier\n<record>\na x\n</record>"),
        section("filter", "@type parser\nkey_name log\nreserve_data true\n<parse>\n@type json\n</parse>"),
        section("filter", "@type dedot"),
        section("filter", "@type stdout"),
        section("filter", "@type prometheus\n<metric>\nname a\n</metric>"),
        section("filter", "@type nobody_knows"),
    ]
)
OUTPUTS = st.sampled_from(
    [
        NULL,
        FILE,
        KAFKA,
        section("match", "@type elasticsearch\nlogstash_format true"),
        section("match", "@type forward\ncompress gzip\n<buffer tag>\n@type memory\n</buffer>"),
        section("match", "@type s3\n<buffer time>\n@type file\n</buffer>"),
        section("match", "@type stdout"),
        section("match", "@type copy\ncopy_mode deep\n<store>\n@type http\n</store>\n<store>\n@type null\n</store>"),
    ]
)


def measured() -> dict[str, float]:
    """µs per event of each measured pipeline."""
    with (MEASURED / "fluentd.csv").open(encoding="utf-8") as file:
        return {row["id"]: float(row["cpu_us_per_event_median"]) for row in csv.DictReader(file)}


def config(row: str) -> str:
    """The config of a measured pipeline."""
    return (MEASURED / "fluentd" / "configs" / f"{row}.conf").read_text(encoding="utf-8")


@pytest.mark.parametrize("row", sorted(path.stem for path in (MEASURED / "fluentd" / "configs").glob("art_*.conf")))
def test_the_articles_pipelines_are_within_a_quarter(row: str) -> None:
    # The traffic of the replica is the default one: 250 B, 10 % continuation lines, read from the start.
    assert cost(config(row), MEDIUM).us_per_event.mid == pytest.approx(measured()[row], rel=0.25)


def test_before_the_articles_advice_it_is_at_least_two_and_a_half_times_slower() -> None:
    # Measured: 3.2 times.
    before, after = cost(config("art_untuned"), MEDIUM), cost(config("art_tuned"), MEDIUM)
    assert after.events_per_cpu_second.mid / before.events_per_cpu_second.mid > 2.5


def test_the_examples_differ_as_the_issue_asks() -> None:
    texts = [(ROOT / "examples" / "fluentd" / f"tuning-article-{which}.conf").read_text() for which in ("before", "after")]
    before, after = (cost(text, MEDIUM).events_per_cpu_second.mid for text in texts)
    assert after / before > 2.5


def test_a_literal_zone_costs_tens_of_microseconds_in_a_range_that_reaches_down_to_few() -> None:
    plain = cost(TAIL + NULL).us_per_event
    slow = cost(MKTIME + NULL).us_per_event
    # Rows p_json_tfNZ_250 (+31 µs), ..._TZNY (+2) and ..._TZTokyo (+87).
    assert slow.mid - plain.mid == pytest.approx(31.4, rel=0.1)
    assert slow.low < plain.mid + 5 < plain.mid + 80 < slow.high


def width(us: Interval) -> float:
    """How many times the least the most is."""
    return us.high / us.low


def test_an_unknown_plugin_costs_what_those_of_its_kind_cost() -> None:
    sent = section("match", "@type nobody_knows_either\n<buffer>\n@type file\n</buffer>")
    found = cost(TAIL + section("filter", "@type nobody_knows") + sent)
    assert found.plugins(Grade.UNKNOWN) == ("nobody_knows", "nobody_knows_either")
    model = load_model("fluentd")
    for kind in (Kind.FILTER, Kind.OUTPUT):
        (stage,) = (s for s in found.stages if s.stage.kind is kind)
        some = model.coefficients[any_of(kind)]
        # Never a silent zero, and a range as wide as that of the measured ones.
        assert stage.us_per_event.mid >= some.mid > 1 and width(stage.us_per_event) > 20
        assert stage.us_per_event.high >= some.high
    assert found.events_per_cpu_second.mid < 1e5


def test_a_plugin_that_is_alike_another_has_a_wider_interval_than_that() -> None:
    grades = {Grade.MEASURED: "splunk_hec", Grade.MODELLED: "splunk_ingest_api", Grade.UNKNOWN: "nobody_knows"}
    found = {grade: cost(TAIL + section("match", f"@type {plugin}")) for grade, plugin in grades.items()}
    stages = {grade: next(s for s in one.stages if s.stage.kind is Kind.OUTPUT) for grade, one in found.items()}
    assert {grade: stage.grade for grade, stage in stages.items()} == {grade: grade for grade in grades}
    widths = [width(stage.us_per_event) for stage in stages.values()]
    model = load_model("fluentd")
    assert widths[:2] == pytest.approx([model.spread**2, model.modelled**2]) and sorted(widths) == widths and len({*widths}) == 3


def test_what_a_router_by_the_pod_sends_on_is_counted() -> None:
    route = "<route>\n@label @L\n<match>\nnamespaces x\n</match>\n</route>"
    text = TAIL + section("match", "@type label_router\n{}" + route) + f"<label @L>\n{FILE}</label>\n"
    found, each = cost(text.format("")), cost(text.format("sticky_tags false\n"))
    # As of relabel: nothing of its own, as long as the route of a tag is remembered.
    assert found.us_per_event.mid == pytest.approx(cost(TAIL + FILE).us_per_event.mid, rel=0.2)
    assert each.us_per_event.mid - found.us_per_event.mid == pytest.approx(3.8, abs=0.5)
    assert found.plugins(Grade.MODELLED) == ("label_router",)


def test_independent_causes_add_as_squares_of_logs() -> None:
    """A factor of 2 each way and one of 8 up: 2 down, and e to the root of ln(2)^2 + ln(8)^2, which is 2^sqrt(10), up."""
    found = joined(100.0, [(2.0, 2.0), (1.0, 8.0)])
    assert (found.low, found.mid, found.high) == pytest.approx((50.0, 100.0, 100 * 2**10**0.5))


def test_each_end_of_a_sum_is_as_far_off_as_the_same_ends_of_its_parts() -> None:
    """Right-angled triangles: 3 and 4 down make 5, 12 and 5 up make 13."""
    found = whole_interval(30.0, [Interval(7.0, 10.0, 22.0), Interval(16.0, 20.0, 25.0)], 1.0, [])
    assert (found.low, found.mid, found.high) == pytest.approx((25.0, 30.0, 43.0))


def test_an_interval_holds_what_is_assumed_unless_it_is_given() -> None:
    text = TAIL + section("filter", "@type concat\nkey log\nmultiline_start_regexp /^x/") + FILE
    costs = parts("fluentd").costs

    def ends(*given: str) -> Interval:
        traffic = TrafficProfile(given=given)
        found = estimate(graph(text), traffic, costs, load_model("fluentd"), ranges=True)
        assert found is not None
        return found.us_per_event

    plain, open_, known = cost(text, TrafficProfile()).us_per_event, ends(), ends("continuation", "app_fields", "distinct_times")
    assert open_.low < known.low and known == plain and open_.mid == plain.mid
    # By hand: the totals at both ends of the range, and the spread of the model.
    least, most = (cost(text, TrafficProfile(continuation=share)).us_per_event.mid for share in (0.5, 0.0))
    model = load_model("fluentd")
    assert model.whole is not None and model.whole < model.spread and model.open > 1
    spread = math.log(model.whole)
    assert least < open_.mid < most
    for ends, further in ((open_.mid / open_.low, open_.mid / least), (open_.high / open_.mid, most / open_.mid)):
        assert math.log(ends) == pytest.approx(math.hypot(model.open * math.log(further), spread), rel=1e-6)


def test_a_filter_that_some_tags_meet_may_get_all_events() -> None:
    text = "<source>\n  @type tail\n  path /a/*.log\n  tag a.*\n  <parse>\n    @type none\n  </parse>\n</source>\n"
    text += section("filter", "@type record_transformer\n<record>\na b\n</record>", "a.a.x*.**") + NULL
    found = estimate(graph(text), TrafficProfile(), parts("fluentd").costs, load_model("fluentd"), ranges=True)
    always = cost(text.replace("a.a.x*.**", "**"), TrafficProfile())
    assert found is not None and found.us_per_event.high > always.us_per_event.mid > 2 * found.us_per_event.mid


def test_the_shares_of_the_grades_add_up_to_one() -> None:
    found = cost(TAIL + section("filter", "@type nobody_knows") + section("match", "@type newrelic"))
    shares = {grade: found.share(grade) for grade in Grade}
    assert math.fsum(shares.values()) == pytest.approx(1.0) and min(shares.values()) > 0
    assert [found.plugins(grade)[-1] for grade in (Grade.MODELLED, Grade.UNKNOWN)] == ["newrelic", "nobody_knows"]
    measured = cost(TAIL + FILE)
    assert measured.share(Grade.MEASURED) == pytest.approx(1.0) and not measured.plugins(Grade.UNKNOWN)


def test_the_bottleneck_and_what_its_absence_would_give() -> None:
    text = MKTIME + section("filter", "@type grep\n<regexp>\nkey log\npattern /^x/\n</regexp>") + NULL
    found = cost(text)
    assert found.bottleneck is not None and found.bottleneck.stage.plugin == "json"
    rest = found.us_per_event.mid - found.bottleneck.us_per_event.mid
    assert found.if_free(found.bottleneck) == pytest.approx(1e6 / rest)
    # Without its only stage there is no pipeline to tell the rate of.
    alone = cost("<source>\n  @type forward\n</source>\n")
    assert alone.bottleneck is not None and alone.if_free(alone.bottleneck) is None


@given(st.lists(FILTERS, max_size=5), OUTPUTS, st.booleans(), st.sampled_from(list(PRESETS.values())))
@tries(80)
def test_any_pipeline_has_a_whole_and_consistent_estimate(
    filters: list[str], output: str, detect: bool, traffic: TrafficProfile
) -> None:
    found = cost(TAIL + (DETECT if detect else "") + "".join(filters) + output, traffic)
    us, rate = found.us_per_event, found.events_per_cpu_second
    assert 0 < us.low <= us.mid <= us.high < math.inf
    assert rate.mid == pytest.approx(1e6 / us.mid) and rate.low <= rate.mid <= rate.high
    assert math.fsum(s.us_per_event.mid for s in found.stages) == pytest.approx(us.mid)
    assert math.fsum(s.share for s in found.stages) == pytest.approx(1.0)


@given(st.lists(FILTERS, max_size=4), OUTPUTS, st.booleans())
@tries(60)
def test_longer_lines_are_not_cheaper(filters: list[str], output: str, detect: bool) -> None:
    text = TAIL + (DETECT if detect else "") + "".join(filters) + output
    costs = [cost(text, replace(MEDIUM, line_bytes=size)).us_per_event.mid for size in (80.0, 250.0, 1024.0, 8192.0)]
    assert costs == sorted(costs)


@given(st.lists(FILTERS, min_size=1, max_size=4), OUTPUTS, st.data())
@tries(60)
def test_a_free_filter_less_is_not_dearer(filters: list[str], output: str, data: st.DataObject) -> None:
    # Filters that only look (stdout) change nothing behind them: without one the config is cheaper by its own cost at least.
    looking = section("filter", "@type stdout")
    at = data.draw(st.integers(0, len(filters)))
    without = cost(TAIL + "".join(filters) + output)
    with_it = cost(TAIL + "".join([*filters[:at], looking, *filters[at:]]) + output)
    assert with_it.us_per_event.mid > without.us_per_event.mid


@given(st.floats(0.05, 20.0))
def test_scale_is_the_speed_of_the_machine(scale: float) -> None:
    plain, scaled = cost(TAIL + KAFKA), cost(TAIL + KAFKA, scale=scale)
    assert scaled.events_per_cpu_second.mid == pytest.approx(plain.events_per_cpu_second.mid * scale, rel=1e-6)


def test_presets_grow() -> None:
    small, medium, large = (cost(TAIL + KAFKA, traffic).us_per_event.mid for traffic in (SMALL, MEDIUM, LARGE))
    assert small < medium < large


def test_cri_lines_keep_their_frame() -> None:
    assert TrafficProfile(runtime="cri").message_bytes == 250 - len("2021-12-31T18:31:41.000694219Z stdout F ")
    assert TrafficProfile(line_bytes=10).message_bytes == 1.0


def test_workers_do_not_change_the_rate_per_cpu_second() -> None:
    system = "<system>\n  workers 4\n</system>\n"
    assert cost(system + TAIL + KAFKA).events_per_cpu_second == cost(TAIL + KAFKA).events_per_cpu_second


def test_an_estimate_needs_no_numerical_library() -> None:
    code = "import sys; from pipelint.engines.registry import parts; from pipelint.cost.model import load_model\n"
    code += "load_model('fluentd'); parts('fluentd').costs\n"
    code += "sys.exit(bool({'numpy', 'scipy', 'typer', 'yaml', 'lark'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == 0


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", json.dumps({"schema": SCHEMA + 1}), json.dumps({"schema": SCHEMA, "coefficients": 3})]
)
def test_a_broken_model_is_refused(text: str) -> None:
    with pytest.raises(CostModelError):
        read_model(text)


def test_work_that_the_model_lacks_is_an_error_and_no_zero() -> None:
    with pytest.raises(CostModelError, match=r"no term parse\.nothing"):
        load_model("fluentd").cost({"parse.nothing": 1.0})
