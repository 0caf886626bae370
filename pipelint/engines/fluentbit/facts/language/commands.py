"""Lines that begin with @ in the classic format: SET and INCLUDE mean something, all else is passed over (src/flb_meta.c)."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.language.config import Config

_COMMAND = late(rb"(?m)^@([^ \r\n]+) +((?! )[^\r\n]*)$")


@dataclass(frozen=True, eq=False)
class CommandFact:
    """A command without effect: ``name`` as written. ``variable`` is what a SET with blanks around its = sets, "" for others."""

    name: str
    variable: str
    place: Place


def idle_commands(config: Config) -> Iterator[CommandFact]:
    """The commands that do nothing, or not what they seem to."""
    classic = {block.place.document for block in config.root.blocks if block.head_place.text.startswith("[")}
    for document in config.documents:
        for found in _COMMAND.finditer(document.text) if document in classic else ():
            name, said = found[1].decode("utf-8", "replace"), found[2].decode("utf-8", "replace")
            variable, _, value = said.partition("=")
            blank = variable != variable.rstrip() or value != value.lstrip()
            if name.upper() not in ("SET", "INCLUDE"):
                yield CommandFact(name, "", Place(document, Span(*found.span())))
            elif name.upper() == "SET" and blank and value:
                yield CommandFact(name, variable, Place(document, Span(*found.span(2))))
