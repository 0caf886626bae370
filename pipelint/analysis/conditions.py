"""What is known of the conditions of a Logstash config: which can never hold, repeat an earlier one, or test what is gone.

Followed are all filters and then all outputs of a pipeline, in the order in which an event passes them. A guard counts only
as long as no plugin behind it may have changed the fields that it asks for; plugins that may change anything end all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pipelint.analysis.condition_logic import Every, Formula, Negation, formula
from pipelint.analysis.condition_solver import unsatisfiable
from pipelint.analysis.field_writes import Change, Effects, FieldChanges, Path, overlap
from pipelint.base.block import Block
from pipelint.base.condition import Condition, FieldOperand, Joined, Not, Test, Truth
from pipelint.base.document import Place
from pipelint.base.record import dataclass, field, replace

_BRANCHES = ("if", "else if", "else")
# Of a pipeline with more conditions nothing is said: no real one comes near.
MAX_CONDITIONS = 1_000


@dataclass(frozen=True)
class RemovedFact:
    """A field that a condition tests and that is always gone there: its reference as tested, and where it was removed."""

    field: str
    place: Place


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
    fields: list[FieldTestFact]
    removed: list[RemovedFact]
    place: Place
    block: Block


@dataclass(frozen=True, slots=True)
class _Known:
    """A condition that holds for all events here, and the branch that says so."""

    clause: Formula
    branch: BranchFact | None


@dataclass(frozen=True, slots=True)
class _State:
    """What is known of the events at one point: conditions that hold, changes of fields so far, fields that are gone.

    ``ended``: no event gets here.
    """

    known: tuple[_Known, ...] = ()
    changes: tuple[Change | None, ...] = ()
    gone: dict[Path, Place] = field(default_factory=dict)
    ended: bool = False

    @property
    def clauses(self) -> list[Formula]:
        """The conditions that hold."""
        return [known.clause for known in self.known]


def branch_facts(root: Block, changes: FieldChanges) -> list[BranchFact]:
    """The facts of all conditions of a config, pipeline by pipeline; ``root`` holds the pipelines.

    ``changes`` says what its filters do. A pipeline with more than MAX_CONDITIONS of them has none.
    """
    found: list[BranchFact] = []
    for pipeline in root.blocks:
        if sum(block.condition is not None for block in pipeline.walk()) > MAX_CONDITIONS:
            continue
        walk = _Walk(pipeline.arg, changes)
        state = _State()
        for section in ("filter", "output"):
            for block in pipeline.blocks:
                if block.name == section:
                    state = walk.plugins(block.blocks, state, section)
        found += walk.found
    return found


class _Walk:
    """Follows the events of one pipeline and collects the facts of its conditions."""

    def __init__(self, pipeline: str, changes: FieldChanges) -> None:
        self.pipeline = pipeline
        self.changes = changes
        self.found: list[BranchFact] = []
        self._versions: dict[Path, tuple[tuple[Change | None, ...], int]] = {}

    def version(self, state: _State, path: Path) -> int:
        """How often what ``path`` holds may have changed before."""
        changes = state.changes
        # Most of them were counted when it was last asked for.
        before, count = self._versions.get(path, ((), 0))
        if changes[: len(before)] != before:
            before, count = (), 0
        count += sum(change is None or change.touches(path) for change in changes[len(before) :])
        self._versions[path] = changes, count
        return count

    def plugins(self, blocks: tuple[Block, ...], state: _State, section: str) -> _State:
        """The state behind ``blocks``."""
        for chain in _chains(blocks):
            if chain[0].name in _BRANCHES and (chain[0].condition is not None or len(chain) > 1):
                state = self._chain(chain, state, section)
            elif section == "filter":
                state = _pass(self.changes.of(chain[0]), state)
        return state

    def _chain(self, chain: list[Block], state: _State, section: str) -> _State:
        """The state behind an ``if`` with its ``else if`` and ``else``."""
        known, ends, dropped = state.known, list[_State](), list[_Known]()
        earlier: list[tuple[Formula, BranchFact]] = []
        for block in chain:
            inside = _State(known, state.changes, state.gone, state.ended)
            here = _Known(Every(tuple(Negation(before) for before, _ in earlier)), None)
            if block.condition is not None:
                clause = formula(block.condition, partial(self.version, state))
                branch = self._judge(block, clause, state, earlier, section)
                here = _Known(Every((here.clause, clause)), branch)
                within = (*known, _Known(clause, branch))
                inside = _State(within, state.changes, state.gone, state.ended or branch.never)
                known = (*known, _Known(Negation(clause), branch))
                earlier.append((clause, branch))
            end = self.plugins(block.blocks, inside, section)
            if end.ended and not inside.ended:
                dropped.append(_Known(Negation(here.clause), here.branch))
            ends.append(end)
        if chain[-1].condition is not None:
            ends.append(_State(known, state.changes, state.gone, state.ended))
        return _join(state, ends, tuple(dropped))

    def _judge(
        self, block: Block, clause: Formula, state: _State, earlier: list[tuple[Formula, BranchFact]], section: str
    ) -> BranchFact:
        assert block.condition is not None
        clauses = state.clauses
        taken = [Negation(before) for before, _ in earlier]
        # What stands where no event gets is said of the condition around it alone.
        never = not state.ended and unsatisfiable([clause], [*clauses, *taken])
        outside = never and unsatisfiable([clause], clauses)
        tests = list(_tests(block.condition))
        branch = BranchFact(
            block.name,
            block.arg,
            section,
            self.pipeline,
            never,
            not never and not state.ended and unsatisfiable([Negation(clause)], clauses),
            outside and unsatisfiable([clause], []),
            next((k.branch for k in state.known if outside and unsatisfiable([clause], [k.clause])), None),
            next((b for before, b in earlier if never and not outside and _covers(before, clause, clauses)), None),
            [FieldTestFact(_reference(operand.path), operator, operand.place) for operand, operator in tests],
            [] if state.ended else list(_removed(tests, state)),
            block.arg_place,
            block,
        )
        self.found.append(branch)
        return branch


def _covers(earlier: Formula, clause: Formula, clauses: list[Formula]) -> bool:
    return unsatisfiable([clause, Negation(earlier)], clauses)


def _chains(blocks: tuple[Block, ...]) -> Iterator[list[Block]]:
    """Plugins by themselves, and each ``if`` with what belongs to it."""
    chain: list[Block] = []
    for block in blocks:
        if chain and block.name in ("else if", "else") and chain[-1].condition is not None:
            chain.append(block)
            continue
        if chain:
            yield chain
        chain = [block]
    if chain:
        yield chain


def _pass(done: Effects, state: _State) -> _State:
    """The state behind a filter that does this."""
    if done.writes is None:
        return replace(state, changes=(*state.changes, None), gone={})
    changed = Change.of(done.writes | frozenset(done.removes))
    gone = {path: place for path, place in state.gone.items() if not any(overlap(path, other) for other in done.writes)}
    return _State(state.known, (*state.changes, changed), {**gone, **done.removes}, state.ended or done.ends)


def _join(start: _State, ends: list[_State], dropped: tuple[_Known, ...]) -> _State:
    """What is known behind a chain: what all ways on have in common."""
    size = len(start.changes)
    changes = (*start.changes, *(change for end in ends for change in end.changes[size:]))
    going = [end for end in ends if not end.ended]
    gone = {path: place for path, place in (going or ends)[0].gone.items() if all(path in end.gone for end in going)}
    return _State((*start.known, *dropped), changes, gone, not going)


def _tests(condition: Condition) -> Iterator[tuple[FieldOperand, str]]:
    """The fields that a condition mentions, with the operator."""
    match condition:
        case Truth(operand=FieldOperand() as operand):
            yield operand, ""
        case Test(operator=operator, left=left, right=right):
            yield from ((operand, operator) for operand in (left, right) if isinstance(operand, FieldOperand))
        case Not(operand=inner):
            yield from _tests(inner)
        case Joined(operands=operands):
            for part in operands:
                yield from _tests(part)


def _removed(tests: list[tuple[FieldOperand, str]], state: _State) -> Iterator[RemovedFact]:
    """The tested fields that are gone, or lie in one that is, each once."""
    seen: set[Path] = set()
    for operand, _ in tests:
        path = operand.path
        place = next((place for gone, place in state.gone.items() if path[: len(gone)] == gone), None)
        if place is not None and path not in seen:
            seen.add(path)
            yield RemovedFact(_reference(path), place)


def _reference(path: Path) -> str:
    return "".join(f"[{key}]" for key in path)
