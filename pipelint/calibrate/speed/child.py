"""A program that runs for a while and is gone afterwards, whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Timer
from types import FrameType

# What changes how an interpreter works, or has it load more.
_CHANGES = ("RUBY", "GEM_", "BUNDLE_")


class ChildError(Exception):
    """A program that did not end well; the message says what it did."""


def output_of(words: Sequence[str], given: bytes, *, most: int, seconds: float) -> bytes:
    """What a program prints that finds ``given`` on its standard input. Raises ChildError.

    It is killed, with all that it has started, after ``seconds``, after ``most`` bytes of output, and when this process ends.
    """
    env = {name: value for name, value in os.environ.items() if not name.startswith(_CHANGES)}
    with tempfile.TemporaryFile() as asked, _told_of_the_end():
        asked.write(given)
        asked.seek(0)
        try:
            process = subprocess.Popen(
                words, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, start_new_session=True
            )
        except OSError as error:
            raise ChildError(f"cannot be run: {error.strerror}") from error
        late = Event()

        def stop() -> None:
            late.set()
            _kill(process)

        timer = Timer(seconds, stop)
        timer.start()
        try:
            assert process.stdout is not None
            with process.stdout as answers:
                said = answers.read(most)
            if len(said) == most:
                raise ChildError("prints without an end")
            code = process.wait()
        finally:
            timer.cancel()
            _kill(process)
            process.wait()
    if late.is_set():
        raise ChildError(f"was not done after {seconds:g} s")
    if code != 0:
        last = said.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise ChildError(f"ended with {code}" + (f": {last[0][:200]}" if last else ""))
    return said


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends it and what it has started. That some of it has ended before is no error."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


@contextmanager
def _told_of_the_end() -> Iterator[None]:
    """In this, a closed terminal and a plain kill raise SystemExit, so that what has to be ended is ended."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {
        number: signal.signal(number, stop)
        for name in ("SIGTERM", "SIGHUP")
        if (number := getattr(signal, name, None)) is not None and signal.getsignal(number) is signal.SIG_DFL
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
