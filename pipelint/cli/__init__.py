"""The command line: one file a command. What is heavy is imported where a command runs, not here."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Runs the command line and exits with its code: 0 clean, 1 findings, 2 usage or input that could not be read."""
    from pipelint.cli.app import app

    try:
        app(prog_name="pipelint")
    except BrokenPipeError:
        # The reader (head, less) has seen enough. Nothing more may be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
