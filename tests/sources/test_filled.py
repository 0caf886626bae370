"""Variables of a manifest that a script fills in by envsubst before the engine reads them."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

_MANIFEST = """apiVersion: v1
kind: ConfigMap
metadata: {name: fluent-bit}
data:
  fluent-bit.conf: |
    [INPUT]
        Name dummy
    [OUTPUT]
        Name http
        Match *
        Host ${LOGS_HOST}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: fluent-bit}
spec:
  template:
    spec:
      containers:
        - name: fluent-bit
          image: fluent/fluent-bit:5.1.1
          volumeMounts: [{name: config, mountPath: /fluent-bit/etc}]
      volumes: [{name: config, configMap: {name: fluent-bit}}]
"""


def _found(project: Path, script: str, name: str = "deploy.sh") -> list[tuple[str, str]]:
    (project / ".git").mkdir(exist_ok=True)
    (project / "k8s").mkdir(exist_ok=True)
    (project / "k8s" / "logs.yaml").write_text(_MANIFEST)
    (project / name).write_text(script)
    found = [each for checked in check([str(project / "k8s" / "logs.yaml")], Settings()).checked for each in checked.findings]
    return [(each.severity.name.lower(), each.message.split(" ")[0]) for each in found if each.code == "KUB303"]


@pytest.mark.parametrize(
    "script",
    [
        "envsubst < k8s/logs.yaml | kubectl apply -f -\n",
        "cat k8s/logs.yaml | envsubst | kubectl apply -f -\n",
        "for each in k8s/*; do envsubst < $each | kubectl apply -f -; done\n",
    ],
)
def test_envsubst_fills_the_manifest_in(tmp_path: Path, script: str) -> None:
    assert _found(tmp_path, script) == [("info", "envsubst")]


@pytest.mark.parametrize(
    "script",
    [
        "kubectl apply -f k8s/logs.yaml\n",
        "# envsubst < k8s/logs.yaml\n",
        "envsubst < k8s/app.yaml\n",
        # Only what is in the list.
        "envsubst '$APP_HOST' < k8s/logs.yaml\n",
    ],
)
def test_the_engine_reads_the_variable_itself(tmp_path: Path, script: str) -> None:
    assert _found(tmp_path, script) == [("warning", "Deployment")]


def test_a_file_around_names_the_variable(tmp_path: Path) -> None:
    assert _found(tmp_path, "export LOGS_HOST=logs.example.org\nenvsubst < k8s/logs.yaml\n") == []
    assert _found(tmp_path, "envsubst '$LOGS_HOST' < k8s/logs.yaml\n") == []
    (tmp_path / ".env.example").write_text("LOGS_HOST=\n")
    assert _found(tmp_path, ". ./.env\nenvsubst < k8s/logs.yaml\n") == []


def test_what_envsubst_does_not_fill_in(tmp_path: Path) -> None:
    from pipelint.base.text.document import Document, SourceFile
    from pipelint.sources.compose.starts import filled_in

    (tmp_path / "run.sh").write_text("envsubst < a.yaml\n")
    text = b"host \"#{ENV['A']}\"\nhost $B ${C} ${D:-x}\n"
    file = SourceFile(str(tmp_path / "a.yaml"), text, project=(str(tmp_path),))
    assert [name for name in "ABCD" if filled_in(Document.whole(file), name)] == ["B", "C"]
