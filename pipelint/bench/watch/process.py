"""A process and its children: CPU time and memory as Linux has them in /proc (man 5 proc)."""

from __future__ import annotations

import os
from pathlib import Path

from pipelint.base.lean.record import dataclass
from pipelint.bench.model import BenchError, Usage

_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Stat:
    """What ``/proc/PID/stat`` says: ticks of CPU, of ended children too; the tick since boot when it began; pages of memory."""

    name: str
    parent: int
    state: str
    user: int
    system: int
    began: int
    pages: int


def read_stat(text: str) -> Stat:
    """The line of ``/proc/PID/stat``, in which the name may hold blanks and brackets."""
    start, end = text.index("("), text.rindex(")")
    rest = text[end + 2 :].split()
    numbers = [int(each) for each in rest[1:]]
    # Field 3 of the manual, the state, is the first after the name.
    return Stat(
        text[start + 1 : end],
        numbers[0],
        rest[0],
        numbers[10] + numbers[12],
        numbers[11] + numbers[13],
        numbers[18],
        numbers[20],
    )


class ProcessWatch:
    """The process ``pid`` with all of its children."""

    def __init__(self, pid: int, proc: Path = _PROC) -> None:
        """Raises BenchError where there is no such process, or no /proc."""
        self.pid, self._proc = pid, proc
        if not (proc / "self").exists():
            raise BenchError("processes can be watched on Linux alone (there is no /proc)")
        self._began = -1
        stat = self._root()
        self._began, self.name = stat.began, stat.name
        self._tick_ms = 1000 / os.sysconf("SC_CLK_TCK")
        self._page = os.sysconf("SC_PAGE_SIZE")

    def usage(self) -> Usage:
        """What it has used so far. Raises BenchError where it has ended."""
        family = {self.pid: self._root()}
        every = {
            int(each.name): stat for each in self._proc.iterdir() if each.name.isdigit() and (stat := _stat(each)) is not None
        }
        more = [self.pid]
        while more:
            children = {pid: stat for pid, stat in every.items() if stat.parent in more and pid not in family}
            family |= children
            more = list(children)
        stats = family.values()
        return Usage(
            sum(each.user for each in stats) * self._tick_ms,
            sum(each.system for each in stats) * self._tick_ms,
            sum(each.pages for each in stats) * self._page,
        )

    def _root(self) -> Stat:
        stat = _stat(self._proc / str(self.pid))
        # One that has ended and that nobody has waited for yet is a zombie.
        if stat is None or stat.state in "ZX" or (self._began >= 0 and stat.began != self._began):
            raise BenchError(f"process {self.pid} has ended" if self._began >= 0 else f"there is no process {self.pid}")
        return stat


def _stat(folder: Path) -> Stat | None:
    try:
        return read_stat((folder / "stat").read_text("utf-8", "replace"))
    except (OSError, ValueError, IndexError):
        return None
