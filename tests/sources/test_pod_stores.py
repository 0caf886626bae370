"""Search engines and dashboards in the manifests beside a config: which are meant, who reaches them, what they keep."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.sources.compose.facts import StoreFact
from pipelint.sources.kubernetes.stores import stores

_OFF = {"name": "xpack.security.enabled", "value": "false"}
_DATA = "/usr/share/elasticsearch/data"


def _found(folder: Path, host: str, **given: object) -> list[StoreFact]:
    """The stores that a config means by a host, beside a server, its dashboard and their Services."""
    names = {"name": "store", "namespace": "logging"}
    container = {
        "name": "store",
        "image": given.get("image", "docker.elastic.co/elasticsearch/elasticsearch:8.13.4"),
        "env": given.get("env", [_OFF]),
        "volumeMounts": [{"name": "data", "mountPath": _DATA}],
    }
    show = {"name": "kibana", "image": "docker.elastic.co/kibana/kibana:8.13.4"}
    show["env"] = [{"name": "ELASTICSEARCH_HOSTS", "value": given.get("shown", "http://store:9200")}]  # type: ignore[assignment]
    pods = [("store", container, [{"name": "data", **(given.get("volume") or {"emptyDir": {}})}]), ("kibana", show, [])]  # type: ignore[dict-item]
    texts = [
        json.dumps(
            {
                "kind": "Deployment",
                "metadata": names,
                "spec": {"template": {"metadata": {"labels": {"app": app}}, "spec": {"containers": [one], "volumes": volumes}}},
            }
        )
        for app, one, volumes in pods
    ]
    for app, port, kind in (
        ("store", 9200, given.get("type", "NodePort")),
        ("kibana", 5601, given.get("show_type", "ClusterIP")),
    ):
        metadata = {"name": app, "annotations": given.get("annotations", {})}
        spec = {"type": kind, "selector": {"app": app}, "ports": [{"port": 80, "targetPort": port}]}
        texts.append(json.dumps({"kind": "Service", "metadata": metadata, "spec": spec}))
    (folder / "store").mkdir()
    (folder / "store" / "all.yaml").write_text("\n---\n".join(texts), encoding="utf-8")
    config = folder / "config.yaml"
    config.write_text("kind: ConfigMap\n", encoding="utf-8")
    document = Document.whole(SourceFile(str(config), config.read_bytes(), (os.path.realpath(folder),)))
    return list(stores(document, [(host, host, Place(document, Span(0, 1)))]))


@pytest.mark.parametrize(
    ("host", "meant"),
    [
        ("store", True),
        ("store.logging.svc.cluster.local", True),
        ("store-0.store.logging", True),
        ("store.elsewhere", False),
        ("store-x.store", False),
        ("other", False),
    ],
)
def test_which_hosts_mean_a_server(tmp_path: Path, host: str, meant: bool) -> None:
    assert [each.name for each in _found(tmp_path, host)] == (["store"] if meant else [])


@pytest.mark.parametrize(
    ("given", "doors"),
    [
        ({}, [(9200, "", "NodePort")]),
        ({"type": "LoadBalancer"}, [(9200, "", "LoadBalancer")]),
        ({"type": "LoadBalancer", "annotations": {"networking.gke.io/load-balancer-type": "Internal"}}, []),
        ({"type": "ClusterIP"}, []),
        ({"type": "ClusterIP", "show_type": "NodePort"}, [(5601, "kibana", "NodePort")]),
        ({"type": "ClusterIP", "show_type": "NodePort", "shown": "http://other:9200"}, []),
        ({"env": []}, []),
        ({"env": [_OFF, {"name": "node.name", "valueFrom": {}}]}, [(9200, "", "NodePort")]),
        ({"env": [{"name": "xpack.security.enabled", "valueFrom": {}}]}, []),
    ],
)
def test_by_which_ports_everybody_reaches_one_that_asks_nobody(
    tmp_path: Path, given: dict[str, object], doors: list[tuple[int, str, str]]
) -> None:
    (found,) = _found(tmp_path, "store", **given)
    assert [(each.port, each.dashboard, each.kind) for each in found.doors] == doors


@pytest.mark.parametrize(
    ("volume", "lost"),
    [
        ({"emptyDir": {}}, "emptyDir"),
        ({"configMap": {"name": "x"}}, "pod"),
        ({"persistentVolumeClaim": {"claimName": "x"}}, ""),
        ({"hostPath": {"path": "/srv"}}, ""),
        ({"nfs": {"server": "x"}}, ""),
    ],
)
def test_what_its_data_end_with(tmp_path: Path, volume: dict[str, object], lost: str) -> None:
    (found,) = _found(tmp_path, "store", volume=volume)
    assert found.lost == lost
