"""A rate is kept by a clock that the test moves: no test looks at the real one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.bench.model import Sent, Speed
from pipelint.bench.pace import Clock, Pace
from tests.properties import tries


class Simulated:
    """A clock and a sender: a call takes ``cost`` seconds and ``each`` for a record, a sleep ``late`` more than it should."""

    most = 500

    def __init__(self, cost: float = 0.0001, each: float = 0.0, late: float = 0.0003) -> None:
        self.time, self.cost, self.each, self.late = 100.0, cost, each, late
        self.calls: list[tuple[float, int]] = []
        self.clock = Clock(lambda: self.time, self.sleep)

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.time += seconds + self.late

    def send(self, count: int) -> tuple[int, int]:
        assert 0 < count <= self.most
        self.calls.append((self.time, count))
        self.time += self.cost + self.each * count
        return count, 10 * count

    def close(self) -> None:
        pass


def run(sender: Simulated, speed: Speed) -> list[Sent]:
    pace = Pace(sender, speed, sender.clock.now(), sender.clock)
    rounds, left = [], speed.seconds
    while left > 1e-9:
        rounds.append(pace.round(min(1.0, left)))
        left -= 1.0
    return rounds


@pytest.mark.parametrize("rate", [1, 7, 1_000, 50_000, 500_000])
def test_each_second_has_its_records(rate: int) -> None:
    rounds = run(Simulated(), Speed(rate, 30))
    assert all(abs(each.records - rate) <= max(1, rate / 100) for each in rounds)
    assert sum(each.records for each in rounds) == 30 * rate
    assert all(each.bytes == 10 * each.records for each in rounds)
    assert sum(each.seconds for each in rounds) == pytest.approx(30, rel=0.01)


@tries(60)
@given(st.floats(0.5, 100_000), st.floats(0.1, 5), st.floats(0, 0.004))
def test_no_delay_adds_up(rate: float, seconds: float, late: float) -> None:
    rounds = run(Simulated(late=late), Speed(rate, seconds))
    assert abs(sum(each.records for each in rounds) - rate * seconds) <= 1


def test_records_are_spread_over_the_second() -> None:
    sender = Simulated()
    run(sender, Speed(1_000, 1))
    by_tenth = [sum(count for at, count in sender.calls if tenth <= (at - 100) * 10 < tenth + 1) for tenth in range(10)]
    assert all(90 <= each <= 110 for each in by_tenth), by_tenth


def test_who_keeps_up_wakes_some_hundred_times_a_second_and_not_for_each_record() -> None:
    sender = Simulated()
    run(sender, Speed(50_000, 2))
    assert 300 <= len(sender.calls) <= 450


def test_a_burst_is_sent_at_the_beginning_of_its_second() -> None:
    sender = Simulated()
    rounds = run(sender, Speed(20_000, 3, burst=True))
    assert [each.records for each in rounds] == [20_000] * 3
    assert all((at - 100) % 1 < 0.05 for at, _ in sender.calls)


def test_who_was_late_catches_up() -> None:
    sender = Simulated()
    pace = Pace(sender, Speed(1_000, 3), sender.clock.now(), sender.clock)
    first = pace.round()
    sender.time += 0.7
    rest = [pace.round(), pace.round()]
    assert first.records == 1_000
    assert rest[0].records + rest[1].records == 2_000


def test_a_receiver_that_is_too_slow_gets_what_it_takes_and_the_round_ends() -> None:
    sender = Simulated(each=0.001)
    rounds = run(sender, Speed(5_000, 4))
    assert all(each.seconds < 1.6 for each in rounds)
    assert sum(each.records for each in rounds) == pytest.approx(sum(each.seconds for each in rounds) * 1_000, rel=0.01)


def test_the_limit_ends_it_early() -> None:
    sender = Simulated()
    pace = Pace(sender, Speed(1_000, 10, limit=1_500), sender.clock.now(), sender.clock)
    first, second = pace.round(), pace.round()
    assert (first.records, first.done) == (1_000, False)
    assert (second.records, second.done) == (500, True)
    assert second.seconds < 0.6


def test_who_asks_to_stop_waits_for_no_round() -> None:
    sender = Simulated()
    pace = Pace(sender, Speed(1_000, 10), sender.clock.now(), sender.clock, stop=lambda: sender.time > 100.5)
    assert 490 <= pace.round().records <= 510
    assert pace.round().records == 0


@tries(50)
@given(st.floats(1, 1e6), st.none() | st.integers(0, 10**6), st.integers(1, 16))
def test_the_shares_of_workers_are_the_whole(rate: float, limit: int | None, workers: int) -> None:
    speed = Speed(rate, 10, limit)
    shares = [speed.share(index, workers) for index in range(workers)]
    assert sum(each.rate for each in shares) == pytest.approx(rate)
    assert limit is None or sum(each.limit or 0 for each in shares) == limit
