"""What the files of a project say of the stores that its outputs may write to."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

CONFIG = "[INPUT]\n    Name dummy\n[OUTPUT]\n    Name es\n    Match *\n    Host es\n"
CHART = "apiVersion: v2\nname: logs\ndependencies:\n  - name: elasticsearch\n    version: {}\n    repository: {}\n"
APPLICATION = "spec:\n  source:\n    repoURL: {}\n    chart: {}\n    targetRevision: {}\n"
ELASTIC, BITNAMI = "https://helm.elastic.co", "https://charts.bitnami.com/bitnami"
OPENSEARCH = "https://opensearch-project.github.io/helm-charts"
COMPOSE = "services:\n  es:\n    image: {}\n"


@pytest.mark.parametrize(
    ("files", "severity"),
    [
        ({}, Severity.INFO),
        # As young as Elasticsearch 8.
        ({"logs/Dockerfile": "FROM fluent/fluent-bit:3.0.3\nCOPY fluent-bit.conf /\n"}, Severity.WARNING),
        ({"logs/Dockerfile": "FROM fluent/fluent-bit:1.8.3\nCOPY fluent-bit.conf /\n"}, Severity.INFO),
        ({"search/docker-compose.yml": COMPOSE.format("example.org/elasticsearch/elasticsearch:7.16.3")}, Severity.INFO),
        ({"search/docker-compose.yml": COMPOSE.format("elasticsearch:8.11.1")}, Severity.WARNING),
        # The host in Fluent Bit's config is a name of that network, and the version is known.
        (
            {
                "compose.yml": COMPOSE.format("elasticsearch:8.11.1"),
                "logs/Dockerfile": "FROM fluent/fluent-bit:3.0.3\nCOPY fluent-bit.conf /\n",
            },
            Severity.ERROR,
        ),
        (
            {"a/compose.yml": COMPOSE.format("elasticsearch:7.17.0"), "b/compose.yml": COMPOSE.format("elasticsearch:8.1.0")},
            Severity.INFO,
        ),
        ({"compose.yml": COMPOSE.format("opensearchproject/opensearch:1.3.0")}, Severity.INFO),
        ({"compose.yml": COMPOSE.format("opensearchproject/opensearch:2.11.0")}, Severity.WARNING),
        ({"es.yaml": "kind: Elasticsearch\nmetadata:\n  name: a\nspec:\n  version: 7.10.2\n"}, Severity.INFO),
        ({".env": "STACK_VERSION=7.17.1\n"}, Severity.INFO),
        ({"es/Chart.yaml": CHART.format("8.5.1", ELASTIC)}, Severity.WARNING),
        ({"es/Chart.yaml": CHART.format("7.17.3", ELASTIC)}, Severity.INFO),
        ({"es/Chart.yaml": CHART.format("19.13.5", BITNAMI)}, Severity.WARNING),
        ({"es/Chart.yaml": CHART.format("17.9.0", BITNAMI)}, Severity.INFO),
        ({"es/Chart.yaml": CHART.format("8.5.1", "https://charts.example.org")}, Severity.INFO),
        ({"os.yaml": APPLICATION.format(OPENSEARCH, "opensearch", "2.18.0")}, Severity.WARNING),
        ({"os.yaml": APPLICATION.format(BITNAMI, "opensearch", "1.2.0")}, Severity.INFO),
        ({"os.tf": f'  repository = "{ELASTIC}"\n  chart = "elasticsearch"\n  version = "8.5.1"\n'}, Severity.WARNING),
        ({"es/values.yaml": 'image: "docker.elastic.co/elasticsearch/elasticsearch"\nimageTag: "8.5.1"\n'}, Severity.WARNING),
        ({"vendor/compose.yml": COMPOSE.format("elasticsearch:7.17.0")}, Severity.INFO),
    ],
)
def test_the_severity_goes_by_the_stores_that_are_run(tmp_path: Path, files: dict[str, str], severity: Severity) -> None:
    for name, text in {"logs/fluent-bit.conf": CONFIG, **files}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB366"]
    assert found == [severity]
