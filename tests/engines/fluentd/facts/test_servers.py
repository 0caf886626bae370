"""Which server is meant that an output sends to, where a compose file and manifests have one of the same name."""

from pathlib import Path

from pipelint.checker import check
from pipelint.settings.model import Settings

COMPOSE = "services:\n  es:\n    image: docker.elastic.co/elasticsearch/elasticsearch:8.11.1\n"
CONFIG = "<match app.**>\n  @type elasticsearch\n  host es\n  logstash_format true\n</match>\n"
MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fluentd}\ndata:\n  fluent.conf: |\n"
STORE = """\
apiVersion: v1
kind: Service
metadata: {name: es}
spec:
  selector: {app: es}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: es}
spec:
  selector: {matchLabels: {app: es}}
  template:
    metadata: {labels: {app: es}}
    spec:
      containers:
        - name: es
          image: docker.elastic.co/elasticsearch/elasticsearch:8.11.1
          env:
            - {name: xpack.security.enabled, value: "true"}
"""


def _servers(folder: Path, name: str, config: str, *, manifests: bool) -> list[str]:
    """The files in which the servers stand that refuse what is sent."""
    texts = {"compose.yaml": COMPOSE, name: config} | ({"es.yaml": STORE} if manifests else {})
    for each, text in texts.items():
        (folder / each).write_text(text)
    report = check([str(folder / name)], Settings())
    found = [finding for checked in report.checked for finding in checked.findings if finding.code == "FD909"]
    return [Path(related.place.document.file.path).name for finding in found for related in finding.related]


def test_a_plain_file_has_that_of_the_compose_file(tmp_path: Path) -> None:
    assert _servers(tmp_path, "fluent.conf", CONFIG, manifests=True) == ["compose.yaml"]


def test_a_config_map_has_that_of_the_manifests(tmp_path: Path) -> None:
    text = MAP + "".join(f"    {line}\n" for line in CONFIG.splitlines())
    assert _servers(tmp_path, "fluentd.yaml", text, manifests=True) == ["es.yaml"]


def test_a_config_map_has_none_of_a_compose_file(tmp_path: Path) -> None:
    text = MAP + "".join(f"    {line}\n" for line in CONFIG.splitlines())
    assert _servers(tmp_path, "fluentd.yaml", text, manifests=False) == []
