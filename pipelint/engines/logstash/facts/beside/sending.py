"""What is said of what is beside a config, and of what runs it. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.facts import PlaceFact
from pipelint.sources.compose.services import Service


@dataclass(frozen=True, eq=False)
class MisplacedFact:
    """A file of settings that ``service`` mounts at a ``path`` where Logstash reads none; pipelines with the ``name`` ""."""

    name: str
    path: str
    service: Service


@dataclass(frozen=True, eq=False)
class UnheardFact:
    """A ``port`` of ``service`` to which the Filebeat of ``file`` sends, and on which no input of the config listens."""

    file: str
    port: int
    service: Service
    place: Place


@dataclass(frozen=True, eq=False)
class UnreachedFact:
    """A service ``name`` of a compose file that nothing on its other networks finds.

    A plugin of the config, which ``service`` runs, connects to ``other`` by that name. With ``plugin`` "" it is ``service``
    itself, and ``other`` is the Filebeat that sends to it.
    """

    name: str
    plugin: str
    service: Service
    other: Service
    place: Place


@dataclass(frozen=True, eq=False)
class SaidSecretFact:
    """A ``variable`` for the setting ``name`` that ``file``, a compose file or the .env beside it, has as plain text.

    ``default``: for where nothing else sets it. ``service`` runs the config. Without a variable it is a text of the config that
    looks like the place of a password, with which the search engine ``service`` starts.
    """

    name: str
    variable: str
    file: str
    default: bool
    service: Service
    place: Place


@dataclass(frozen=True)
class EchoFact:
    """An output that prints each event into the log of its container.

    The Filebeat of ``file`` reads that, and sends it to an input ``plugin`` of the same pipeline.
    """

    file: str
    plugin: str
    place: Place
    _input: Place

    @property
    def input(self) -> PlaceFact:
        """The input that gets it."""
        return PlaceFact(self._input)


@dataclass(frozen=True, eq=False)
class InstallFact:
    """A ``gem`` that the command of the service or pod which runs the config installs before it starts Logstash."""

    gem: str
    place: Place


@dataclass(frozen=True, eq=False)
class MadeFolderFact:
    """A ``folder`` that ``service`` mounts, seen from its compose file, and that is not there: Docker makes it for root.

    ``what`` Logstash writes there is data (its own) or output.
    """

    what: str
    folder: str
    service: Service
    place: Place


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


@dataclass(frozen=True, eq=False)
class IdleVariablesFact:
    """The ``names`` of variables that ``service`` sets and nothing in its container reads.

    ``why`` is options (of Java, which Logstash takes from another one), setting (it is none of Logstash's) or config (it does
    not have them).
    """

    names: list[str]
    why: str
    service: Service
    place: Place


@dataclass(frozen=True, eq=False)
class LackingFact:
    """A ``plugin`` of a ``kind`` (input, filter, output) that the image of ``service`` does not have: ``gem`` brings it."""

    plugin: str
    kind: str
    gem: str
    service: Service
    place: Place


@dataclass(frozen=True, eq=False)
class ElsewhereFact:
    """The ``folder`` that ``service`` mounts where Logstash reads its pipelines, and that does not hold the config."""

    folder: str
    service: Service


@dataclass(frozen=True, eq=False)
class UnversionedFact:
    """The ``image`` of a service or container, ``label``, that names no version. ``absent``: its registry has none such."""

    image: str
    label: str
    absent: bool
    place: Place


@dataclass(frozen=True, eq=False)
class DefaultFact:
    """A file that joins the image's own pipeline under this ``name``. ``taken``: an input of it has the port of that one, too."""

    name: str
    taken: bool
    place: Place
