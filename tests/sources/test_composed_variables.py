"""Variables in compose files: what is filled in, and what stays as it is written."""

import pytest

from pipelint.sources.compose.variables import composed


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("${A}/x", "1/x"),
        ("$A/x", "1/x"),
        ("${A:-2}", "1"),
        ("${B:-2}", "2"),
        ("${B-2}", "2"),
        ("${B:-${A}}", "1"),
        ("${B:-${C:-3}}", "3"),
        ("${B:-}x", "x"),
        ("${A:?is missing}", "1"),
        ("${B:?is missing}", "${B:?is missing}"),
        ("$B", "$B"),
        ("${B}", "${B}"),
        ("$$A $${A}", "$$A $${A}"),
        ("no more", "no more"),
    ],
)
def test_variables_that_are_known_or_have_a_default(text: str, value: str) -> None:
    assert composed(text, {"A": "1"}) == value
