"""Kubernetes quantities, with values worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.quantity import cpus, read_quantity


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("500m", 0.5),
        ("1", 1.0),
        ("0.5", 0.5),
        (".5", 0.5),
        ("2.", 2.0),
        ("+3", 3.0),
        ("100k", 100_000.0),
        ("400M", 400_000_000.0),
        ("2Gi", 2_147_483_648.0),
        ("1.5Ki", 1536.0),
        ("1e3", 1000.0),
        ("12E2", 1200.0),
        ("250000u", 0.25),
    ],
)
def test_a_quantity_is_its_number_times_its_suffix(text: str, value: float) -> None:
    assert read_quantity(text) == pytest.approx(value)


@pytest.mark.parametrize(
    "text", ["", "m", "1 Gi", "-1", "1K", "1gi", "nan", "1e", "0", "0m", "\u0663", "1e-3e", "{{ .Values.cpu }}"]
)
def test_what_is_no_quantity_above_zero_is_none(text: str) -> None:
    assert read_quantity(text) is None


@given(st.text(max_size=40))
def test_any_text_is_read_without_an_error(text: str) -> None:
    value = read_quantity(text)
    assert value is None or value > 0


@given(st.integers(1, 10**9), st.sampled_from(["Ki", "Mi", "Gi"]))
def test_suffixes_of_two_are_1024_apart(number: int, suffix: str) -> None:
    smaller = {"Ki": "", "Mi": "Ki", "Gi": "Mi"}[suffix]
    assert read_quantity(f"{number}{suffix}") == pytest.approx(1024 * (read_quantity(f"{number}{smaller}") or 0))


# What --cpu-limit and the settings take is what a manifest's `limits` take, and no more than a machine has.
@pytest.mark.parametrize(
    ("text", "value"),
    [("500m", 0.5), ("1e0", 1.0), (".5", 0.5), ("+2", 2.0), ("250000u", 0.25), ("10k", 10_000.0), ("10001", None)],
)
def test_a_cpu_limit_is_a_quantity(text: str, value: float | None) -> None:
    assert cpus(text) == (None if value is None else pytest.approx(value))
