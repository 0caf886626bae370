"""Which configs Fluent Bit 5.1.1 starts with: the rule pages report an error exactly where its dry run or its start ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check
from tests.engines.fluentbit.cases import data, text_of

CASES = [case for case in data("config")["cases"] if "input_parts" not in case]
# Fluent Bit refuses these, and no page says so.
MISSED: dict[str, str] = {}
# A page says of these that Fluent Bit does not start, and it does.
WRONG: dict[str, str] = {}


def refused(case: dict[str, Any]) -> bool:
    return case["dry_run"] == "error" or str(case.get("start", "")).startswith("stopped")


def said(case: dict[str, Any], folder: Path) -> list[str]:
    """The codes of the findings that say that Fluent Bit does not start."""
    for name, text in {**case.get("files", {}), case["main"]: text_of(case)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    found = check([str(folder / case["main"])], Settings())
    errors = [each for each in found.findings if each.severity is Severity.ERROR]
    return sorted({each.code for each in errors if "does not start" in each.reason or "aborts" in each.reason})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_error_says_that_fluent_bit_does_not_start_where_it_does_not(case: dict[str, Any], tmp_path: Path) -> None:
    found = said(case, tmp_path)
    assert bool(found) == (refused(case) if case["id"] not in {**MISSED, **WRONG} else case["id"] in WRONG), found
