"""Asking an engine for its statistics, once or again and again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from pipelint.base.lean.record import replace
from pipelint.stats.model import Snapshot, StatsError, between
from pipelint.stats.source import read_answer


def asked(source: str, threads: str | None = None) -> Snapshot:
    """The statistics of the engine whose answer it is, with those about its threads from ``threads``. Raises StatsError."""
    from pipelint.engines.registry import ENGINES, parts
    from pipelint.stats.beats import BeatsMonitor

    answer = read_answer(source)
    for monitor in (*(parts(name).monitor for name in ENGINES.names), BeatsMonitor()):
        if monitor is None:
            continue
        if (found := monitor.text(answer) if isinstance(answer, str) else monitor.snapshot(answer)) is not None:
            return found if threads is None else replace(found, threads=asked(threads).threads)
    raise StatsError(f"{source}: is no answer of a monitoring API, and no log with counts, that pipelint knows")


class Repeated:
    """Asks again and again after ``seconds``. ``first`` is the first answer; what lies between two goes by when they came."""

    def __init__(
        self,
        ask: Callable[[], Snapshot],
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._ask, self.seconds, self._clock, self._sleep = ask, seconds, clock, sleep
        self.first, self._at = ask(), clock()

    def __iter__(self) -> Iterator[Snapshot]:
        """What was between each two answers. Raises StatsError where one cannot be had."""
        before, at = self.first, self._at
        while True:
            self._sleep(self.seconds)
            found, now = self._ask(), self._clock()
            yield between(before, found, now - at)
            before, at = found, now
