"""What the tests of the CI templates share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.ci_runner import Runner


@pytest.fixture
def bare_runner(tmp_path: Path) -> Runner:
    """A runner that has not installed pipelint yet."""
    made = Runner(tmp_path)
    made.prepare()
    return made


@pytest.fixture
def runner(bare_runner: Runner) -> Runner:
    bare_runner.install()
    return bare_runner
