"""The stages of Logstash pipelines: inputs, filters and outputs, each with its codec and the conditions on the way to it."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Guard
from pipelint.base.lean.record import dataclass, field
from pipelint.engines.logstash.syntax.build import CODEC
from pipelint.engines.logstash.syntax.load import PIPELINE
from pipelint.graph.stage import MAX_STAGES, Kind, Stage

_KINDS = {"input": Kind.SOURCE, "filter": Kind.FILTER, "output": Kind.OUTPUT}
_CODECS = {Kind.SOURCE: Kind.PARSE, Kind.OUTPUT: Kind.FORMAT, Kind.FILTER: Kind.PARSE}
BRANCHES = ("if", "else if", "else")


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plugin in a pipeline's order: the index of its stage."""

    index: int


@dataclass(frozen=True, slots=True)
class Branches:
    """One ``if`` with its ``else if`` and ``else``: the statements of each, and the sections that they stand in; ``certain``
    where one of them always holds."""

    bodies: tuple[tuple[Statement, ...], ...]
    certain: bool
    blocks: tuple[Block, ...]


Statement = Plugin | Branches


@dataclass(slots=True)
class PipelineStages:
    """One pipeline: the stages of its inputs, and its filters and outputs as statements in order."""

    id: str
    block: Block
    inputs: list[Statement] = field(default_factory=list)
    filters: list[Statement] = field(default_factory=list)
    outputs: list[Statement] = field(default_factory=list)


def is_branch(block: Block) -> bool:
    """Whether a block is a branch and no plugin. ``else`` is also the name that a plugin may have; a branch spans its word."""
    return block.asks or (block.name in BRANCHES and block.noted(_is_branch))


def _is_branch(block: Block) -> bool:
    return block.place.text[: len(block.name)].split() == block.name.split() and not block.params


class Stager:
    """Collects the stages of all pipelines of a config. ``skipped`` where there are more than are followed."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []
        self.pipelines: list[PipelineStages] = []
        self.skipped = False

    def config(self, root: Block) -> None:
        """All pipelines of ``root``."""
        for block in root.blocks:
            if block.name == PIPELINE:
                self.pipelines.append(self.pipeline(block))

    def pipeline(self, block: Block) -> PipelineStages:
        """One pipeline; of sections with the same name all, in order."""
        found = PipelineStages(block.arg, block)
        into = {"input": found.inputs, "filter": found.filters, "output": found.outputs}
        # Inputs first, whatever stands first in the files: stages are in the order in which events meet them.
        for name in ("input", "filter", "output"):
            for section in block.blocks:
                if section.name == name:
                    into[name].extend(self.statements(section, _KINDS[name], block.arg, ()))
        return found

    def statements(self, block: Block, kind: Kind, pipeline: str, guards: tuple[Guard, ...]) -> Iterator[Statement]:
        """What stands between two braces. The depth is bounded by the parser."""
        chain: list[Block] = []
        for inner in block.blocks:
            asks = is_branch(inner)
            if chain and (not asks or inner.name == "if"):
                yield self.branches(chain, kind, pipeline, guards)
                chain = []
            if asks:
                chain.append(inner)
            else:
                yield self.plugin(inner, kind, pipeline, guards)
        if chain:
            yield self.branches(chain, kind, pipeline, guards)

    def branches(self, chain: list[Block], kind: Kind, pipeline: str, guards: tuple[Guard, ...]) -> Branches:
        """An ``if`` and what belongs to it. Behind each condition stands that the ones before it did not hold."""
        bodies = []
        failed: tuple[Guard, ...] = ()
        for block in chain:
            holds = (Guard(block, True),) if block.asks else ()
            bodies.append(tuple(self.statements(block, kind, pipeline, (*guards, *failed, *holds))))
            if block.asks:
                failed = (*failed, Guard(block, False))
        return Branches(tuple(bodies), chain[-1].name == "else", tuple(chain))

    def plugin(self, block: Block, kind: Kind, pipeline: str, guards: tuple[Guard, ...]) -> Plugin:
        """A plugin and its codec."""
        index = self._add(kind, block.name, block, None, pipeline, guards)
        # Of most there is nothing inside: asked of what it is a copy of, nothing is made.
        for inner in block.blocks if (block.alone or block).blocks else ():
            if inner.name == CODEC:
                self._add(_CODECS[kind], inner.arg, inner, index, pipeline, guards)
        return Plugin(index)

    def _add(self, kind: Kind, plugin: str, block: Block, parent: int | None, pipeline: str, guards: tuple[Guard, ...]) -> int:
        index = len(self.stages)
        self.stages.append(Stage(index, kind, plugin, block, parent, label=pipeline, guards=guards))
        self.skipped |= index >= MAX_STAGES
        return index
