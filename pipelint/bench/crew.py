"""Who sends: this process, or several worker processes, each with its share of the rate."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from pipelint.base.running.stopping import STOPPING
from pipelint.bench.model import BenchError, Content, Sent, Speed, Target
from pipelint.bench.pace import REAL, Clock, Pace
from pipelint.bench.transport.make import make_sender

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

# What a worker is told: one round more, or the end of this one.
_ROUND, _STOP = "round", "stop"


class Crew(Protocol):
    """Sends round by round."""

    def start(self) -> None:
        """The first round begins now."""

    def round(self, seconds: float) -> Sent:
        """Sends for so long. Raises BenchError where a worker is gone."""

    def close(self) -> None:
        """Waits for what is on its way, closes connections and ends processes. Raises BenchError."""


class Solo:
    """This process sends. ``stop`` says whether to end a round early."""

    def __init__(self, target: Target, content: Content, speed: Speed, stop: Callable[[], bool], clock: Clock = REAL) -> None:
        """Raises BenchError."""
        self._sender = make_sender(target, content)
        self._speed, self._stop, self._clock = speed, stop, clock

    def start(self) -> None:
        """The first round begins now."""
        self._pace = Pace(self._sender, self._speed, self._clock.now(), self._clock, self._stop)

    def round(self, seconds: float) -> Sent:
        """Sends for so long."""
        return self._pace.round(seconds)

    def close(self) -> None:
        """Ends the sender. Raises BenchError."""
        self._sender.close()


class Workers:
    """Worker processes. They end with this process: each notices that nobody listens to it any more."""

    def __init__(self, target: Target, content: Content, speed: Speed, count: int, stop: Callable[[], bool]) -> None:
        """Returns when all are ready to send. Raises BenchError."""
        from multiprocessing import get_context

        # No fork: a copy of this process would keep the other ends of all pipes open.
        context = get_context("spawn")
        self._stop = stop
        self._pipes: list[Connection] = []
        self._processes: list[BaseProcess] = []
        for index in range(count):
            ours, theirs = context.Pipe()
            job = (theirs, target, content, speed.share(index, count), index, count)
            process = context.Process(target=_work, args=job, daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        try:
            self._answers()
        except BenchError:
            self._end()
            raise

    def start(self) -> None:
        """The first round begins with ``round``."""

    def round(self, seconds: float) -> Sent:
        """Lets all send for so long."""
        self._tell((_ROUND, seconds))
        told = False
        while any(not pipe.poll(0.05) for pipe in self._pipes if not pipe.closed):
            if self._stop() and not told:
                self._tell((_STOP, 0.0))
                told = True
        sent = self._answers()
        return Sent(
            sum(each.records for each in sent),
            sum(each.bytes for each in sent),
            max(each.seconds for each in sent),
            all(each.done for each in sent),
            next((each.error for each in sent if each.error), ""),
        )

    def close(self) -> None:
        """Waits until all have ended. Raises BenchError."""
        try:
            self._tell(None)
            self._answers()
        finally:
            self._end()

    def _tell(self, words: tuple[str, float] | None) -> None:
        for pipe in self._pipes:
            # One that has ended is noticed by its answer.
            with suppress(OSError):
                pipe.send(words)

    def _answers(self) -> Sequence[Sent]:
        answers = []
        for pipe in self._pipes:
            try:
                answers.append(pipe.recv())
            except (EOFError, OSError):
                answers.append(BenchError("a worker process has ended"))
        for answer in answers:
            if isinstance(answer, BenchError):
                raise answer
        return answers

    def _end(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(2)
            if process.is_alive():
                process.kill()
                process.join()


def _work(pipe: Connection, target: Target, content: Content, speed: Speed, index: int, count: int) -> None:
    """What a worker process does. Ctrl-C and its end, which the terminal sends to all, are its parent's business."""
    for each in STOPPING:
        signal.signal(each, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        try:
            sender = make_sender(target, content, index, count)
            pipe.send(None)
            pace = None
            # A word within a round, or the end of the pipe, ends it.
            while (words := pipe.recv()) is not None:
                if words[0] == _STOP:
                    continue
                pace = pace or Pace(sender, speed, REAL.now(), REAL, pipe.poll)
                pipe.send(pace.round(words[1]))
            sender.close()
            pipe.send(None)
        except BenchError as error:
            pipe.send(error)
