"""What the tool of a host makes of a fixed file is the fixed config: helm and kustomize themselves render before and after."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.command_line import pipelint

SLOW, FAST = "%Y-%m-%dT%H:%M:%S.%NZ", "%Y-%m-%dT%H:%M:%S.%N%z"
TAIL = f"""\
<source>
  @type tail
  path PATH
  pos_file /var/lib/a.pos
  tag a
  <parse>
    @type json
    time_format {SLOW}
  </parse>
</source>
"""
WRITTEN = "<match a>\n  @type elasticsearch\n  host {{ .Values.host }}\n  index_name ${tag}\n</match>\n"
NAME = "metadata:\n  name: {{ .Release.Name }}\n"
METADATA = NAME + '  labels: {{- toYaml .Values.labels | nindent 4 }}\n  annotations: {at: "é"}\n'
HEAD = "apiVersion: v1\nkind: ConfigMap\n" + METADATA
VALUES = "labels: {app: logs}\nlogs: {path: /var/log/*.log}\nhost: es\nenabled: true\n"


def indented(text: str, by: int) -> str:
    """The lines of ``text`` with blanks before them."""
    return "".join(" " * by + line for line in text.splitlines(keepends=True))


BLOCK = indented(
    TAIL.replace("PATH", "{{ .Values.logs.path | quote }}") + "{{- if .Values.enabled }}\n" + WRITTEN + "{{- end }}\n", 4
)
CHARTS = {
    "a template": {"templates/cm.yaml": HEAD + "data:\n  fluent.conf: |-\n" + BLOCK, "values.yaml": VALUES},
    "a template, on a condition": {
        "templates/cm.yaml": "{{- if .Values.enabled }}\n"
        + HEAD
        + "data:\n  fluent.conf: |\n"
        + BLOCK
        + "{{- else }}\n{{- end }}\n",
        "values.yaml": VALUES,
    },
    "a partial": {
        "templates/_fluent.conf.tpl": '{{- define "conf" }}\n' + TAIL.replace("PATH", "{{ .Values.logs.path }}") + "{{- end }}\n",
        "templates/cm.yaml": HEAD + 'data:\n  fluent.conf: {{ include "conf" . | quote }}\n',
        "values.yaml": VALUES,
    },
    "values": {
        "templates/cm.yaml": HEAD + "data: {{- toYaml .Values.files | nindent 2 }}\n",
        "values.yaml": VALUES + "files:\n  a.conf: |\n" + indented(TAIL.replace("PATH", "/x/*.log"), 4) + "  b: c\n",
    },
    "values in quotes": {
        "templates/cm.yaml": HEAD + "data: {{- toYaml .Values.files | nindent 2 }}\n",
        "values.yaml": VALUES + 'files: {a.conf: "' + TAIL.replace("PATH", "/x/*.log").replace("\n", "\\n") + '"}\n',
    },
    "values that are templates": {
        "templates/cm.yaml": HEAD + "data:\n  fluent.conf: |\n    {{- tpl .Values.conf . | nindent 4 }}\n",
        "values.yaml": VALUES + "conf: |\n" + indented(TAIL.replace("PATH", "{{ .Values.logs.path }}"), 2),
    },
}


def rendered(*words: str, cwd: Path) -> list[object]:
    """The documents that a program prints."""
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return list(yaml.safe_load_all(done.stdout))


def fixed(value: object) -> object:
    """The same document with the fix in its texts."""
    if isinstance(value, dict):
        return {key: fixed(each) for key, each in value.items()}
    return value.replace(SLOW, FAST) if isinstance(value, str) else value


def write(folder: Path, files: dict[str, str]) -> None:
    """Writes texts to their paths."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.mark.skipif(shutil.which("helm") is None, reason="helm is not installed")
@pytest.mark.parametrize("chart", CHARTS)
def test_helm_renders_a_fixed_chart_to_the_fixed_config(tmp_path: Path, chart: str) -> None:
    write(tmp_path, {"Chart.yaml": "apiVersion: v2\nname: logs\nversion: 0.1.0\n"} | CHARTS[chart])
    before = rendered("helm", "template", "x", ".", cwd=tmp_path)
    assert pipelint("check", "--fix", "--no-cache", "--exit-zero", ".", cwd=tmp_path).returncode == 0
    after = rendered("helm", "template", "x", ".", cwd=tmp_path)
    assert after == [fixed(document) for document in before] != before


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl, whose kustomize is asked, is not installed")
def test_kustomize_builds_the_fixed_config_of_a_fixed_folder(tmp_path: Path) -> None:
    generator = "configMapGenerator:\n- name: logs\n  files: [fluent.conf]\n"
    options = "generatorOptions: {disableNameSuffixHash: true}\nresources: [base.yaml]\npatches:\n- path: patch.yaml\n"
    base = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\ndata:\n"
    files = {
        "kustomization.yaml": generator + options,
        "base.yaml": base + "  a: b\n",
        "patch.yaml": base + "  more.conf: |\n" + indented(TAIL.replace("PATH", "/y"), 4),
        "fluent.conf": TAIL.replace("PATH", "/x"),
    }
    write(tmp_path, files)
    before = rendered("kubectl", "kustomize", ".", cwd=tmp_path)
    assert pipelint("check", "--fix", "--no-cache", "--exit-zero", ".", cwd=tmp_path).returncode == 0
    after = rendered("kubectl", "kustomize", ".", cwd=tmp_path)
    assert after == [fixed(document) for document in before] != before
