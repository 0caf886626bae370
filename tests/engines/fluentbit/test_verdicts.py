"""Which configs Fluent Bit 5.1.1 starts with: the rule pages report an error exactly where its dry run or its start ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pipelint.base.finding import Severity
from pipelint.base.text.document import SourceFile
from pipelint.checker import Settings
from pipelint.checker.config.findings import check_config
from pipelint.engines.fluentbit.engine import FluentBitEngine
from pipelint.rules.index import load_index
from pipelint.sources.bundle import DiskBundle
from pipelint.sources.entry import Entry
from tests.each import each
from tests.engines.fluentbit.cases import data, text_of

CASES = [case for case in data("config")["cases"] if "input_parts" not in case]
VARIABLE = "the variable may be set where Fluent Bit runs"
STRANGE = "the name is like none that is known: a file of plugins may bring it, so the finding is an info"
# Fluent Bit refuses these, and no page reports an error.
MISSED = {
    "fb-167": STRANGE,
    "fb-375": VARIABLE,
    "fb-383": VARIABLE,
    "fb-484": "the folder of the DB may be there where Fluent Bit runs",
    "fb-563": STRANGE,
    "fb-589": VARIABLE,
    "fb-626": STRANGE,
}
# The dry run passed these, which makes no plugin; nobody started them. The sources say that the plugin refuses them.
NOT_STARTED = ("fb-447", "fb-552")


def refused(case: dict[str, Any]) -> bool:
    return case["dry_run"] == "error" or str(case.get("start", "")).startswith("stopped")


def said(case: dict[str, Any], folder: Path) -> list[str]:
    """The codes of the findings that say that Fluent Bit does not start."""
    for name, text in {**case.get("files", {}), case["main"]: text_of(case)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    path = folder / case["main"]
    bundle = DiskBundle()
    document = bundle.add(SourceFile(str(path), path.read_bytes(), (str(folder.resolve()),)))
    config = FluentBitEngine().load(Entry("fluentbit", (document,), bundle, str(path)))
    errors = [each for each in check_config(config, Settings(), load_index().rules).findings if each.severity is Severity.ERROR]
    certain = {each.code for each in errors if "does not start" in each.reason or "aborts" in each.reason}
    # That quotes or a comment are a part of a name is an error, too, whatever comes of it.
    return sorted(certain or {each.code for each in errors if refused(case)})


@each("case", CASES, ids=lambda case: case["id"])
def test_an_error_says_that_fluent_bit_does_not_start_where_it_does_not(case: dict[str, Any], tmp_path: Path) -> None:
    expected = refused(case) != (case["id"] in {*MISSED, *NOT_STARTED})
    found = said(case, tmp_path)
    assert bool(found) == expected, found
