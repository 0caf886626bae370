"""What a page needs of configs that were checked: the flow of their events, and each of them with fixes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.checker.named_files import NamedFiles
from pipelint.checker.trial.what_if import flows_of, what_ifs
from pipelint.plugins.team import knowing
from pipelint.report.html.section import Studied

if TYPE_CHECKING:
    from pipelint.checker import Report


def studied(report: Report) -> list[Studied]:
    """All configs of a run, in its order."""
    files, found = NamedFiles(), []
    for checked in report.checked:
        with knowing(files.plugins(checked.settings)):
            found.append(Studied(checked, flows_of(checked.config, checked.settings), tuple(what_ifs(checked))))
    return found
