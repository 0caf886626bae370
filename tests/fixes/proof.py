"""What has to hold of every fix: its finding goes, nothing worse comes, the config reads, and it has nothing left to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pipelint.base.finding import Finding, Safety, Severity
from pipelint.checker import Settings, check, load
from pipelint.checker.trial.choose import applicable
from pipelint.fixes.files import write_files
from pipelint.fixes.run import fix
from pipelint.rules.select import GROUPS, Selection
from pipelint.settings.project import Project
from tests.configs import SLOW

CONFIG = SLOW
EVERY_RULE = Settings(Selection(GROUPS))


@dataclass(frozen=True)
class Proof:
    """Checks and fixes under these settings."""

    settings: Settings

    def found(self, path: Path) -> list[Finding]:
        """The findings of a file that can be read without a problem."""
        report = check([str(path)], self.settings)
        assert not report.problems
        return report.findings

    def fixed(self, path: Path, level: Safety) -> int:
        """Fixes a file, and gives how many fixes that were; fails where anything could not be done."""
        run = fix(load([str(path)]), Project.of_one(self.settings), level)
        assert not run.problems
        assert bool(run.files) == bool(run.count)
        assert not write_files(run.files)
        return run.count

    def assert_fixable(self, path: Path, before: list[Finding], level: Safety) -> None:
        """Fixes the file, whose findings are ``before``, and looks at what has become of it."""
        meant = {finding.code for finding in before if applicable(finding, level)}
        assert meant
        assert self.fixed(path, level)
        after = self.found(path)
        assert not [finding for finding in after if applicable(finding, level)], "a fix is left"
        without = Counter(finding.code for finding in before if not applicable(finding, level))
        left = Counter(finding.code for finding in after if finding.code in meant)
        assert left <= without, "a finding with a fix is still there"
        assert bad(after) <= bad(before), "something new has come"
        data = path.read_bytes()
        assert self.fixed(path, level) == 0
        assert path.read_bytes() == data


def bad(findings: Iterable[Finding]) -> Counter[str]:
    """How many findings at warning or above each rule has."""
    return Counter(finding.code for finding in findings if finding.severity >= Severity.WARNING)
