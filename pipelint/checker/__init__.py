"""From paths to findings and estimates: what command line, CI and editor all call."""

from pipelint.checker.loading import load
from pipelint.checker.result import Checked, Loaded, Report
from pipelint.checker.run import check, estimate_only, path_of, syntax_only
from pipelint.settings.model import Settings

__all__ = [
    "Checked",
    "Loaded",
    "Report",
    "Settings",
    "check",
    "estimate_only",
    "load",
    "path_of",
    "syntax_only",
]
