"""What the services of a compose file say of a config that one of them runs, alike for all engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.sources.compose.merged import Merged, merged
from pipelint.sources.compose.mounts import items_of
from pipelint.sources.compose.services import Service
from pipelint.sources.compose.variables import composed, variables_beside
from pipelint.yaml.tree import Mapping, Scalar, read_yaml

# The last one is what Docker Desktop calls it; its own process, which sends lines, knows that name as containers do.
OF_MACHINE = ("localhost", "127.0.0.1", "0.0.0.0", "host.docker.internal")
_ASYNC = ("async", "async-connect")
_USUAL_PORT = "24224"


@dataclass(frozen=True, eq=False)
class UnsetVariableFact:
    """A variable that the ``service`` of a compose file, which runs the config, does not set: one without a default, or
    (``spare``) with one, which the compose file itself has from outside."""

    name: str
    service: Service
    place: Place
    spare: bool = False


@dataclass(frozen=True, eq=False)
class LoopbackFact:
    """An ``address`` of its own container to which an output of ``plugin`` sends; ``service`` runs the config, and no other.

    ``back``: an input of the config takes the events again, as they were. ``told_by`` is the broker, "" without one, that sends
    it there, or an input, whatever address the config has.
    """

    plugin: str
    address: str
    service: Service
    place: Place
    back: bool = False
    told_by: str = ""


@dataclass(frozen=True, eq=False)
class ApartFact:
    """A service ``other`` of a compose file that an output of ``plugin`` sends to, and that has no network in common with the
    ``service`` which runs the config."""

    plugin: str
    service: Service
    other: Service
    place: Place


@dataclass(frozen=True, eq=False)
class IdlePortFact:
    """A ``port`` that the ``service`` which runs the config publishes, and where nothing listens."""

    port: int
    service: Service
    place: Place


@dataclass(frozen=True, eq=False)
class ServerFact:
    """A server of the service ``name`` with ``image``; ``said``: that it asks for a login is written out."""

    name: str
    image: str
    said: bool
    place: Place


@dataclass(frozen=True, eq=False)
class DoorFact:
    """A ``port`` that is published: by a service of a compose file on all interfaces, or (``kind``) by a Service of the type
    NodePort or LoadBalancer. ``dashboard`` is the server it leads to that shows the search engine, "" where it is itself."""

    port: int
    dashboard: str
    kind: str
    place: Place


@dataclass(frozen=True, eq=False)
class StoreFact:
    """A search engine beside a config: its ``name``, as it is ``written`` there, and the ``server`` that it is.

    ``doors`` are where everybody reaches it, if it asks nobody for a login. ``lost`` says what its data end with, as it has no
    volume at ``path`` for them: "service" (of a compose file), "pod", or "emptyDir" where a pod has such a volume; "" where
    they are kept, or that is not known.
    """

    name: str
    written: str
    server: ServerFact
    doors: list[DoorFact]
    lost: str
    path: str
    place: Place


@dataclass(frozen=True, eq=False)
class WaitingFact:
    """A service ``name`` whose container Docker does not start while the collector of its lines is down."""

    name: str
    place: Place


@dataclass(frozen=True, eq=False)
class LoggingFact:
    """A service ``name`` whose lines a logging ``driver`` of Docker sends on, with its ``options``."""

    name: str
    driver: str
    options: dict[str, str]
    place: Place


@dataclass(frozen=True, eq=False)
class CollectorFact:
    """An input that gets what Docker's logging driver sends: its ``service``, and those ``waiting`` for it before they start."""

    service: Service
    waiting: list[WaitingFact]
    place: Place


def waiting_for(service: Service, port: int, driver: str) -> list[WaitingFact]:
    """The services of its compose file whose lines a logging driver, connected at their start, sends to a port of it."""
    found = loggings(service, driver) if port in (service.published or ()) else ()
    return [WaitingFact(each.name, each.place) for each in found if _waits(each, port, driver)]


def loggings(service: Service, wanted: str = "") -> Iterator[LoggingFact]:
    """The other services of its compose file whose lines a logging driver sends on, as far as all of its options are there: the
    ``wanted`` one, or any."""
    document = service.place.document
    file = document.file
    root = next(iter(read_yaml(file.bytes).roots), None)
    services = root.values.get("services") if isinstance(root, Mapping) else None
    if not isinstance(services, Mapping):
        return
    around = variables_beside(files.folder_by_name(file.path), file) if b"$" in file.bytes else {}
    for name, node in services.values.items():
        logging = merged(node).values.get("logging") if isinstance(node, Mapping) and name != service.name else None
        said = merged(logging) if isinstance(logging, Mapping) else Merged({})
        inner = said.values.get("options")
        options = merged(inner) if isinstance(inner, Mapping) else Merged({})
        driver = said.text("driver")
        if driver and driver == (wanted or driver) and said.whole and options.whole:
            key = services.keys[name]
            texts = {option: composed(options.text(option), around) for option in options.values}
            yield LoggingFact(name, driver, texts, Place(document, Span(key.start, key.end)))


def misaddressed(service: Service) -> Iterator[tuple[LoggingFact, str]]:
    """The other services whose logging driver is told one of its names, which Docker itself does not know, and that address."""
    for logging in loggings(service) if b"-address" in service.place.document.file.bytes else ():
        address = logging.options.get(f"{logging.driver}-address", "")
        if address.rpartition("://")[2].partition(":")[0] in service.names:
            yield logging, address


def own_variables(service: Service) -> Iterator[tuple[str, Place]]:
    """The variables that it alone sets, under ``environment``: none that an alias, or another of its files, gives it."""
    document = service.place.document
    root = next(iter(read_yaml(document.file.bytes).roots), None)
    services = root.values.get("services") if isinstance(root, Mapping) else None
    node = services.values.get(service.name) if isinstance(services, Mapping) else None
    said = node.values.get("environment") if isinstance(node, Mapping) else None
    keys = list(said.keys.values()) if isinstance(said, Mapping) else items_of(said)
    for key in keys:
        if isinstance(key, Scalar) and key.start > service.place.span.start:
            yield key.value.partition("=")[0].strip(), Place(document, Span(key.start, key.end))


def _waits(logging: LoggingFact, port: int, driver: str) -> bool:
    """Whether Docker connects to a port of its machine before it starts a container whose lines go this way."""
    return not any(f"{driver}-{name}" in logging.options for name in _ASYNC) and sends_to(logging, port, driver)


def sends_to(logging: LoggingFact, port: int, driver: str) -> bool:
    """Whether what it sends goes to a port of its machine."""
    address = logging.options.get(f"{driver}-address", "").removeprefix("tcp://") or OF_MACHINE[0]
    host, _, number = address.partition(":")
    return host in OF_MACHINE and (number or _USUAL_PORT) == str(port)


def unset_in(service: Service, wanted: Iterable[tuple[str, Place]], is_set: Callable[[str], bool]) -> Iterator[UnsetVariableFact]:
    """The variables of ``wanted`` that the service does not set, each once; of others ``is_set`` says whether something does."""
    seen = set(service.environment or ())
    for name, place in wanted:
        if name not in seen and not is_set(name):
            seen.add(name)
            yield UnsetVariableFact(name, service, place)
