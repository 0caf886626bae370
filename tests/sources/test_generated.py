"""ConfigMaps that a kustomization makes of files: the pods that mount them run the configs in these files."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.sources import collect
from pipelint.sources.entry import Entry
from tests.sources.common import ENGINES

CONFIG = "<source>\n  @type forward\n</source>\n<match **>\n  @type stdout\n</match>\n"
POD = """\
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: collector}
spec:
  template:
    spec:
      containers:
        - name: fluentd
          image: fluent/fluentd:v1.12
          volumeMounts: [{name: config, mountPath: /fluentd/etc}]
      volumes: [{name: config, configMap: {name: collector}}]
"""
MADE = "namespace: logging\nresources: [pod.yaml]\nconfigMapGenerator:\n  - name: %s\n    files: [%s]\n"


def entries(folder: Path, texts: dict[str, str]) -> tuple[Entry, ...]:
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    found = collect([str(folder)], ENGINES)
    assert not found.problems
    return found.entries


@pytest.mark.parametrize("name", ["kustomization.yaml", "kustomization.yml"])
@pytest.mark.parametrize(("files", "path"), [("fluent.conf", "fluent.conf"), ("fluent.conf=conf/main.conf", "conf/main.conf")])
def test_the_pod_that_mounts_the_files_runs_the_config(tmp_path: Path, name: str, files: str, path: str) -> None:
    (entry,) = entries(tmp_path, {"pod.yaml": POD, name: MADE % ("collector", files), path: CONFIG})
    assert [each.container.image for each in entry.workloads] == ["fluent/fluentd:v1.12"]
    # It stays the file that it is.
    assert entry.kubernetes and [each.file.path for each in entry.documents] == [str(tmp_path / path)]


@pytest.mark.parametrize(
    ("pod", "made"),
    [
        (POD, MADE % ("another", "fluent.conf")),
        (POD, MADE % ("collector", "other.conf")),
        (POD.replace("configMap: {name: collector}", "emptyDir: {}"), MADE % ("collector", "fluent.conf")),
        (POD, "configMapGenerator: collector\n"),
        (POD, "configMapGenerator: [a, {name: collector}, {name: [], files: {a: b}}]\n"),
        (POD, "configMapGenerator: [{name: collector, files: [fluent.conf"),
    ],
)
def test_other_files_and_names_say_nothing(tmp_path: Path, pod: str, made: str) -> None:
    (entry,) = entries(tmp_path, {"pod.yaml": pod, "kustomization.yaml": made, "fluent.conf": CONFIG})
    assert not entry.workloads and not entry.kubernetes


def test_of_two_configs_the_one_that_the_command_names_is_run(tmp_path: Path) -> None:
    pod = POD.replace("v1.12", "v1.12\n          args: [-c, /fluentd/etc/b.conf]")
    texts = {"pod.yaml": pod, "kustomization.yaml": MADE % ("collector", "a.conf, b.conf"), "a.conf": CONFIG, "b.conf": CONFIG}
    one, other = entries(tmp_path, texts)
    assert not one.workloads and len(other.workloads) == 1


CREATE = "kubectl create configmap"


@pytest.mark.parametrize(
    ("script", "command", "path"),
    [
        ("deploy.sh", f"{CREATE} collector --from-file=fluent.conf -n logging", "fluent.conf"),
        ("deploy.sh", f"{CREATE} collector --from-file fluent.conf", "fluent.conf"),
        ("deploy.sh", f"{CREATE} --from-file=fluent.conf=conf/main.conf collector", "conf/main.conf"),
        (
            "deploy.sh",
            f"{CREATE} collector \\\n  --from-file=conf/ --dry-run=client -o yaml | kubectl apply -f -",
            "conf/fluent.conf",
        ),
        ("conf/deploy.sh", f"{CREATE} collector --from-file=fluent.conf", "conf/fluent.conf"),
        ("Makefile", "config:\n\tkubectl -n logging create cm collector --from-file=fluent.conf", "fluent.conf"),
        ("README.md", f"    {CREATE} collector --from-file='fluent.conf'", "fluent.conf"),
    ],
)
def test_kubectl_makes_a_config_map_of_files(tmp_path: Path, script: str, command: str, path: str) -> None:
    found = entries(tmp_path, {"pod.yaml": POD, script: f"{command}\n", path: CONFIG})
    assert [[each.container.image for each in entry.workloads] for entry in found] == [["fluent/fluentd:v1.12"]]


@pytest.mark.parametrize(
    "command",
    [
        f"{CREATE} another --from-file=fluent.conf",
        f"{CREATE} collector --from-file=other.conf",
        f"{CREATE} collector --from-file=main.conf=fluent.conf.bak",
        f"{CREATE} $NAME --from-file=fluent.conf",
        f"# {CREATE} collector --from-file=fluent.conf",
        f"{CREATE} collector --from-literal=a=b",
    ],
)
def test_other_commands_say_nothing(tmp_path: Path, command: str) -> None:
    (entry,) = entries(tmp_path, {"pod.yaml": POD, "deploy.sh": f"{command}\n", "fluent.conf": CONFIG})
    assert not entry.workloads and not entry.kubernetes
