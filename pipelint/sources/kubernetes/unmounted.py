"""ConfigMaps that no pod mounts: whether the pods beside them show that nothing else does."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from pipelint.base.disk import files
from pipelint.base.disk.around import sources_in
from pipelint.sources.hosts.protocol import Folder
from pipelint.sources.kubernetes.read import Pod

# What may name a ConfigMap: manifests of operators, values, scripts that make its name, notes on how it is used.
_TEXTS = (".yaml", ".yml", ".json", ".sh", ".tf", ".md", ".txt", ".py", ".tpl", "makefile")
_MOST = 60  # files of the folder that are looked into
_CHART = "Chart.yaml"


def runs_without(own: Folder, pods: Sequence[Pod], images: re.Pattern[str], known: Collection[str]) -> bool:
    """Whether pods beside a ConfigMap run its engine, by one of its ``images``, with no ConfigMap or with ``known`` ones.

    One with a second container may have its config from that, which asks the cluster for it.
    """
    folder, namespace = files.folder_by_name(own.file.path), own.name.rpartition("/")[0]
    there = [
        pod
        for pod in pods
        if files.folder_by_name(pod.file.path) == folder
        and (not namespace or not pod.namespace or namespace == pod.namespace)
        and any(images.search(container.image) for container, _ in pod.containers)
    ]
    return bool(there) and all(len(pod.containers) == 1 and _is_clear(pod, known) for pod in there)


def _is_clear(pod: Pod, known: Collection[str]) -> bool:
    """Whether all that its containers mount is known."""
    volumes = [mounted.volume for _, mounts in pod.containers for mounted in mounts]
    named = {source.config_map for volume in volumes for source in volume.configs}
    return all(name in known for name in named) and not any(volume.kind == "other" for volume in volumes)


def is_unnamed(own: Folder, above: str | None = None) -> bool:
    """Whether nothing in the folder of a ConfigMap, or in one ``above``, says its name but itself, and it is of no chart."""
    name, folder = own.name.rpartition("/")[2], files.folder_by_name(own.file.path)
    also = [] if above is None else [files.folder_by_name(files.join(above, _CHART))]
    charts = {folder, files.folder_by_name(folder), *also}
    if not name or "$" in name or "{" in name or any(files.is_file(files.join(each, _CHART)) for each in charts):
        return False
    said = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)".encode())
    itself = re.compile(
        rb"(?m)^(?:  |metadata:[ \t]*\{[ \t]*)name:[ \t]*[\"']?%s[\"']?[ \t]*\}?[ \t]*(?:#.*)?\r?$" % re.escape(name).encode()
    )
    path = files.join(folder, files.name(own.file.path))
    there = (each for one in (folder, *also) for each in sources_in(one, own.file.project, _TEXTS, _MOST))
    beside = (each.data for each in there if each.path != path)
    return said.search(itself.sub(b"", own.file.data)) is None and not any(map(said.search, beside))
