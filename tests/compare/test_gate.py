"""What fails a change, and what does not: noise, findings and rates that were there before."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.compare import Compared, Limits, compare, path_sides
from pipelint.compare.model import Direction, Gate
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from tests.configs import NULL, QUICK_TAIL, SLOW_TAIL, STDOUT

FORWARD = "<match **>\n  @type forward\n  <server>\n    host a\n  </server>\n</match>\n"
NO_FINDINGS = Settings(fail_on=None)


def one(folder: Path, before: str, after: str, limits: Limits, settings: Settings = NO_FINDINGS) -> Compared:
    """The comparison of two files."""
    for name, text in (("old.conf", before), ("new.conf", after)):
        (folder / name).write_text(text)
    found = compare(*path_sides(str(folder / "old.conf"), str(folder / "new.conf")), Project.of_one(settings), limits)
    (config,) = found.configs
    return config


def gates(config: Compared) -> list[Gate]:
    return [failure.gate for failure in config.failures]


def test_a_difference_within_the_noise_is_no_regression(tmp_path: Path) -> None:
    """forward and stdout cost about alike: that stdout is dearer is the better guess, and no more than a guess."""
    config = one(tmp_path, QUICK_TAIL + FORWARD, QUICK_TAIL + STDOUT, Limits(max_slowdown=0.1))
    assert config.cost is not None
    assert config.cost.slowdown > 0.1
    assert config.cost.direction is Direction.UNCLEAR
    assert config.failures == ()


@pytest.mark.parametrize(("allowed", "expected"), [(0.1, [Gate.SLOWDOWN]), (0.9, []), (None, [])])
def test_a_slowdown_beyond_what_is_allowed(allowed: float | None, expected: list[Gate], tmp_path: Path) -> None:
    assert gates(one(tmp_path, QUICK_TAIL + NULL, SLOW_TAIL + NULL, Limits(max_slowdown=allowed))) == expected
    assert (
        gates(one(tmp_path, QUICK_TAIL + NULL, SLOW_TAIL + NULL, Limits(), Settings(fail_on=None, max_slowdown=allowed)))
        == expected
    )
    assert gates(one(tmp_path, SLOW_TAIL + NULL, QUICK_TAIL + NULL, Limits(max_slowdown=allowed))) == []


@pytest.mark.parametrize(
    ("before", "after", "least", "fails"),
    [
        (QUICK_TAIL, SLOW_TAIL, 10_000, False),
        (QUICK_TAIL, SLOW_TAIL, 100_000, True),
        # Below it already: getting better is no failure, getting worse is.
        (SLOW_TAIL, QUICK_TAIL, 1_000_000, False),
        (QUICK_TAIL, SLOW_TAIL, 1_000_000, True),
        (SLOW_TAIL.replace("</source>", ""), SLOW_TAIL, 1_000_000, True),
    ],
)
def test_the_least_rate(before: str, after: str, least: float, fails: bool, tmp_path: Path) -> None:
    expected = [Gate.BUDGET] if fails else []
    assert gates(one(tmp_path, before + NULL, after + NULL, Limits(min_events=least))) == expected
    assert gates(one(tmp_path, before + NULL, after + NULL, Limits(), Settings(fail_on=None, min_events=least))) == expected


@pytest.mark.parametrize(
    ("before", "after", "level", "fails"),
    [
        (QUICK_TAIL, SLOW_TAIL, Severity.WARNING, True),
        (QUICK_TAIL, SLOW_TAIL, Severity.ERROR, False),
        # Another text, and the same finding of the same parser.
        (SLOW_TAIL, SLOW_TAIL.replace("%dT", "%d "), Severity.INFO, False),
        (SLOW_TAIL, "# a line more\n" + SLOW_TAIL, Severity.INFO, False),
        (SLOW_TAIL, QUICK_TAIL, Severity.INFO, False),
    ],
)
def test_only_new_findings_at_the_level(before: str, after: str, level: Severity, fails: bool, tmp_path: Path) -> None:
    config = one(tmp_path, before + STDOUT, after + STDOUT, Limits(), Settings(fail_on=level))
    assert gates(config) == ([Gate.FINDING] if fails else [])


def test_what_a_comment_hides_is_not_new(tmp_path: Path) -> None:
    hidden = SLOW_TAIL.replace("    time_format", "    # pipelint: ignore[FD101] as it is\n    time_format")
    config = one(tmp_path, QUICK_TAIL + STDOUT, hidden + STDOUT, Limits(), Settings(fail_on=Severity.INFO))
    assert (config.new, config.failures) == ((), ())
    config = one(tmp_path, SLOW_TAIL + STDOUT, hidden + STDOUT, Limits(), Settings(fail_on=Severity.INFO))
    assert (config.new, config.fixed) == ((), ())
