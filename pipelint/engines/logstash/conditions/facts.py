"""Facts about the conditions of a Logstash config. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.logstash.conditions.clauses import tests_of
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path, removals
from pipelint.engines.logstash.facts.guards import ComparisonFact, GuardFact
from pipelint.engines.logstash.facts.items import value_items


@dataclass(frozen=True)
class RemovedFact:
    """A field that a condition tests and that is always gone there: its reference as tested, and where it was removed."""

    field: str
    _path: Path
    _by: Block

    @property
    def place(self) -> Place:
        """What says so of the filter that removed it."""
        return removals(self._by)[self._path]


@dataclass(frozen=True)
class FieldTestFact:
    """A field that a condition mentions: its reference, and by what operator (``""``: by itself)."""

    name: str
    operator: str
    place: Place


@dataclass(frozen=True, eq=False)
class BranchFact:
    """The condition of an ``if`` or ``else if``: ``name`` says which, ``section`` is filter or output.

    ``never``: no event meets it where it stands. Then ``alone`` says that it contradicts itself, ``contradicts`` is the one
    condition that rules it out (around it, or before it where all that met it were dropped), and ``duplicate_of`` the one
    earlier branch of its chain that takes all its events; both null where it takes several conditions to see it. ``always``:
    each event that gets here meets it, for what is known of the events here says so. ``removed`` are tested fields that are
    always gone here.
    """

    name: str
    text: str
    section: str
    pipeline: str
    never: bool
    always: bool
    alone: bool
    contradicts: BranchFact | None
    duplicate_of: BranchFact | None
    removed: list[RemovedFact]
    block: Block

    @property
    def fields(self) -> list[FieldTestFact]:
        """The fields that it mentions."""
        condition = self.block.condition
        tests = () if condition is None else tests_of(condition)
        return [FieldTestFact(reference(operand.path), operator, operand.place) for operand, operator in tests]

    @property
    def comparisons(self) -> tuple[ComparisonFact, ...]:
        """What it compares, from left to right."""
        return GuardFact(self.text, True, self.block).comparisons

    @property
    def drops(self) -> bool:
        """Whether every event that meets it is dropped by a plugin right inside of it."""
        return self.section == "filter" and any(effects(each).ends for each in self.block.blocks)

    @property
    def removes(self) -> list[str]:
        """The fields that are removed in it (``[a][b]``), where nothing else is done; none otherwise."""
        removed = [each.param("remove_field") for each in self.block.blocks if each.names == {"remove_field"}]
        fields = [
            item.text for param in removed if param is not None and param.data is not None for item in value_items(param.data)
        ]
        return [reference(field_path(name)) for name in fields] if len(removed) == len(self.block.blocks) else []

    @property
    def place(self) -> Place:
        """The condition."""
        return self.block.arg_place


def reference(path: Path) -> str:
    """A field as conditions name it: ``[a][b]``."""
    return "".join(f"[{key}]" for key in path)
