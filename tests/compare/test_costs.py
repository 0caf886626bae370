"""The interval of a difference: hand-made terms, and all measured pipelines against those that they were made from."""

from __future__ import annotations

import math
from itertools import permutations

import pytest

from pipelint.calibrate.rows import Row, measurements, read_rows
from pipelint.calibrate.subject import read_subject
from pipelint.compare.costs import cost_change, moved_cost
from pipelint.compare.model import CostChange, Direction
from pipelint.compare.stages import pair_stages, stage_changes
from pipelint.cost.difference import part_stages, part_work
from pipelint.cost.estimate import Estimate, estimate
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade
from pipelint.cost.interval import Interval, joined
from pipelint.cost.model import CostModel, load_model
from pipelint.cost.waiting import settled, waiting_share
from pipelint.engines.registry import parts
from tests.compare.support import fluentd
from tests.configs import NULL, QUICK_TAIL, SLOW_TAIL

MODEL = CostModel(
    "fluentd", "1", {name: Interval(us, us, us) for name, us in (("a", 10.0), ("b", 5.0))}, spread=1.25, modelled=1.5
)

UNKNOWN = "<filter **>\n  @type my_own_thing\n</filter>\n"
RENAME = "<filter **>\n  @type record_transformer\n  <record>\n    a b\n  </record>\n</filter>\n"
MANY = 40 * RENAME
FORWARD = "<source>\n  @type forward\n</source>\n"


def change(before: str, after: str) -> CostChange:
    model, graphs = load_model("fluentd"), (fluentd(before).graph, fluentd(after).graph)
    old, new = (estimate(graph, TrafficProfile(), parts("fluentd").costs, model) for graph in graphs)
    assert old is not None
    assert new is not None
    pairs = pair_stages(*graphs)
    return cost_change(old, new, pairs, stage_changes("fluentd", pairs, *graphs), graphs, model, 1.0)


def test_work_of_both_sides_cancels_out() -> None:
    work = part_work({"a": 2.0, "b": 1.0}, {"a": 2.0, "b": 3.0}, MODEL)
    assert (work.same.mid, work.more.mid, work.less.mid) == (25.0, 10.0, 0.0)
    assert work.difference(1.25) == (8.0, 10.0, 12.5)
    rate = work.rate(1.25)
    # 25 of 35 µs; at the ends 20 of 20 + 12.5 and 31.25 of 31.25 + 8.
    assert (rate.low, rate.mid, rate.high) == pytest.approx((20 / 32.5, 25 / 35, 31.25 / 39.25))


def test_work_in_the_place_of_other_work_is_uncertain_on_both_sides() -> None:
    low, mid, high = part_work({"a": 1.0}, {"b": 2.1}, MODEL).difference(1.25)
    assert (low, mid, high) == pytest.approx((8.4 - 12.5, 0.5, 13.125 - 8.0))


def test_modelled_work_may_be_wrong_by_more() -> None:
    measured, modelled = (part_stages([(grade, {"a": 1.0})], [], MODEL) for grade in (Grade.MEASURED, Grade.MODELLED))
    assert measured.difference(1.25) == pytest.approx((-12.5, -10.0, -8.0))
    assert modelled.difference(1.25) == pytest.approx((-15.0, -10.0, -10 / 1.5))


def test_the_literal_z_is_slower_and_put_down_to_the_parser() -> None:
    found = change(QUICK_TAIL + NULL, SLOW_TAIL + NULL)
    assert found.direction is Direction.SLOWER
    assert found.slowdown > 0.5
    (blame,) = found.blames
    assert (blame.stage.plugin, [param.name for param in blame.change.params if blame.change]) == ("json", ["time_format"])
    # Measured in UTC, New York and Tokyo: 1.7 to 87 µs, whatever the spread of the model makes of it.
    assert 0 < blame.us[0] < 1.8
    assert blame.us[2] > 86


def test_what_changes_most_is_blamed_first_whichever_way_it_goes() -> None:
    before, after = SLOW_TAIL + NULL, QUICK_TAIL + RENAME + NULL
    for found in (change(before, after), change(after, before)):
        assert [blame.stage.plugin for blame in found.blames] == ["json", "record_transformer"]
        assert abs(found.blames[0].us[1]) > abs(found.blames[1].us[1]) > 0


def test_there_and_back_are_each_other_s_inverse() -> None:
    there, back = change(QUICK_TAIL + NULL, SLOW_TAIL + NULL), change(SLOW_TAIL + NULL, QUICK_TAIL + NULL)
    assert back.direction is Direction.FASTER
    assert there.rate.mid * back.rate.mid == pytest.approx(1)
    assert there.rate.low * back.rate.high == pytest.approx(1)


def test_a_move_to_another_engine_has_the_errors_of_both_models() -> None:
    found = moved_cost(*(_priced(us) for us in ((8.0, 10.0, 20.0), (4.0, 5.0, 5.5))))
    # 10 / 5; the low end: 10 may be 8 and 5 be 5.5, the squares of their logs add.
    assert found.rate.mid == 2.0 and found.direction is Direction.FASTER and found.blames == ()
    assert found.rate.low == pytest.approx(2 / math.exp(math.hypot(math.log(10 / 8), math.log(5.5 / 5))))
    assert found.rate.high == pytest.approx(2 * math.exp(math.hypot(math.log(20 / 10), math.log(5 / 4))))
    assert moved_cost(_priced((8.0, 10.0, 20.0)), _priced((5.0, 9.0, 12.0))).direction is Direction.UNCLEAR


def _priced(us: tuple[float, float, float]) -> Estimate:
    return Estimate(Interval(*us), Interval(*us).per_second(), (), ())


def test_what_costs_nothing_is_no_difference() -> None:
    found = change(QUICK_TAIL + NULL, QUICK_TAIL.replace("tag a.b", "tag a.b\n  pos_file /x") + NULL)
    assert (found.direction, found.blames, found.rate.mid) == (Direction.SAME, (), 1.0)


def test_an_unchanged_stage_that_meets_other_events_is_blamed_without_a_change() -> None:
    detect = "<match a.**>\n  @type detect_exceptions\n  remove_tag_prefix a\n</match>\n"
    found = change(QUICK_TAIL + RENAME.replace("**", "b") + NULL, QUICK_TAIL + detect + RENAME.replace("**", "b") + NULL)
    unchanged = [blame.stage.plugin for blame in found.blames if blame.change is None]
    assert "record_transformer" in unchanged


def test_inputs_that_come_make_another_average_event() -> None:
    found = change(QUICK_TAIL + NULL, QUICK_TAIL + FORWARD + NULL)
    assert found.direction is Direction.UNCLEAR
    assert "inputs were added or removed" in found.doubts[0]


@pytest.mark.parametrize(
    ("before", "after", "direction", "doubt"),
    [
        # What is added costs something, whatever it is; what is taken away may have cost more than what comes.
        (QUICK_TAIL + NULL, QUICK_TAIL + UNKNOWN + NULL, Direction.SLOWER, "their part of the change is a guess: my_own_thing"),
        (QUICK_TAIL + UNKNOWN + NULL, SLOW_TAIL + NULL, Direction.UNCLEAR, "their part of the change is a guess: my_own_thing"),
        (SLOW_TAIL + NULL, QUICK_TAIL + UNKNOWN + NULL, Direction.UNCLEAR, "their part of the change is a guess: my_own_thing"),
        # However much comes or goes.
        (QUICK_TAIL + UNKNOWN + NULL, QUICK_TAIL + MANY + NULL, Direction.UNCLEAR, "their part of the change is a guess"),
        (QUICK_TAIL + MANY + NULL, QUICK_TAIL + UNKNOWN + NULL, Direction.UNCLEAR, "their part of the change is a guess"),
        (
            QUICK_TAIL + UNKNOWN + NULL,
            SLOW_TAIL + UNKNOWN + NULL,
            Direction.SLOWER,
            "the share that changed is a guess: my_own_thing",
        ),
    ],
)
def test_plugins_that_were_not_measured(before: str, after: str, direction: Direction, doubt: str) -> None:
    found = change(before, after)
    assert found.direction is direction
    assert any(doubt in said for said in found.doubts)


def rows(engine: str) -> tuple[CostModel, list[tuple[Row, dict[str, float]]]]:
    model = load_model(engine)
    us = {name: cost.mid for name, cost in model.coefficients.items()}
    found = [row for row in read_rows(measurements(), read_subject(measurements(), engine)) if row.use == "fit"]
    return model, [(row, settled(row.terms, waiting_share(row.terms, us))) for row in found]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "pairs", "alone"), [("fluentd", 550, 0.89), ("logstash", 220, 0.66), ("fluentbit", 170, 0.83)]
)
def test_measured_pipelines_against_what_they_were_made_from(engine: str, pairs: int, alone: float) -> None:
    """``docs/diff.md`` gives these figures. Repeats of a measurement scatter (``sigma``), which no interval of a model holds."""
    model, found = rows(engine)
    by_id = {row.id: (row, terms) for row, terms in found}
    inside, near, both = [], [], []
    for row, terms in found:
        if row.base in by_id:
            base, before = by_id[row.base]
            rate, scatter = part_work(before, terms, model).rate(model.spread), 1.645 * math.hypot(row.sigma, base.sigma)
            inside.append(rate.low <= base.us / row.us <= rate.high)
            near.append(rate.low * (1 - scatter) <= base.us / row.us <= rate.high * (1 + scatter))
            noise = (math.exp(scatter), math.exp(scatter))
            wide = joined(rate.mid, [(rate.mid / rate.low, rate.high / rate.mid), noise])
            both.append(wide.low <= base.us / row.us <= wide.high)
    assert len(inside) > pairs
    assert sum(inside) / len(inside) > alone
    assert sum(near) / len(near) > 0.95
    # Nine of ten is what the interval promises, and what 1.645 sigma are: independent, their squares of logs add.
    assert sum(both) / len(both) >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "pairs"), [("fluentd", 13_000), ("logstash", 700), ("fluentbit", 2_000)])
def test_what_would_fail_at_ten_per_cent_is_slower_in_truth(engine: str, pairs: int) -> None:
    """Any two rows that were made from one and the same: of what the gate stops, about one in a hundred is no slower at most."""
    model, found = rows(engine)
    groups: dict[str, list[tuple[Row, dict[str, float]]]] = {}
    for row, terms in found:
        groups.setdefault(row.base, []).append((row, terms))
    stopped = wrongly = 0
    for group in (groups[base] for base in groups if base):
        for (old, before), (new, after) in permutations(group, 2):
            work = part_work(before, after, model)
            if work.difference(model.spread)[0] > 0 and work.rate(model.spread).mid < 0.9:
                stopped += 1
                wrongly += new.us <= old.us
    assert stopped > pairs
    assert round(wrongly / stopped, 2) <= 0.01
