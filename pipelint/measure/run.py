"""A measurement: engines on a config and its variants take turns, until each is known well enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from pipelint.base.lean.record import replace
from pipelint.checker.config.costs import estimate_config
from pipelint.engines.launch import Launch, LaunchError
from pipelint.engines.parts import parts_of
from pipelint.graph.stage import Kind
from pipelint.measure.lines import Lines, generated_lines, sample_lines
from pipelint.measure.model import Measured, Plan, Result, Worked
from pipelint.measure.program import launch_of, program_of
from pipelint.measure.rewrite.ablate import variants
from pipelint.measure.rewrite.draft import Draft
from pipelint.measure.rewrite.redirect import check
from pipelint.measure.scratch import Scratch, StoppedError, stoppable
from pipelint.measure.series import sizes
from pipelint.measure.variant import LEAST, Variant
from pipelint.settings.model import Sample, Settings
from pipelint.stats.match import matched
from pipelint.stats.model import Snapshot, StatsError, between
from pipelint.stats.source import read_answer

if TYPE_CHECKING:
    from pipelint.cost.interval import Interval
    from pipelint.language.config import Config

# Runs that are made however long they take: fewer say nothing of how far they lie apart.
_FEWEST = 3

Progress = Callable[[str], None]
"""Told in a few words what is being done."""


def measure(
    config: Config,
    settings: Settings,
    plan: Plan,
    *,
    ablate: bool = False,
    beside: Sequence[Config] = (),
    progress: Progress = lambda said: None,
) -> Result:
    """Measures a config: with ``ablate`` also what is left without stages, or in turns with others of the same sources.

    Raises nothing about it: ``Result.error`` says why there is no more.
    """
    result = Result(config, scale=settings.scale)
    try:
        with stoppable(), ExitStack() as stack:
            launch = launch_of(config)
            program = program_of(launch, plan.program)
            check(config)
            _Session(result, settings, plan, launch, program, stack.enter_context(Scratch(plan.disk)), progress).run(
                stack, ablate, beside
            )
    except StoppedError as stopped:
        result.stopped = stopped.number
    except LaunchError as error:
        result.error, result.place = str(error), error.place
    except OSError as error:
        result.error = f"{error.filename or 'the scratch folder'}: {error.strerror}"
    return result


class _Session:
    def __init__(
        self,
        result: Result,
        settings: Settings,
        plan: Plan,
        launch: Launch,
        program: Sequence[str],
        scratch: Scratch,
        progress: Progress,
    ) -> None:
        self.result, self.settings, self.plan, self.launch, self.program = result, settings, plan, launch, program
        self.scratch, self.progress = scratch, progress
        result.program = program[0]

    def run(self, stack: ExitStack, ablate: bool, beside: Sequence[Config]) -> None:
        """Raises LaunchError, OSError, StoppedError."""
        config, result = self.result.config, self.result
        costs = parts_of(config).costs
        shares = {stage.index: weight for stage in config.graph.of_kind(Kind.SOURCE) if (weight := costs.source_weight(stage))}
        lines = self._lines(shares)
        running: list[tuple[Variant, Measured]] = []
        drafts = variants(config, self.launch) if ablate else [((), Draft(each)) for each in (config, *beside)]
        for number, (gone, draft) in enumerate(drafts):
            self.progress(f"starting {self.program[0]}" + (f" without {gone[-1].plugin}" if gone else ""))
            now = {draft.of[index]: text for index, text in lines.items()}
            measured = Measured(gone, self._predicted(draft.config, now))
            variant = Variant(self.launch, self.plan, self.program, self.scratch.folder / str(number), self.scratch.check)
            stack.callback(variant.close)
            result.variants.append(measured)
            variant.start(draft, now, {draft.of[index]: share for index, share in shares.items()})
            running.append((variant, measured))
            result.version = result.version or self.launch.version(variant.engine.log())
        result.notes += self.launch.remarks(result.version)
        whole = running[0][0]
        before = _statistics(config, whole)
        fed = self._rounds(running)
        if before is not None and (after := _statistics(config, whole)) is not None:
            result.worked = _worked(config, before, after, fed)
        if whole.arrived == 0:
            result.notes.append("nothing has arrived where the config sends events")

    def _rounds(self, running: Sequence[tuple[Variant, Measured]]) -> int:
        """Runs all until each is known. Returns the lines that the first one was fed."""
        fed = 0
        found = {id(variant): sizes(variant.us, self.plan.cpu, LEAST) for variant, _ in running}
        self.result.size = found[id(running[0][0])]
        end = monotonic() + self.plan.seconds
        # All of them until the last is known: what ends early has met other phases of the machine than the rest.
        for number in range(self.plan.runs):
            if number >= _FEWEST and monotonic() > end:
                break
            for at, (variant, measured) in enumerate(running, 1):
                self.progress(
                    f"run {number + 1} of at most {self.plan.runs}" + (f", {at} of {len(running)}" if len(running) > 1 else "")
                )
                small, large = found[id(variant)]
                less = variant.feed(small)
                measured.us.append((variant.feed(large) - less) * 1e6 / (large - small))
                fed += small + large if variant is running[0][0] else 0
            if self._is_known([measured for _, measured in running]):
                return fed
        wanted, made = self.plan.precision * 100, len(running[0][1].us)
        self.result.notes.append(f"the interval is wider than {wanted:g}% after {made} runs: the machine is busy")
        return fed

    def _is_known(self, all_: Sequence[Measured]) -> bool:
        return all(measured.precision <= self.plan.precision for measured in all_)

    def _lines(self, shares: Mapping[int, float]) -> dict[int, Lines]:
        """The lines of each source."""
        found: dict[int, Lines] = {}
        config, plan, folder = self.result.config, self.plan, self.scratch.folder
        if plan.sample:
            sample = sample_lines(plan.sample, folder)
            found |= dict.fromkeys(shares, sample)
        else:
            tracer, stages = parts_of(config).tracer, config.graph.stages
            for index in shares:
                traffic = self.settings.traffic
                is_framed = traffic.lines == "container" or (traffic.lines == "auto" and self.launch.framed(stages[index]))
                frames = traffic.runtime if is_framed else ""
                found[index] = generated_lines(config, stages[index], tracer, plan.line_bytes, frames, folder)
        self.result.lines = "; ".join(dict.fromkeys(each.said for each in found.values()))
        return found

    def _predicted(self, config: Config, lines: Mapping[int, Lines]) -> Interval | None:
        """µs of CPU per line by the estimate, on the same lines."""
        samples = tuple(Sample(Path(each.path), each.said, "number", str(index)) for index, each in lines.items())
        # Of generated lines a few show what all are like.
        found = estimate_config(config, replace(self.settings, samples=samples), ranges=True, editing=not self.plan.sample)
        return None if found is None else found.us_per_event


def _statistics(config: Config, variant: Variant) -> Snapshot | None:
    """What the engine says of its plugins, None where it says nothing. Raises LaunchError."""
    monitor = parts_of(config).monitor
    if not variant.statistics or monitor is None:
        return None
    try:
        answer = read_answer(variant.statistics)
        found = None if isinstance(answer, str) else monitor.snapshot(answer)
    except StatsError as error:
        raise LaunchError(f"its statistics cannot be read: {error}") from error
    if found is None:
        raise LaunchError(f"{variant.statistics}: what it answers are no statistics")
    return found


def _worked(config: Config, before: Snapshot, after: Snapshot, lines: int) -> list[Worked]:
    """What its plugins did meanwhile, for each of ``lines``."""
    plugins = [each for pipeline in between(before, after).pipelines for each in pipeline.plugins]
    found = []
    for each, stage in matched(plugins, config.graph.stages).items():
        if each.ms is not None and stage.kind is not Kind.SOURCE:
            found.append(Worked(stage, each.ms * 1000 / lines, (each.came or 0) / lines))
    return sorted(found, key=lambda worked: worked.stage.index)
