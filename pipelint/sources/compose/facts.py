"""What the services of a compose file say of a config that one of them runs, alike for all engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.sources.compose.services import Service


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
    """An ``address`` of its own container to which an output of ``plugin`` sends; ``service`` runs the config, and no other."""

    plugin: str
    address: str
    service: Service
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
class OpenStoreFact:
    """A search engine that asks nobody for a login, and whose ``service`` publishes its port on all interfaces: its ``name``, as
    it is ``written`` in the config. ``said``: that it asks nobody is written out."""

    name: str
    written: str
    said: bool
    service: Service
    place: Place


def unset_in(service: Service, wanted: Iterable[tuple[str, Place]], is_set: Callable[[str], bool]) -> Iterator[UnsetVariableFact]:
    """The variables of ``wanted`` that the service does not set, each once; of others ``is_set`` says whether something does."""
    seen = set(service.environment or ())
    for name, place in wanted:
        if name not in seen and not is_set(name):
            seen.add(name)
            yield UnsetVariableFact(name, service, place)
