"""What the fuzzer begins with: configs in little, each with the name of the file that it stands in."""

from __future__ import annotations

import re
from pathlib import Path

from pipelint.data import data_dir

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
# Short inputs are quick to check, and break the same code.
LONGEST = 3_000
_EXAMPLE = re.compile(r"^```(fluentd|logstash|yaml)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
_NAMES = {"fluentd": "fluent.conf", "logstash": "pipeline.conf", "yaml": "manifest.yaml"}
_SECTION = re.compile(r"^(?=<(?:source|match|filter|label|system)|(?:input|filter|output)\s*\{)", re.MULTILINE)

Seed = tuple[str, str]
"""The name of a file, and its text."""


def seeds() -> list[Seed]:
    """Examples of the rule pages and of the project, and, where they lie beside it, sections of real configs."""
    found: list[Seed] = []
    for page in sorted(data_dir("rules").rglob("*.md")):
        found += [(_NAMES[language], text) for language, text in _EXAMPLE.findall(page.read_text("utf-8"))]
    for path in sorted((ROOT / "examples").rglob("*.*")):
        found += _parts(path, "fluent.conf" if "fluentd" in path.parts else "pipeline.conf")
    for folder, name in (("fluentd", "fluent.conf"), ("logstash", "pipeline.conf"), ("k8s-extracted", "fluent.conf")):
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
