"""What a Fluent Bit config asks of the service of a compose file that runs it, and that is not mounted there."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.discovery.discover import FluentBitDiscovery
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.sources.compose.services import Service, services_of
from pipelint.sources.kubernetes.workload import Mount

_IMAGE = late(rf"(?:{FluentBitDiscovery.own_images})(?=[:@]|$)")
# What the images have themselves, or every container.
_OF_IMAGE = ("/fluent-bit/", "/opt/", "/etc/", "/proc/", "/sys/", "/dev/", "/run/", "/tmp/")


@dataclass(frozen=True, eq=False)
class UnmountedFact:
    """A ``path`` of the config where the ``service`` that runs it has nothing mounted: ``what`` is log or position."""

    what: str
    path: str
    service: Service
    place: Place


def unmounted(config: Config) -> Iterator[UnmountedFact]:
    """The logs that no mount has, and of those that one has the positions which no mount has.

    Where one service alone runs the config, with an image of Fluent Bit's own: another may have the files in it.
    """
    document = config.documents[0]
    found = [] if config.entry.kubernetes else services_of(document)
    services = [each for each in found if _IMAGE.search(each.image)]
    if len(services) != 1:
        return
    service = services[0]
    written = {*_written(config)}
    for stage in config.graph.of_kind(Kind.SOURCE):
        path, db = stage.block.param("path"), stage.block.param("db")
        if stage.plugin != "tail" or path is None or path.embedded:
            continue
        paths = (each for each in types.parts(path.value) if each.startswith("/"))
        wanted = [each for each in paths if not each.startswith((*_OF_IMAGE, *written))]
        missed = [each for each in wanted if not any(_shows(mount, each) for mount in service.mounts)]
        if missed:
            yield UnmountedFact("log", missed[0], service, path.place)
        elif wanted and db is not None and _is_lost(db, service):
            yield UnmountedFact("position", db.value, service, db.place)


def _shows(mount: Mount, path: str) -> bool:
    """Whether a path with wildcards may lead into what is mounted."""
    before = path.partition("*")[0]
    return mount.covers(before.rstrip("/")) or (len(before) < len(path) and mount.path.startswith(before))


def _is_lost(db: Param, service: Service) -> bool:
    return db.value.startswith("/") and not db.embedded and not any(mount.covers(db.value) for mount in service.mounts)


def _written(config: Config) -> Iterator[str]:
    """The files and folders that Fluent Bit itself writes."""
    for block in config.root.blocks:
        names = ("log_file",) if block.name == "service" else ("path",) if block.name == "output" else ()
        yield from (value for name in names if (value := block.value(name)))
