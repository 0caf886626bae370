"""Samples in the editor: they are read again only where they have changed, and fewer of their lines are followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker.samples.traced import MOST_EDITING, _picked
from pipelint.cost.estimate import Estimate
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot

CONFIG = """\
<source>
  @type tail
  path /var/log/a.log
  tag a
  <parse>
    @type none
  </parse>
</source>
<match **>
  @type null
</match>
"""


def typed(folder: Path, text: str, beside: ProjectFiles) -> Estimate | None:
    snapshot = take_snapshot(str(folder / "a.conf"), text.encode(), 1, beside, "utf-16")
    (checked,) = snapshot.checked
    return snapshot.estimate(checked)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    (tmp_path / "pipelint.toml").write_text('[[traffic.samples]]\nfile = "a.log"\n')
    (tmp_path / "a.log").write_bytes(b"x" * 99 + b"\n")
    _picked.cache_clear()
    return tmp_path / "a.log"


def test_a_sample_is_read_again_only_where_it_has_changed(sample: Path) -> None:
    beside = ProjectFiles()
    found = typed(sample.parent, CONFIG, beside)
    typed(sample.parent, CONFIG + "# more\n", beside)
    assert (_picked.cache_info().hits, _picked.cache_info().misses) == (1, 1)
    sample.write_bytes(b"x" * 200 + b"\n")
    changed = typed(sample.parent, CONFIG, beside)
    assert found is not None and changed is not None
    assert changed.us_per_event.mid > found.us_per_event.mid


def test_of_a_large_sample_few_lines_are_followed(sample: Path) -> None:
    sample.write_bytes(b"line\n" * 1_000_000)
    found = typed(sample.parent, CONFIG, ProjectFiles())
    assert found is not None and found.observed is not None
    (read,) = found.observed.samples
    assert read.seen.lines <= MOST_EDITING
    assert read.count < 1_000_000


def test_without_its_sample_a_config_has_no_estimate(sample: Path) -> None:
    beside = ProjectFiles()
    assert typed(sample.parent, CONFIG, beside) is not None
    sample.unlink()
    assert typed(sample.parent, CONFIG, beside) is None
