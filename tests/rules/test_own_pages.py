"""``pipelint rules test`` on the project's own pages, as CONTRIBUTING.md has it."""

from __future__ import annotations

from pipelint.checker.pages.examples import check_examples
from pipelint.data import data_dir


def test_the_project_s_own_pages_can_be_tested_by_the_folder() -> None:
    report = check_examples(data_dir("rules") / "any")
    assert report.problems == ()
    assert report.examples > report.pages > 30
