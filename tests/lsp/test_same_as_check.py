"""The editor says of a file what the command line says of it."""

from __future__ import annotations

from pathlib import Path

from pipelint.checker import Settings, check
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot
from pipelint.settings.project import Project

# Two configs of a ConfigMap, both of which include a third key, whose comment hides something in the second one alone.
SHARED = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
data:
  reached.conf: |
    <source>
      @type forward
      tag a.b
    </source>
    @include part.inc
    <match **>
      @type null
    </match>
  unreached.conf: |
    <source>
      @type forward
      tag b
    </source>
    @include part.inc
    <match **>
      @type null
    </match>
  part.inc: |
    <match a.**> # pipelint: ignore[FD301]
      @type null
    </match>
"""


def test_a_comment_that_one_of_two_configs_uses_is_no_unused_one(tmp_path: Path) -> None:
    file = tmp_path / "map.yaml"
    file.write_text(SHARED)
    checked = check([str(file)], Settings())
    taken = take_snapshot(str(file), SHARED.encode(), 1, ProjectFiles(Project.of_one(Settings())), "utf-16")
    assert len(checked.checked) == 2 and any(each.hidden for each in checked.checked)
    said = [(finding.code, finding.place.file_span, finding.message) for finding in checked.findings]
    assert sorted(said) == sorted((finding.code, finding.place.file_span, finding.message) for finding in taken.findings)
