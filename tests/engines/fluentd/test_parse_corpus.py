"""Real configs are read as Fluentd's own parser reads them. Skipped where the corpus is not beside the repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.engines.fluentd.syntax.tree import element


def _shape(tree: Any) -> Any:
    return (
        tree["name"] or "",
        tree["arg"] or "",
        [(name or "", value or "", line) for name, value, line in tree["attrs"]],
        [_shape(inner) for inner in tree["elements"]],
    )


def _difference(corpus: Path, oracle: Path, said: Any) -> str | None:
    path = corpus / said["file"]
    parsed = parse(Document.whole(SourceFile(str(path), path.read_bytes())))
    tree = said.get("tree")
    if tree is None:
        return None if parsed.errors else f"{oracle.name}: Fluentd refuses it: {said.get('error', '')[:80]}"
    if parsed.errors:
        return f"{oracle.name}: {parsed.errors[0].message}"
    return None if _shape(element(parsed.root)) == _shape(tree) else f"{oracle.name}: another tree"


@pytest.mark.parametrize(("folder", "least"), [("fluentd-oracle", 280), ("k8s-oracle", 60)])
def test_real_configs_are_read_as_by_fluentd(shared: Path, folder: str, least: int) -> None:
    corpus = shared / "corpus"
    said = {oracle: json.loads(oracle.read_text()) for oracle in sorted((corpus / folder).glob("*.json"))}
    if not said:
        pytest.skip(f"{folder} is not there")
    # Some keys of ConfigMaps hold a pipeline of Logstash: another parser spoke there.
    fluentd = {oracle: one for oracle, one in said.items() if "name" in one.get("tree", {"name": ""})}
    assert [d for d in (_difference(corpus, oracle, one) for oracle, one in fluentd.items()) if d] == []
    assert len(fluentd) >= least
