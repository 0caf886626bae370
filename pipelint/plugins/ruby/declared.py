"""What is read of a plugin: its parameters and sections, and what could not be read. ``Dialect``: an engine's words for that."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from pipelint.base.lean.record import dataclass, field
from pipelint.plugins.ruby.literal import Named, Unread
from pipelint.plugins.ruby.names import Code, Module, Names

if TYPE_CHECKING:
    from pipelint.plugins.ruby.walk import Walk


def is_plain(value: object) -> bool:
    """Whether there is no code in a value."""
    match value:
        case list():
            return all(map(is_plain, value))
        case dict():
            return all(map(is_plain, value.values()))
    return value is None or isinstance(value, bool | int | float | str)


def holds(value: object) -> bool:
    """Whether a value is one, and one that Ruby takes for true: all but nil and false."""
    return value is not None and value is not False and not isinstance(value, Unread)


def shown(value: object) -> str:
    """The code that a value is, or the first that is in it, as it stands in the source."""
    match value:
        case list():
            return next((shown(each) for each in value if not is_plain(each)), "")
        case dict():
            return shown(list(value.values()))
    return value.text if isinstance(value, Unread | Named) else "..."


@dataclass(slots=True)
class Parameter:
    """One parameter, with keys of the form (``docs/plugins.md``). ``said`` is the text with which the plugin asks for another.

    ``notes`` say what of it could not be read.
    """

    type: str
    default: object = None
    required: bool = False
    allowed: tuple[str, ...] = ()
    multiple: bool = False
    secret: bool = False
    alias: str = ""
    deprecated: bool = False
    removed: bool = False
    said: str = ""
    notes: tuple[str, ...] = ()

    def take_default(self, value: object) -> None:
        """Its default is ``value``, or code."""
        if is_plain(value):
            self.default = value
        else:
            self.notes += (f"its default is code: {shown(value)}",)

    def take_allowed(self, values: object) -> None:
        """It may be one of ``values``, unless they are code."""
        if isinstance(values, list) and is_plain(values):
            # As they stand in a config: as text.
            self.allowed = tuple(dict.fromkeys(each if isinstance(each, str) else json.dumps(each) for each in values))
        else:
            self.notes += (f"what it may be is code: {shown(values)}",)


@dataclass(slots=True)
class Section:
    """Parameters and sections by name. ``defaults`` are those that are set of parameters which somebody else declares."""

    parameters: dict[str, Parameter] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)
    defaults: dict[str, object] = field(default_factory=dict)
    required: bool = False


@dataclass(slots=True)
class Plugin:
    """A plugin: ``place`` is where it gets its name, ``groups`` the groups of ``shared.yaml`` that it has.

    ``open`` says why it may take more parameters than were read; ``notes`` are further things that are not known.
    """

    kind: str
    name: str
    place: str
    body: Section = field(default_factory=Section)
    groups: list[str] = field(default_factory=list)
    accepts: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """A call at the level of a class: ``word(*args, **options) { block }`` with the values of ``literal.value_of``.

    ``options`` is None where some of them are code; ``condition`` the code on which it depends whether it is made, "" for none.
    """

    word: str
    args: tuple[object, ...]
    options: Mapping[str, object] | None
    block: Code | None
    code: Code
    condition: str = ""

    @property
    def place(self) -> str:
        """``path:line``."""
        return self.code.scope.file.place(self.code.node)


class Dialect(Protocol):
    """The words in which an engine's plugins declare what they take."""

    @property
    def naming(self) -> frozenset[str]:
        """The words that give a plugin its name."""
        ...

    @property
    def words(self) -> frozenset[str]:
        """The words that declare something."""
        ...

    def named(self, call: Call, names: Names) -> tuple[Plugin, Module] | str:
        """The plugin that a call of a naming word names, and its class; in words why there is none ("" for another's word)."""
        ...

    def knows(self, name: str, plugin: Plugin) -> bool:
        """Whether a module or class of this full name is known without its source; what it declares is added to the plugin."""
        ...

    def declare(self, call: Call, section: Section, walk: Walk) -> None:
        """Adds what a call of one of the words declares."""
        ...

    def finish(self, plugin: Plugin, modules: list[Module]) -> None:
        """Adds what is known when all of its classes and modules have been read."""
        ...
