"""What was measured of single stages counts before what is predicted of them; expected values by hand."""

from __future__ import annotations

import pytest

from pipelint.base.lean.record import replace
from pipelint.cost.estimate import StageCost, estimated
from pipelint.cost.events.traffic import StageTraffic
from pipelint.cost.events.walk import Walked
from pipelint.cost.events.work import StageLoad
from pipelint.cost.interval import Interval
from pipelint.cost.model import CostModel
from tests.cost.helpers import MEDIUM, NULL, cost, graph, section

NEAR = "<source>\n  @type forward\n  @id near\n</source>\n"
FAR = "<source>\n  @type forward\n  @id far\n  port 24225\n</source>\n"
FILTERS = section("filter", "@type grep\n@id some") + section("filter", "@type record_transformer\n@id stamp")
PARTS = "<format>\n@type json\n</format>\n<buffer>\n@type file\n</buffer>"
REST = FILTERS + section("match", f"@type file\n@id archive\npath /a\n{PARTS}", "a.**") + NULL


def row(kind: str, plugin: str, id_: str, events: float | None = None, us: float | None = None) -> StageTraffic:
    return StageTraffic("", kind, plugin, id_, events, us)


def stages(*rows: StageTraffic, config: str = NEAR + FAR + REST) -> dict[str, StageCost]:
    """By ids, or plugins."""
    return {each.stage.value("@id") or each.stage.plugin: each for each in cost(config, replace(MEDIUM, stages=rows)).stages}


def test_stages_do_as_many_events_as_were_counted_there() -> None:
    before, after = stages(), stages(row("filter", "record_transformer", "stamp", events=0.1))
    # All of its prediction is for each event.
    assert after["stamp"].us_per_event.mid == pytest.approx(before["stamp"].us_per_event.mid / 10)
    assert (before["stamp"].events, after["stamp"].events, after["some"].events) == (1.0, 0.1, 1.0)


def test_sources_read_the_shares_that_were_counted_if_all_were() -> None:
    both = row("source", "forward", "near", events=0.8), row("source", "forward", "far", events=0.2)
    assert [stages(*both)[name].events for name in ("near", "far")] == [0.8, 0.2]
    # One of them alone says nothing of what the other reads.
    assert [stages(both[0])[name].events for name in ("near", "far")] == [0.5, 0.5]
    assert not any("sources" in said for said in cost(NEAR + FAR + REST, replace(MEDIUM, stages=both)).assumptions)
    assert any("input from 2 sources" in said for said in cost(NEAR + FAR + REST, replace(MEDIUM, stages=both[:1])).assumptions)


def test_where_nothing_was_counted_sources_read_alike() -> None:
    idle = row("source", "forward", "near", events=0.0), row("source", "forward", "far", events=0.0)
    assert [stages(*idle)[name].events for name in ("near", "far")] == [0.5, 0.5]


def test_an_output_gets_what_was_counted_there() -> None:
    known = stages(row("output", "file", "archive", events=0.3), config=NEAR + REST)
    assert (known["archive"].events, known["null"].events) == (0.3, pytest.approx(0.7))


def test_where_more_was_counted_than_can_come_all_of_it_comes() -> None:
    some = section("filter", "@type grep\n@id some\n<regexp>\nkey log\npattern /x/\n</regexp>", "a.**")
    traffic = replace(MEDIUM, kept=0.5, stages=(row("filter", "grep", "some", events=1.3),))
    events = {each.stage.plugin: each.events for each in cost(NEAR + some + NULL, traffic).stages}
    assert (events["grep"], events["null"]) == (1.3, pytest.approx(0.5))


def test_the_model_s_spread_is_of_the_part_that_is_predicted() -> None:
    model = CostModel("fluentd", "1", {"a": Interval(10.0, 10.0, 10.0)}, spread=1.25, modelled=1.5, whole=2.0)
    first, second, *_ = graph(NEAR + FAR + REST).stages
    walked = Walked((StageLoad(first, {"a": 1.0}, 1.0), StageLoad(second, {"a": 1.0}, 1.0, us=30.0)), ())
    us = estimated(walked, model).us_per_event
    # 30 of the 40 µs were measured; the other 10 may be half of that.
    assert (us.low, us.mid, us.high) == pytest.approx((35.0, 40.0, 40.0 * 40 / 35))


def test_only_what_is_predicted_is_in_doubt() -> None:
    plain = cost(NEAR + FAR + REST)
    every = [
        StageTraffic("", each.stage.kind.value, each.stage.plugin, each.stage.value("@id"), None, 10.0)
        for each in plain.stages
        if each.stage.kind.value in ("source", "filter", "output")
    ]
    found = cost(NEAR + FAR + REST, replace(MEDIUM, stages=tuple(every)))
    here = sum(each.us_per_event.mid for each in found.stages if each.here)
    rest = sum(each.us_per_event.mid for each in found.stages if not each.here)
    assert found.here == pytest.approx(here / (here + rest))
    # Of the buffer and the format of the file nothing was measured.
    assert {each.stage.kind.value for each in found.stages if not each.here} == {"buffer", "format"}
    model = plain.us_per_event.high / plain.us_per_event.mid
    assert 1 < found.us_per_event.high / found.us_per_event.mid < model
    assert found.us_per_event.mid == pytest.approx(here + rest)
    assert all(each.us_per_event.low == each.us_per_event.high for each in found.stages if each.here)
