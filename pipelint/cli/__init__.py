"""The command line: one file a command. What is heavy is imported where a command runs, not here."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Runs the command line and exits with its code: 0 clean, 1 findings, 2 usage or input that could not be read."""
    # A short run makes little garbage: looking for it while modules load costs more than it frees.
    gc.set_threshold(200_000)
    try:
        _run(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader (head, less) has seen enough. Nothing more may be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        from pipelint.base.unforeseen import said, show
        from pipelint.cli.print_line import print_line

        show(error)
        print_line(f"pipelint: {error if _is_of_installation(error) else said(error)}", sys.stderr)
        sys.exit(2)
    finally:
        # The process ends here. What is frozen is not searched for cycles once more before its memory goes back as a whole.
        gc.freeze()


def _run(words: list[str]) -> None:
    from pipelint.cli.quick import read

    asked = read(words)
    if asked is None:
        from pipelint.cli.app import run

        sys.exit(run(words))
    from pipelint.cli.checking import check_paths

    paths, flags = asked
    sys.exit(check_paths(paths, **flags))


def _is_of_installation(error: Exception) -> bool:
    """Whether pipelint's own data is at fault: a rule page of a checkout, a damaged or missing cost model."""
    from pipelint.cost.model import CostModelError
    from pipelint.rules.errors import RulePageError

    return isinstance(error, RulePageError | CostModelError | FileNotFoundError)
