"""Search engines and their dashboards in the manifests around a config: by which Services they are reached, what they keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import folders_in, full_path, sources_in
from pipelint.base.disk.asked import follows
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.sources.compose.doors import DASHBOARD, DASHBOARD_PORT, PORT, once, shows, taken
from pipelint.sources.compose.facts import DoorFact, ServerFact, StoreFact
from pipelint.sources.compose.stores import STORE, data_folder, lets_in
from pipelint.sources.kubernetes.read import KINDS, mapping, mappings, read_pods, resources_of
from pipelint.sources.kubernetes.workload import OUTLIVING, Container, Variable
from pipelint.yaml.tree import Mapping, Scalar, read_yaml

_FOLDERS, _ASIDE, _FILES = 2, 12, 40
_NAMES = (".yml", ".yaml")
_PUBLIC = ("NodePort", "LoadBalancer")
# Of a load balancer that is for the own network alone, or for some addresses.
_INSIDE = late(rb"(?i)internal|sourceranges|source-ranges")
_KEEPING = OUTLIVING | {"other"}


@dataclass(frozen=True, slots=True)
class _Server:
    """A container of pods, the names of the Services that lead to it, and its ports that are published."""

    container: Container
    names: tuple[str, ...]
    namespace: str
    doors: tuple[DoorFact, ...]


def stores(document: Document, wanted: Sequence[tuple[str, str, Place]]) -> Iterator[StoreFact]:
    """The search engines whose names are ``wanted``, each with what the config says and where, in the manifests beside it."""
    servers, left = _servers(document) if wanted else (), once(wanted)
    for each in servers:
        container, path = each.container, data_folder(each.container.image)
        doors = [*_at(each, PORT, ""), *_dashboards(each, servers)] if path and _is_open(container) is not None else []
        mount = container.mount(path)
        kept = not path or any(one.kind in _KEEPING for one in container.mounts)
        lost = "" if kept else "emptyDir" if mount is not None and mount.kind == "emptyDir" else "pod"
        server = ServerFact(each.names[0], container.image, False, container.place)
        for _, written, place in taken(left, partial(_is_meant, store=each)) if path else ():
            yield StoreFact(each.names[0], written, server, doors, lost, path if lost else "", place)


def _is_meant(host: str, store: _Server) -> bool:
    """Whether a host is a Service of a server, or one pod of it; perhaps with the namespace and the cluster's name after it."""
    first, *rest = host.split(".")
    if first not in store.names and rest and rest[0] in store.names and first.rpartition("-")[2].isdecimal():
        first, *rest = rest
    return first in store.names and not (rest and store.namespace and rest[0] != store.namespace)


def _is_open(container: Container) -> bool | None:
    unknown = any(each.value is None and "security" in each.name.lower() for each in container.env)
    if unknown or not container.env_known or not STORE.search(container.image):
        return None
    return lets_in(container.image, _settings(container.env), container.words, _text(container))


def _dashboards(store: _Server, servers: Iterable[_Server]) -> Iterator[DoorFact]:
    for each in servers:
        container = each.container
        text = _text(container) if container.env_known else None
        if shows(container.image, _settings(container.env), text, store.names):
            yield from _at(each, DASHBOARD_PORT, each.names[0])


def _at(server: _Server, port: int, dashboard: str) -> Iterator[DoorFact]:
    """Its doors of a port; ``dashboard`` as there."""
    yield from (DoorFact(port, dashboard, each.kind, each.place) for each in server.doors if each.port == port)


def _settings(env: Iterable[Variable]) -> dict[str, str]:
    return {each.name: each.value for each in env if each.value is not None}


def _text(container: Container) -> str | None:
    """What its file of settings says: nothing where it has that of the image, None where something is mounted there."""
    return None if any("/config" in mount.path for mount in container.mounts) else ""


def _servers(document: Document) -> tuple[_Server, ...]:
    """Those of the nearest folder whose manifests, or those of its folders, have any search engine."""
    file = document.file
    found = tuple(_read([file]))
    if any(STORE.search(each.container.image) for each in found):
        return found
    return _near(files.folder_by_name(full_path(file)), tuple(file.project)) if file.project else ()


@follows
def _near(folder: str, project: tuple[str, ...], /) -> tuple[_Server, ...]:
    for above in islice(files.folders_within(files.join(folder, "any"), project), _FOLDERS):
        folders = [above, *(files.join(above, name) for name in islice(folders_in(above), _ASIDE))]
        texts = [each for one in folders for each in sources_in(one, project, _NAMES, _FILES)]
        found = tuple(_read([each for each in texts if b"kind" in each.data]))
        if any(STORE.search(each.container.image) for each in found):
            return found
    return ()


def _read(manifests: Iterable[SourceFile]) -> Iterator[_Server]:
    """The containers of search engines and dashboards that Services lead to."""
    parts = [(each, node) for each in manifests for node in resources_of(read_yaml(each.data).roots)]
    services = [(file, node) for file, node in parts if node.text("kind") == "Service"]
    for file, node in parts if services else ():
        spec = mapping(node.values.get("spec"))
        template = node if node.text("kind") == "Pod" else mapping(spec.values.get("template"))
        labels = _texts(mapping(template.values.get("metadata")).values.get("labels"))
        for pod in read_pods(file, [node]) if node.text("kind") in KINDS and labels else ():
            leading = [(one, service) for one, service in services if _selects(service, labels)]
            names = tuple(mapping(service.values.get("metadata")).text("name") for _, service in leading)
            doors = tuple(door for one, service in leading for door in _doors(one, service))
            for container, _ in pod.containers if names else ():
                if STORE.search(container.image) or DASHBOARD.search(container.image):
                    yield _Server(container, names, pod.namespace, doors)


def _selects(service: Mapping, labels: dict[str, str]) -> bool:
    wanted = _texts(mapping(service.values.get("spec")).values.get("selector"))
    return bool(wanted) and wanted.items() <= labels.items()


def _doors(file: SourceFile, service: Mapping) -> Iterator[DoorFact]:
    """The ports that a Service publishes outside of the cluster."""
    spec = mapping(service.values.get("spec"))
    kind = spec.values.get("type")
    if isinstance(kind, Scalar) and kind.value in _PUBLIC and not _INSIDE.search(file.data):
        for port in mappings(spec.values.get("ports")):
            number = port.text("targetPort") or port.text("port")
            number = number if number.isdecimal() else port.text("port")
            if number.isdecimal() and len(number) < 6:
                yield DoorFact(int(number), "", kind.value, Place(Document.whole(file), Span(kind.start, kind.end)))


def _texts(node: object) -> dict[str, str]:
    return {key: each.value for key, each in node.values.items() if isinstance(each, Scalar)} if isinstance(node, Mapping) else {}
