"""What a rule says of the images that run a config. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.sources.compose.facts import ServerFact


@dataclass(frozen=True, eq=False)
class UnversionedFact:
    """What is installed in whatever version is the newest: ``what`` is gem or image, ``names`` are theirs."""

    what: str
    names: list[str]
    place: Place


@dataclass(frozen=True, eq=False)
class RefusedClientFact:
    """The newest client for the ``server`` that an output of ``plugin`` sends to, whose image, with a version, is older.

    ``major`` is the server's, ``other``: it is OpenSearch. ``installed`` is what brings the gem. ``unlikely``: the image's
    Ruby is too old for the newest gems, or a compose file runs an image that was built some day.
    """

    plugin: str
    server: ServerFact
    major: int
    other: bool
    installed: InstallFact
    unlikely: bool
    place: Place


@dataclass(frozen=True, eq=False)
class InstallFact:
    """A gem that a Dockerfile installs."""

    name: str
    place: Place


@dataclass(frozen=True, eq=False)
class UninstalledFact:
    """A ``plugin`` that the image which runs the config does not have: ``gem`` brings it, "" where that is not known, and
    ``image`` is what that begins with."""

    plugin: str
    gem: str
    image: str
    place: Place
