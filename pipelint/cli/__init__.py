"""The command line: one file a command. What is heavy is imported where a command runs, not here."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pipelint.replay.entry import Entry


def process() -> None:
    """``main`` for a process that does nothing else: where nobody waits for its end, its memory is not taken apart first."""
    try:
        main()
    except SystemExit as done:
        import atexit

        # Threads, clean-up, a profiler or debugger need the interpreter's own end.
        ends = sys.modules.get("threading") or atexit._ncallbacks() or sys.getprofile() or sys.gettrace()
        if not ends and isinstance(done.code, int):
            try:
                sys.stdout.flush()
                sys.stderr.flush()
            except (OSError, ValueError):
                raise done from None  # Python says what is wrong when it tries once more
            os._exit(done.code)
        raise


def main() -> None:
    """Runs the command line and exits with its code: 0 clean, 1 findings, 2 usage or input that could not be read."""
    # A short run makes little garbage: looking for it while modules load costs more than it frees.
    gc.set_threshold(2_000_000)
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
    if words in (["--version"], ["-V"]):
        from pipelint import __version__

        sys.stdout.write(f"pipelint {__version__}\n")
        sys.exit(0)
    key = None
    if words[:1] == ["check"]:
        from pipelint.replay.known import find, key_of

        key = key_of(words)
        if key is not None and (entry := find(key, words)) is not None:
            sys.exit(_again(entry))
    try:
        from pipelint.joined.finder import install
    except ImportError:
        pass  # a checkout
    else:
        install()
    from pipelint.cli.option import Exit, UsageError
    from pipelint.cli.outputs import use_colour
    from pipelint.cli.quick import read

    asked = read(words)
    if asked is not None:
        command, colour = asked
        use_colour(colour.value)
        try:
            if key is None:
                sys.exit(_code(command))
            from pipelint.replay.record import record

            sys.exit(record(key, lambda: _code(command)))
        except Exit as done:
            sys.exit(done.code)
        except UsageError:
            pass  # typer shows it best
    from pipelint.cli.app import run

    sys.exit(run(words))


def _code(command: Callable[[], object]) -> int:
    """Runs a command. Returns its exit code."""
    code = command()
    return code if isinstance(code, int) else 0


def _again(entry: Entry) -> int:
    """Prints and writes what a run that is known has printed and written. Returns the exit code."""
    from pipelint.replay.known import print_again

    print_again(entry)
    if not entry.written:
        return entry.code
    from functools import partial
    from pathlib import Path

    from pipelint.cli.outputs import write_output

    done = [write_output(Path(path), partial(bytes, data), force=force) for path, force, data in entry.written]
    return entry.code if all(done) else 2


def _is_of_installation(error: Exception) -> bool:
    """Whether pipelint's own data is at fault: a page or plugin file of a checkout, a damaged or missing cost model."""
    from pipelint.base.text.file_error import FileError
    from pipelint.cost.model import CostModelError

    return isinstance(error, FileError | CostModelError | FileNotFoundError)
