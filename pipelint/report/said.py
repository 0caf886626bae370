"""What problems and notes say: they may quote any file, also one that was never parsed."""

from __future__ import annotations

from pipelint.base.finding import Note, Problem
from pipelint.report.look import secrets_of


def message_of(about: Problem | Note) -> str:
    """The message, without what looks like a secret in it."""
    return secrets_of(()).prose(about.message)
