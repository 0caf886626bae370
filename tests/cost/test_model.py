"""Cost models as they are stored."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from pipelint.cost.interval import Interval
from pipelint.cost.model import SCHEMA, CostModelError, read_model

STORED = {
    "schema": SCHEMA,
    "engine": "fluentd",
    "versions": "1.16",
    "spread": 1.5,
    "modelled": 2.5,
    "machine": "a CPU",
    "figures": {},
    "coefficients": {"point": {"us": 2.0}, "range": {"us": 2.0, "low": 1.0, "high": 4.0}},
}


def stored(**more: object) -> str:
    return json.dumps({**STORED, **more})


def test_a_coefficient_without_bounds_is_a_point() -> None:
    model = read_model(stored())
    assert (model.coefficients["point"], model.coefficients["range"]) == (Interval(2.0, 2.0, 2.0), Interval(1.0, 2.0, 4.0))


@pytest.mark.parametrize(("more", "widths"), [({}, (1.5, 2.5, 1.5, 1.0)), ({"whole": 1.25, "open": 2.0}, (1.5, 2.5, 1.25, 2.0))])
def test_whole_pipelines_are_as_far_off_as_a_stage_where_nothing_else_is_said(
    more: Mapping[str, float], widths: tuple[float, ...]
) -> None:
    model = read_model(stored(**more))
    assert (model.spread, model.modelled, model.whole, model.open) == widths


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (stored(schema=SCHEMA + 1), f"schema {SCHEMA + 1}, expected {SCHEMA}"),
        (stored(coefficients={"x": {}}), "not a cost model: KeyError('us')"),
        ("[]", "not a cost model: "),
        ("[" * 100_000, "not a cost model: "),
    ],
)
def test_what_is_no_cost_model_is_refused(text: str, said: str) -> None:
    with pytest.raises(CostModelError, match="^" + said.replace("(", "[(]").replace(")", "[)]")):
        read_model(text)
