"""What ``init`` sees in a repository: who writes container logs, and which version of an engine runs the configs."""

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.settings.guess import container_runtime, engine_versions

CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {{name: {name}}}
data:
  {key}: |
    {text}
---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: {name}}}
spec:
  template:
    spec:
      containers:
      - name: main
        image: {image}
        volumeMounts: [{{name: c, mountPath: {mount}}}]
      volumes: [{{name: c, configMap: {{name: {name}}}}}]
"""
FLUENTD = ("fluent.conf", "<source>\n      @type forward\n    </source>", "/fluentd/etc")
LOGSTASH = ("logstash.conf", "input { stdin {} } output { stdout {} }", "/usr/share/logstash/pipeline")


def manifest(name: str, image: str, kind: tuple[str, str, str] = FLUENTD) -> str:
    key, text, mount = kind
    return CONFIG_MAP.format(name=name, image=image, key=key, text=text, mount=mount)


@pytest.mark.parametrize(
    ("image", "version"),
    [
        ("fluent/fluentd:v1.16-debian-1", "1.16"),
        ("fluent/fluentd-kubernetes-daemonset:v1.10.3-debian-cloudwatch-1.0", "1.10"),
        ("registry.example.org:5000/fluent/fluentd:1.9-1@sha256:0a1b", "1.9"),
        # Of other people's images, and of those without a version, nothing is known.
        ("example.org/our-fluentd:2.4.2", None),
        ("fluent/fluentd:latest", None),
        ("fluent/fluentd", None),
    ],
)
def test_the_version_is_the_images(image: str, version: str | None, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(manifest("a", image))
    assert engine_versions(load([str(tmp_path)]).configs).get("fluentd") == version


def test_each_engine_has_its_own_and_contradictions_count_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(manifest("a", "fluent/fluentd:v1.16-1"))
    (tmp_path / "l.yaml").write_text(manifest("l", "docker.elastic.co/logstash/logstash:8.14.0", LOGSTASH))
    assert engine_versions(load([str(tmp_path)]).configs) == {"fluentd": "1.16", "logstash": "8.14"}
    (tmp_path / "b.yaml").write_text(manifest("b", "fluent/fluentd:v1.14-1"))
    assert engine_versions(load([str(tmp_path)]).configs) == {"logstash": "8.14"}


def test_the_runtime_is_what_the_parsers_read(tmp_path: Path) -> None:
    tail = "<source>\n  @type tail\n  path /var/log/containers/*.log\n  tag a\n  <parse>\n    @type {}\n  </parse>\n</source>\n"
    (tmp_path / "a.conf").write_text(tail.format("cri"))
    assert container_runtime(load([str(tmp_path)]).configs) == "cri"
    (tmp_path / "b.conf").write_text(tail.format("json"))
    assert container_runtime(load([str(tmp_path)]).configs) is None
