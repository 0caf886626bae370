"""Asking an engine for its statistics, once or again and again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from pipelint.base.lean.record import replace
from pipelint.stats.model import Monitor, NotThereError, Snapshot, StatsError, between
from pipelint.stats.source import read_answer


def asked(source: str, threads: str | None = None) -> Snapshot:
    """The statistics of the engine whose answer it is, with those about its threads from ``threads``. Raises StatsError.

    Of an address that names a host and a port alone the places where engines answer are asked.
    """
    found = _asked(source)
    return found if threads is None else replace(found, threads=_asked(threads).threads)


def _asked(source: str) -> Snapshot:
    monitors = _monitors()
    wrong = StatsError(f"{source}: is no answer of a monitoring API, and no log with counts, that pipelint knows")
    is_bare = source.startswith(("http://", "https://")) and source.rstrip("/").count("/") == 2
    for address in (source, *(source.rstrip("/") + path for each in monitors for path in each.paths if is_bare)):
        try:
            answer = read_answer(address)
        except NotThereError as error:
            wrong = error if address == source else wrong
            continue
        for monitor in monitors:
            if (found := monitor.text(answer) if isinstance(answer, str) else monitor.snapshot(answer)) is not None:
                return found
    raise wrong


def _monitors() -> list[Monitor]:
    from pipelint.engines.registry import ENGINES, parts
    from pipelint.stats.beats import BeatsMonitor

    every = (*(parts(name).monitor for name in ENGINES.names), BeatsMonitor())
    return [each for each in every if each is not None]


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
