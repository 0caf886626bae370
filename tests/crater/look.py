"""What a check says of one file: run as a program, of each file whose name comes as a line of JSON on standard input.

The program imports the pipelint that ``PYTHONPATH`` names, another revision's perhaps, and only uses its command line.
"""

from __future__ import annotations

import gc
import io
import json
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any
from unittest.mock import patch

CPU_SECONDS, SECONDS = 60, 600
"""A file that takes more is given up: the process ends."""

COMMAND = ["pipelint", "check", "--isolated", "--skip-unknown", "--jobs", "1", "--format", "json"]
"""No settings, so every rule is asked that is not off."""


def look(path: str) -> dict[str, Any]:
    """The document of ``--format json`` (docs/json.md); ``{"failed": why}`` where there is none."""
    from pipelint import cli

    out, threshold = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), gc.get_threshold()
    # The command line is made for a process that ends with it, and leaves its garbage then.
    with patch.object(gc, "freeze"), patch.object(sys, "argv", [*COMMAND, path]):
        try:
            with redirect_stdout(out), redirect_stderr(io.StringIO()):
                cli.main()
        except SystemExit:
            pass
        except BaseException as error:
            return {"failed": f"raised {type(error).__name__}"}
        finally:
            gc.set_threshold(*threshold)
        out.flush()
    try:
        found: dict[str, Any] = json.loads(out.buffer.getvalue())  # type: ignore[attr-defined]
    except ValueError:
        return {"failed": "printed no JSON"}
    return found


def main() -> None:
    """Answers each file with one line of JSON."""
    answers = sys.stdout
    for line in sys.stdin:
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        signal.alarm(SECONDS)
        found = look(json.loads(line))
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.write(json.dumps(found) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
