"""ConfigMaps that no pod mounts, in a folder below that of one that a pod mounts."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from tests.checker.test_out_of_use import config_map, pod, severities


def placed(text: str, name: str, namespace: str) -> str:
    """A manifest in a namespace."""
    return text.replace(f"metadata: {{name: {name}}}", f"metadata:\n  name: {name}\n  namespace: {namespace}")


@pytest.mark.parametrize(
    ("namespace", "more", "severity"),
    [
        ("a", {}, Severity.INFO),
        # It may be for other pods.
        ("b", {}, Severity.WARNING),
        ("a", {"kustomization.yaml": "resources: [filters/one.yaml]\n"}, Severity.INFO),
        ("a", {"README.md": "The ConfigMap one is for the agents.\n"}, Severity.WARNING),
        ("a", {"filters/README.md": "The ConfigMap one is for the agents.\n"}, Severity.WARNING),
        ("a", {"Chart.yaml": "name: logs\n"}, Severity.WARNING),
    ],
)
def test_it_has_no_warnings_if_it_is_of_the_same_namespace_and_nothing_names_it(
    tmp_path: Path, namespace: str, more: dict[str, str], severity: Severity
) -> None:
    (tmp_path / ".git").mkdir()
    files = {
        "filters/one.yaml": placed(config_map("one"), "one", namespace),
        "two.yaml": placed(config_map("two"), "two", "a"),
        "pod.yaml": placed(pod("two"), "p", "a"),
    }
    assert dict(severities(tmp_path, files | more)) == {"one.yaml": severity, "two.yaml": Severity.WARNING}
