"""What every test module may use: hypothesis settings, and the data that stands beside the repository."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.properties import share_of

ROOT = Path(__file__).resolve().parents[1]

# Files of 5 seconds and more, in make test or in make test-slow.
LONG = {
    "bench/test_command.py",
    "calibrate/test_fit.py",
    "calibrate/test_logstash_fit.py",
    "fixes/test_announced.py",
    "fixes/test_apply.py",
    "fixes/test_corpus.py",
    "lsp/test_random_requests.py",
    "lsp/test_unedited.py",
    "measure/test_command.py",
    "measure/test_faults.py",
    "packaging/test_wheel.py",
    "replay/test_replay.py",
    "review/test_recorded.py",
    "rules/test_guards.py",
    "rules/test_pages.py",
    "rules/test_silent.py",
    "secrets/test_commands.py",
    "security/test_reproducers.py",
}

# No deadlines: a loaded machine is no failure. In CI the same examples each time: a red run is the change's own.
settings.register_profile("pipelint", deadline=None, max_examples=share_of(60))
settings.register_profile("pipelint-ci", settings.get_profile("pipelint"), derandomize=True, print_blob=True)
settings.load_profile("pipelint-ci" if os.environ.get("CI") else "pipelint")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--case", help="of tests that try many cases, try those alone that have this in their name (tests/each.py)")


def pytest_configure() -> None:
    """Programs that tests start and interrupt inherit what is ignored, as shells make of a job in the background."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take long begin, so that the processes end together."""
    items.sort(key=lambda item: item.path.relative_to(ROOT / "tests").as_posix() not in LONG)


def pytest_collection_finish() -> None:
    """Thousands of tests stay in memory until the end: the search for cycles need not go through them all the time."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of corpora and measurements beside the repository; the test is skipped where there is none."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the folder ../shared is not there")
    return folder
