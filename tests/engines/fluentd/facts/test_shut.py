"""Whose files a container that runs Fluentd may read: what Dockerfiles, compose files and pods say of its user."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

SOURCE = """\
<source>
  @type tail
  path {path}
  pos_file /fluentd/log/a.pos
  tag app
  <parse>
    @type none
  </parse>
</source>
"""
MATCH = "<match app>\n  @type null\n</match>\n"
COMPOSE = """\
services:
  logs:
    {image}
    volumes:
      - ./fluent.conf:/fluentd/etc/fluent.conf
      - {folder}:/logs:ro
"""
POD = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: fluentd}
data:
  fluent.conf: |
    <source>
      @type tail
      path /var/log/pods/*/*/*.log
      tag app
      <parse>
        @type none
      </parse>
    </source>
---
apiVersion: v1
kind: Pod
metadata: {name: fluentd}
spec:
  SECURITY
  containers:
    - name: fluentd
      image: IMAGE
      volumeMounts:
        - {name: config, mountPath: /fluentd/etc}
        - {name: logs, mountPath: /var/log}
  volumes:
    - {name: config, configMap: {name: fluentd}}
    - {name: logs, VOLUME}
"""
OWN = "image: fluent/fluentd:v1.16-1"


def paths(folder: Path, **files: str) -> list[str]:
    """The paths of which it is said that only root may read their files."""
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    found = [each for each in check([str(folder)], Settings()).findings if each.code == "FD927"]
    return [each.place.document.file.bytes[each.place.file_span.start : each.place.file_span.end].decode() for each in found]


@pytest.mark.parametrize(
    ("image", "folder", "told"),
    [
        (OWN, "/var/lib/docker/containers", True),
        (OWN, "/var/lib/docker/containers/", True),
        (OWN, "/srv/logs", False),
        (f"{OWN}\n    user: root", "/var/lib/docker/containers", False),
        (f'{OWN}\n    user: "0:0"', "/var/lib/docker/containers", False),
        (f'{OWN}\n    user: "1000"', "/var/lib/docker/containers", True),
        (f"{OWN}\n    user: ${{WHO}}", "/var/lib/docker/containers", False),
        (f"{OWN}\n    group_add: [root]", "/var/lib/docker/containers", False),
        ("image: fluentd:v1.16", "/var/lib/docker/containers", True),
        ("image: fluent/fluentd:v1.16-windows-ltsc2022", "/var/lib/docker/containers", False),
        ("image: example/fluentd:1", "/var/lib/docker/containers", False),
    ],
)
def test_a_service_runs_as_the_user_of_its_image(tmp_path: Path, image: str, folder: str, told: bool) -> None:
    compose = COMPOSE.format(image=image, folder=folder)
    found = paths(tmp_path, fluent_conf=SOURCE.format(path="/logs/*/*.log") + MATCH, compose_yaml=compose)
    assert found == ["/logs/*/*.log"] * told


@pytest.mark.parametrize(
    ("build", "told"),
    [
        ("RUN gem install fluent-plugin-s3\n", True),
        ("USER root\nRUN gem install fluent-plugin-s3\nUSER fluent\n", True),
        ("USER root\nRUN gem install fluent-plugin-s3\n# USER fluent\n", False),
        ("USER root\nRUN usermod -aG root fluent\nUSER fluent\n", False),
        ("ENTRYPOINT sudo fluentd\n", False),
    ],
)
def test_a_dockerfile_says_the_user_last(tmp_path: Path, build: str, told: bool) -> None:
    compose = COMPOSE.format(image="build: .", folder="/var/lib/docker/containers")
    files = {"compose_yaml": compose, "Dockerfile": f"FROM fluent/fluentd:v1.16-1\n{build}"}
    found = paths(tmp_path, fluent_conf=SOURCE.format(path="/logs/*/*.log,/tmp/a.log") + MATCH, **files)
    assert len(found) == told


@pytest.mark.parametrize(
    ("security", "image", "told"),
    [
        ("", "fluent/fluentd:v1.16-1", True),
        ("securityContext: {runAsUser: 0}", "fluent/fluentd:v1.16-1", False),
        ("securityContext: {supplementalGroups: [0]}", "fluent/fluentd:v1.16-1", False),
        ("", "fluent/fluentd-kubernetes-daemonset:v1.16-debian-forward-1", False),
    ],
)
def test_a_pod_says_the_user_for_all_its_containers(tmp_path: Path, security: str, image: str, told: bool) -> None:
    pod = POD.replace("SECURITY", security).replace("IMAGE", image)
    assert paths(tmp_path, pod_yaml=pod.replace("VOLUME", "hostPath: {path: /var/log}")) == ["/var/log/pods/*/*/*.log"] * told
    assert paths(tmp_path, pod_yaml=pod.replace("VOLUME", "emptyDir: {}")) == []
