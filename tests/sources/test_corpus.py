"""Real manifests: every Fluentd config that the corpus has from a ConfigMap is found, with exactly its text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from pipelint.base.text.span import Span
from pipelint.sources import collect
from pipelint.sources.glob import Target
from pipelint.yaml.tree import read_yaml
from tests.sources.common import Engines, config_map


@pytest.fixture
def corpus(shared: Path) -> Path:
    """The folder of real configs."""
    folder = shared / "corpus"
    if not (folder / "k8s-extracted.json").is_file():
        pytest.skip("the corpus of manifests is not there")
    return folder


def from_config_maps(corpus: Path) -> dict[str, set[tuple[str, bytes]]]:
    """Key and text of each Fluentd config that stands in a ConfigMap, by the manifest's path.

    Configs in Helm values and the like (6 of 73) are left out: nothing says there what is a config. The texts are the
    extracted files; four of those are not there, for which PyYAML is asked.
    """
    out: dict[str, set[tuple[str, bytes]]] = {}
    for item in json.loads((corpus / "k8s-extracted.json").read_text())["embedded"]:
        if item["kind"] != "fluentd" or item["doc_kind"] != "ConfigMap":
            continue
        section, key = item["path"]
        extracted = corpus / item["local"]
        if extracted.is_file():
            text = extracted.read_bytes()
        else:
            text = list(yaml.safe_load_all((corpus / item["yaml"]).read_bytes()))[item["doc"]][section][key].encode()
        out.setdefault(item["yaml"], set()).add((key, text))
    return out


def test_every_config_is_found_with_its_text(corpus: Path) -> None:
    expected = from_config_maps(corpus)
    assert sum(map(len, expected.values())) > 60
    for path, wanted in expected.items():
        texts = {text for _, text in wanted}
        read: set[tuple[str, bytes]] = set()
        engines = Engines(lambda text, _, texts=texts: "fluentd" if text in texts else None)
        for entry in collect([str(corpus / path)], engines).entries:
            # Keys that others include are no entries: each is asked for by its name.
            for key, _ in wanted:
                found = entry.bundle.resolve(Target(key), entry.documents[0]).documents
                read |= {(document.name, document.text) for document in (*entry.documents, *found)}
        assert wanted <= read, path


def test_every_line_of_every_config_stands_in_its_file(corpus: Path) -> None:
    lines = 0
    for path in sorted((corpus / "k8s").glob("*.yaml")):
        found = collect([str(path)], Engines(lambda text, _: "fluentd" if b"\n" in text else None))
        for entry in found.entries:
            # What an operator would write of a resource does not stand in its file line by line.
            for document in (each for each in entry.documents if each.back is None):
                at = 0
                for line in document.text.split(b"\n"):
                    span = Span(at, at + len(line))
                    at = span.end + 1
                    if len(span):
                        assert document.map.decode(document.map.to_file(span)) == line
                        lines += 1
    assert lines > 1000


def test_real_manifests_are_yaml(corpus: Path) -> None:
    assert [path.name for path in (corpus / "k8s").glob("*.yaml") if read_yaml(path.read_bytes()).error] == []


def test_a_made_up_manifest_passes_the_same_way(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(config_map("a: '<source>'\n"))
    found = collect([str(tmp_path / "m.yaml")], Engines(lambda text, _: "fluentd" if text == b"<source>" else None))
    assert [document.text for entry in found.entries for document in entry.documents] == [b"<source>"]
