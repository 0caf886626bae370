"""Variables that a container takes from ConfigMaps and Secrets of the manifests."""

from __future__ import annotations

import pytest

from tests.sources.test_workloads import CONFIG, only, pod

SHARED = """\
apiVersion: v1
kind: %s
metadata: {name: shared%s}
%s: {HOST: search.example, PORT: "9200"}
"""


def drawing(names: str = "ConfigMap") -> str:
    """A pod that takes all of ``shared``, and one of its keys."""
    ref = f"{names[0].lower()}{names[1:]}Ref"
    own = "            - {name: D, valueFrom: {configMapKeyRef: {name: shared, key: HOST}}}\n"
    whole = f"          envFrom:\n            - {{prefix: ES_, {ref}: {{name: shared}}}}\n"
    return pod().replace("          resources:\n", f"{own}{whole}          resources:\n")


def variables(*manifests: str) -> tuple[dict[str, str | None], bool]:
    container = only(CONFIG, *manifests).container
    return {each.name: each.value for each in container.env}, container.env_known


def test_variables_of_a_config_map_are_known_where_its_manifest_is() -> None:
    own = {"A": "text", "B": None, "C": None}
    assert variables(drawing()) == ({**own, "D": None}, False)
    found = {"ES_HOST": "search.example", "ES_PORT": "9200", **own, "D": "search.example"}
    assert variables(drawing(), SHARED % ("ConfigMap", "", "data")) == (found, True)
    container = only(CONFIG, drawing(), SHARED % ("ConfigMap", "", "data")).container
    assert [each.name for each in container.env if each.shared] == ["ES_HOST", "ES_PORT"]
    place = container.env[0].place
    assert place.document.file.data[place.file_span.start : place.file_span.end] == b"search.example"


def test_of_a_secret_the_names_alone_are_known() -> None:
    found, known = variables(drawing("Secret"), SHARED % ("Secret", "", "stringData"))
    assert known and found["ES_HOST"] is None and found["D"] is None


def test_of_two_config_maps_of_one_name_none_is_taken() -> None:
    shared = SHARED % ("ConfigMap", "", "data")
    assert variables(drawing(), shared, shared) == ({"A": "text", "B": None, "C": None, "D": None}, False)


@pytest.mark.parametrize(("namespace", "known"), [("", True), (", namespace: logging", True), (", namespace: other", False)])
def test_a_config_map_of_another_namespace_is_not_taken(namespace: str, known: bool) -> None:
    there = drawing().replace("{name: collector", "{name: collector, namespace: logging", 1)
    assert variables(there, SHARED % ("ConfigMap", namespace, "data"))[1] is known


def test_variables_of_what_is_neither_are_not_known() -> None:
    manifest = drawing().replace("configMapRef: {name: shared}", "otherRef: {}")
    assert variables(manifest, SHARED % ("ConfigMap", "", "data"))[1] is False
