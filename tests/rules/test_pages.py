"""The examples on the rule pages: each Bad one has its finding and what the block allows, no Good one has a slow part.

Options of a block: ``allow=FD111,FD120`` for findings that it has besides the page's own, ``runtime=cri`` and
``events_per_second=5000`` for the traffic, ``min_events=10000`` for the budget, ``version=0.12`` of the engine.
The printed finding of each page's first Bad block is kept in ``snapshots``; with PIPELINT_UPDATE_SNAPSHOTS set they are written.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from pipelint.base.finding import Finding, Safety, Severity
from pipelint.base.text.document import SourceFile
from pipelint.checker import Checked, Settings, check
from pipelint.checker.config.costs import estimate_config
from pipelint.checker.config.findings import check_config
from pipelint.checker.pages.examples import OPTIONS, settings_of
from pipelint.checker.trial.trial import edited
from pipelint.data import data_dir
from pipelint.report.findings.parts.finding_lines import finding_lines
from pipelint.report.look import Look
from pipelint.report.printing.plain import render_plain
from pipelint.rules.index import Index, load_index
from pipelint.rules.pages.page import Example, Page, read_page
from pipelint.rules.rule import Rule
from tests.each import each

SNAPSHOTS = Path(__file__).parent / "snapshots"
UPDATE = "PIPELINT_UPDATE_SNAPSHOTS"
NAMES = {"fluentd": "fluent.conf", "logstash": "logstash.conf", "fluentbit": "fluent-bit.conf", "yaml": "config.yaml"}


@dataclass(frozen=True, eq=False)
class Case:
    """One example of one page."""

    rule: Rule
    example: Example

    @property
    def allowed(self) -> Counter[str]:
        """Findings of other rules that the block says it has."""
        return Counter(code for code in self.example.options.get("allow", "").split(",") if code)

    @property
    def settings(self) -> Settings:
        """What the block is about: its traffic, its budget, the engine's version."""
        return settings_of(self.example)


@cache
def index() -> Index:
    return load_index()


@cache
def page(rule: Rule) -> Page:
    path = data_dir("rules") / rule.page
    return read_page(SourceFile(str(path), path.read_bytes()))


@cache
def cases_of(rule: Rule, section: str) -> tuple[Case, ...]:
    """The examples of a section on a rule's page: the same objects whenever they are asked for, so that each is checked once."""
    return tuple(Case(rule, example) for example in page(rule).of(section))


def cases(section: str) -> list[object]:
    """The examples of a section on all pages, each as a case of a test."""
    return [
        pytest.param(case, id=f"{rule.code}-{number}")
        for rule in index().rules
        for number, case in enumerate(cases_of(rule, section), 1)
    ]


Judge = Callable[[Case], Checked]


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """Says what the checker finds in an example, in a folder with nothing else in it."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def judged(case: Case) -> Checked:
        name = NAMES[case.example.language]
        (folder / name).write_text(case.example.text, encoding="utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            report = check([name], case.settings)
        (folder / name).unlink()
        assert not report.problems
        # Of a ConfigMap with several configs that one counts which the rule is about.
        return next((each for each in report.checked if own(case, each.findings)), report.checked[0])

    return judged


def own(case: Case, findings: tuple[Finding, ...]) -> list[Finding]:
    return [finding for finding in findings if finding.code == case.rule.code]


@each("case", cases("Bad"))
def test_a_bad_example_has_the_finding_of_its_page_once(case: Case, judge: Judge) -> None:
    checked = judge(case)
    assert case.example.options.keys() <= {*OPTIONS}
    assert Counter(finding.code for finding in checked.findings) == case.allowed + Counter([case.rule.code])
    (finding,) = own(case, checked.findings)
    assert "?" not in finding.message and "\n" not in finding.message and " ? " not in finding.reason
    assert len(finding.message) <= 200 and len(finding.reason) <= 160


@each("case", cases("Good"))
def test_a_good_example_is_free_of_it_and_of_slow_parts(case: Case, judge: Judge) -> None:
    checked = judge(case)
    assert case.example.options.keys() <= {*OPTIONS}
    assert Counter(finding.code for finding in checked.findings) == case.allowed
    slow = [f.code for f in checked.findings if f.category == "performance" and f.severity >= Severity.WARNING]
    assert (own(case, checked.findings), slow) == ([], [])


@each("case", cases("Bad"))
def test_a_fix_removes_its_finding(case: Case, judge: Judge) -> None:
    checked = judge(case)
    (finding,) = own(case, checked.findings)
    if finding.fix is None:
        return
    config = checked.config
    documents = edited(config.documents, finding.fix.edits)
    after = config.engine.load(config.entry, documents)
    assert not after.errors
    again = check_config(after, case.settings, index().rules)
    assert own(case, again.findings) == []
    # What the config had before it may still have; the fix brings nothing new at warning or above.
    new = {f.code for f in again.findings if f.severity >= Severity.WARNING} - {f.code for f in checked.findings}
    assert new == set()


@each("rule", [pytest.param(rule, id=rule.code) for rule in index().rules if rule.category == "performance" and not rule.gains])
def test_no_estimate_knows_of_a_fix_without_a_gain(rule: Rule, judge: Judge) -> None:
    for case in cases_of(rule, "Bad"):
        config = judge(case).config
        (finding,) = own(case, judge(case).findings)
        assert finding.fix is not None and finding.fix.edits
        after = config.engine.load(config.entry, edited(config.documents, finding.fix.edits))
        now, then = (estimate_config(each, case.settings) for each in (config, after))
        assert now is not None and then is not None and now.events_per_cpu_second == then.events_per_cpu_second


@each("case", [c for c in cases("Bad") if c.id.endswith("-1")])  # type: ignore[attr-defined]
def test_a_good_example_is_what_the_fix_makes(case: Case, judge: Judge) -> None:
    checked = judge(case)
    (finding,) = own(case, checked.findings)
    if finding.fix is None or finding.fix.safety is Safety.DISPLAY:
        return
    (document,) = edited(checked.config.documents, finding.fix.edits).values()
    assert document.text.decode() in [example.text for example in page(case.rule).of("Good")]


@each("rule", [pytest.param(rule, id=rule.code) for rule in index().rules])
def test_a_page_shows_the_fix_that_its_rule_has(rule: Rule, judge: Judge) -> None:
    shown = [finding for case in cases_of(rule, "Bad") for finding in own(case, judge(case).findings)]
    assert any(finding.fix is not None for finding in shown) == bool(rule.fix)


@each("case", [c for c in cases("Bad") if c.id.endswith("-1")])  # type: ignore[attr-defined]
def test_the_printed_finding_is_as_kept(case: Case, judge: Judge) -> None:
    checked = judge(case)
    (finding,) = own(case, checked.findings)
    # Without the gain and predicted rates: they change with each fit of the cost model.
    printed = render_plain(finding_lines(replace(finding, gain=None), Look(encoding="utf-8")))
    printed = re.sub(r"[\d,]+ events/s", "N events/s", printed)
    kept = SNAPSHOTS / f"{case.rule.code}.txt"
    if os.environ.get(UPDATE):
        kept.write_text(printed, encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == printed


def test_every_snapshot_belongs_to_a_page() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*.txt")} == {rule.code for rule in index().rules}


def test_a_file_is_named_after_its_rule() -> None:
    for rule in index().rules:
        assert Path(rule.page).stem == f"{rule.code}-{rule.name}"
