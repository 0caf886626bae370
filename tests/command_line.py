"""pipelint's command line as most tests run it: in this process, or in a copy of it with bounds on memory and CPU.

The start of an interpreter takes longer than most of what tests ask for. Those of the process itself (killed, on a full disk,
without modules that are not needed) start ``python -m pipelint``.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from multiprocessing import Pipe
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

from pipelint import cli
from pipelint.base.disk import write

PLAIN = {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}
"""What the environment says in most tests: no colours, and lines that are cut at the same place on every terminal."""


def pipelint(
    *words: str, cwd: Path, stdin: bytes = b"", env: Mapping[str, str] = PLAIN, one_stream: bool = False
) -> CompletedProcess[bytes]:
    """What a command line prints, and its exit code. ``env`` comes on top of this process's; ``one_stream``: errors, too, are
    printed to standard output."""
    out = io.BytesIO()
    err = out if one_stream else io.BytesIO()
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, env))
        stack.enter_context(_in_folder(cwd))
        stack.enter_context(_garbage_as_before())
        stack.enter_context(patch.object(sys, "argv", ["pipelint", *words]))
        stack.enter_context(patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))))
        stack.enter_context(patch.object(sys, "stdout", _standard_output(out)))
        errors = io.TextIOWrapper(err, encoding=sys.stdout.encoding, errors="backslashreplace", write_through=True)
        stack.enter_context(patch.object(sys, "stderr", errors))
        code = _code_of_main()
        sys.stdout.flush()
        return CompletedProcess(words, code, out.getvalue(), b"" if one_stream else err.getvalue())


def text_of(done: CompletedProcess[bytes]) -> CompletedProcess[str]:
    """The same, read as UTF-8."""
    return CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def bounded(*words: str, cwd: Path, megabytes: int, seconds: int, **more: bytes | Mapping[str, str]) -> CompletedProcess[bytes]:
    """As ``pipelint``, in a copy of this process: with ``megabytes`` more memory than this one has, and so many seconds of CPU.
    One that is killed has printed nothing. Fails where it waits for something that does not come."""
    import resource

    reader, writer = Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        try:
            # Elsewhere the system does not keep to such a bound.
            if sys.platform.startswith("linux"):
                pages = int(Path("/proc/self/statm").read_text().split()[0])
                most = pages * resource.getpagesize() + megabytes * 1024**2
                resource.setrlimit(resource.RLIMIT_AS, (most, most))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            writer.send(pipelint(*words, cwd=cwd, **more))  # type: ignore[arg-type]
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    writer.close()
    # Far more than it may work: it hangs.
    if not reader.poll(10 * seconds):
        os.kill(child, signal.SIGKILL)
    try:
        done: CompletedProcess[bytes] = reader.recv()
    except EOFError:
        done = CompletedProcess(words, 1, b"", b"Traceback: none, the process has ended before it could say anything\n")
    finally:
        reader.close()
        os.waitpid(child, 0)
    return done


def _code_of_main() -> int:
    # Each process looks once what others have left half written in a folder.
    write._remove_strays.cache_clear()
    try:
        cli.main()
    except SystemExit as end:
        assert end.code is None or isinstance(end.code, int), end.code
        return end.code or 0
    return 0


def _standard_output(sink: io.BytesIO) -> io.TextIOWrapper:
    """A stream as Python opens it for a pipe: written in blocks, in the encoding that the environment names."""
    encoding, _, errors = os.environ.get("PYTHONIOENCODING", "").partition(":")
    usual = "surrogateescape" if os.environ.get("PYTHONUTF8") == "1" and not encoding else "strict"
    return io.TextIOWrapper(io.BufferedWriter(sink), encoding=encoding or "utf-8", errors=errors or usual)  # type: ignore[arg-type]


@contextmanager
def _in_folder(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _garbage_as_before() -> Iterator[None]:
    """The command line is made for a process that ends with it: it puts off the search for cycles, and leaves them at its end."""
    threshold = gc.get_threshold()
    try:
        with patch.object(gc, "freeze"):
            yield
    finally:
        gc.set_threshold(*threshold)
