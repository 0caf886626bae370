"""Which pods run which config: those that mount the ConfigMap that it stands in."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pipelint.base.lean.record import dataclass, replace
from pipelint.sources.bundle import KeyBundle
from pipelint.sources.discovery import Discovery
from pipelint.sources.entry import Bundle, Entry
from pipelint.sources.hosts.protocol import Folder
from pipelint.sources.kubernetes.beside import Beside, MountedBundle
from pipelint.sources.kubernetes.patches import with_patches
from pipelint.sources.kubernetes.read import Mounted, Pod
from pipelint.sources.kubernetes.unmounted import is_unnamed, runs_without
from pipelint.sources.kubernetes.workload import Container, Workload

_RELOADER = "reload"
# Pods of one ConfigMap that are looked at, and ConfigMaps of one name or configs of one container beyond which it is not
# asked which of them is meant: real ones are a handful.
_MANY = 20
_ANYWHERE = "\0"  # no folder's name
_ABOVE = 2  # Folders on the way up whose pods may be those that a ConfigMap was meant for.
_SUFFIXES = (".conf", ".yaml", ".yml")


@dataclass(frozen=True, slots=True, eq=False)
class InFolder:
    """An entry, the folder (the ConfigMap) that it stands in, and what its engine says of itself."""

    entry: Entry
    folder: Folder
    discovery: Discovery


def with_workloads(entries: Sequence[InFolder], pods: Sequence[Pod]) -> dict[int, Entry | None]:
    """By the ``id`` of each entry that some pod runs, that entry with its workloads, and what these mount beside it.

    With those that no pod mounts, of a folder in which pods run others, or none, or below one, if they are of one namespace, and
    those beside which all pods run others.
    None stands for an entry whose texts are all named by another one that has them beside it.

    Names are only unique in a cluster, not in a folder of manifests. So the pods of the same file are taken, else those of
    the same folder, else all; and each only where no other ConfigMap there has the same name. Several of a folder with one name
    and namespace, in a file each, are variants, of which the one pod there that mounts them runs the one that is applied.
    """
    pods = with_patches(pods)
    # By name, so that many ConfigMaps and many pods are no product of both.
    named: dict[tuple[str, str], dict[int, Folder]] = defaultdict(dict)
    for each in entries:
        for folder in (_folder(each.folder), _ANYWHERE):
            named[_parts(each.folder)[1], folder][id(each.folder)] = each.folder
    users: dict[str, list[Pod]] = defaultdict(list)
    for pod in pods:
        for name in {source.config_map for _, mounted in pod.containers for mount in mounted for source in mount.volume.configs}:
            users[name].append(pod)
    found = [(each, list(_workloads(each, users, named))) for each in entries]
    seen: dict[int, list[InFolder]] = defaultdict(list)
    for each, workloads in found:
        for workload in workloads:
            seen[id(workload.container)].append(each)
    out: dict[int, Entry | None] = {}
    taken: set[tuple[int, str]] = set()
    for each, workloads in found:
        chosen = tuple(
            # Without an image it is a patch of a workload: most of what the container has stands elsewhere.
            replace(workload, certain=sure is not None and bool(workload.container.image))
            for workload in workloads
            if (sure := _runs(workload, each, seen[id(workload.container)])) is not False
        )
        if chosen:
            # Several containers may have other things at the same path.
            bundle = each.entry.bundle if len(chosen) > 1 else _bundle(each, chosen[0].container, pods, named)
            if isinstance(bundle, MountedBundle):
                taken |= _taken(each, bundle)
            out[id(each.entry)] = replace(each.entry, workloads=chosen, bundle=bundle)
        elif workloads:
            # The containers that see it run another one.
            out[id(each.entry)] = replace(each.entry, aside=True)
    found_used = [each for each in entries if (made := out.get(id(each.entry))) is not None and made.workloads]
    in_use = {(_folder(each.folder), each.entry.engine) for each in found_used}
    homes = {(_folder(each.folder), each.entry.engine, _parts(each.folder)[0]) for each in found_used}
    for each in entries:
        if each.folder.kubernetes and not users.get(_parts(each.folder)[1]):
            beside = (_folder(each.folder), each.entry.engine) in in_use
            if beside or _runs_without(each, pods, named):
                out[id(each.entry)] = replace(each.entry, aside=beside, idle=is_unnamed(each.folder))
            elif (home := _home_above(each, homes)) is not None and is_unnamed(each.folder, home):
                out[id(each.entry)] = replace(each.entry, aside=True)
        if taken and all((id(each.folder), document.name) in taken for document in each.entry.documents):
            out[id(each.entry)] = None
    return out


def _home_above(each: InFolder, homes: set[tuple[str, str, str]]) -> str | None:
    """The nearest folder above its own in which pods run another config of its namespace."""
    namespace, folder = _parts(each.folder)[0], _folder(each.folder)
    for _ in range(_ABOVE if namespace else 0):
        folder = os.path.dirname(folder)  # noqa: PTH120
        if (folder, each.entry.engine, namespace) in homes:
            return folder
    return None


def _bundle(each: InFolder, container: Container, pods: Sequence[Pod], named: dict[tuple[str, str], dict[int, Folder]]) -> Bundle:
    """What an entry's includes resolve against in a container: its own ConfigMap, and others, of each name the only one."""
    own = each.entry.bundle
    mounted = next((mounts for pod in pods for other, mounts in pod.containers if other is container), ())
    found: list[Beside] = []
    for mount in mounted:
        for source in mount.volume.configs:
            folders = list(named[source.config_map, _ANYWHERE].values())
            if len(folders) == 1 and folders[0] is not each.folder:
                found.append(Beside(mount.mount, source, folders[0]))
    return MountedBundle.of(own, found) if found and isinstance(own, KeyBundle) else own


def _runs_without(each: InFolder, pods: Sequence[Pod], named: dict[tuple[str, str], dict[int, Folder]]) -> bool:
    """Whether the pods of its engine beside a ConfigMap run another config."""
    known = {name for name, folder in named if folder == _ANYWHERE}
    return runs_without(each.folder, pods, each.discovery.own_images, known)


def _taken(each: InFolder, bundle: MountedBundle) -> set[tuple[int, str]]:
    """The keys beside an entry that its texts name."""
    found = (
        bundle.used(target, document.name)
        for document in each.entry.documents
        for target in each.discovery.includes(document.text)
    )
    return {(id(folder), key) for folder, key in filter(None, found)}


def _runs(workload: Workload, each: InFolder, seen: Sequence[InFolder]) -> bool | None:
    """Whether the container runs this config, of all that it has ``seen``; None where it may be another one.

    An image of the engine's project whose command names no file takes the one that the engine itself looks for. So does any other
    that has its configs in the folder in which those have it.
    """
    if len(seen) > _MANY:
        return None
    rivals = [
        other
        for other in seen
        if other is each
        or (other.entry.engine == each.entry.engine and not _is_variant(other.folder, each.folder) and _may_run(other))
    ]
    if len(rivals) < 2:
        return True
    main = workload.container.variable(each.discovery.main_variable)
    said = [*workload.container.words, (main.value if main is not None else None) or ""]
    files = {part for word in said for part in re.split(r"[/\s=]", word)}
    own = each.discovery.own_images.search(workload.container.image) is not None
    home = any(f"{mount.path}/".startswith(each.discovery.own_folders) for mount in workload.mounts)
    if (own or home) and not any(file.endswith(_SUFFIXES) for file in files):
        files |= each.discovery.main_files
    named = [other for other in rivals if any(document.name in files for document in other.entry.documents)]
    return None if len(named) != 1 else named[0] is each


def _may_run(each: InFolder) -> bool:
    """Whether a container may run it: not a file of parsers that nothing names. A main file may have no more than includes."""
    found = each.entry.documents
    return any(document.name in each.discovery.main_files or each.discovery.stands_alone(document.text) for document in found)


def _workloads(each: InFolder, users: dict[str, list[Pod]], named: dict[tuple[str, str], dict[int, Folder]]) -> list[Workload]:
    own = each.folder
    name, folder = _parts(own)[1], _folder(own)
    pods = users.get(name, []) if name else []
    scopes = (
        ([pod for pod in pods if pod.file is own.file], None),
        ([pod for pod in pods if os.path.dirname(pod.file.path) == folder], folder),  # noqa: PTH120
        (pods, _ANYWHERE),
    )
    for scope, where in scopes:
        variants = where == folder and len(scope) == 1 and _are_variants(own, named[name, folder])
        if where is not None and not variants and _has_rival(own, named[name, where]):
            continue
        meant = scope if where is None else [pod for pod in scope if not _is_of_another(pod, own, named[name, _ANYWHERE])]
        found = [workload for pod in meant[:_MANY] for workload in _of_pod(pod, each)]
        if found:
            return found
    return []


def _is_of_another(pod: Pod, own: Folder, named: dict[int, Folder]) -> bool:
    """Whether a ConfigMap of the same name says of its namespace what the pod says, if nothing, and ``own`` does not."""
    said = _parts(own)[0] == pod.namespace or len(named) > _MANY
    return not said and any(_parts(other)[0] == pod.namespace for other in named.values())


def _has_rival(own: Folder, named: dict[int, Folder]) -> bool:
    """Whether another one of the same name may be meant."""
    others = [other for other in named.values() if other is not own] if len(named) <= _MANY else [own]
    return any(_alike(_parts(own)[0], _parts(other)[0]) for other in others)


def _are_variants(own: Folder, named: dict[int, Folder]) -> bool:
    """Whether all of its name are variants of one."""
    return all(other is own or _is_variant(other, own) for other in named.values())


def _is_variant(one: Folder, other: Folder) -> bool:
    """Whether two ConfigMaps of a folder have one name and namespace, and stand in files of their own."""
    return one.file is not other.file and one.name == other.name and _folder(one) == _folder(other)


def _folder(config_map: Folder) -> str:
    return os.path.dirname(config_map.file.path)  # noqa: PTH120


def _parts(config_map: Folder) -> tuple[str, str]:
    """Its namespace, perhaps empty, and its name."""
    namespace, _, name = config_map.name.rpartition("/")
    return namespace, name


def _alike(one: str, other: str) -> bool:
    """Whether two namespaces may be the same: one that is not stated may be any."""
    return not one or not other or one == other


def _of_pod(pod: Pod, each: InFolder) -> Iterator[Workload]:
    namespace, name = _parts(each.folder)
    if not _alike(namespace, pod.namespace):
        return
    keys = [document.name for document in each.entry.documents]
    users: list[tuple[Container, tuple[Mounted, ...]]] = []
    for container, mounted in pod.containers:
        through = tuple(mount for mount in mounted if _shows(mount, name, keys))
        if through:
            users.append((container, through))
    for container, through in _running(users, each.discovery.image_words):
        others = tuple(other for other, _ in pod.containers if other is not container)
        label = "/".join(part for part in (pod.namespace, pod.name) if part)
        mounts = tuple(mount.mount for mount in through)
        yield Workload(pod.kind, label, pod.replicas, pod.place, container, mounts, others, api=pod.api, refused=pod.refused)


def _shows(mounted: Mounted, config_map: str, keys: Iterable[str]) -> bool:
    """Whether one of ``keys`` of the ConfigMap is seen through the mount."""
    files = [source.file(key) for source in mounted.volume.configs if source.config_map == config_map for key in keys]
    only = mounted.mount.sub_path.strip("/")
    return any(file is not None and (not only or file == only or file.startswith(only + "/")) for file in files)


def _running(
    users: list[tuple[Container, tuple[Mounted, ...]]], words: Sequence[str]
) -> list[tuple[Container, tuple[Mounted, ...]]]:
    """Of several containers that mount the config those that seem to run it: others watch it, and have it reloaded."""
    if len(users) < 2:
        return users
    named = [
        user
        for user in users
        if any(word in f"{user[0].name} {user[0].image}" for word in words) and _RELOADER not in user[0].name
    ]
    return named or users
