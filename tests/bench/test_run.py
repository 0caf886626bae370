"""A whole bench with a clock, a watched process and an output that the test moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pipelint.bench import run
from pipelint.bench.model import BenchError, Content, Result, Round, Sent, Speed, Target, Usage
from pipelint.bench.pace import Clock
from pipelint.bench.run import Bench, Plan


class World:
    """An engine: each record is 100 µs of CPU and arrives when it is worked off, one CPU at most."""

    pid = 17
    name = "engine"
    most = 100

    def __init__(self, us: float = 100.0, idle_ms: float = 0.0, loses: int = 0, dies_at: float = 1e9) -> None:
        self.time, self.taken, self.us, self.idle_ms, self.loses, self.dies_at = 0.0, 0, us, idle_ms, loses, dies_at
        self.worked = 0.0
        self.clock = Clock(lambda: self.time, self.sleep)

    def sleep(self, seconds: float) -> None:
        self.time += seconds
        self.worked = min(self.taken * self.us / 1e6, self.worked + seconds)

    def send(self, count: int) -> tuple[int, int]:
        self.taken += count
        self.sleep(0.00001)
        return count, 10 * count

    def usage(self) -> Usage:
        if self.time > self.dies_at:
            raise BenchError("process 17 has ended")
        return Usage(self.worked * 800 + self.time * self.idle_ms, self.worked * 200, 5_000_000)

    def count(self) -> int:
        return max(0, round(self.worked / self.us * 1e6) - self.loses)

    def close(self) -> None:
        pass


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    def made(world: World, speed: Speed, *, watched: bool = True, counted: bool = False, **more: float) -> Result:
        monkeypatch.setattr("pipelint.bench.crew.make_sender", lambda *_: world)
        monkeypatch.setattr(run, "_watch_of", lambda plan: world if watched else None)
        monkeypatch.setattr(run, "open_output", lambda where: world)
        plan = Plan(Target("tcp", "a:1"), Content(), speed, count_output="out" if counted else None, **more)  # type: ignore[arg-type]
        found = Bench(plan, clock=world.clock)
        assert list(found.rounds()) == found.result.rounds[: len(found.result.rounds) - bool(found.result.error and watched)]
        return found.result

    yield made


def test_it_ends_when_the_process_has_been_idle_for_so_long(bench) -> None:  # type: ignore[no-untyped-def]
    found = bench(World(), Speed(5_000, 4), idle=3.0)
    assert [each.idle for each in found.rounds] == [False] * 4 + [True] * 3
    assert found.records == 20_000
    assert [round(each.cpu, 1) for each in found.rounds] == [0.5] * 4 + [0.0] * 3
    assert found.cpu_us == pytest.approx(100, rel=0.01)
    assert not found.behind


def test_what_is_worked_off_later_belongs_to_the_record(bench) -> None:  # type: ignore[no-untyped-def]
    found = bench(World(), Speed(20_000, 3), idle=2.0)
    assert sum(each.idle for each in found.rounds) == 5
    assert found.cpu_us == pytest.approx(100, rel=0.01)


def test_records_that_arrive_after_the_last_was_sent_are_late_and_others_lost(bench) -> None:  # type: ignore[no-untyped-def]
    found = bench(World(loses=500), Speed(20_000, 3), counted=True, idle=2.0)
    assert found.arrived is not None
    assert found.arrived.in_time == pytest.approx(29_500, rel=0.01)
    assert found.arrived.in_time + found.arrived.late == 59_500
    assert found.lost == 500


def test_without_a_process_it_ends_when_all_has_arrived(bench) -> None:  # type: ignore[no-untyped-def]
    found = bench(World(), Speed(18_000, 3), watched=False, counted=True, idle=3.0)
    assert found.lost == 0
    assert sum(each.idle for each in found.rounds) == 3
    found = bench(World(loses=1), Speed(18_000, 3), watched=False, counted=True, idle=3.0)
    assert found.lost == 1
    assert sum(each.idle for each in found.rounds) == 6


def test_a_process_that_never_becomes_idle_is_waited_for_so_long(bench) -> None:  # type: ignore[no-untyped-def]
    found = bench(World(idle_ms=100), Speed(100, 1), idle=3.0, wait=5.0)
    assert sum(each.idle for each in found.rounds) == 5
    assert found.still_busy
    # One or two ticks a second are no work.
    assert not bench(World(idle_ms=15), Speed(100, 1), idle=3.0, wait=5.0).still_busy


def test_what_was_sent_before_the_process_ended_is_kept(bench) -> None:  # type: ignore[no-untyped-def]
    found = bench(World(dies_at=2.5), Speed(1_000, 5))
    assert found.error == "process 17 has ended"
    assert [each.sent.records for each in found.rounds] == [1_000] * 3
    assert [each.used is None for each in found.rounds] == [False, False, True]
    assert found.due == 3_000


@pytest.mark.parametrize(("sent", "behind"), [(1_000, 0), (991, 0), (980, 20), (0, 1_000)])
def test_a_rate_is_missed_beyond_one_per_cent(sent: int, behind: int) -> None:
    found = Result(Target("tcp", "a:1"), Speed(1_000, 1), rounds=[Round(Sent(sent, 0, 1.0))])
    assert found.behind == behind
