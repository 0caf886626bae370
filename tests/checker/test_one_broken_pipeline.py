"""A pipeline with a syntax error does not start, and the others do: they are judged as without it."""

from __future__ import annotations

from pathlib import Path

from pipelint.checker import Settings, check

_SOUND = """\
input { file { path => "/var/log/app.log" } }
filter { date { match => ["datetime", "ISO8601"] } }
output { elasticsearch { hosts => ["https://es:9200"] } }
"""
_BROKEN = "input { stdin { } }\noutput { stdout { codec => dots }\n"
_LIST = """\
- pipeline.id: broken
  path.config: "broken.conf"
- pipeline.id: sound
  path.config: "sound.conf"
"""


def _write(folder: Path, broken: str) -> str:
    (folder / "sound.conf").write_text(_SOUND)
    (folder / "broken.conf").write_text(broken)
    (folder / "pipelines.yml").write_text(_LIST)
    return str(folder)


def test_the_pipelines_beside_a_broken_one_are_judged_as_a_whole(tmp_path: Path) -> None:
    whole, *broken = check([_write(tmp_path, _BROKEN)], Settings()).checked
    assert [finding.code for finding in whole.findings] == ["LS393"]
    assert [[finding.code for finding in each.findings] for each in broken] == [["LS302"]]
    assert [each.config.name.rpartition("/")[2] for each in (whole, *broken)] == ["pipelines.yml", "broken.conf"]


def test_pipelines_that_are_all_broken_stay_together(tmp_path: Path) -> None:
    folder = _write(tmp_path, _BROKEN)
    (tmp_path / "sound.conf").write_text(_BROKEN)
    (only,) = check([folder], Settings()).checked
    assert {finding.code for finding in only.findings} == {"LS302"}
    assert len(only.config.entry.pipelines) == 2
