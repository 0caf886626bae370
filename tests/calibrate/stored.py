"""The page of accuracies as it is stored, against a fresh one."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "accuracy.md"


def assert_stored(fresh: str) -> None:
    """The stored page of the engine has the rows of the fresh one. Figures may differ in their last digit with the machine."""
    page = PAGE.read_text(encoding="utf-8")
    page = page[page.index(fresh.splitlines()[0]) :]
    # Other engines' pages follow.
    page = page[: page.find("\n# ", 1) + 1] or page
    stored_rows, fresh_rows = ([line.split("|")[1] for line in t.splitlines() if line.startswith("|")] for t in (page, fresh))
    assert stored_rows == fresh_rows
