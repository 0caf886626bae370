"""What is told of a snapshot: its table, and its remarks as findings in the config that runs there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from pipelint.base.finding import Note
from pipelint.base.lean.record import dataclass
from pipelint.base.text.locate import locate
from pipelint.graph.stage import Kind
from pipelint.report.formats import CheckFormat, render
from pipelint.stats.match import matched_by_pipeline
from pipelint.stats.model import PluginStats, Snapshot
from pipelint.stats.placed import finding_at, stages_of
from pipelint.stats.remarks import Remark, busy_outputs, remarks

if TYPE_CHECKING:
    from pipelint.checker.result import Loaded, Report
    from pipelint.graph.stage import Stage

# Each with the stages that it may be about.
_Said = Sequence[tuple[Remark, Sequence["Stage"]]]


@dataclass(frozen=True, slots=True)
class Told:
    """Where the answers are from, the configs that run there (None: not given), and how people want to have it."""

    source: str
    loaded: Loaded | None
    format: CheckFormat

    @property
    def every(self) -> list[Stage]:
        """The stages of the configs."""
        return [] if self.loaded is None else [stage for config in self.loaded.configs for stage in config.graph.stages]

    def stages(self, found: Snapshot) -> dict[PluginStats, Stage]:
        """Whose stage each plugin is."""
        return matched_by_pipeline(((each.name, each.plugins) for each in found.pipelines), self.every)

    def lines(self, found: Snapshot) -> int | None:
        """What entered the configs: the counts of their inputs, else of the only pipeline; None where nobody counted it."""
        from pipelint.engines.parts import parts_of

        stages = self.stages(found)
        rules = {
            stage: parts_of(config).costs
            for config in (self.loaded.configs if self.loaded else ())
            for stage in config.graph.stages
        }
        entered = [
            plugin.went for plugin, stage in stages.items() if stage.kind is Kind.SOURCE and rules[stage].source_weight(stage)
        ]
        if entered:
            return None if None in entered else sum(filter(None, entered))
        came = [pipeline.came for pipeline in found.pipelines if pipeline.came]
        return came[0] if len(came) == 1 else None

    def rendered(self, found: Snapshot) -> str:
        """The statistics for programs."""
        stages = self.stages(found)
        said = self._said(found, stages)
        if self.format is CheckFormat.JSON:
            from pipelint.report.stats.json import render_json

            return render_json(found, stages, said)
        notes = tuple(Note(self.source, line, important=True) for line in _unplaced(said, found))
        return render(self._report(said, notes), self.format)

    def show(self, found: Snapshot, stream: TextIO, put: Callable[[str], None]) -> None:
        """The table, the findings and what else is to be said, for people."""
        from pipelint.report.findings.text import report_lines
        from pipelint.report.printing.output import look_of, write
        from pipelint.report.stats.text import render_text

        stages = self.stages(found)
        said = self._said(found, stages)
        put(render_text(found, stages))
        report = self._report(said)
        look = look_of(stream, report.checked)
        stream.flush()
        write(report_lines(report, look), stream)
        stream.flush()
        put("".join(f"{look.shown(line)}\n" for line in _unplaced(said, found)))

    def _said(self, found: Snapshot, stages: Mapping[PluginStats, Stage]) -> _Said:
        every = self.every
        said = [*remarks(found), *busy_outputs(found, self._writers(stages))]
        return [(remark, stages_of(remark, stages, every)) for remark in said]

    def _writers(self, stages: Mapping[PluginStats, Stage]) -> dict[PluginStats, int]:
        """The threads that write for each output, of all processes: the statistics may be those of one alone."""
        from pipelint.engines.parts import parts_of

        own = {stage: plugin for plugin, stage in stages.items() if stage.kind is Kind.OUTPUT}
        out = {}
        for config in self.loaded.configs if self.loaded else ():
            monitor = parts_of(config).monitor
            for stage in config.graph.stages if monitor is not None else ():
                parts = [each for each in config.graph.stages if each.parent == stage.index]
                if stage in own and monitor is not None and (count := monitor.writers(stage, parts)):
                    out[own[stage]] = count * (config.processes or 1)
        return out

    def _report(self, said: _Said, notes: tuple[Note, ...] = ()) -> Report:
        """The remarks that are about one line as the result of a check."""
        from pipelint.checker.result import Checked, Report

        findings = [finding_at(remark, about[0]) for remark, about in said if remark.severity and len(about) == 1]
        configs = () if self.loaded is None else self.loaded.configs
        checked = (
            Checked(config, tuple(each for each in findings if each.place.document in config.documents), None)
            for config in configs
        )
        return Report(tuple(checked), (), notes)


def _unplaced(said: _Said, found: Snapshot) -> Iterator[str]:
    """What is about no line, or about one of several; what is good to know last."""
    for remark, about in sorted(said, key=lambda each: each[0].severity is None):
        if remark.severity is not None and len(about) == 1:
            continue
        head = "note: " if remark.severity is None else f"{remark.severity.word}[{remark.code}] {remark.name}: "
        pipeline = f"pipeline {remark.pipeline}: " if len(found.pipelines) > 1 and remark.pipeline else ""
        places = ", ".join(f"{stage.place.document.file.path}:{locate(stage.place).start.line}" for stage in about)
        where = f" (one of {places})" if places and remark.severity is not None else ""
        why = f"; {remark.reason}" if remark.reason else ""
        yield f"{head}{pipeline}{remark.message}{where}{why}"
