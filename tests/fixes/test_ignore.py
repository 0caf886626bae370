"""Comments for all findings of the bad examples of rule pages: afterwards nothing is found, and nothing else has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.block import Block, Param
from pipelint.checker import Settings, check, load
from pipelint.fixes.files import write_files
from pipelint.fixes.ignore import ignore
from pipelint.language.config import Config
from pipelint.rules.index import load_index
from pipelint.settings.project import Project
from tests.each import each
from tests.rules.test_pages import NAMES, Case, cases

# Comments hide nothing of what keeps a config from being read, nor of what is found in comments.
_UNREADABLE = "syntax", "suppression"


def values(block: Block) -> object:
    """What a section says. The text of an array or hash has its comments in it: of that only the words around them."""
    return block.name, block.arg, [_value(item) if isinstance(item, Param) else values(item) for item in block.items]


def _value(param: Param) -> tuple[str, str]:
    rows = [row for row in param.value.splitlines() if not row.lstrip().startswith("# pipelint: ignore[")]
    return param.name, "\n".join(rows)


def said(config: Config) -> object:
    stages = [(stage.kind, stage.plugin, stage.parent) for stage in config.graph.stages]
    return stages, values(config.root)


@pytest.mark.slow
@each("case", cases("Bad"))
def test_nothing_is_found_and_nothing_else_has_changed(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if case.rule.on in _UNREADABLE:
        return  # No comment hides it.
    monkeypatch.chdir(tmp_path)
    name = NAMES[case.example.language]
    Path(name).write_text(case.example.text, "utf-8")
    project = Project.of_one(case.settings)
    before = [said(config) for config in load([name]).configs]
    for _ in range(2):
        done = ignore(load([name]), project)
        assert done.problems == ()
        assert write_files(done.files) == []
    report = check([name], project)
    for checked in report.checked:
        # In the engine's own settings no comment counts.
        manifests = [workload.place.document for workload in checked.config.workloads]
        where = (*checked.config.documents, *manifests)
        left = [found.code for found in checked.findings if found.place.document in where]
        about_comments = {rule.code for rule in load_index().rules if rule.on == "suppression"}
        assert [code for code in left if code not in about_comments] == []
    assert [said(config) for config in load([name]).configs] == before


MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: NAME}
data:
  fluent.conf: |
    <source>
      @type tail
      path /var/log/containers/*.log
      tag a
      <parse>
        @type cri
      </parse>
    </source>
    <match **>
      @type null
    </match>
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: NAME}
spec:
  containers:
    - name: fluentd
      image: fluent/fluentd:v1.16-1
      securityContext: {privileged: true}
      volumeMounts: [{name: config, mountPath: /fluentd/etc}, {name: log, mountPath: /var/log}]
  volumes: [{name: config, configMap: {name: NAME}}, {name: log, hostPath: {path: /var/log}}]
"""


def test_a_manifest_of_several_workloads_has_the_comments_of_all_at_once(tmp_path: Path) -> None:
    for name, text in (("maps.yaml", MAP), ("pods.yaml", POD)):
        (tmp_path / name).write_text("---\n".join(text.replace("NAME", each) for each in "abc"))
    done = ignore(load([str(tmp_path)]), Project.of_one(Settings()))
    (pods,) = (data.decode() for file, data in done.files.items() if Path(file.path).name == "pods.yaml")
    comment, line = "      # pipelint: ignore[KUB401]\n", "      securityContext: {privileged: true}\n"
    assert pods == (tmp_path / "pods.yaml").read_text().replace(line, comment + line)
