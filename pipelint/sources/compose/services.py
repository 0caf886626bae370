"""The services of the compose files around a config that run it: their images and mounts."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import folders_in, folders_with, full_path, sources_in
from pipelint.base.disk.asked import follows
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.sources.compose.merged import merged
from pipelint.sources.compose.mounts import UNKNOWN, given, holds, items_of, mount_of, source_of
from pipelint.sources.compose.said import (
    Port,
    awaited_of,
    base_of,
    environment_of,
    extended_of,
    health_of,
    memory_of,
    ports_of,
    recipe_of,
    user_of,
    words_of,
)
from pipelint.sources.compose.variables import composed, elsewhere, variables_beside
from pipelint.sources.entry import Entry
from pipelint.sources.kinds import is_compose_name
from pipelint.sources.kubernetes.workload import Mount, Setting, innermost
from pipelint.yaml.tree import Mapping, read_yaml

_MOST = 8  # folders on the way up that are looked into
# Folders beside those on the way up that hold what starts things, and how many of them are looked into.
_ASIDE, _MOST_ASIDE = frozenset(("docker", "compose", "deploy", "deployment", "deployments", "infra")), 4
_OLD = late(r"(?i)[-_.](?:old|bak|bkp|orig|deprecated|unused)(?=[-_.])")
_ELSEWHERE = frozenset(("extends", "volumes_from"))  # with these a service has more than what stands there


@dataclass(frozen=True, slots=True)
class Service:
    """A service that runs a config: its ``image``, or the one that it is ``built`` from, what it has ``mounts`` of, and the
    ``words`` of the command that the compose files give it. ``published`` are the ports of its own that it publishes, None where
    one of them is not known, or it has no network of its own. ``environment`` are the names of its variables, None where a file
    that is not there says some, ``settings`` what is said of their values. ``shared``: another service has its network.
    ``context`` is the folder that it is built from, ``recipe`` its Dockerfile, "" without one. ``protocols`` are what is said of
    those of the ``published``, "" for the usual one, ``local`` those that its machine alone reaches, ``wide`` those that Docker
    binds to all interfaces, with the place of the service in the file that says so. ``chosen``: a variable says which config
    it has. ``user`` is as whom it runs, "" where the image says it, None where that is not known. ``health`` are the words of
    its health check, CMD or CMD-SHELL first, and ``awaited_by`` the services that wait for it to be healthy. ``memory`` is
    the limit of its memory, at the service of the file that says it, None without one. ``names`` are what others of its
    network call it: its own, that of its container and that of its host."""

    name: str
    image: str
    built: bool
    mounts: tuple[Mount, ...]
    words: tuple[str, ...]
    place: Place
    published: tuple[int, ...] | None = None
    environment: frozenset[str] | None = None
    shared: bool = False
    context: str = ""
    recipe: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    protocols: tuple[str, ...] = ()
    chosen: bool = False
    local: frozenset[int] = frozenset()
    wide: dict[int, Place] = field(default_factory=dict)
    user: str | None = ""
    health: tuple[str, ...] = ()
    awaited_by: tuple[str, ...] = ()
    memory: Setting | None = None
    names: tuple[str, ...] = ()

    def on_host(self, path: str) -> str:
        """Where the host has a path of its container; "" where that comes from no folder or file of it."""
        mount = innermost(self.mounts, path)
        if mount is None or not mount.host_path:
            return ""
        return posixpath.normpath(posixpath.join(mount.host_path, posixpath.relpath(path, mount.path)))


@dataclass(frozen=True, slots=True)
class _Part:
    """What one file says of a service: ``sources`` are the paths on the host that its mounts have, and what it is built from;
    ``broad`` are those that are the folder of the file, or hold it."""

    image: str
    built: bool
    sources: tuple[str, ...]
    broad: frozenset[str]
    mounts: tuple[Mount, ...]
    words: tuple[str, ...]
    known: bool
    place: Place
    ports: tuple[Port | None, ...]
    environment: dict[str, str]
    whole: bool
    network: str
    context: str
    recipe: str
    chosen: tuple[str, ...]
    user: str | None
    health: tuple[str, ...]
    awaits: frozenset[str]
    memory: str
    names: tuple[str, ...]

    @property
    def near(self) -> list[str]:
        """The sources that are not broad."""
        return [each for each in self.sources if each not in self.broad]


def services_of(document: Document) -> list[Service]:
    """Those of the nearest folder whose compose files mount the file of ``document`` in a service, or build one around it.

    Several files of a folder say of a service what they say together. None of one that takes more from elsewhere. Of a text
    that stands in a compose file itself those of that which have such texts.
    """
    file = document.file
    path = full_path(file)
    if document.part:
        return list(_running([(path, file)], path))
    return list(_of(path, tuple(file.project)))


@follows
def _of(path: str, project: tuple[str, ...], /) -> tuple[Service, ...]:
    """Those that run the file at ``path``, of which rules ask again and again."""
    for folder in folders_with(path, project, is_compose_name, _MOST):
        if found := tuple(_running(_read(folder, project), path)):
            return found
    for folder in islice(files.folders_within(path, project), _MOST_ASIDE):
        all_said = (each for aside in _aside(folder, project) for each in _running(_read(aside, project), path))
        if found := tuple(each for each in all_said if _reaches(each, path)):
            return found
    return ()


@follows
def _aside(folder: str, project: tuple[str, ...], /) -> tuple[str, ...]:
    """The folders in one that are called after what starts things, and have compose files."""
    words = ((name, name.lower().replace("-", ".").replace("_", ".").split(".")) for name in folders_in(folder))
    named = (files.join(folder, name) for name, each in words if not _ASIDE.isdisjoint(each))
    return tuple(each for each in islice(named, _MOST_ASIDE) if next(_read(each, project), None) is not None)


def _reaches(service: Service, path: str) -> bool:
    """Whether it mounts a file, or its folder, from beside the folder of its compose file."""
    own = files.folder_by_name(service.place.document.file.path)
    sources = (mount.host_path for mount in service.mounts if mount.host_path)
    return any(holds(each, path) and not holds(each, own) for each in sources)


def service_of(entry: Entry, images: re.Pattern[str]) -> Service | None:
    """The one service that runs an entry with an image that ``images`` finds."""
    found = [] if entry.kubernetes else services_of(entry.documents[0])
    services = [each for each in found if images.search(each.image)]
    return services[0] if len(services) == 1 else None


def services_near(document: Document, image: re.Pattern[str]) -> list[Service]:
    """Those with an image that ``image`` finds, of the nearest folder whose compose files have any; of a text in one, of that."""
    file = document.file
    own = [(full_path(file), file)] if document.part else []
    if found := [each for each in _running(own) if image.search(each.image)]:
        return found
    return list(_near(files.folder_by_name(file.path), tuple(file.project), image))


@follows
def _near(folder: str, project: tuple[str, ...], image: re.Pattern[str], /) -> tuple[Service, ...]:
    """Those of a folder and above it, which all its configs share."""
    for above in folders_with(files.join(folder, "any"), project, is_compose_name, _MOST):
        if found := tuple(each for each in _running(_read(above, project)) if image.search(each.image)):
            return found
    return ()


def services_beside(service: Service, document: Document) -> list[Service]:
    """All services of the compose files of the folder that has one; of the file alone that holds ``document`` as a text."""
    file = service.place.document.file
    alone = [(file.path, file)] if document.part else None
    return list(_running(alone or _read(files.folder_by_name(file.path), file.project)))


def alone_in_files(service: Service, document: Document) -> list[Service]:
    """A service as each of several compose files of its folder has it, with an image and the config, so that one is enough."""
    path, file = full_path(document.file), service.place.document.file
    read = [] if document.part else [*_read(files.folder_by_name(file.path), file.project)]
    found = [one for each in read for one in _running([each], path) if one.name == service.name and one.image]
    said = [each for each, data in read for name, _ in _parts(each, data) if name == service.name]
    return found if 1 < len(found) == len(said) and not any("override" in files.name(each) for each, _ in read) else []


def _read(folder: str, project: Collection[str]) -> Iterator[tuple[str, SourceFile]]:
    """The compose files of a folder of the project, without those that are left from before beside others."""
    found = [*sources_in(folder, project, is_compose_name)]
    return ((each.path, each) for each in [one for one in found if not _OLD.search(files.name(one.path))] or found)


def _running(compose: Iterable[tuple[str, SourceFile]], path: str = "") -> Iterator[Service]:
    """The services that have ``path``, all of them without one."""
    parts: dict[str, list[_Part]] = {}
    for each, file in compose:
        for service, part in _parts(each, file):
            parts.setdefault(service, []).append(part)
    # Who mounts the config, or its folder, runs it, not who has all that lies around: an exporter with the machine's root.
    near = {service for service, said in parts.items() if any(holds(each, path) for part in said for each in part.near)}
    for service, said in parts.items():
        if not path or (service in near if near else any(holds(each, path) for part in said for each in part.sources)):
            image = next((part.image for part in said if part.image), "")
            if all(part.known for part in said):
                mounts = tuple(mount for part in said for mount in part.mounts)
                words = tuple(word for part in said for word in part.words)
                ports = [port for part in said for port in part.ports]
                known = tuple(port for port in ports if port is not None)
                published = tuple(port.number for port in known) if len(known) == len(ports) else None
                protocols = tuple(port.protocol for port in known) if published is not None else ()
                local = frozenset(port.number for port in known if port.local) - {p.number for p in known if not p.local}
                built, place = any(part.built for part in said), said[0].place
                settings = {name: value for part in said for name, value in part.environment.items()}
                names = frozenset(settings) if all(part.whole for part in said) else None
                joined = any(part.network == f"service:{service}" for other in parts.values() for part in other)
                # Of files that each have a service of that name, the one that has the config.
                place = next((part.place for part in said if any(holds(each, path) for each in part.sources)), place)
                context, recipe = next(((part.context, part.recipe) for part in said if part.context), ("", ""))
                chosen = any(holds(source, path) for part in said for source in part.chosen)
                users = {part.user for part in said if part.user != ""} or {""}
                user = next(iter(users)) if len(users) == 1 else None
                health = next((part.health for part in reversed(said) if part.health), ())
                waiting = tuple(name for name, all_said in parts.items() if any(service in part.awaits for part in all_said))
                yield Service(
                    *(service, image, built, mounts, words, place, published, names),
                    shared=joined,
                    context=context,
                    recipe=recipe,
                    settings=settings,
                    protocols=protocols,
                    chosen=chosen,
                    local=local,
                    wide={port.number: part.place for part in said for port in part.ports if port is not None and port.wide},
                    user=user,
                    health=health,
                    awaited_by=waiting,
                    memory=next((Setting(part.memory, part.place) for part in reversed(said) if part.memory), None),
                    names=(service, *dict.fromkeys(name for part in said for name in part.names)),
                )


def _parts(path: str, file: SourceFile) -> Iterator[tuple[str, _Part]]:
    # What is said around a config in it is compared anyway (checker/config/unedited.py), what is said in it does not count here.
    root = next(iter(read_yaml(file.bytes).roots), None)
    services = root.values.get("services") if isinstance(root, Mapping) else None
    if not isinstance(root, Mapping) or not isinstance(services, Mapping):
        return
    document, folder = Document.whole(file), files.folder_by_name(path)
    known_values = {"PWD": folder} | variables_beside(folder, file) if b"$" in file.bytes else {}
    # What such a service lacks another one may add, which then runs the config.
    extended = {extended_of(each) for each in services.values.values()}
    for name, said in services.values.items():
        if isinstance(said, Mapping):
            node = merged(said)
            key = services.keys[name]
            place = Place(document, Span(key.start, key.end))
            volumes = items_of(node.values.get("volumes"))
            mounts = [mount_of(each, place, folder, known_values) for each in volumes]
            pairs = zip(volumes, mounts, strict=True)
            chosen = tuple(
                mount[1].host_path for each, mount in pairs if mount and mount[1].host_path and elsewhere(source_of(each))
            )
            mounts += given(node, root, place, folder)
            context, recipe = recipe_of(node.values.get("build"), known_values)
            sources = [source for source, _ in filter(None, mounts)] + [context, path if "configs" in node.values else UNKNOWN]
            written = [(each, posixpath.normpath(posixpath.join(folder, each))) for each in sources if each != UNKNOWN]
            # What a compose file has by an absolute path is the machine's own, and holds the project by chance.
            there = tuple(one for each, one in written if not (each.startswith("/") and one != folder and holds(one, folder)))
            broad = frozenset(one for one in there if holds(one, folder))
            # Beside `build` it is what the image that is made will be called.
            own_name, base = composed(node.text("image"), known_values), base_of(folder, context, recipe, file)
            image = (base or own_name) if "build" in node.values else own_name or base
            known = None not in mounts and node.whole and _ELSEWHERE.isdisjoint(node.values) and name not in extended
            own = tuple(mount for _, mount in filter(None, mounts))
            words = (*words_of(node.values.get("entrypoint")), *words_of(node.values.get("command")))
            ports, network = tuple(ports_of(node, known_values)), node.text("network_mode")
            variables, whole = environment_of(node, folder, file)
            built = "" if context == UNKNOWN else posixpath.normpath(posixpath.join(folder, context))
            recipe = posixpath.normpath(posixpath.join(built, recipe)) if built else ""
            said_of = user_of(node), health_of(node), awaited_of(node), composed(memory_of(node), known_values)
            named = tuple(composed(node.text(key), known_values) for key in ("container_name", "hostname") if node.text(key))
            parts = place, ports, variables, whole, network, built, recipe, chosen, *said_of, named
            yield name, _Part(image, "build" in node.values, there, broad, own, words, known, *parts)
