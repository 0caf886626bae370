"""The last guard: an error that nobody foresaw becomes one line that asks to report it."""

from __future__ import annotations

import os
import sys

from pipelint import REPOSITORY
from pipelint.base.disk.asked import unrepeatable
from pipelint.base.finding import Problem

REPORT = f"{REPOSITORY}/issues"
DEBUG = "PIPELINT_DEBUG"


def unforeseen(path: str, error: Exception) -> Problem:
    """The problem of what ``path`` names. The variable ``PIPELINT_DEBUG`` prints the traceback to standard error, too."""
    unrepeatable()
    show(error)
    return Problem(path, said(error))


def said(error: Exception) -> str:
    """What is said of an error that is pipelint's own, in one line. It quotes nothing of the input."""
    return f"pipelint failed here ({type(error).__name__}); please report it at {REPORT} ({DEBUG}=1 shows where)"


def show(error: Exception) -> None:
    """Prints the traceback where somebody asked for it."""
    if os.environ.get(DEBUG):
        import traceback

        sys.stderr.write("".join(traceback.format_exception(error)))
