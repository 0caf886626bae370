"""ConfigMaps of one name in a folder are variants of one, which the only pod there runs."""

from __future__ import annotations

from pathlib import Path

from tests.sources.test_workloads import CONFIG, of_files, pod


def test_the_only_pod_of_a_folder_runs_each_variant_of_a_config(tmp_path: Path) -> None:
    found = of_files(tmp_path, {"a.yaml": CONFIG, "b.yaml": CONFIG, "pod.yaml": pod()}, ".")
    assert [[each.certain for each in entry.workloads] for entry in found.entries] == [[True], [True]]
    found = of_files(tmp_path, {"a.yaml": CONFIG, "b.yaml": CONFIG, "pod.yaml": pod(), "other.yaml": pod()}, ".")
    assert [entry.workloads for entry in found.entries] == [(), ()]
