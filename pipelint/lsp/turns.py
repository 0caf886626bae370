"""Turns: what is found out about a file is worked at in steps, between which messages are read and other files have theirs.

The work of each request and each look runs in a thread of its own, but never two at a time, and never while the event loop runs:
the loop hands the turn to a thread, and waits until it comes back from a ``pause`` (``base/running/turns.py``) or from the end.
So there are no locks: whatever is looked at between two pauses is as if there were no threads.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Hashable
from contextvars import copy_context
from functools import partial
from time import monotonic
from types import ModuleType
from typing import Generic, TypeVar

from pygls.exceptions import JsonRpcContentModified

from pipelint.base.disk import asked
from pipelint.base.running import turns
from pipelint.base.text import document
from pipelint.language import config
from pipelint.language.watch import watched

_T = TypeVar("_T")

# Seconds: of a turn; and of the time after it in which messages are read, the parts of one in turn by another thread.
_TURN, _BREATH = 0.01, 0.001
# Bytes of stack, of which some systems give a thread little.
_STACK = 16 * 1024 * 1024

# What a run keeps in modules, and what it is where nothing runs.
RUNS: tuple[tuple[ModuleType, str, Callable[[], object]], ...] = (
    (asked, "_moment", lambda: None),
    (asked, "_followed", dict),
    (asked, "notes", lambda: None),
    (watched, "listener", lambda: None),
    (config, "watching", lambda: None),
    (document, "watching", lambda: None),
    (document, "watching_file", lambda: None),
)


class StoppedError(BaseException):
    """Ends work that nobody waits for any more. No error of the work itself: nothing catches it."""


class Work(Generic[_T]):
    """Something that is worked at in turns: each call of ``go_on`` is one."""

    def __init__(self, do: Callable[[], _T]) -> None:
        self._do, self._context = do, copy_context()
        self._go, self._back = threading.Lock(), threading.Lock()
        self._go.acquire()
        self._back.acquire()
        self._thread: threading.Thread | None = None
        self._kept = [make() for _, _, make in RUNS]
        self._ends = 0.0
        self._stopped = False
        self._found: list[_T] = []
        self.error: BaseException | None = None
        self.done = False

    def go_on(self) -> bool:
        """Works for a turn; whether that was the last one."""
        before = self._exchange(self._kept)
        turns.give, self._ends = self._pause, monotonic() + _TURN
        if self._thread is None:
            self._thread = _thread(partial(self._context.run, self._run))
        else:
            self._go.release()
        self._back.acquire()
        turns.give, self._kept = None, self._exchange(before)
        return self.done

    def stop(self) -> None:
        """Ends it where it is; what it has opened it closes."""
        self._stopped = True
        while self._thread is not None and not self.done:
            self.go_on()

    @property
    def found(self) -> _T:
        """What came of it."""
        return self._found[0]

    def _run(self) -> None:
        try:
            self._found.append(self._do())
        except BaseException as error:
            self.error = error
        self.done = True
        self._back.release()

    def _pause(self) -> None:
        if not self._stopped and monotonic() < self._ends:
            return
        self._back.release()
        self._go.acquire()
        if self._stopped:
            raise StoppedError

    @staticmethod
    def _exchange(values: list[object]) -> list[object]:
        """Puts what a run keeps into the modules; what was there."""
        there = [getattr(module, name) for module, name, _ in RUNS]
        for (module, name, _), value in zip(RUNS, values, strict=True):
            setattr(module, name, value)
        return there


def _thread(run: Callable[[], None]) -> threading.Thread:
    before = threading.stack_size(_STACK)
    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    return thread


class _Asked(Generic[_T]):
    """Work with whoever waits for it, and whether what it is about is as it was."""

    def __init__(self, do: Callable[[], _T], still: Callable[[], bool]) -> None:
        self.work, self.still = Work(do), still
        self.answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()

    def go_on(self) -> bool:
        """Works for a turn where somebody waits; whether there is nothing more to do."""
        if self.answer.done() or not self.still():
            self.work.stop()
            if not self.answer.done():
                self.answer.set_exception(JsonRpcContentModified())
            return True
        if not self.work.go_on():
            return False
        if self.work.error is None:
            self.answer.set_result(self.work.found)
        else:
            self.answer.set_exception(self.work.error)
        return True


class Turns:
    """Who has the next turn: of the file that was asked about last the question that was asked first."""

    def __init__(self) -> None:
        self._queues: dict[Hashable, deque[_Asked[object]]] = {}
        self._working: asyncio.Task[None] | None = None

    def busy(self) -> bool:
        """Whether anything is worked at."""
        return bool(self._queues)

    async def take(self, about: Hashable, do: Callable[[], _T], still: Callable[[], bool]) -> _T:
        """What ``do`` gives, worked at in turns, after all else that was asked ``about`` the same.

        Raises what ``do`` raises, and JsonRpcContentModified where ``still`` is false first. Who is cancelled stops the work.
        """
        asked: _Asked[_T] = _Asked(do, still)
        queue = self._queues.pop(about, None) or deque()
        self._queues[about] = queue
        queue.append(asked)  # type: ignore[arg-type]
        if self._working is None or self._working.done():
            self._working = asyncio.ensure_future(self._work())
        return await asked.answer

    async def _work(self) -> None:
        rest = monotonic() + _TURN
        try:
            while self._queues:
                # What is about no file, such as a search, asks again and again: it comes last.
                about = next((each for each in reversed(self._queues) if each is not None), None)
                queue = self._queues[about]
                if queue[0].go_on():
                    queue.popleft()
                    if not queue:
                        del self._queues[about]
                # Work that ends soon may be followed by much of the same.
                tired = monotonic() >= rest
                await asyncio.sleep(_BREATH if tired else 0)
                rest = monotonic() + _TURN if tired else rest
        finally:
            # The loop ends.
            for queue in self._queues.values():
                for each in queue:
                    each.work.stop()
            self._queues.clear()
