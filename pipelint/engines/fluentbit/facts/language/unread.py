"""Sections in files that a config names, of a kind that Fluent Bit does not ask such a file for."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import OF_SERVICE
from pipelint.engines.fluentbit.syntax.section import kind_of

_HEAD = late(rb"(?m)^\[([A-Za-z_]+)\]")


@dataclass(frozen=True, eq=False)
class UnreadHeadFact:
    """The head of a section in a file that ``key`` names, and that is not read: ``name`` as written."""

    name: str
    key: str
    place: Place


def unread_heads(config: FluentBitConfig) -> Iterator[UnreadHeadFact]:
    """The heads, in the classic format."""
    for named in config.named:
        used = OF_SERVICE.get(named.key, ())
        for document in named.documents if used else ():
            for found in _HEAD.finditer(document.text):
                name = found[1].decode()
                if kind_of(name) not in used and name.lower() not in used:
                    yield UnreadHeadFact(name, named.key, Place(document, Span(*found.span())))
