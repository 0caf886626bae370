"""Reads the pods of a Kubernetes manifest: their containers, limits, variables and volumes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pipelint.base.lean.record import dataclass, replace
from pipelint.base.quantity import read_quantity
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.sources.kubernetes.refused import Refusal, refusals, rights_gone
from pipelint.sources.kubernetes.volumes import Volume, read_volumes
from pipelint.sources.kubernetes.workload import Container, Drawn, Mount, Quantity, Setting, Variable
from pipelint.yaml.text import content_span
from pipelint.yaml.tree import Mapping, Node, Scalar
from pipelint.yaml.tree import Sequence as YamlSequence

KINDS = frozenset({"DaemonSet", "Deployment", "StatefulSet", "ReplicaSet", "ReplicationController", "Pod"})
MAX_PODS = 200
"""Pods, and what one of them may list, that are read of a file: real ones have a few dozen at most."""

_UNKNOWN = Volume("other")
_GROUPS = frozenset(("runAsGroup", "supplementalGroups", "fsGroup"))
_PROBES = ("startupProbe", "livenessProbe", "readinessProbe")


@dataclass(frozen=True, slots=True, eq=False)
class Mounted:
    """A mount and the volume behind it, which may hold ConfigMaps."""

    mount: Mount
    volume: Volume


@dataclass(frozen=True, slots=True, eq=False)
class Pod:
    """The pods of one resource, of the apiVersion ``api``. ``containers`` each come with what they mount; ``refused`` is what the
    API server refuses of it.
    """

    file: SourceFile
    kind: str
    namespace: str
    name: str
    replicas: int | None
    place: Place
    containers: tuple[tuple[Container, tuple[Mounted, ...]], ...]
    api: str = ""
    refused: tuple[Refusal, ...] = ()


def read_pods(file: SourceFile, roots: Iterable[Node], texts: Iterable[Span] = ()) -> tuple[Pod, ...]:
    """The pods of the resources in ``roots``, the YAML of ``file``; ``texts`` is where its hosts hold texts. Never raises.

    Of a template (``{{`` outside of those texts) nothing is read: what it says is not what it will be.
    """
    marks = file.data.count(b"{{")
    if marks and marks > sum(file.data.count(b"{{", text.start, text.end) for text in set(texts)):
        return ()
    reader = _Reader(file, Document.whole(file))
    resources = [*resources_of(roots)]
    found = (reader.pod(node) for node in resources)
    pods = [*islice((pod for pod in found if pod is not None), MAX_PODS)]
    if pods and (gone := tuple(rights_gone(resources, reader.place))):
        # Once, of the first: it is about the file.
        pods[0] = replace(pods[0], refused=pods[0].refused + gone)
    return tuple(pods)


def resources_of(roots: Iterable[Node]) -> Iterator[Mapping]:
    """The resources of a stream: its documents, and the items of lists."""
    for root in roots:
        if not isinstance(root, Mapping):
            continue
        items = root.values.get("items")
        if root.text("kind").endswith("List") and isinstance(items, YamlSequence):
            yield from (item for item in items.items if isinstance(item, Mapping))
        else:
            yield root


def mapping(node: Node | None) -> Mapping:
    """``node`` where it is a mapping, else an empty one."""
    return node if isinstance(node, Mapping) else Mapping()


def mappings(node: Node | None) -> list[Mapping]:
    """The mappings that the sequence ``node`` lists."""
    items = node.items[:MAX_PODS] if isinstance(node, YamlSequence) else []
    return [item for item in items if isinstance(item, Mapping)]


def place_in(document: Document, node: Node | None) -> Place:
    """Where a scalar stands in a whole file; of anything else the file's begin."""
    return Place(document, content_span(document.file.data, node) if isinstance(node, Scalar) else Span(0, 0))


class _Reader:
    """Reads the resources of one file."""

    def __init__(self, file: SourceFile, document: Document) -> None:
        self._file = file
        self._document = document

    def pod(self, node: Mapping) -> Pod | None:
        """The pods that a resource asks for, None where it asks for none."""
        kind = node.text("kind")
        if kind not in KINDS:
            return None
        metadata, spec = mapping(node.values.get("metadata")), mapping(node.values.get("spec"))
        pod = spec if kind == "Pod" else mapping(mapping(spec.values.get("template")).values.get("spec"))
        volumes = read_volumes(pod, spec, self.quantity)
        security = mapping(pod.values.get("securityContext"))
        nodes = mappings(pod.values.get("containers"))
        containers = tuple(self.container(each, volumes, security) for each in nodes)
        if not containers:
            return None
        named = metadata.values.get("name") or node.values["kind"]
        return Pod(
            self._file,
            kind,
            metadata.text("namespace"),
            metadata.text("name"),
            _replicas(kind, spec),
            self.place(named),
            containers,
            node.text("apiVersion"),
            tuple(refusals(node, nodes, self.place)),
        )

    def container(self, node: Mapping, volumes: dict[str, Volume], pod: Mapping) -> tuple[Container, tuple[Mounted, ...]]:
        """One container with what it mounts; ``pod`` is the securityContext of all."""
        resources = mapping(node.values.get("resources"))
        limits, requests = mapping(resources.values.get("limits")), mapping(resources.values.get("requests"))
        security = mapping(node.values.get("securityContext"))
        mounted = tuple(self.mounts(mappings(node.values.get("volumeMounts")), volumes))
        words = [word for key in ("command", "args") for word in _texts(node.values.get(key))]
        user = security.text("runAsUser") or pod.text("runAsUser")
        container = Container(
            node.text("name"),
            node.text("image"),
            self.place(node.values.get("name") or node.values.get("image")),
            tuple(words),
            self.quantity(limits, "cpu"),
            self.quantity(requests, "cpu"),
            self.quantity(limits, "memory"),
            self.quantity(requests, "memory"),
            self.quantity(limits, "ephemeral-storage"),
            tuple(self.variables(mappings(node.values.get("env")))),
            "envFrom" not in node.values,
            tuple(each.mount for each in mounted),
            Setting("true", self.place(security.values["privileged"])) if security.text("privileged") == "true" else None,
            int(user) if user.isdecimal() and len(user) < 10 else None,
            tuple(self.probes(node)),
            drawn=tuple(_drawn(node)),
            groups=not _GROUPS.isdisjoint((*security.values, *pod.values)),
            sealed=security.text("readOnlyRootFilesystem") == "true",
        )
        return container, mounted

    def mounts(self, nodes: Sequence[Mapping], volumes: dict[str, Volume]) -> Iterator[Mounted]:
        """What is mounted on absolute paths (those of Windows are no such)."""
        for node in nodes:
            path, volume = node.text("mountPath"), volumes.get(node.text("name"), _UNKNOWN)
            if not path.startswith("/"):
                continue
            # A configMap or secret is never writable, whatever the mount says.
            fixed = volume.kind in ("configMap", "secret") or volume.read_only
            read_only = fixed or node.text("readOnly") == "true"
            mount = Mount(
                path,
                volume.kind,
                read_only,
                self.place(node.values["mountPath"]),
                volume.host_path,
                node.text("subPath") or node.text("subPathExpr"),
                volume.size_limit,
                volume.in_memory,
                volume.whole and not (node.text("subPath") or node.text("subPathExpr")),
                node.text("name"),
            )
            yield Mounted(mount, volume)

    def probes(self, container: Mapping) -> Iterator[Setting]:
        """The paths that the probes of a container ask for."""
        for kind in _PROBES:
            path = mapping(mapping(container.values.get(kind)).values.get("httpGet")).values.get("path")
            if isinstance(path, Scalar):
                yield Setting(path.value, self.place(path))

    def variables(self, nodes: Sequence[Mapping]) -> Iterator[Variable]:
        """Environment variables; one whose value is not written out has none."""
        for node in nodes:
            name = node.values.get("name")
            if not isinstance(name, Scalar):
                continue
            value = node.values.get("value")
            plain = value.value if isinstance(value, Scalar) and "$(" not in value.value else None
            if value is None and "valueFrom" not in node.values:
                plain = ""
            yield Variable(name.value, plain, self.place(name))

    def quantity(self, node: Mapping, key: str) -> Quantity | None:
        """The quantity under ``key``, None where there is none above zero."""
        scalar = node.values.get(key)
        value = read_quantity(scalar.value) if isinstance(scalar, Scalar) else None
        if value is None or not isinstance(scalar, Scalar):
            return None
        return Quantity(value, scalar.value, self.place(scalar))

    def place(self, node: Node | None) -> Place:
        """Where a scalar stands in the file; of anything else the file's begin."""
        return place_in(self._document, node)


def _drawn(container: Mapping) -> Iterator[Drawn]:
    """What a container's variables are taken from."""
    listed = container.values.get("envFrom")
    for each in mappings(listed) or [Mapping()] * (listed is not None):
        kind = "ConfigMap" if "configMapRef" in each.values else "Secret"
        ref = each.values.get("configMapRef") or each.values.get("secretRef")
        yield Drawn(kind, mapping(ref).text("name"), "", each.text("prefix"))
    for each in mappings(container.values.get("env")):
        taken = mapping(each.values.get("valueFrom"))
        if "configMapKeyRef" in taken.values:
            ref = mapping(taken.values["configMapKeyRef"])
            yield Drawn("ConfigMap", ref.text("name"), ref.text("key"), each.text("name"))


def _texts(node: Node | None) -> list[str]:
    items = node.items if isinstance(node, YamlSequence) else []
    return [item.value for item in items if isinstance(item, Scalar)]


def _replicas(kind: str, spec: Mapping) -> int | None:
    """The pods asked for: one where nothing is said; None of a DaemonSet, and where something else counts them."""
    if kind == "DaemonSet":
        return None
    if kind == "Pod" or "replicas" not in spec.values:
        return 1
    text = spec.text("replicas")
    return int(text) if text.isdecimal() and len(text) < 7 else None
