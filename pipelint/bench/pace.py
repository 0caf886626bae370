"""A steady rate: what is due by a clock that only goes forward is sent in batches, so that no delay adds up."""

from __future__ import annotations

import time
from collections.abc import Callable

from pipelint.base.lean.record import dataclass
from pipelint.bench.model import BenchError, Sender, Sent, Speed

_TICK = 0.005
# Seconds by which a round may be longer, to send what was due in it.
_GRACE = 0.02


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds that only go forward, and a sleep of some of them."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


REAL = Clock()


class Pace:
    """Sends at a speed, a round after the other, from ``start`` on (as the clock has it).

    Who falls behind sends the rest as fast as it goes, in this round or a later one: over all rounds the rate is the one that was
    asked, unless the receiver is too slow for it.
    """

    def __init__(self, sender: Sender, speed: Speed, start: float, clock: Clock = REAL, stop: Callable[[], bool] = lambda: False):
        self._sender, self._speed, self._start, self._clock, self._stop = sender, speed, start, clock, stop
        self._sent, self._from, self._ends = 0, start, start

    def round(self, seconds: float = 1.0) -> Sent:
        """Sends for so long, or until all is sent, somebody asks to stop, or there is an error."""
        clock, speed, sender = self._clock, self._speed, self._sender
        end = self._ends = self._ends + seconds
        latest = end + _GRACE
        records = size = 0
        error = ""
        while not self._stop():
            now = clock.now()
            left = self._due(min(now, end)) - self._sent
            if left > 0 and now < latest:
                try:
                    count, written = sender.send(min(left, sender.most))
                except BenchError as wrong:
                    error = str(wrong)
                    break
                self._sent += count
                records += count
                size += written
                if count < left:
                    continue
                now = clock.now()
            elif now >= end:
                break
            if self._sent == speed.limit:
                break
            if now < end:
                clock.sleep(min(_TICK, end - now))
        began, self._from = self._from, clock.now()
        return Sent(records, size, self._from - began, self._sent == speed.limit, error)

    def _due(self, now: float) -> int:
        """Records that should have been sent by ``now``."""
        speed, passed = self._speed, now - self._start
        if speed.burst:
            # The next second's begin in its own round.
            due = round(speed.rate * min(int(passed - 1e-9) + 1, speed.seconds)) if passed > 0 else 0
        else:
            due = int(speed.rate * passed + 1e-6)
        return due if speed.limit is None else min(due, speed.limit)
