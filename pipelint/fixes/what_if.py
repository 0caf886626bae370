"""What if: the estimate of a config as it would be with the fixes of some rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import JointGain, Note, Safety
from pipelint.base.lean.record import replace
from pipelint.checker.config.costs import Today, estimate_config
from pipelint.checker.config.gains import Trials
from pipelint.checker.named_files import NamedFiles
from pipelint.checker.result import Checked, Loaded, Report
from pipelint.checker.run import each_config, syntax_of
from pipelint.fixes.apply import Fixed, as_it_is, fix_config

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.settings.model import Settings
    from pipelint.settings.project import Project


def estimate_fixed(loaded: Loaded, project: Project, files: NamedFiles) -> Report:
    """The estimates of loaded configs, with all fixes made in memory that the rules of their settings' selection offer.

    ``joint`` of each says what these bring, ``before`` what it costs now; a note where there is nothing that can be fixed.
    """
    unfixed: list[Note] = []

    def estimated(config: Config, settings: Settings, files: NamedFiles) -> Checked:
        checked = syntax_of(config)
        if checked.findings:
            return replace(checked, settings=settings)
        fixed = Fixed()
        fix_config(config, settings, files.rules(settings), Safety.UNSAFE, fixed)
        after, _ = as_it_is(config, fixed)
        unfixed.extend(_unfixed(config, settings.selection.select, fixed))
        costs = Today(config, replace(settings, estimates=True))
        gain = Trials(config, costs, settings).gain(after, fixed.count) if fixed.count else None
        level = Safety.UNSAFE if Safety.UNSAFE in fixed.levels else Safety.SAFE
        joint = () if gain is None else (JointGain(level, gain),)
        now = estimate_config(after, settings, ranges=True)
        return Checked(after, (), now, settings, joint=joint, before=costs.estimate if fixed.count else None)

    report = each_config(loaded, project, estimated, files=files)
    return replace(report, notes=(*report.notes, *unfixed))


def _unfixed(config: Config, selectors: Sequence[str], fixed: Fixed) -> list[Note]:
    """A note that names the rules of which no fix could be made."""
    made = {str(identity[0]) for identity in fixed.made}
    missing = [word for word in selectors if not any(code.startswith(word) for code in made)]
    said = f"nothing that {' or '.join(missing)} finds here can be fixed automatically"
    return [Note(config.name, said, important=True)] if missing else []
