"""What says that the nodes of a config have Docker."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

TAIL = "[INPUT]\n    Name tail\n    Path /var/log/containers/*.log\n    Parser docker\n    Tag kube.*\n"
OUTPUT = "[OUTPUT]\n    Name null\n    Match *\n"


@pytest.mark.parametrize(("name", "found"), [("docker-runtime.conf", False), ("runtime.conf", True)])
def test_a_file_that_is_named_after_docker_may_use_its_parser(tmp_path: Path, name: str, found: bool) -> None:
    (tmp_path / name).write_text(TAIL)
    (tmp_path / "fluent-bit.conf").write_text(f"@INCLUDE {name}\n{OUTPUT}")
    codes = {each.code for each in check([str(tmp_path / "fluent-bit.conf")], Settings()).findings}
    assert ("FB365" in codes) is found


MANIFEST = (
    "apiVersion: {api}\nkind: ClusterRole\nmetadata: {{name: a}}\n---\n"
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n"
)


@pytest.mark.parametrize(
    ("api", "severity"),
    [("rbac.authorization.k8s.io/v1", Severity.WARNING), ("rbac.authorization.k8s.io/v1beta1", Severity.INFO)],
)
def test_an_old_api_beside_it_is_of_the_time_of_docker(tmp_path: Path, api: str, severity: Severity) -> None:
    config = "".join(f"    {line}\n" for line in (TAIL + OUTPUT).splitlines())
    (tmp_path / "a.yaml").write_text(f"{MANIFEST.format(api=api)}  fluent-bit.conf: |\n{config}")
    found = [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB365"]
    assert found == [severity]


@pytest.mark.parametrize(("name", "severity"), [("a-token-x7k2p", Severity.INFO), ("a-token-value", Severity.WARNING)])
def test_a_token_that_its_cluster_made_by_itself_is_of_the_time_of_docker(tmp_path: Path, name: str, severity: Severity) -> None:
    config = "".join(f"    {line}\n" for line in (TAIL + OUTPUT).splitlines())
    (tmp_path / "a.yaml").write_text(f"{MANIFEST.format(api='rbac.authorization.k8s.io/v1')}  fluent-bit.conf: |\n{config}")
    (tmp_path / "account.yaml").write_text(
        f"apiVersion: v1\nkind: ServiceAccount\nmetadata: {{name: a}}\nsecrets:\n  - name: {name}\n"
    )
    found = [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB365"]
    assert found == [severity]


@pytest.mark.parametrize(
    ("name", "text", "severity"),
    [
        ("README.md", "Run `minikube start --cpus=4`.", Severity.INFO),
        ("Makefile", "up:\n\tminikube start\n", Severity.INFO),
        ("README.md", "minikube start --container-runtime=containerd", Severity.WARNING),
        ("README.md", "With minikube, kind or k3s: minikube start", Severity.WARNING),
        ("run.sh", "curl -LO https://dl.example.org/kubernetes/release/v1.23.6/bin/linux/amd64/kubectl", Severity.INFO),
        ("run.sh", "eksctl create cluster # EKS 1.29, once Kubernetes 1.21", Severity.WARNING),
        ("README.md", "Kubernetes 1.19+ is needed, Kubernetes >= 1.16 may do", Severity.WARNING),
        ("notes.log", "minikube start", Severity.WARNING),
        ("README.md", "A local cluster (Minikube) with the Docker driver", Severity.INFO),
        ("README.md", "Runs in Minikube and GKE", Severity.WARNING),
        # Of Helm 2, or from the charts that nobody kept after 2020.
        ("Makefile", "down:\n\thelm delete --purge logs\n", Severity.INFO),
        ("README.md", "helm upgrade --install logs stable/fluent-bit", Severity.INFO),
        ("README.md", "helm upgrade --install logs fluent/fluent-bit --namespace stable", Severity.WARNING),
    ],
)
def test_words_above_it_say_whether_its_nodes_may_have_docker(tmp_path: Path, name: str, text: str, severity: Severity) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "fluent-bit.conf").write_text(TAIL + OUTPUT)
    (tmp_path / name).write_text(text)
    found = [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB365"]
    assert found == [severity]
