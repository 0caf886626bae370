"""A folder in which a config is measured."""

from pathlib import Path

import pytest

from tests.measure.quick import CONFIG


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a config, and one for all that is temporary."""
    (tmp_path / "fluent.conf").write_text(CONFIG)
    (tmp_path / "tmp").mkdir()
    return tmp_path
