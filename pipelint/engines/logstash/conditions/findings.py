"""What is known of the conditions of a Logstash config: which can never hold, repeat an earlier one, or test what is gone.

Followed are all filters and then all outputs of a pipeline, in the order in which an event passes them. A guard counts only
as long as no plugin after it may have changed the fields that it asks for; plugins that may change anything end all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import is_

from pipelint.base.block import Block
from pipelint.base.condition import Condition, FieldOperand, Truth
from pipelint.base.lean.record import dataclass, field, replace
from pipelint.base.limits import left_out
from pipelint.engines.logstash.conditions.clauses import clause_of, every, tests_of
from pipelint.engines.logstash.conditions.facts import BranchFact, RemovedFact, reference
from pipelint.engines.logstash.conditions.solver import Clause, Solver
from pipelint.engines.logstash.facts.field_writes import Change, Path, effects, overlap

_BRANCHES = ("if", "else if", "else")
# Of a pipeline with more conditions nothing is said: no real one comes near.
MAX_CONDITIONS = 1_000


@dataclass(frozen=True, slots=True)
class _Known:
    """A condition that holds for all events here, and the branch that says so."""

    clause: Clause
    branch: BranchFact | None


@dataclass(frozen=True, slots=True)
class _Earlier:
    """A condition of the same chain that was asked before, and its opposite."""

    clause: Clause
    opposite: Clause
    branch: BranchFact


@dataclass(frozen=True, slots=True)
class _State:
    """What is known of the events at one point: conditions that hold, changes of fields so far, fields that are gone.

    ``ended``: no event gets here.
    """

    known: tuple[_Known, ...] = ()
    changes: tuple[Change | None, ...] = ()
    gone: dict[Path, Block] = field(default_factory=dict)  # with what removed them
    ended: bool = False

    @property
    def clauses(self) -> list[Clause]:
        """The conditions that hold."""
        return [known.clause for known in self.known]


def branch_facts(root: Block) -> list[BranchFact]:
    """The facts of all conditions of a config, pipeline by pipeline; ``root`` holds the pipelines.

    A pipeline with more than MAX_CONDITIONS of them has none.
    """
    found: list[BranchFact] = []
    solver = Solver()
    for pipeline in root.blocks:
        if sum(block.asks for block in pipeline.walk()) > MAX_CONDITIONS:
            left_out(f"a pipeline has more than {MAX_CONDITIONS:,} conditions: they are not compared with one another")
            continue
        walk = _Walk(pipeline.arg, solver)
        state = _State()
        for section in ("filter", "output"):
            for block in pipeline.blocks:
                if block.name == section:
                    state = walk.plugins(block.blocks, state, section)
        found += walk.found
    return found


class _Walk:
    """Follows the events of one pipeline and collects the facts of its conditions."""

    def __init__(self, pipeline: str, solver: Solver) -> None:
        self.pipeline = pipeline
        self.solver = solver
        self.found: list[BranchFact] = []
        self._versions: dict[Path, tuple[tuple[Change | None, ...], int]] = {}

    def version(self, state: _State, path: Path) -> int:
        """How often what ``path`` holds may have changed before."""
        changes = state.changes
        # Most of them were counted when it was last asked for.
        before, count = self._versions.get(path, ((), 0))
        if changes is before:
            return count
        if changes[: len(before)] != before:
            before, count = (), 0
        count += sum(change is None or change.touches(path) for change in changes[len(before) :])
        self._versions[path] = changes, count
        return count

    def plugins(self, blocks: tuple[Block, ...], state: _State, section: str) -> _State:
        """The state after ``blocks``."""
        for chain in _chains(blocks):
            if chain[0].name in _BRANCHES and (chain[0].asks or len(chain) > 1):
                state = self._seen(chain, state, section) or self._chain(chain, state, section)
            elif section == "filter":
                state = _pass(chain[0], state)
        return state

    def _seen(self, chain: list[Block], state: _State, section: str) -> _State | None:
        """The state after a chain before which nothing is known, quickly where nothing was found in it before; else None."""
        if state.known or state.gone or state.ended:
            return None
        same = tuple([block.alone or block for block in chain])
        held = chain[0].noted(_Unremarkable)
        if held.section == section and len(held.chain) == len(same) and all(map(is_, held.chain, same)):
            asking = [block for part in chain for block in part.walk() if block.asks]
            self.found += [self._plain(block, section) for block in asking]
            return _State((), (*state.changes, *held.changes))
        count = len(self.found)
        after = self._chain(chain, state, section)
        new = self.found[count:]
        remarkable = after.known or after.gone or after.ended or any(map(_says_something, new))
        if not remarkable and len(new) == sum(block.asks for part in chain for block in part.walk()):
            held.section, held.chain, held.changes = section, same, after.changes[len(state.changes) :]
        return after

    def _plain(self, block: Block, section: str) -> BranchFact:
        """The fact of a condition that may hold or not."""
        return BranchFact(block.name, block.arg, section, self.pipeline, False, False, False, None, None, [], block)

    def _chain(self, chain: list[Block], state: _State, section: str) -> _State:
        """The state after an ``if`` with its ``else if`` and ``else``."""
        known, ends, dropped = state.known, list[_State](), list[_Known]()
        earlier: list[_Earlier] = []
        for block in chain:
            inside = _State(known, state.changes, state.gone, state.ended)
            clause: Clause | None = None
            branch: BranchFact | None = None
            if (question := block.question) is not None:
                clause = clause_of(block, question, partial(self.version, state), self.solver)
                branch = self._judge(block, clause, state, earlier, section)
                within = (*known, _Known(clause, branch))
                inside = _State(within, state.changes, state.gone, state.ended or branch.never)
            end = self.plugins(block.blocks, inside, section)
            if end.ended and not inside.ended:
                meant = [before.opposite for before in earlier]
                dropped.append(_Known(every(meant if clause is None else [*meant, clause]).negated(), branch))
            if clause is not None and branch is not None:
                earlier.append(_Earlier(clause, clause.negated(), branch))
                known = (*known, _Known(earlier[-1].opposite, branch))
            ends.append(end)
        if chain[-1].asks:
            # Those without a field that the others lose here do not have it either.
            gone = state.gone | _lost_by_its_own(chain[0].question, ends[0]) if len(chain) == 1 else state.gone
            ends.append(_State(known, state.changes, gone, state.ended))
        return _join(state, ends, tuple(dropped))

    def _judge(self, block: Block, asked: Clause, state: _State, earlier: list[_Earlier], section: str) -> BranchFact:
        assert block.question is not None
        removed = [] if state.ended or not state.gone else list(_removed(block.question, state))
        others = (*(known.clause for known in state.known), *(before.clause for before in earlier))
        if not removed and asked.open and all(map(asked.variables.isdisjoint, (other.variables for other in others))):
            # Most conditions have nothing to do with what is known.
            branch = self._plain(block, section)
            self.found.append(branch)
            return branch
        unsatisfiable, clauses = self.solver.unsatisfiable, state.clauses
        taken = [before.opposite for before in earlier]
        # What stands where no event gets is said of the condition around it alone.
        never = not state.ended and unsatisfiable([asked], [*clauses, *taken])
        outside = never and unsatisfiable([asked], clauses)
        branch = BranchFact(
            block.name,
            block.arg,
            section,
            self.pipeline,
            never,
            not never and not state.ended and unsatisfiable([asked.negated()], clauses),
            outside and unsatisfiable([asked]),
            next((k.branch for k in state.known if outside and unsatisfiable([asked], [k.clause])), None),
            next((e.branch for e in earlier if never and not outside and unsatisfiable([asked, e.opposite], clauses)), None),
            removed,
            block,
        )
        self.found.append(branch)
        return branch


class _Unremarkable:
    """Of a chain's first branch the chain in which nothing was found, where nothing is known before it; and what it changes."""

    def __init__(self, _: Block) -> None:
        self.section = ""
        self.chain: tuple[Block, ...] = ()
        self.changes: tuple[Change | None, ...] = ()


def _says_something(branch: BranchFact) -> bool:
    """Whether more is known of a condition than what it asks."""
    others = branch.contradicts is not None or branch.duplicate_of is not None or branch.removed
    return bool(branch.never or branch.always or branch.alone or others)


def _chains(blocks: tuple[Block, ...]) -> Iterator[list[Block]]:
    """Plugins by themselves, and each ``if`` with what belongs to it."""
    chain: list[Block] = []
    for block in blocks:
        if chain and block.name in ("else if", "else") and chain[-1].asks:
            chain.append(block)
            continue
        if chain:
            yield chain
        chain = [block]
    if chain:
        yield chain


def _lost_by_its_own(question: Condition | None, end: _State) -> dict[Path, Block]:
    """The field that ``if [field]`` asks for, with what removes it, where it is gone at the end of the branch."""
    match question:
        case Truth(FieldOperand(path)) if path in end.gone and not end.ended:
            return {path: end.gone[path]}
    return {}


def _pass(block: Block, state: _State) -> _State:
    """The state after a filter."""
    done = effects(block)
    if done.writes is None:
        return replace(state, changes=(*state.changes, None), gone={})
    gone = {path: by for path, by in state.gone.items() if not any(overlap(path, other) for other in done.writes)}
    gone |= dict.fromkeys(done.removes, block)
    return _State(state.known, (*state.changes, done.change), gone, state.ended or done.ends)


def _join(start: _State, ends: list[_State], dropped: tuple[_Known, ...]) -> _State:
    """What is known after a chain: what all ways on have in common."""
    size = len(start.changes)
    changes = (*start.changes, *(change for end in ends for change in end.changes[size:]))
    going = [end for end in ends if not end.ended]
    gone = {path: by for path, by in (going or ends)[0].gone.items() if all(path in end.gone for end in going)}
    return _State((*start.known, *dropped), changes, gone, not going)


def _removed(question: Condition, state: _State) -> Iterator[RemovedFact]:
    """The tested fields that are gone, or lie in one that is, each once."""
    seen: set[Path] = set()
    for operand, _ in tests_of(question):
        path = operand.path
        known = next(((gone, by) for gone, by in state.gone.items() if path[: len(gone)] == gone), None)
        if known is not None and path not in seen:
            seen.add(path)
            yield RemovedFact(reference(path), *known)
