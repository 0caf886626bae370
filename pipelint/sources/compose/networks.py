"""Which services of compose files can reach each other, which nobody else reaches, and which have a host name of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.compose.merged import merged
from pipelint.sources.compose.services import Service
from pipelint.sources.kinds import is_compose_name
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, read_yaml

# With these a service reaches others in other ways, or has another's network.
_OTHERWISE = ("network_mode", "extra_hosts", "external_links", "extends")
# With these a container has another name than its ID.
_NAMES_HOST = frozenset(("hostname", "uts", "network_mode"))
# A swarm publishes ports in another way.
_SWARM = late(r"(?i)stack|swarm")


def apart(one: Service, other: Service, document: Document) -> bool:
    """Whether two services of the same compose files have no network in common, as far as all of these files say."""
    ways = [_networks(each, _roots(_files(each.place.document.file, document))) for each in (one, other)]
    return None not in ways and not (ways[0] or frozenset()) & (ways[1] or frozenset())


def is_internal(service: Service, document: Document, alone: bool) -> bool:
    """Whether a service is in bridges of its own compose files alone that are ``internal``; ``alone``: of one of the files."""
    file = service.place.document.file
    if b"internal" not in file.bytes or _SWARM.search(files.name(file.path)):
        return False
    read = [*_roots([file] if alone else _files(file, document))]
    names, found = _networks(service, read), set[str]()
    for root in read:
        said = root.values.get("networks")
        pairs = said.values.items() if isinstance(said, Mapping) else ()
        inner = (name for name, one in pairs if isinstance(one, Mapping) and _is_inner(one))
        found.update(_name(name, said) for name in inner)
    return bool(names) and found.issuperset(names or ())


def _is_inner(network: Mapping) -> bool:
    return network.text("internal").lower() == "true" and network.text("driver") in ("", "bridge")


def on_own_networks(service: Service, document: Document) -> bool:
    """Whether a service is on networks alone that its compose files make, and names no other host."""
    roots = [*_roots(_files(service.place.document.file, document))]
    own = _networks(service, roots)
    known = [root.values.get("networks") for root in roots]
    outer = {_name(name, each) for each in known for name in _listed(each) if _is_outer(each, name)}
    return own is not None and not outer & own


def is_named(service: Service) -> bool:
    """Whether its compose file, or one beside it, says its host name, or gives it another's network."""
    file = service.place.document.file
    beside = sources_in(files.folder_by_name(full_path(file)), file.project, is_compose_name)
    return any(_names_host(root, service.name) for root in _roots((file, *beside)))


def _names_host(root: Mapping, name: str) -> bool:
    services = root.values.get("services")
    service = services.values.get(name) if isinstance(services, Mapping) else None
    return isinstance(service, Mapping) and not _NAMES_HOST.isdisjoint(merged(service).values)


def _is_outer(networks: Node | None, name: str) -> bool:
    """Whether a network is made by something else."""
    said = networks.values.get(name) if isinstance(networks, Mapping) else None
    return isinstance(said, Mapping) and "external" in said.values and said.text("external") != "false"


def _networks(service: Service, read: Iterable[Mapping]) -> frozenset[str] | None:
    """The networks that compose files give a service, by their names; None where they are not known."""
    said, default = set[str](), set[str]()
    for root in read:
        default.add(_name("default", root.values.get("networks")))
        services = root.values.get("services")
        node = services.values.get(service.name) if isinstance(services, Mapping) else None
        if isinstance(node, Mapping):
            own = merged(node)
            if not own.whole or any(name in own.values for name in _OTHERWISE):
                return None
            said |= {_name(name, root.values.get("networks")) for name in _listed(own.values.get("networks"))}
    return None if any("$" in name for name in said or default) else frozenset(said or default)


def _files(file: SourceFile, document: Document) -> Iterable[SourceFile]:
    """The compose files that say together what one of them says: all of its folder, or that which has the document as a text."""
    return [file] if document.part else sources_in(files.folder_by_name(file.path), file.project, is_compose_name)


def _roots(read: Iterable[SourceFile]) -> Iterator[Mapping]:
    roots = (next(iter(read_yaml(each.bytes).roots), None) for each in read)
    return (root for root in roots if isinstance(root, Mapping))


def _listed(node: Node | None) -> list[str]:
    if isinstance(node, Mapping):
        return list(node.values)
    return [each.value for each in node.items if isinstance(each, Scalar)] if isinstance(node, Sequence) else []


def _name(name: str, networks: Node | None) -> str:
    """What a network is called outside of its file: two keys may stand for one."""
    said = networks.values.get(name) if isinstance(networks, Mapping) else None
    external = said.values.get("external") if isinstance(said, Mapping) else None
    inner = external.text("name") if isinstance(external, Mapping) else ""
    return inner or (said.text("name") if isinstance(said, Mapping) else "") or name
