"""Discovery: what the search for configs asks of an engine. Each answers in its own folder, so that none is known here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Protocol

from pipelint.base.finding import Note, Problem
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.sources.entry import Entry

if TYPE_CHECKING:
    import re

    from pipelint.base.text.changes import Change
    from pipelint.base.text.document import Document, Place
    from pipelint.sources.bundle import DiskBundle
    from pipelint.sources.find import Origin
    from pipelint.sources.found import Declared, Plain
    from pipelint.sources.glob import Target
    from pipelint.sources.hosts.protocol import Host
    from pipelint.sources.hosts.read import InFile
    from pipelint.yaml.tree import Node
    from pipelint.yaml.tree import Sequence as YamlSequence


class Disk:
    """Makes entries of an engine's files on disk: of each file one.

    ``claimed`` has the identities of files that belong to a config which another file declares, ``used`` those of files that
    gave settings.
    """

    def __init__(self, engine: str, bundle: DiskBundle) -> None:
        self.problems: list[Problem] = []
        self.notes: list[Note] = []
        self.claimed: set[str] = set()
        self.used: set[str] = set()
        self.engine = engine
        self.bundle = bundle

    def declared(self, found: Declared, asked: Origin) -> Entry | None:
        """The entry of a file that declares configs; None where none of these could be read."""
        return None

    def entries(self, files: Sequence[Plain]) -> dict[str, list[Entry]]:
        """The entries of ``files`` that no other includes, by the identity of the file at whose turn they come."""
        documents = {found.identity: (self.bundle.add(found.file, found.identity), found.file.path) for found in files}
        return {each: [Entry(self.engine, (document,), self.bundle, path)] for each, (document, path) in documents.items()}


@dataclass(frozen=True, slots=True)
class Claimed:
    """What an engine makes of what hosts hold in a file, by other words than the includes of its texts.

    For each folder its entries, and all its keys that are the engine's; the entries of lists; what is wrong or passed over.
    """

    of_folders: tuple[tuple[Entry, ...], ...]
    keys: tuple[AbstractSet[str], ...]
    of_lists: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Forwarded:
    """Events that are sent by the forward protocol: their ``tag``, with its place, to a ``host`` and its ``port``."""

    tag: str
    place: Place
    host: str
    port: str


def named_images(names: str) -> re.Pattern[str]:
    """What finds an image by a regex of names, which end before its tag; none where there are no names."""
    return late(rf"(?:{names})(?=[:@]|$)" if names else "(?!)")


class Discovery:
    """What an engine says of where its configs lie. This one has a config in each file, which may include others.

    ``main_files`` are the names under which the engine itself looks for its config, ``image_words`` what the names of its
    containers and their images hold, ``own_images`` finds its project's own images, ``own_folders`` are
    those in which these and its packages have the main file, ``other_images`` is a regex of others' whose tags are its version
    (the group, ``5.5.3`` or ``553``), ``own_packages`` one of what installs it in an image, with its version as the group,
    ``repositories`` has regexes of where its packages come from, each with the engine's version in them ("" for several),
    ``main_variable`` is the environment variable that names the main file. ``own_main`` is the config that its project's images
    run, "" where they run all of a folder, ``option`` a regex of what else a command names, with the path as the group.
    ``settings_files`` are the names of files that say what holds for its configs. ``own_gems`` is a regex of its own gem and
    those of its plugins, ``plugin_sources`` has the kinds of plugins by what their source files' names begin with, and
    ``source_words`` what the names of folders with such files, or with what an image is built from, hold. ``source_paths`` is a
    regex of where such files lie, with the word of ``plugin_sources`` and the plugin's name as groups.
    """

    name = ""
    main_files: AbstractSet[str] = frozenset()
    image_words: Sequence[str] = ()
    own_images = named_images("")
    own_folders: tuple[str, ...] = ()
    other_images = ""
    own_packages = ""
    repositories: Mapping[str, str] = {}
    main_variable = ""
    own_main = ""
    option = r"(?<!\S)(?:-c[ =]?|--config[ =])([^\s=]\S*)"
    settings_files: AbstractSet[str] = frozenset()
    own_gems = ""
    plugin_sources: Mapping[str, str] = {}
    source_words: Sequence[str] = ()
    source_paths = ""

    def claims(self, text: bytes, name: str) -> int | None:
        """Where in ``text``, of a file or key ``name``, stands what tells that it is a config of the engine; None where nothing.

        The engine with the first such place has it. One that takes a text for its name says 0, as this does for main files.
        """
        return 0 if name in self.main_files else None

    def claims_yaml(self, text: bytes, name: str) -> bool:
        """Whether ``text`` is a config in a YAML syntax of the engine's own."""
        return False

    def stands_alone(self, text: bytes) -> bool:
        """Whether ``text``, which ``claims`` takes, may be a config, and not only some lines of one."""
        return True

    def forwarded(self, documents: Sequence[Document]) -> Iterator[Forwarded]:
        """What a config of the engine, of these files, sends by the forward protocol of Fluentd, as far as that is sure."""
        return iter(())

    def includes(self, text: bytes) -> AbstractSet[Target]:
        """Where what looks like includes in ``text`` leads."""
        return frozenset()

    def unknowns(self, text: bytes) -> Sequence[Change] | None:
        """What to write in the place of the marks of a template (``MARK``), so that what is unknown is an unknown value.

        The changes are in order. None where such a text cannot be read.
        """
        return None

    def disk(self, bundle: DiskBundle) -> Disk:
        """What makes entries of the engine's files."""
        return Disk(self.name, bundle)

    def hosts(self) -> Sequence[Host]:
        """Resources that its own operators read, beside those that hold configs of any engine."""
        return ()

    def may_declare(self, data: bytes) -> bool:
        """Whether it is worth reading ``data`` as YAML in search of what declares configs: a plain search for words."""
        return False

    def declaration(self, root: Node, path: str) -> YamlSequence | None:
        """The list of configs that the YAML file ``path`` declares; None where it is another file."""
        return None

    def refusal(self, path: str) -> str:
        """Why the file ``path`` holds no config by itself, though it is one of the engine's files; empty where it is not."""
        return ""

    def hosted(self, found: InFile, engines: Engines) -> Claimed | None:
        """What the engine makes of what hosts hold in a file, before the keys of folders are taken each for a text."""
        return None


class Engines(Protocol):
    """All engines that there are, as they are handed down to the search for configs."""

    @property
    def names(self) -> Collection[str]:
        """What they are called in entries and settings."""
        ...

    @property
    def titles(self) -> Collection[str]:
        """What they are called in messages."""
        ...

    def sniff(self, text: bytes, name: str) -> str | None:
        """The name of the engine whose config a text is; ``name`` is the file's or the key's.

        A name that ends in ``.yaml``, ``.yml`` or ``.json`` says that the text is YAML without a host in it: then only an
        engine's own YAML syntax is its config, not some YAML with a config text inside.
        """
        ...

    def discovery(self, name: str) -> Discovery:
        """What the engine of this name says of where its configs lie. Raises KeyError."""
        ...
