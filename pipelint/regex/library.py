"""Pattern libraries: what the names in grok patterns stand for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass, field, replace
from pipelint.regex.references import GrokDialect


class Edition(Enum):
    """The sets of patterns that come with the engines."""

    LEGACY = "legacy"
    ECS = "ecs-v1"


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """Definitions by name. Compared by identity, so that what was expanded with it can be looked up.

    ``withheld`` are names that the engine knows and whose definition is not had here. ``whole`` is false where a library
    that the config names could not be read: then no name can be called unknown. ``origin`` says which set of the engine it is
    made of, "" where of none.
    """

    definitions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    withheld: frozenset[str] = frozenset()
    whole: bool = True
    origin: str = ""

    def with_definitions(self, added: Mapping[str, str]) -> Library:
        """This library with ``added`` on top: a name that is in both stands for what ``added`` says."""
        return replace(self, definitions={**self.definitions, **added}, withheld=self.withheld - added.keys())

    def with_a_part_missing(self) -> Library:
        """This library, and one beside it that cannot be read."""
        return replace(self, whole=False)

    @property
    def names(self) -> frozenset[str]:
        """All names that are known for certain."""
        return self.withheld | self.definitions.keys()


@cache
def shipped(edition: Edition, dialect: GrokDialect) -> Library:
    """The library that the engine ships: the definitions of the ``grok`` crate, corrected to those of the edition."""
    from pipelint import _native
    from pipelint.regex.editions import differences

    table = dict(_native.grok_definitions())
    found = differences(edition.value)
    definitions = {name: text for name, text in table.items() if name not in found.withheld}
    definitions.update({edit.name: edit.apply(table) for edit in found.edits})
    definitions = {name: text.replace(":int}", f":{dialect.integer}}}") for name, text in definitions.items()}
    return Library(MappingProxyType(definitions), found.withheld, origin=f"{edition.value} patterns")


@cache
def shipped_by_any(dialect: GrokDialect) -> Library:
    """The legacy library, in which the names that only the edition for ECS has are known, too."""
    legacy = shipped(Edition.LEGACY, dialect)
    names = shipped(Edition.ECS, dialect).names
    origin = "; ".join(filter(None, (legacy.origin, dialect.undecided)))
    return replace(legacy, withheld=legacy.withheld | (names - legacy.definitions.keys()), origin=origin)
