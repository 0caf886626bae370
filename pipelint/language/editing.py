"""Editing: what an engine offers an editor. Which of it is shown how, the language server decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place

if TYPE_CHECKING:
    from pipelint.language.config import Config


class ItemKind(Enum):
    """What something is that may be typed."""

    PLUGIN = "plugin"
    PARAMETER = "parameter"
    VALUE = "value"
    NAME = "name"
    SECTION = "section"
    PATTERN = "pattern"
    FIELD = "field"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Item:
    """Something that may be typed at a cursor. ``text`` is what is written, where that is more than the label.

    ``rank``: those of a lower one come first. ``definition`` is what the label stands for, ``about`` what it means, in a line.
    ``snippet`` is what is written where an editor has tab stops: as ``text``, with the values to fill in in the protocol's form.
    ``replaces``: characters before the cursor that go, where they are not those of the word there.
    """

    label: str
    kind: ItemKind
    detail: str | None = None
    text: str | None = None
    rank: int | None = None
    deprecated: bool = False
    definition: str | None = None
    about: str | None = None
    snippet: str | None = None
    replaces: int | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that is defined in one place and used in others. ``kind`` is label, id, address, parser, tag and the like.

    ``fixed``: it means something to the engine itself.
    """

    kind: str
    name: str
    place: Place
    defines: bool
    fixed: bool = False


class How(Enum):
    """What a place does with a field: sets it, reads it, or takes it away."""

    SETS = "sets"
    READS = "reads"
    REMOVES = "removes"


@dataclass(frozen=True, slots=True)
class FieldUse:
    """A field that a stage of the graph (by its index) sets, reads or removes, and where its name is written.

    ``path`` are the keys that lead to it. ``place`` is the last key alone where that is written there, else all that names it.
    """

    stage: int
    path: tuple[str, ...]
    how: How
    place: Place


@dataclass(frozen=True, slots=True)
class Link:
    """A place that names files: those that were read as ``documents`` of the config, or only their ``paths``."""

    place: Place
    documents: tuple[Document, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """A text that no engine reads as a config yet, and a cursor in it.

    ``name`` is that of the file, or of the key whose text it is, in lower case. ``in_yaml`` says that the file is YAML,
    ``beside_configs`` that something else in it is a config.
    """

    text: bytes
    offset: int
    name: str
    in_yaml: bool
    beside_configs: bool

    @property
    def line(self) -> str:
        """The line up to the cursor, without its indentation."""
        return self.text[self.text.rfind(b"\n", 0, self.offset) + 1 : self.offset].decode("utf-8", "replace").lstrip()


class Editing(Protocol):
    """What an engine knows that helps somebody who types."""

    @property
    def joins_folder(self) -> bool:
        """Whether it reads all configs of a folder as one."""
        ...

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of files that list configs."""
        ...

    @property
    def includes(self) -> Mapping[str, tuple[bytes, ...]]:
        """By suffix of files that may include or name others what stands in them then, one of it."""
        ...

    @property
    def tag_params(self) -> tuple[str, ...]:
        """The parameters that say under which tag a stage emits events, or which tags it takes."""
        ...

    @property
    def type_params(self) -> tuple[str, ...]:
        """The parameters that say which plugin a section is, or what it is called."""
        ...

    @property
    def id_param(self) -> str | None:
        """The parameter that gives a plugin an id; None where none is offered."""
        ...

    def items(self, config: Config, place: Place, version: str) -> Iterator[Item]:
        """What may be typed at a place in a config. ``version`` runs it, as settings name it (``9.1``); "" for the newest."""
        ...

    def first_items(self, begun: Begun) -> Iterator[Item]:
        """What may be typed in a text that could become a config of the engine."""
        ...

    def symbols(self, config: Config) -> Iterator[Symbol]:
        """All names in a config, where they are defined and where they are used."""
        ...

    def fields(self, config: Config, around: Place | None = None) -> Iterator[FieldUse]:
        """The fields that its stages set, read and remove, as far as is known; of stages ``around`` a place alone if given."""
        ...

    def links(self, config: Config) -> Iterator[Link]:
        """All places that name files of configs."""
        ...

    def included(self, config: Config, place: Place) -> Iterator[Document]:
        """What an include at a place stands for."""
        ...

    def files_at(self, config: Config, path: str, offset: int) -> Iterator[str]:
        """The files that a setting of the config at a byte of a file beside it names."""
        ...
