"""A folder with a config, and a cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.replay.runs import Runs

CONFIG = """\
<source>
  @type tail
  path /var/log/a.log
  tag a
  <parse>
    @type json
  </parse>
</source>
@include conf.d/*.conf
"""


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    """A project with one config, which has a finding."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "fluent.conf").write_text(CONFIG)
    return Runs(folder, tmp_path / "cache")
