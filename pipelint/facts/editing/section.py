"""The section under a cursor: its stage, and what its plugin declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.facts.readings import Reading, readings
from pipelint.graph.stage import Stage
from pipelint.plugins import ParamSpec
from pipelint.plugins.declarations import Declarations

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.language.cursor import Cursor


@dataclass(frozen=True, slots=True)
class StageSection:
    """The stage whose section, or a section inside it, the cursor is in; ``reading`` is what declares that section."""

    stage: Stage
    block: Block
    reading: Reading | None

    @property
    def params(self) -> dict[str, ParamSpec]:
        """The parameters that the section declares, by name and by second name."""
        if self.reading is None:
            return {}
        declared = self.reading.spec.params
        return {**{spec.alias: spec for spec in declared.values() if spec.alias}, **declared}


def section_at(config: Config, cursor: Cursor, known: Declarations | None = None) -> StageSection | None:
    """What is known of the innermost section around the cursor that belongs to a stage; by default in the newest versions."""
    known = known or Declarations(config.engine.name)
    stages = {id(stage.block): stage for stage in config.graph.stages}
    for block in reversed(cursor.blocks):
        stage = stages.get(id(block))
        if stage is not None:
            inner = cursor.block
            reading = next((r for r in _readings(known, config, stage) if r.block is inner), None)
            return StageSection(stage, inner, reading)
    return None


def _readings(known: Declarations, config: Config, stage: Stage) -> Iterator[Reading]:
    """What declares the sections of a stage, and of the stages that it is a part of."""
    yield from readings(known, config.graph, stage).readings
    if stage.parent is not None:
        yield from _readings(known, config, config.graph.stages[stage.parent])
