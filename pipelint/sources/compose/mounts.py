"""What a service of a compose file mounts: paths of the host, and files that the compose file itself names."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import sources_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place, SourceFile
from pipelint.sources.compose.merged import Merged, merged
from pipelint.sources.compose.variables import composed
from pipelint.sources.kubernetes.workload import Mount, VolumeKind
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, read_yaml

UNKNOWN = "\0"
"""No path."""
VARIABLE = late(r"\$(?:\{[^{}]*\}|\w+)")
"""A variable as it stands in a compose file."""

# What gives a service folders that are no volumes, or other groups.
_MORE = ("tmpfs", "group_add", "volumes_from", "extends")
# What makes folders, or gives them away: in a service, and in a line of a script.
_GIVEN = late(r"\b(?:chown|chmod|mkdir)\b")
_GIVES = late(rb"(?m)^.*\b(?:mkdir|md|chown|chmod|install[ \t]+-[a-z]*d|New-Item|makedirs|ensure_dir|file:)\b.*$")
_TELLING = (".sh", ".md", ".txt", ".yml", ".yaml", ".ps1", ".bat", ".py", "makefile", "justfile", "readme")
_MOST = 40  # files of a folder that are looked into

_FOLDER_OF_DOCKER = frozenset(("driver", "name", "labels"))


def holds(source: str, path: str) -> bool:
    """Whether a path is that of ``source``, or of something in it."""
    return path == source or path.startswith(source.rstrip("/") + "/")


def items_of(node: Node | None) -> list[Scalar | Sequence | Mapping]:
    """What a list holds; nothing where there is none."""
    return node.items if isinstance(node, Sequence) else []


def source_of(node: Node) -> str:
    """What a mount has of the host, as it is written."""
    said = node.text("source") if isinstance(node, Mapping) else ""
    return node.value.rpartition(":/")[0] if isinstance(node, Scalar) else said


def mount_of(node: Node, place: Place, folder: str, variables: dict[str, str]) -> tuple[str, Mount] | None:
    """What a service mounts, with its path on the host (``UNKNOWN``: none that is said); None where that cannot be read.

    That path is as it is written; in the mount it is seen from the ``folder`` of the compose file.
    """
    kind: VolumeKind
    if isinstance(node, Mapping):
        source, target = composed(node.text("source"), variables), composed(node.text("target"), variables)
        kind = "hostPath" if node.text("type") == "bind" else "emptyDir" if node.text("type") == "tmpfs" else "other"
        read_only = node.text("read_only").lower() == "true"
    elif isinstance(node, Scalar):
        pieces = VARIABLE.sub("$", composed(node.value, variables)).split(":")
        source, target = pieces[0], pieces[min(1, len(pieces) - 1)]
        kind = "hostPath" if source.startswith((".", "/", "~", "$")) and len(pieces) > 1 else "other"
        read_only = any("ro" in options.split(",") for options in pieces[2:])
    else:
        return None
    if not target.startswith("/") or "$" in target:
        return None
    known = kind == "hostPath" and not source.startswith(("~", "$"))
    host = posixpath.normpath(posixpath.join(folder, source)) if known else ""
    volume = source if kind == "other" and source != target and "$" not in source else ""
    return source if known else UNKNOWN, Mount(target, kind, read_only=read_only, place=place, host_path=host, volume=volume)


def given(service: Merged, root: Mapping, place: Place, folder: str) -> Iterator[tuple[str, Mount]]:
    """The files that a service has as ``configs`` and ``secrets``, which stand by their names at the end of the compose file."""
    for kind, home in (("configs", "/"), ("secrets", "/run/secrets/")):
        named = root.values.get(kind)
        for each in items_of(service.values.get(kind)):
            name = each.value if isinstance(each, Scalar) else each.text("source") if isinstance(each, Mapping) else ""
            said = named.values.get(name) if isinstance(named, Mapping) else None
            source = said.text("file") if isinstance(said, Mapping) else ""
            target = posixpath.join(home, (each.text("target") if isinstance(each, Mapping) else "") or name)
            if source and "$" not in source:
                host = posixpath.normpath(posixpath.join(folder, source))
                yield source, Mount(target, "hostPath", read_only=True, place=place, host_path=host)
            elif name and "$" not in target:
                yield UNKNOWN, Mount(target, "other", read_only=True, place=place)


def fresh_volumes(compose: bytes, service: str) -> dict[str, str] | None:
    """Where a service has volumes that its compose file makes, nothing but folders of Docker's, and that no other service has:
    their names by their paths.

    None where it has more than volumes, or more groups than its user.
    """
    root = next(iter(read_yaml(compose).roots), None)
    services = root.values.get("services") if isinstance(root, Mapping) else None
    node = services.values.get(service) if isinstance(services, Mapping) else None
    if not isinstance(root, Mapping) or not isinstance(services, Mapping) or not isinstance(node, Mapping):
        return None
    own, said = merged(node), root.values.get("volumes")
    if not own.whole or any(name in own.values for name in _MORE):
        return None
    nodes = [merged(each) for name, each in services.values.items() if name != service and isinstance(each, Mapping)]
    others = {source for each in nodes for source, _ in _volumes(each.values.get("volumes"))}
    made = {name for name, each in said.values.items() if _is_plain(each)} if isinstance(said, Mapping) else set[str]()
    return {target: source for source, target in _volumes(own.values.get("volumes")) if source in made - others}


def made_folders(mounts: Iterable[Mount], compose: SourceFile) -> list[Mount]:
    """The mounts of folders of the project that are not there, so that Docker makes them when it starts the service, as root's.

    None of those that a script or a text around makes or gives away.
    """
    project = compose.project
    found = [
        each for each in mounts if each.host_path and files.within(each.host_path, project) and not files.exists(each.host_path)
    ]
    if not found or _GIVEN.search(compose.data.decode("utf-8", "replace")):
        return []
    folder = files.folder_by_name(compose.path)
    texts = [
        each.data for near in islice(files.folders_within(files.join(folder, "x"), project), 3) for each in _texts(near, project)
    ]
    return [each for each in found if not any(_is_told(posixpath.basename(each.host_path), text) for text in texts)]


def _texts(folder: str, project: tuple[str, ...]) -> Iterator[SourceFile]:
    """What may say how the folders of a project are made, in a folder and in that of its scripts."""
    for near in (folder, files.join(folder, "scripts")):
        yield from sources_in(near, project, _TELLING, _MOST) if files.is_folder(near) else ()


def _is_told(name: str, text: bytes) -> bool:
    """Whether a line makes or gives away something of a name, or of a name that is not written out."""
    lines = (line[0] for line in _GIVES.finditer(text))
    return any(name.encode() in line or b"$" in line or b"*" in line for line in lines)


def _is_plain(node: Node) -> bool:
    """Whether a volume is said to be nothing but a folder that Docker makes."""
    return isinstance(node, Scalar) or (isinstance(node, Mapping) and node.values.keys() <= _FOLDER_OF_DOCKER)


def _volumes(node: Node | None) -> Iterator[tuple[str, str]]:
    """What is mounted, and where."""
    for each in items_of(node):
        if isinstance(each, Mapping):
            yield each.text("source"), each.text("target")
        elif isinstance(each, Scalar):
            pieces = each.value.split(":")
            yield pieces[0], pieces[min(1, len(pieces) - 1)]
