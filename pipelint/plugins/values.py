"""Values that do not fit what the plugin declares: an engine says which, and what it makes of them."""

from __future__ import annotations

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.plugins.spec import ParamSpec


@dataclass(frozen=True, slots=True, eq=False)
class WrongValue:
    """``expected`` is the type in words, ``read_as`` what the engine takes the value for ("" where it stops)."""

    expected: str
    read_as: str = ""


class Values:
    """How an engine reads the values of parameters. This one claims nothing of any; an engine that knows more derives from it."""

    def is_known(self, param: Param) -> bool:
        """Whether the value is what is written: no embedded code, no variable of the environment, no field of an event."""
        return not param.embedded

    def is_stray(self, param: Param) -> bool:
        """Whether it is a word without a value, of which another finding tells, and which may be no parameter."""
        return False

    def meant(self, block: Block, param: Param) -> str:
        """The declared name of what an undeclared one in a section once was, "" where the engine had none."""
        return ""

    def by_default(self, param: Param) -> Param:
        """The parameter with the value that it has where the environment says nothing else, itself where that is not known."""
        return param

    def chosen(self, spec: ParamSpec, param: Param) -> bool:
        """Whether a known value is one of those that an enum may be."""
        return param.value in spec.values

    def moves(self, old: ParamSpec, new: ParamSpec, param: Param) -> bool:
        """Whether a parameter that is declared as ``old`` means the same as ``new``, its value as it is written."""
        return (old.type, old.values, old.many) == (new.type, new.values, new.many)

    def wrong(self, spec: ParamSpec, param: Param) -> WrongValue | None:
        """What is wrong with the type of a known value; None for one that fits, and for one of which nothing can be said.

        Values of enums are not judged here.
        """
        return None
