"""Variant: one state of a config in its own running engine, which is fed and waited for."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.engines.launch import Launch, LaunchError
from pipelint.measure.model import Plan
from pipelint.measure.process import Running
from pipelint.measure.rewrite.redirect import Redirected, free_port

if TYPE_CHECKING:
    from pipelint.measure.lines import Lines
    from pipelint.measure.rewrite.draft import Draft

IDLE = 0.05
"""CPUs up to which an engine counts as idle: its timers, and the housekeeping of a JVM."""
LEAST = 1_000
"""Lines of the smallest run: what a tail reads at once."""
_POLL, _WARM_UPS, _BEFORE_FLUSH = 0.02, 50, 0.2


class Variant:
    """One engine at work. ``close`` ends it, whatever has happened."""

    def __init__(self, launch: Launch, plan: Plan, program: Sequence[str], folder: Path, check: Callable[[], None]) -> None:
        self._launch, self._plan, self._program, self._folder, self._room = launch, plan, program, folder, check
        self._engine: Running | None = None
        self._redirected: Redirected | None = None
        self.statistics = ""
        self.us = 0.0
        self._looked = 0.0

    @property
    def engine(self) -> Running:
        """Its process. Only after ``start``."""
        assert self._engine is not None
        return self._engine

    def start(self, draft: Draft, lines: Mapping[int, Lines], shares: Mapping[int, float]) -> None:
        """Starts it, and warms it up. Raises LaunchError."""
        self._folder.mkdir()
        for name, text in self._launch.beside(draft.config).items():
            (self._folder / name).write_bytes(text)
        draft.make(self._launch.changes(draft.config, str(self._folder)))
        self._redirected = Redirected(draft, lines, shares, self._folder / "files", self._plan.manners)
        name, text = self._launch.text(draft.config)
        path = self._folder / name
        path.write_bytes(text)
        port = free_port()
        self.statistics = self._launch.statistics(port)
        words = [*self._program, *self._launch.words(draft.config, str(path), str(self._folder), port)]
        self._engine = Running(words, self._folder, self._launch.environment())
        end = time.monotonic() + self._plan.start
        while not all(feed.ready() for feed, _ in self._redirected.feeds):
            self._check()
            if time.monotonic() > end:
                raise LaunchError(f"it does not listen after {self._plan.start:g} s (--start){self.engine.last_words()}")
            time.sleep(_POLL)
        self._warm_up()

    def _warm_up(self) -> None:
        """Feeds it until caches are full and a JVM has compiled."""
        # What starting takes is no part of it.
        count = LEAST
        self.us = self.feed(count, self._plan.start) * 1e6 / count
        used, target = 0.0, self._launch.warm_up * self._plan.cpu
        while used < target:
            count = max(LEAST, min(20 * count, round(target * 4e5 / max(self.us, 0.1))))
            took = self.feed(count)
            # One whose work does not show in its CPU would be fed for ever.
            used, self.us = used + max(took, target / _WARM_UPS), took * 1e6 / count

    def feed(self, count: int, wait: float | None = None) -> float:
        """Gives it so many lines and waits until it has worked them off. Returns seconds of CPU. Raises LaunchError.

        ``wait``: seconds until it has read them.
        """
        assert self._redirected is not None
        began = self.engine.cpu()
        left, shares = count, sum(share for _, share in self._redirected.feeds)
        for feed, share in self._redirected.feeds:
            mine = min(left, max(1, round(count * share / shares)))
            shares, count, left = shares - share, count - mine, left - mine
            if mine:
                feed.add(mine, self._check)
        self._settle(_BEFORE_FLUSH if self._redirected.away else min(0.3, self._plan.idle), wait or self._plan.wait)
        if self._redirected.away:
            if self._launch.flush:
                self.engine.signal(self._launch.flush)
            self._settle(self._plan.idle, self._plan.wait)
        for feed, _ in self._redirected.feeds:
            feed.forget()
        return self.engine.cpu() - began

    def _settle(self, idle: float, wait: float) -> None:
        """Waits until all lines are read, and it has been idle for so long."""
        assert self._redirected is not None
        feeds = [feed for feed, _ in self._redirected.feeds]
        begin = time.monotonic()
        seen: deque[tuple[float, float]] = deque()
        is_read = False
        while True:
            now, used = time.monotonic(), self.engine.cpu()
            if now - self._looked > 0.5:
                self._looked = now
                self._room()
            if not is_read and all(feed.read(self.engine) for feed in feeds):
                is_read = True
                seen.clear()
            seen.append((now, used))
            while len(seen) > 2 and seen[1][0] <= now - idle:
                seen.popleft()
            length = now - seen[0][0]
            busy = (used - seen[0][1]) / length if length else 1.0
            # One that is kept from the CPU by others uses none, but is not idle.
            if is_read and length >= idle and busy < IDLE and not self.engine.wants_cpu():
                return
            if now - begin > wait:
                if not is_read:
                    raise LaunchError(f"it has not read its lines after {wait:g} s (--start, --wait){self.engine.last_words()}")
                raise LaunchError(f"it is not idle {wait:g} s after its last line (--start, --wait): it uses {busy:.0%} of a CPU")
            time.sleep(_POLL)

    def _check(self) -> None:
        self.engine.check()

    @property
    def arrived(self) -> int | None:
        """How often something was sent to one of the sinks; None where there are none."""
        sinks = self._redirected.sinks if self._redirected is not None else ()
        return sum(sink.asked for sink in sinks) if sinks else None

    def close(self) -> None:
        """Ends the engine, and what stands for its servers."""
        if self._engine is not None:
            self._engine.stop()
        if self._redirected is not None:
            self._redirected.close()
