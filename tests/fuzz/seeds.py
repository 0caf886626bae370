"""What the fuzzer begins with: configs in little, each with the name of the file that it stands in."""

from __future__ import annotations

import re
from pathlib import Path

from pipelint.data import data_dir

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
# Short inputs are quick to check, and break the same code.
LONGEST = 3_000
_EXAMPLE = re.compile(r"^```(fluentd|logstash|fluentbit|yaml)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
_NAMES = {"fluentd": "fluent.conf", "logstash": "pipeline.conf", "fluentbit": "fluent-bit.conf", "yaml": "manifest.yaml"}
_SECTION = re.compile(r"^(?=<(?:source|match|filter|label|system)|(?:input|filter|output)\s*\{|\[[A-Z])", re.MULTILINE)
# What no page and no example has: files that a config names, resources of operators, parts in values.
_OWN = {
    "fluent-bit.conf": ["""\
[SERVICE]
    Parsers_File fluent-bit.conf
    Streams_File s.conf
[PARSER]
    Name a
    Format json
""", """\
@SET a=b
[OUTPUT]
    Name forward
    Match *
    Upstream ${a}.conf
@INCLUDE c*.conf
"""],
    "manifest.yaml": ["""\
service: {parsers_file: a.conf}
env: {a: b}
includes: [b.yaml]
pipeline:
  inputs:
    - name: tail
      tag: a
      processors: {logs: [{name: grep, regex: a b}]}
  outputs:
    - {name: stdout, match: '*'}
multiline_parsers:
  - {name: m, type: regex, rules: [{state: start_state, regex: /a/, next_state: c}]}
""", """\
apiVersion: fluentbit.fluent.io/v1alpha2
kind: ClusterFilter
metadata: {name: a}
spec:
  match: a
  filters:
    - modify: {rules: [{set: {a: b}}], conditions: [{keyExists: a}]}
    - lua: {script: {key: a}, call: b}
    - customPlugin:
        config: |
          Name grep
          Regex a b
""", """\
apiVersion: logging.banzaicloud.io/v1beta1
kind: FluentbitAgent
metadata: {name: a}
spec:
  inputTail: {Path: /a}
  network: {keepalive: false}
  filterModify: [{rules: [{Add: {key: a, value: b}}]}]
  customParsers: |
    [PARSER]
        Name a
"""],
    "values.yaml": ["""\
config:
  service: |
    [SERVICE]
        Parsers_File custom_parsers.conf
        Flush {{ .Values.flush }}
  inputs: |
    [INPUT]
        Name tail
        {{- if .Values.a }}
        Tag a
        {{- end }}
  outputs: |
    [OUTPUT]
      Name es
      Match *
  customParsers: |
    [PARSER]
        Name a
        Format json
  extraFiles: {a.conf: 'b'}
"""],
}  # fmt: skip

Seed = tuple[str, str]
"""The name of a file, and its text."""


def seeds() -> list[Seed]:
    """Examples of the rule pages and of the project, and, where they lie beside it, sections of real configs."""
    found: list[Seed] = [(name, text) for name, texts in _OWN.items() for text in texts]
    for page in sorted(data_dir("rules").rglob("*.md")):
        found += [(_NAMES[language], text) for language, text in _EXAMPLE.findall(page.read_text("utf-8"))]
    for path in sorted((ROOT / "examples").rglob("*.*")):
        found += _parts(path, next((name for engine, name in _NAMES.items() if engine in path.parts), "pipeline.conf"))
    folders = [(name, file) for name, file in _NAMES.items() if name != "yaml"]
    for folder, name in (*folders, ("k8s-extracted", "fluent.conf")):
        for path in sorted((CORPUS / folder).glob("*")):
            found += _parts(path, name)
    for path in sorted((CORPUS / "k8s").glob("*")):
        found += _parts(path, "manifest.yaml", whole=True)
    return [(name, text) for name, text in found if text.strip()]


def _parts(path: Path, name: str, *, whole: bool = False) -> list[Seed]:
    if not path.is_file() or path.suffix in (".sh", ".md", ".json", ".toml"):
        return []
    text = path.read_text("utf-8", "replace")
    if path.suffix in (".yaml", ".yml"):
        name, whole = "manifest.yaml", True
    parts = [text] if whole else _SECTION.split(text)
    return [(name, part) for part in parts if len(part) <= LONGEST or whole]
