"""Small configs are read as Fluentd's own parser reads them: verdict, tree and the line of the error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.lines import lines_of
from pipelint.engines.fluentd.syntax.parse import Parsed, parse
from pipelint.engines.fluentd.syntax.tree import element
from tests.each import each

DATA = Path(__file__).resolve().parents[2] / "data"

# Read otherwise on purpose.
EXCEPTIONS = {
    "fl-294": "the oracle's stub took an include without a path; Fluentd itself stops there with a NoMethodError on nil",
}

# We point at what is to be mended, Fluentd at where it noticed: (our line, Fluentd's).
EARLIER_LINES = {
    "fl-077": (2, 3),  # a quote that is missing: we name the line of the opening one
    "fl-081": (2, 3),
    "fl-253": (1, 2),
    "fl-150": (2, 3),  # no JSON: we name the line of the value, Fluentd the end of the file
    "fl-152": (2, 3),
    "fl-167": (2, 3),
    "fl-168": (2, 3),
    "fl-169": (2, 3),
    "fl-212": (1, 2),  # `< match a>`: we name the blank, Fluentd the end tag that does not fit
    "fl-234": (1, 2),  # a `>` that is missing: we name the end of the tag, Fluentd the next line
    "fl-236": (1, 2),
}


def _cases(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((DATA / name).read_text())["cases"]
    return cases


CASES = _cases("fluentd-v1-config.json")
DIFFERENCES = _cases("fluentd-differences.json")


def _read(text: str) -> Parsed:
    return parse(Document.whole(SourceFile("test.conf", text.encode())))


def _shape(tree: Any) -> Any:
    """The oracle's tree and ours in one form: Ruby's nil is an empty text."""
    return (
        tree["name"] or "",
        tree["arg"] or "",
        [(name or "", value or "", *line) for name, value, *line in tree["attrs"]],
        [_shape(inner) for inner in tree["elements"]],
    )


def _without_lines(shape: Any) -> Any:
    name, arg, attrs, inner = shape
    return name, arg, [attr[:2] for attr in attrs], [_without_lines(one) for one in inner]


@each("case", [c for c in CASES if c["id"] not in EXCEPTIONS], ids=lambda c: c["id"])
def test_verdict_and_tree_are_those_of_fluentd(case: dict[str, Any]) -> None:
    parsed = _read(case["input"])
    assert not parsed.errors if case["ok"] else parsed.errors
    if case["ok"]:
        assert _shape(element(parsed.root)) == _shape(case["tree"])


@pytest.mark.parametrize("case", [c for c in CASES if c["id"] in EXCEPTIONS], ids=lambda c: c["id"])
def test_an_exception_still_is_one(case: dict[str, Any]) -> None:
    assert bool(_read(case["input"]).errors) == case["ok"]


@each("case", DIFFERENCES, ids=lambda c: c["id"])
def test_what_was_once_read_differently_is_read_alike(case: dict[str, Any]) -> None:
    parsed = _read(case["input"])
    if case["ok"]:
        assert parsed.errors == ()
        assert _without_lines(_shape(element(parsed.root))) == _shape(case["tree"])
    else:
        assert parsed.errors


@each("case", [c for c in CASES if c.get("error_line")], ids=lambda c: c["id"])
def test_the_first_error_is_on_the_line_that_fluentd_names_or_where_it_began(case: dict[str, Any]) -> None:
    text = case["input"]
    ours = lines_of(text.encode()).line(_read(text).errors[0].place.span.start)
    assert (ours, case["error_line"]) == EARLIER_LINES.get(case["id"], (case["error_line"],) * 2)
