"""The last guard: an error that nobody foresaw is one line about one config, and takes no other config's findings with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pipelint import cli
from pipelint.base.unforeseen import REPORT
from pipelint.checker.config import findings
from pipelint.engines.fluentd.engine import FluentdEngine
from pipelint.sources.collect import _Collector
from tests.command_line import bounded

# Each has a finding: the first of two labels without a match.
CONFIG = "<source>\n  @type forward\n  @label @A\n</source>\n<label @A>\n</label>\n"


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("bad.conf", "good.conf"):
        Path(name).write_text(CONFIG)


def broken(works: Callable[..., object], blamed: Callable[..., str]) -> Callable[..., object]:
    """``works``, but that it fails as nobody foresaw where ``blamed`` says bad.conf."""

    def fails(*words: object, **named: object) -> object:
        if blamed(*words) == "bad.conf":
            raise RecursionError("a secret of bad.conf")
        return works(*words, **named)

    return fails


def run_cli(monkeypatch: pytest.MonkeyPatch, *words: str) -> int | str | None:
    monkeypatch.setattr("sys.argv", ["pipelint", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    return end.value.code


PLACES = {
    "judging": lambda patch: patch.setattr(
        findings, "check_config", broken(findings.check_config, lambda config, *_: config.name)
    ),
    "loading": lambda patch: patch.setattr(
        FluentdEngine, "load", broken(FluentdEngine.load, lambda _, entry, *__: entry.documents[0].name)
    ),
    "looking into a file": lambda patch: patch.setattr(
        _Collector, "_take", broken(_Collector._take, lambda _, candidate, __: candidate.path)
    ),
}


@pytest.mark.parametrize("debug", ["", "1"])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.usefixtures("two")
def test_one_config_fails_and_the_other_is_checked(
    place: str, debug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    PLACES[place](monkeypatch)
    monkeypatch.setenv("PIPELINT_DEBUG", debug)
    assert run_cli(monkeypatch, "check", ".") == 2
    printed = capsys.readouterr()
    said = [line for line in printed.out.splitlines() if REPORT in line]
    assert said == [
        f"bad.conf: error: pipelint failed here (RecursionError); please report it at {REPORT} (PIPELINT_DEBUG=1 shows where)"
    ]
    assert "good.conf:5:1: " in printed.out
    assert "secret" not in printed.out
    assert ("Traceback" in printed.err) is bool(debug)


@pytest.mark.parametrize("debug", ["", "1"])
def test_where_the_program_itself_fails(debug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fails(_: list[str]) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(cli, "_run", fails)
    monkeypatch.setenv("PIPELINT_DEBUG", debug)
    assert run_cli(monkeypatch, "check", ".") == 2
    printed = capsys.readouterr()
    assert f"pipelint: pipelint failed here (ZeroDivisionError); please report it at {REPORT}" in printed.err
    assert (printed.err.count("Traceback") == 1) is bool(debug)
    assert ("secret" in printed.err) is bool(debug)


def test_the_bounds_of_these_tests_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_run", lambda _: bytearray(200 * 1024**2))
    assert b"MemoryError" in bounded("check", cwd=tmp_path, megabytes=100, seconds=10).stderr
    assert bounded("check", cwd=tmp_path, megabytes=300, seconds=10).returncode == 0

    def forever(_: list[str]) -> None:
        while True:
            pass

    monkeypatch.setattr(cli, "_run", forever)
    done = bounded("check", cwd=tmp_path, megabytes=100, seconds=1)
    assert done.returncode != 0 and b"Traceback" in done.stderr
