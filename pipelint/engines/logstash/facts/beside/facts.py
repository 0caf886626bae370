"""What is said of the compose files and Filebeats beside a config. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.sources.compose.services import Service


@dataclass(frozen=True, eq=False)
class UnkeptFact:
    """What Logstash keeps in ``path`` of the container of ``service``, where nothing is mounted.

    ``what`` is queue, letters (of the dead letter queue) or positions.
    """

    what: str
    path: str
    service: Service
    place: Place


@dataclass(frozen=True, eq=False)
class HiddenFact:
    """The files of the image that a folder without them hides, as ``service`` mounts it over the image's folder of settings."""

    names: list[str]
    service: Service


@dataclass(frozen=True, eq=False)
class AbsentFileFact:
    """A file at ``path``, which the setting ``name`` of ``plugin`` names: ``service`` mounts none, and its image has none."""

    plugin: str
    name: str
    path: str
    service: Service
    place: Place


@dataclass(frozen=True, eq=False)
class ElsewhereFact:
    """The ``folder`` that ``service`` mounts where Logstash reads its pipelines, and that does not hold the config."""

    folder: str
    service: Service


@dataclass(frozen=True, eq=False)
class ShippedFact:
    """A ``field`` that a condition asks for, or a filter reads, where Filebeat's settings in ``file`` send ``now`` in its place.

    ``why`` is root (its fields are at the top), inside (they are in [fields]) or renamed.
    """

    field: str
    now: str
    why: str
    file: str
    place: Place
