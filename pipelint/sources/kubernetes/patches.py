"""Patches of workloads, as an overlay of Kustomize has them: what they add to the containers of others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pipelint.base.lean.record import replace
from pipelint.sources.kubernetes.read import Mounted, Pod
from pipelint.sources.kubernetes.workload import Container

_Held = tuple[Container, tuple[Mounted, ...]]


def with_patches(pods: Sequence[Pod]) -> Sequence[Pod]:
    """The pods with the variables and mounts that patches of the same resource add to a container, each of some overlay.

    A patch is a resource whose container has no image. What it mounts of ConfigMaps stays its own, as it tells which config runs.
    """
    # By the kind and name of the resource, and the name of the container.
    added: dict[tuple[str, str, str], list[tuple[Pod, _Held]]] = defaultdict(list)
    for pod in pods:
        for held in pod.containers:
            if not held[0].image:
                added[pod.kind, pod.name, held[0].name].append((pod, held))
    return [_patched(pod, added) for pod in pods] if added else pods


def _patched(pod: Pod, added: dict[tuple[str, str, str], list[tuple[Pod, _Held]]]) -> Pod:
    found = [
        _with(held, _meant(pod, added.get((pod.kind, pod.name, held[0].name), ()))) for held in pod.containers if held[0].image
    ]
    return replace(pod, containers=tuple(found)) if len(found) == len(pod.containers) else pod


def _meant(pod: Pod, patches: Iterable[tuple[Pod, _Held]]) -> list[_Held]:
    """Those of the same namespace, as far as both say one."""
    return [held for other, held in patches if not other.namespace or not pod.namespace or other.namespace == pod.namespace]


def _with(held: _Held, patches: Sequence[_Held]) -> _Held:
    container, mounted = held
    paths = {each.mount.path for each in mounted}
    if not patches:
        return held
    new = (one for _, mounts in patches for one in mounts if one.mount.path not in paths)
    more = tuple(one for one in new if not one.volume.configs)
    changed = replace(
        container,
        env=container.env + tuple(variable for patch, _ in patches for variable in patch.env),
        env_known=container.env_known and all(patch.env_known for patch, _ in patches),
        mounts=container.mounts + tuple(one.mount for one in more),
    )
    return changed, mounted + more
