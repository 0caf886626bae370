"""A bench: rounds of sending, then rounds of waiting until the watched process is idle and no more arrives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

from pipelint.base.lean.record import dataclass
from pipelint.bench.crew import Crew, Solo, Workers
from pipelint.bench.model import Arrived, BenchError, Content, Result, Round, Sent, Speed, Target, Usage
from pipelint.bench.pace import REAL, Clock
from pipelint.bench.watch.container import ContainerWatch
from pipelint.bench.watch.output import Output, open_output
from pipelint.bench.watch.process import ProcessWatch

IDLE = 0.02
"""CPUs up to which a process counts as idle: one or two clock ticks of 10 ms in a second, as its timers take."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a bench does. ``idle``: seconds without work that end it; ``wait``: seconds that it waits for them at most."""

    target: Target
    content: Content
    speed: Speed
    workers: int = 1
    pid: int | None = None
    container: str | None = None
    count_output: str | None = None
    idle: float = 3.0
    wait: float = 60.0


Watch = ProcessWatch | ContainerWatch


class Bench:
    """One bench. ``rounds`` runs it; ``result`` has what came of it so far, also where it ends early."""

    def __init__(self, plan: Plan, stop: Callable[[], bool] = lambda: False, clock: Clock = REAL) -> None:
        self.plan, self.result = plan, Result(plan.target, plan.speed)
        self._stop, self._clock = stop, clock
        self._watch: Watch | None = None
        self._used: Usage | None = None

    def rounds(self) -> Iterator[Round]:
        """Each round when it is over. What stops the bench is ``result.error``."""
        try:
            yield from self._rounds()
        except BenchError as error:
            self.result.error = str(error)
        self.result.interrupted = self._stop()

    def _rounds(self) -> Iterator[Round]:
        plan, result = self.plan, self.result
        self._watch = watch = _watch_of(plan)
        if watch is not None:
            result.watched, result.pid = watch.name, watch.pid
        with ExitStack() as stack:
            output = None
            if plan.count_output is not None:
                output = open_output(plan.count_output)
                stack.callback(output.close)
            crew = self._crew()
            try:
                yield from self._send(crew)
            except BenchError:
                with suppress(BenchError):
                    crew.close()
                self._count(output, None)
                raise
            except BaseException:
                with suppress(BenchError):
                    crew.close()
                raise
            crew.close()
            in_time = 0 if output is None else output.count()
            if output is not None:
                result.arrived = Arrived(in_time, 0)
            if watch is not None or output is not None:
                yield from self._settle(output, in_time)

    def _crew(self) -> Crew:
        plan = self.plan
        if plan.workers == 1:
            return Solo(plan.target, plan.content, plan.speed, self._stop, self._clock)
        return Workers(plan.target, plan.content, plan.speed, plan.workers, self._stop)

    def _send(self, crew: Crew) -> Iterator[Round]:
        if self._watch is not None:
            self._used = self._watch.usage()
        left, done = self.plan.speed.seconds, False
        crew.start()
        while left > 1e-9 and not done and not self._stop():
            length = min(1.0, left)
            sent = crew.round(length)
            left -= length
            done = sent.done
            yield self._add(sent, idle=False)
            if sent.error:
                raise BenchError(sent.error)

    def _settle(self, output: Output | None, in_time: int) -> Iterator[Round]:
        """Waits until nothing is done any more."""
        clock, plan, result = self._clock, self.plan, self.result
        quiet = waited = 0.0
        seen = in_time
        while quiet < plan.idle and not self._stop():
            if waited >= plan.wait:
                result.still_busy = True
                return
            began = clock.now()
            end = began + 1.0
            while (left := end - clock.now()) > 0 and not self._stop():
                clock.sleep(min(0.1, left))
            seconds = clock.now() - began
            waited += seconds
            round_ = self._add(Sent(0, 0, seconds), idle=True)
            before, seen = seen, self._count(output, in_time)
            busy = round_.cpu > IDLE or seen > before
            quiet = 0.0 if busy else quiet + seconds
            yield round_
            if self._watch is None and result.lost is not None and result.lost <= 0:
                return

    def _count(self, output: Output | None, in_time: int | None) -> int:
        """Looks what has arrived; all of it is in time where ``in_time`` is None."""
        if output is None:
            return 0
        seen = output.count()
        self.result.arrived = Arrived(seen, 0) if in_time is None else Arrived(in_time, seen - in_time)
        return seen

    def _add(self, sent: Sent, *, idle: bool) -> Round:
        used = None
        if self._watch is not None and self._used is not None:
            try:
                now, before = self._watch.usage(), self._used
            except BenchError:
                self.result.rounds.append(Round(sent, None, idle))
                raise
            # A child that ends is missing until its parent has waited for it.
            user, system = max(0.0, now.user_ms - before.user_ms), max(0.0, now.system_ms - before.system_ms)
            used, self._used = Usage(user, system, now.memory), now
        self.result.rounds.append(Round(sent, used, idle))
        return self.result.rounds[-1]


def _watch_of(plan: Plan) -> Watch | None:
    if plan.container is not None:
        return ContainerWatch(plan.container)
    return None if plan.pid is None else ProcessWatch(plan.pid)
