"""From paths to findings and estimates: what command line, CI and editor all call."""

from pipelint.checker.costs import estimate_config, model_for
from pipelint.checker.findings import check_config
from pipelint.checker.result import Checked, Loaded, Report
from pipelint.checker.run import check, estimate_only, load, path_of, syntax_only
from pipelint.checker.trial.trial import edited
from pipelint.settings.model import Settings

__all__ = [
    "Checked",
    "Loaded",
    "Report",
    "Settings",
    "check",
    "check_config",
    "edited",
    "estimate_config",
    "estimate_only",
    "load",
    "model_for",
    "path_of",
    "syntax_only",
]
