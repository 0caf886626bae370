"""What manifests around a config say of its pods: how long they may take to end, where they run, and what their account may do.

The YAML of charts is no YAML before Helm has read it, so what a pod says of itself is looked for in its text.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.disk.text_file import YAML_SUFFIXES
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.language.config import Config
from pipelint.sources.kubernetes.read import mapping, mappings, place_in
from pipelint.sources.kubernetes.refused import GONE
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, read_yaml

_MOST = 40
_TEMPLATE = b"{{"
_KIND = late(rb"(?m)^kind:[ \t]*[\"']?(DaemonSet|Deployment|StatefulSet)\b")
_PERIOD = late(rb"(?m)^[ \t]+terminationGracePeriodSeconds:[ \t]*[\"']?(\d{1,6})\b")
_PERIOD_KEY = b"terminationGracePeriodSeconds"
_USUAL_PERIOD = 30
_MASTER = late(rb"\bkey:[ \t]*[\"']?(node-role\.kubernetes\.io/master)\b")
_CONTROL_PLANE = b"node-role.kubernetes.io/control-plane"
# A toleration without a key is one of every taint.
_EVERY_TAINT = late(
    rb"(?m)^[ \t]*-[ \t]+operator:[ \t]*[\"']?Exists|\{[ \t]*(?:effect:[^,}]*,[ \t]*)?operator:[ \t]*[\"']?Exists[\"']?[ \t]*[,}]"
    rb"|^[ \t]*-[ \t]+effect:[^\n]*\n[ \t]+operator:[ \t]*[\"']?Exists[\"']?[ \t]*$(?!\n[ \t]+key:)"
)
_BINDING = late(rb"(?m)^kind:[ \t]*[\"']?(?:Cluster)?RoleBinding\b")
_API = late(rb"(?m)^apiVersion:[ \t]*[\"']?([\w.-]+/\w+)")
# The release that dropped the last of what clusters before 1.24 may still have had.
_DROPPED = "1.22"
_OLD_TOKEN = late(rb"(?m)^[ \t]+(?:- )?name:[ \t]*[\"']?[\w.-]+-token-[bcdfghjklmnpqrstvwxz2456789]{5}\b")
_MOVED = late(rb"(?m)^namespace:")
_PATCHES = ("kustomization.yaml", "kustomization.yml")
# PersistentVolume, PersistentVolumeClaim; and what a PersistentVolume has that is a folder of a node.
_OF_VOLUMES = b"PersistentVolume"
_OF_NODES = frozenset(("hostPath", "local"))
_CHANGES = frozenset(("*", "create", "update", "patch", "delete", "deletecollection"))


@dataclass(frozen=True, eq=False)
class PeriodFact:
    """The ``seconds`` that a pod has to end, which are less than those of Grace, ``grace``. ``said``: the manifest says them."""

    grace: int
    seconds: int
    said: bool
    place: Place


@dataclass(frozen=True, eq=False)
class TaintFact:
    """A toleration of the taint that nodes of the control plane had before Kubernetes 1.24, in pods that have none of its own."""

    place: Place


@dataclass(frozen=True, eq=False)
class AccountFact:
    """A binding of the ``account`` of another namespace, ``there``, where the pods run in ``here``; none of theirs is at hand."""

    account: str
    here: str
    there: str
    place: Place


@dataclass(frozen=True, eq=False)
class RightsFact:
    """What a role of the pods' account, ``account``, may do beyond reading pods: ``resource``. ``changes``: not only read it."""

    role: str
    account: str
    resource: str
    changes: bool
    place: Place


@dataclass(frozen=True, eq=False)
class _Manifest:
    """A resource that runs the config: where its text stands in a file. ``known``: it is sure that it does."""

    file: SourceFile
    start: int
    end: int
    known: bool

    @property
    def text(self) -> bytes:
        return self.file.data[self.start : self.end]

    def place(self, start: int, end: int) -> Place:
        return Place(Document.whole(self.file), Span(self.start + start, self.start + end))


def short_period(config: Config) -> PeriodFact | None:
    """Pods that are killed before Grace is over."""
    service = next((block for block in config.root.blocks if block.name == "service"), None)
    value = "" if service is None else service.value("grace")
    if not value.isdecimal() or len(value) > 6 or int(value) <= 1:
        return None
    for manifest in _manifests(config):
        said = _PERIOD.search(manifest.text)
        if said is None and (not manifest.known or _PERIOD_KEY in manifest.text):
            continue
        seconds = _USUAL_PERIOD if said is None else int(said[1])
        if int(value) > seconds:
            place = manifest.place(0, 0) if said is None else manifest.place(*said.span(1))
            return PeriodFact(int(value), seconds, said is not None, place)
    return None


def old_taint(config: Config) -> TaintFact | None:
    """A DaemonSet that tolerates the taint of older nodes of the control plane alone."""
    for manifest in _manifests(config):
        kind, found = _KIND.search(manifest.text), _MASTER.search(manifest.text)
        if kind is None or kind[1] != b"DaemonSet" or found is None:
            continue
        if _CONTROL_PLANE not in manifest.text and _EVERY_TAINT.search(manifest.text) is None:
            return TaintFact(manifest.place(*found.span(1)))
    return None


def other_account(config: Config) -> AccountFact | None:
    """Where roles are bound to an account of the name that its pods have, in another namespace alone."""
    for account, namespace in _accounts(config):
        said = [(file, each) for file, binding in _bindings(config) for each in _subjects(binding, account)]
        if namespace and said and all(each.text("namespace") not in ("", namespace) for _, each in said):
            file, subject = said[0]
            place = _place(file, subject.values["namespace"])
            return AccountFact(account, namespace, subject.text("namespace"), place)
    return None


def wide_rights(config: Config) -> RightsFact | None:
    """A role that lets the pods read secrets, or everything."""
    for account, _ in _accounts(config):
        for file, binding in _bindings(config):
            ref = mapping(binding.values.get("roleRef"))
            kind, name = ref.text("kind"), ref.text("name")
            if not _subjects(binding, account):
                continue
            if name == "cluster-admin":
                return RightsFact(name, account, "*", True, _place(file, ref.values["name"]))
            of_roles = ((beside, role) for beside, role in _resources(config) if role.text("kind") == kind)
            named = ((beside, role) for beside, role in of_roles if mapping(role.values.get("metadata")).text("name") == name)
            for beside, role in named:
                for resource, changes in _wide(role):
                    return RightsFact(name, account, resource.value, changes, _place(beside, resource))
    return None


def is_old_cluster(config: Config) -> bool:
    """Whether manifests of what runs it, or beside them, are of a cluster that is older than Kubernetes 1.24.

    They have an apiVersion that 1.22 dropped, or the token that a cluster before 1.24 made for each account by itself.
    """
    said = (name.decode() for file in _beside(config) for name in _API.findall(file.data))
    return any(GONE.get(name) == _DROPPED for name in said) or any(_OLD_TOKEN.search(file.data) for file in _beside(config))


def is_of_one_node(config: Config, volume: str) -> bool:
    """Whether the claim behind a volume of its pods is known to be for one node alone, or leads to a folder of each node."""
    of_pods = (manifest for manifest in _manifests(config) if _TEMPLATE not in manifest.file.data)
    roots = [root for manifest in of_pods for root in read_yaml(manifest.text).roots if isinstance(root, Mapping)]
    templates = (mapping(mapping(root.values.get("spec")).values.get("template")) for root in roots)
    pods = [mapping(template.values.get("spec")) for template in templates]
    named = (each for pod in pods for each in mappings(pod.values.get("volumes")) if each.text("name") == volume)
    claims = {mapping(each.values.get("persistentVolumeClaim")).text("claimName") for each in named} - {""}
    stored = [root for file in _beside(config) if _OF_VOLUMES in file.data for root in read_yaml(file.data).roots]
    kept = [root for root in stored if isinstance(root, Mapping) and _OF_VOLUMES.decode() in root.text("kind")]
    specs = {mapping(each.values.get("metadata")).text("name"): mapping(each.values.get("spec")) for each in kept}
    claimed = [specs[name] for name in claims if name in specs]
    modes = {mode.value for each in claimed for mode in _scalars(each, "accessModes")}
    classes = {each.text("storageClassName") for each in claimed} - {""}
    of_nodes = [each for each in specs.values() if not _OF_NODES.isdisjoint(each.values)]
    bound = any(
        mapping(each.values.get("claimRef")).text("name") in claims or each.text("storageClassName") in classes
        for each in of_nodes
    )
    return bound or (bool(modes) and modes <= {"ReadWriteOnce", "ReadWriteOncePod"})


def _wide(role: Mapping) -> Iterator[tuple[Scalar, bool]]:
    for rule in mappings(role.values.get("rules")):
        groups, verbs = ({each.value for each in _scalars(rule, key)} for key in ("apiGroups", "verbs"))
        for resource in _scalars(rule, "resources") if groups & {"", "*"} and "resourceNames" not in rule.values else ():
            if resource.value in ("*", "secrets"):
                yield resource, not verbs.isdisjoint(_CHANGES)


def _scalars(node: Mapping, key: str) -> list[Scalar]:
    listed = node.values.get(key)
    return [each for each in listed.items if isinstance(each, Scalar)] if isinstance(listed, Sequence) else []


def _manifests(config: Config) -> list[_Manifest]:
    return config.noted(_found_manifests)


def _found_manifests(config: Config) -> list[_Manifest]:
    certain = [each.place for each in config.workloads if each.certain and each.kind != "Pod"]
    if certain:
        return [_around(place.document.file, place.document.map.to_file(place.span).start) for place in certain]
    document = config.documents[0]
    own = document.file
    if not document.part.startswith("ConfigMap") or _TEMPLATE not in own.data or config.workloads:
        return []
    folder = files.folder_by_name(full_path(own))
    found = [
        (file, at.start()) for file in sources_in(folder, own.project, YAML_SUFFIXES, _MOST) for at in _KIND.finditer(file.data)
    ]
    return [_around(file, at, known=False) for file, at in found] if len(found) == 1 else []


def _around(file: SourceFile, at: int, *, known: bool = True) -> _Manifest:
    """The YAML document of the file that has this place."""
    start, end = file.data.rfind(b"\n---", 0, at), file.data.find(b"\n---", at)
    return _Manifest(file, start + 1, len(file.data) if end < 0 else end, known)


def _accounts(config: Config) -> list[tuple[str, str]]:
    """The accounts of its pods, with their namespaces."""
    return config.noted(_found_accounts)


def _found_accounts(config: Config) -> list[tuple[str, str]]:
    places = {each.place: each.name.rpartition("/")[0] for each in config.workloads if each.certain}
    if not places:
        return []
    # Imported here: few configs have pods.
    from pipelint.facts.workload.account import said_account

    found = [(said_account(place), namespace) for place, namespace in places.items()]
    return [(said, namespace) for said, namespace in found if said]


def _bindings(config: Config) -> list[tuple[SourceFile, Mapping]]:
    return [(file, each) for file, each in _resources(config) if each.text("kind").endswith("RoleBinding")]


def _subjects(binding: Mapping, account: str) -> list[Mapping]:
    subjects = mappings(binding.values.get("subjects"))
    return [each for each in subjects if each.text("kind") == "ServiceAccount" and each.text("name") == account]


def _resources(config: Config) -> list[tuple[SourceFile, Mapping]]:
    return config.noted(_found_resources)


def _beside(config: Config) -> list[SourceFile]:
    """The files of its pods, and those beside them."""
    own = [each.place.document.file for each in config.workloads if each.certain] + [config.documents[0].file]
    folders = {files.folder_by_name(full_path(each)): each for each in own}
    beside = {
        read.path: read for folder, each in folders.items() for read in sources_in(folder, each.project, YAML_SUFFIXES, _MOST)
    }
    return [*(beside | {full_path(each): each for each in own}).values()]


def _found_resources(config: Config) -> list[tuple[SourceFile, Mapping]]:
    """The roles and bindings beside its pods, none where these are moved to another namespace."""
    beside = _beside(config)
    if any(files.name(each.path) in _PATCHES and _MOVED.search(each.data) for each in beside):
        return []
    plain = [each for each in beside if _TEMPLATE not in each.data]
    roles = any(_BINDING.search(each.data) for each in plain)
    found = [each for each in plain if b"Role" in each.data] if roles else []
    return [(file, root) for file in found for root in read_yaml(file.data).roots if isinstance(root, Mapping)]


def _place(file: SourceFile, node: Node) -> Place:
    return place_in(Document.whole(file), node)
