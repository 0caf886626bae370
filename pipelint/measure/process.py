"""Running: an engine as a process, with all that it starts: its CPU time, its log, and its end."""

from __future__ import annotations

import os
import signal as signals
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pipelint.bench.watch.process import read_stat
from pipelint.engines.launch import LaunchError

_PROC = Path("/proc")
# What a log has at its end is looked at; a line of it is shown.
_TAIL, _LONGEST = 16_384, 200
_GRACE = 3.0


class Running:
    """An engine that was started in ``folder``, in a session of its own. Its output is in ``log``."""

    def __init__(self, words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        """Raises LaunchError where it cannot be started."""
        self._log = folder / "engine.log"
        env = {**os.environ, **environment, "TMPDIR": str(folder)}
        try:
            with self._log.open("wb") as log:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    cwd=folder,
                    env=env,
                    start_new_session=True,
                )
        except OSError as error:
            raise LaunchError(f"{words[0]}: cannot be started: {error.strerror}") from error
        self.pid = self._process.pid
        # All that was seen of it, by the tick in which it began: what outlives its parent is found no other way.
        self._seen: dict[int, int] = {}
        self._tick = 1 / os.sysconf("SC_CLK_TCK")

    def family(self) -> list[int]:
        """It, and what it has started that still runs."""
        found, more = [], [self.pid]
        while more:
            pid = more.pop()
            found.append(pid)
            if pid not in self._seen:
                self._seen[pid] = _began(pid)
            for task in _entries(_PROC / str(pid) / "task"):
                with suppress(OSError, ValueError):
                    more += map(int, (task / "children").read_text().split())
        return found

    def cpu(self) -> float:
        """Seconds of CPU so far, to the µs; of children that have ended to 10 ms. Raises LaunchError where it has ended."""
        self.check()
        total = 0.0
        for pid in self.family():
            with suppress(OSError):
                # The clock of another process, as clock_getcpuclockid(3) makes its number.
                total += time.clock_gettime(~pid << 3 | 2)
                total += self._ended_children(pid)
        return total

    def wants_cpu(self) -> bool:
        """Whether a thread of it runs, waits for a disk, or would run if there were a CPU for it."""
        for pid in self.family():
            for task in _entries(_PROC / str(pid) / "task"):
                with suppress(OSError, ValueError, IndexError):
                    if read_stat((task / "stat").read_text("utf-8", "replace")).state in "RD":
                        return True
        return False

    def _ended_children(self, pid: int) -> float:
        with suppress(OSError, ValueError, IndexError):
            text = (_PROC / str(pid) / "stat").read_text("utf-8", "replace")
            rest = text[text.rindex(")") + 2 :].split()
            return (int(rest[13]) + int(rest[14])) * self._tick
        return 0.0

    def position(self, path: str) -> int:
        """How far it has read a file: -1 where it has not opened it."""
        for pid in self.family():
            for each in _entries(_PROC / str(pid) / "fd"):
                with suppress(OSError, ValueError, IndexError):
                    if str(each.readlink()) == path:
                        return int((_PROC / str(pid) / "fdinfo" / each.name).read_text().split()[1])
        return -1

    def check(self) -> None:
        """Raises LaunchError where it has ended."""
        if (code := self._process.poll()) is not None:
            how = f"was killed by {signals.Signals(-code).name}" if code < 0 else f"has ended with exit code {code}"
            raise LaunchError(f"the engine {how}{self.last_words()}")

    def log(self) -> str:
        """The first of what it has printed."""
        with suppress(OSError), self._log.open("rb") as file:
            return file.read(_TAIL * 4).decode("utf-8", "replace")
        return ""

    def last_words(self) -> str:
        """What it has printed last, an error if there is one, as the end of a sentence."""
        with suppress(OSError), self._log.open("rb") as file:
            file.seek(max(0, self._log.stat().st_size - _TAIL))
            lines = [line.strip() for line in file.read().decode("utf-8", "replace").splitlines() if line.strip()]
            errors = [line for line in lines if "error" in line.lower() or "fatal" in line.lower()]
            for line in [*errors[:1], *lines[-1:]]:
                return f": {line if len(line) <= _LONGEST else line[:_LONGEST] + '…'}"
        return ""

    def signal(self, name: str) -> None:
        """Sends it a signal."""
        with suppress(OSError):
            os.kill(self.pid, getattr(signals, name))

    def stop(self) -> None:
        """Ends it and all that it has started: it is asked first, and killed if it does not go."""
        self._kill(signals.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        self._kill(signals.SIGKILL)
        self._process.wait()

    def _kill(self, number: signals.Signals) -> None:
        self.family()
        with suppress(OSError):
            os.killpg(self.pid, number)
        for pid, began in self._seen.items():
            # One that has left the session; never another process that has its number by now.
            if began >= 0 and _began(pid) == began:
                with suppress(OSError):
                    os.kill(pid, number)


def _began(pid: int) -> int:
    """The tick in which a process began, -1 where there is none."""
    with suppress(OSError, ValueError, IndexError):
        return read_stat((_PROC / str(pid) / "stat").read_text("utf-8", "replace")).began
    return -1


def _entries(folder: Path) -> list[Path]:
    try:
        return [*folder.iterdir()]
    except OSError:
        return []
