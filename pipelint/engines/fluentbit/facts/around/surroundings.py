"""What files around a config say of where it runs: of the nodes of its cluster, of its folders, and of what programs write."""

from __future__ import annotations

import posixpath
from collections import deque
from collections.abc import Iterable, Iterator

from pipelint.base.block import Block
from pipelint.base.disk import files
from pipelint.base.disk.around import names_in
from pipelint.base.lean.late import late
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts.compose import TEMPORARY
from pipelint.language.config import Config
from pipelint.sources.compose.services import services_of
from pipelint.sources.kubernetes.workload import Mount, innermost

# A README, a script or a Makefile beside a config or above it; a few of a folder.
_WORDS = (".md", ".sh", "makefile", "taskfile.yml", "taskfile.yaml", "justfile")
_MOST_NAMES = 30
# The files of a project that name images and versions.
IMAGES = (".yml", ".yaml", ".env", ".tf", ".j2")
_PROGRAMS = (".py", ".js", ".ts", ".mjs", ".go", ".rb", ".java", ".kt", ".cs", ".php", ".rs")
# What sets where a program writes: as text in quotes, or after an equals sign.
_SETTINGS = (".properties", ".env", ".md", ".sh")
_SET = (b"file", b"path", b"log")
_SHORT = len("a.log")
_OF_SYSTEMS = frozenset(("error.log", "access.log", "server.log", "output.log", "syslog", "messages"))
_MOST_FOLDERS = 120
_MOST_FILES = 400
_MOST_BYTES = 200_000
_PASSED_OVER = frozenset(("node_modules", "vendor", "charts", "testdata", "test", "tests"))

_MINIKUBE = late(rb"\bminikube[ \t]+(?:start|service|ip|tunnel|addons|image|docker-env|ssh|mount|delete|dashboard)\b")
# Where it is only named, other clusters may be meant as well.
_NAMED_MINIKUBE = late(rb"(?i)\bminikube\b")
_OTHER_CLUSTER = late(rb"(?i)\b(?:eks(?:ctl)?|gke|aks|gcloud|kubeadm|microk8s|openshift|okd|kind|rancher|rke2?|k0s)\b")
_OTHER_RUNTIME = late(rb"--container-runtime[= ](?:containerd|cri-?o)|\b(?:k3s|k3d|containerd|cri-o|kind create)\b")
_KUBERNETES = late(
    rb"(?i)\b(?:kubernetes|kubectl|kubeadm|kubelet|k8s|eks)\b[^\n>]{0,40}?[ =:/\"'v-]1\.(\d\d?)(?:\.\d+)?(?![\d+])(?! or | and )"
)
_FIRST_WITHOUT_DOCKER = 24
# Helm 2, and the charts that nobody kept after November 2020, when Kubernetes was at 1.19.
_OLD_HELM = late(rb"\bhelm[ \t]+(?:install|upgrade)\b[^\n]*[ \t]stable/[a-z]|\bhelm[ \t]+(?:del|delete)[ \t]+--purge\b")
# An option of Docker's json-file driver that puts the name of the container into each line, or labels or variables of it.
_NAMING = late(
    rb"(?m)^[ \t]*[\"']?(?:tag[\"']?[ \t]*[:=][^\n]{0,80}?\{\{|(?:labels|env)(?:-regex)?[\"']?[ \t]*:[ \t]*[\"'][\w.,-]+[\"'])"
)
_SAYS_OPTIONS = (*IMAGES, ".md", ".json")


def names_docker_nodes(config: Config) -> bool:
    """Whether a README or script beside or above it starts minikube, whose nodes have Docker, or names it and no other cluster;
    names old Kubernetes alone; or has commands of an old Helm."""
    texts = list(_words(config))
    if any(_OLD_HELM.search(text) is not None for text in texts):
        return True
    started = any(_MINIKUBE.search(text) is not None for text in texts)
    named = any(_NAMED_MINIKUBE.search(text) is not None for text in texts)
    if (started or (named and not any(map(_OTHER_CLUSTER.search, texts)))) and not any(map(_OTHER_RUNTIME.search, texts)):
        return True
    versions = [int(found[1]) for text in texts for found in _KUBERNETES.finditer(text)]
    return bool(versions) and max(versions) < _FIRST_WITHOUT_DOCKER


def names_containers(config: Config) -> bool:
    """Whether an option of Docker's log driver in its project, or its README, puts the name or labels into each line."""
    return any(b"json-file" in text and _NAMING.search(text) is not None for text in texts(config, _SAYS_OPTIONS))


def writes_itself(config: Config, path: str) -> bool:
    """Whether a program in the project, or a setting of one, names the file of ``path``: who reads the config knows its lines."""
    name = files.name(path).encode()
    own = len(name) > _SHORT and b"*" not in name and files.name(path) not in _OF_SYSTEMS
    return own and (
        any(name in text and _written(text, name) for text in texts(config, _PROGRAMS))
        or any(name in text and _set(text, name) for text in texts(config, _SETTINGS))
    )


def _set(text: bytes, name: bytes) -> bool:
    """Whether a line sets what is called a file, a path or a log to a path that ends in ``name``."""
    for at in _places(text, name):
        key, equals, value = text[text.rfind(b"\n", 0, at) + 1 : at + len(name) + 1].partition(b"=")
        whole = value.strip(b" \t\r\n\"'").endswith(name) and len(value.split()) == 1
        if equals and whole and any(word in key.lower() for word in _SET):
            return True
    return False


def _written(text: bytes, name: bytes) -> bool:
    """Whether a path in quotes ends in ``name``."""
    return any(text[at + len(name) : at + len(name) + 1] in (b'"', b"'", b"`") for at in _places(text, name))


def _places(text: bytes, name: bytes) -> Iterator[int]:
    at = text.find(name)
    while at >= 0:
        yield at
        at = text.find(name, at + 1)


def _words(config: Config) -> Iterator[bytes]:
    file = config.documents[0].file
    for folder in files.folders_within(file.path, file.project):
        names = [name for name in names_in(folder) if name.lower().endswith(_WORDS)]
        yield from _read(folder, names[:_MOST_NAMES], file.project)


def texts(config: Config, endings: tuple[str, ...]) -> Iterator[bytes]:
    """The files of the project with these endings, from its root down."""
    file = config.documents[0].file
    around = [*files.folders_within(file.path, file.project)]
    waiting, seen, left = deque(around[-1:]), 0, _MOST_FILES
    while waiting and seen < _MOST_FOLDERS and left > 0:
        folder, seen = waiting.popleft(), seen + 1
        names = names_in(folder)
        found = [name for name in names if name.lower().endswith(endings)][:left]
        left -= len(found)
        yield from _read(folder, found, file.project)
        inner = [files.join(folder, name) for name in names if not name.startswith(".") and name.lower() not in _PASSED_OVER]
        waiting.extend(path for path in inner if "." not in files.name(path) and files.within(path, file.project))


def _read(folder: str, names: list[str], project: tuple[str, ...]) -> Iterator[bytes]:
    for path in (files.join(folder, name) for name in names):
        try:
            if files.within(path, project):
                yield files.read(path, _MOST_BYTES)
        except (OSError, ValueError):
            continue


def in_folder_of_node(config: Config, path: str) -> bool:
    """Whether ``path`` lies in a folder of the node in each pod that surely runs the config."""
    mounts = [workload.container.mount(path) for workload in config.workloads if workload.certain]
    return bool(mounts) and all(mount is not None and mount.kind == "hostPath" for mount in mounts)


def written_in_pod(config: Config, path: str) -> bool:
    """Whether each pod that runs the config has an emptyDir at ``path``, which another container of it may write to."""
    folder = _known(path)
    return bool(config.workloads) and all(
        mount is not None and mount.kind == "emptyDir" and any(_writes(other.mounts, mount) for other in workload.others)
        for workload in config.workloads
        for mount in [workload.container.mount(folder)]
    )


def db_with_files(config: Config, block: Block) -> bool:
    """Whether the DB of a tail and all that it reads lie in one temporary folder, which and no mount sets them apart."""
    db, paths = block.value("db"), types.parts(block.value("path"))
    folder = next((each for each in TEMPORARY if db.startswith(each)), "")
    if not folder or not paths or not all(path.startswith(folder) for path in paths):
        return False
    if config.entry.kubernetes:
        seen: list[Iterable[Mount]] = [workload.container.mounts for workload in config.workloads]
        if not seen:
            return False  # what the pod mounts there is not known
    else:
        seen = [service.mounts for service in services_of(config.documents[0])]
    return all(innermost(mounts, _known(path)) == innermost(mounts, db) for mounts in seen for path in paths)


def _known(path: str) -> str:
    """The part of a path that has no wildcard: the file, or the folder that the first wildcard stands in."""
    before, wildcard, _ = path.partition("*")
    return posixpath.dirname(before) if wildcard else path


def _writes(mounts: Iterable[Mount], mount: Mount) -> bool:
    """Whether one of them is the same volume, and can be written to."""
    return any(each.volume == mount.volume and not each.read_only for each in mounts)
