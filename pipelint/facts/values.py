"""Facts about parameters and sections. Field names are the language of rule pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from pipelint.base.block import Block, Param
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.base.value import Value
from pipelint.language.config import Types
from pipelint.predicate.evaluate.frame import EvalError


@dataclass(frozen=True)
class ParamFact:
    """One parameter. ``value`` is its text as the engine reads it; ``embedded`` says that code in the config computes it."""

    name: str
    value: str
    embedded: bool
    place: Place
    name_place: Place
    block: Block
    types: Types = field(repr=False)
    _data: Value | None = field(default=None, repr=False)

    @cached_property
    def is_true(self) -> bool:
        """Whether the engine reads it as true; unknown for values that code computes."""
        return not self.embedded and self.types.boolean(self.value) is True

    @cached_property
    def is_false(self) -> bool:
        """Whether the engine reads it as false; unknown for values that code computes."""
        return not self.embedded and self.types.boolean(self.value) is False

    @cached_property
    def is_known_password(self) -> bool:
        """Whether it is a password that everybody knows (`admin123`, `p@ssw0rd!`), or Ruby has one in place of a variable."""
        from pipelint.facts.secrets.values import is_known_password

        return is_known_password(self.value)

    @cached_property
    def bytes(self) -> int:
        """Its value as a size, in bytes."""
        return self.types.size(self.value)

    @cached_property
    def seconds(self) -> float:
        """Its value as a time, in seconds."""
        return self.types.seconds(self.value)

    @cached_property
    def number(self) -> int | None:
        """Its value as an integer, null where the engine finds none and where code makes it."""
        return None if self.embedded else self.types.integer(self.value)

    @cached_property
    def regexp(self) -> RegexpFact:
        """Its value read as a regular expression."""
        # Imported here: few rules ask for it.
        from pipelint.regex.starts import anchors

        pattern, flags = self.types.regexp(self.value) or (self.value, "")
        found = anchors(pattern)
        return RegexpFact(pattern, flags, found.start, found.end, self.place)


_P = TypeVar("_P", bound=ParamFact)


@dataclass(frozen=True)
class RegexpFact:
    """A regular expression: its pattern without slashes, its flags, whether every alternative starts or ends anchored."""

    pattern: str
    flags: str
    anchored_start: bool
    anchored_end: bool
    place: Place


@dataclass(frozen=True)
class SectionFact:
    """A section inside a plugin."""

    param_class = ParamFact

    block: Block
    types: Types = field(repr=False)

    @property
    def name(self) -> str:
        """The section's name."""
        return self.block.name

    @property
    def arg(self) -> str:
        """The text after its name."""
        return self.block.arg

    @property
    def place(self) -> Place:
        """Its opening tag."""
        return self.block.head_place

    @property
    def text(self) -> str:
        """The whole section as written, without its includes."""
        return self.block.place.text

    @cached_property
    def params(self) -> Mapping[str, ParamFact]:
        """Its parameters by name."""
        return ParamFacts(self.block, self.types, self.param_class)

    @cached_property
    def sections(self) -> list[SectionFact]:
        """The sections directly inside."""
        return [type(self)(inner, self.types) for inner in self.block.blocks]

    def fact(self, param: Param) -> ParamFact:
        """The fact of a parameter of the section, or of one inside."""
        return _param_fact(param, self.block, self.types, self.param_class)


class ParamFacts(Mapping[str, _P]):
    """The facts of a section's parameters by name, each made when it is asked for.

    Whether an open section lacks one is not known: to ask raises EvalError.
    """

    def __init__(self, block: Block, types: Types, param_class: type[_P]) -> None:
        self._block = block
        self._types = types
        self._class = param_class
        self._made: dict[str, _P] = {}

    def __getitem__(self, name: str) -> _P:
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = _param_fact(self._block.params[name], self._block, self._types, self._class)
        return made

    def __contains__(self, name: object) -> bool:
        if name in self._block.names:
            return True
        if self._block.open:
            raise EvalError("an include that was not found may bring it")
        return False

    def __iter__(self) -> Iterator[str]:
        return iter(self._block.names)

    def __len__(self) -> int:
        return len(self._block.names)


def _param_fact(param: Param, block: Block, types: Types, param_class: type[_P]) -> _P:
    return param_class(param.name, param.value, param.embedded, param.place, param.name_place, block, types, param.data)
