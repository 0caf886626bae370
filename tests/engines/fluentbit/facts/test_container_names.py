"""Files of the project which say that Docker names the container in each line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

INPUT = "[INPUT]\n    Name tail\n    Path /var/lib/docker/containers/*/*-json.log\n    Tag docker\n"
CONFIG = f"{INPUT}[OUTPUT]\n    Name loki\n    Match *\n"


@pytest.mark.parametrize(
    ("name", "text", "severity"),
    [
        ("README.md", 'driver: json-file\noptions:\n  tag: "{{.Name}}"\n', Severity.INFO),
        ("README.md", 'driver: json-file\noptions:\n  labels: "shop,stack"\n', Severity.INFO),
        ("compose.yaml", "logging:\n  driver: json-file\n  options:\n    env: 'SHOP_NAME'\n", Severity.INFO),
        ("compose.yaml", "logging:\n  driver: json-file\nenv: SHOP_NAME\n", Severity.WARNING),
        (
            "docker/daemon.json",
            '{"log-driver": "json-file",\n "log-opts": {\n  "tag": "{{.ImageName}}/{{.Name}}"}}\n',
            Severity.INFO,
        ),
        ("compose.yaml", "logging:\n  driver: fluentd\n  options:\n    tag: shop.{{.Name}}\n", Severity.WARNING),
        ("compose.yaml", "logging:\n  driver: json-file\nlabels:\n  shop: web\n", Severity.WARNING),
    ],
)
def test_options_of_docker_that_name_the_container(tmp_path: Path, name: str, text: str, severity: Severity) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    (tmp_path / "fluent-bit.conf").write_text(CONFIG)
    assert [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB383"] == [severity]
