"""Estimates as text: the config's lines with what each stage costs, then the rate, and what would change it most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from pipelint.base.text.document import Place
from pipelint.base.text.locate import locate
from pipelint.checker.config.costs import own_model_path, why_unestimated
from pipelint.checker.config.versions import version_words
from pipelint.cost.capacity import Capacity, capacities
from pipelint.cost.events.work import Grade
from pipelint.engines.parts import parts_of
from pipelint.graph.stage import Kind
from pipelint.report.estimate.listing import listing
from pipelint.report.findings.text import note_lines
from pipelint.report.look import Look
from pipelint.report.numbers import percent, rate, ratio
from pipelint.report.printing.output import look_of, write
from pipelint.report.printing.styled import BLANK, Line, Piece, Role, line, wrap

if TYPE_CHECKING:
    from pipelint.checker import Checked, Report
    from pipelint.cost.estimate import Estimate, StageCost
    from pipelint.cost.events.traffic import TrafficProfile
    from pipelint.cost.interval import Interval

# Stages named in "if it were free", and the share of the cost from which on that is worth a line.
_MAX_FREE = 3
_LEAST_SHARE = 0.02


def print_estimates(report: Report, stream: TextIO, *, verbose: bool) -> None:
    """Writes all estimates and problems to ``stream``; with ``verbose`` also the traffic of each and notes."""
    look = look_of(stream, report.checked)
    for checked in report.checked:
        write(estimate_lines(checked, look), stream)
        if verbose:
            write(_traffic_lines(checked.settings.traffic, look), stream)
    if report.problems:
        # Imported here, as below: what shows findings is large, and few estimates have any.
        from pipelint.report.findings.parts.finding_lines import problem_lines

        for problem in report.problems:
            write(problem_lines(problem, look), stream)
    if len(report.checked) > 1:
        from pipelint.report.estimate.demand import total_table

        if (total := total_table(report.checked)) is not None:
            write(total.lines(look), stream)
    write(note_lines(report.notes, look, verbose=verbose), stream)


def estimate_lines(checked: Checked, look: Look) -> Iterator[Line]:
    """One config: the listing, the rate per CPU, what each dear stage holds back, and the assumptions made."""
    yield from estimate_head(checked, look)
    found = checked.estimate
    if found is None:
        yield from _none_lines(checked, look)
        yield BLANK
        return
    yield BLANK
    yield from listing(checked.config, found, look)
    yield BLANK
    yield _rate_line(found)
    for capacity in capacities(checked.config, found, checked.settings.cpu_limit):
        yield from capacity_lines(checked, capacity, look)
    yield from _demand_lines(checked, look)
    yield from grade_lines(found, look)
    yield from free_lines(found, look)
    if found.observed is not None:
        from pipelint.report.estimate.samples import sample_words

        yield line(Piece("seen in samples:", Role.STRONG))
        for words in sample_words(found.observed, look):
            yield from _item(words, look)
    if found.assumptions:
        yield line(Piece("assumed:" if found.observed is None else "still assumed:", Role.STRONG))
    for assumption in found.assumptions:
        yield from _item(assumption, look)
    yield BLANK


def _demand_lines(checked: Checked, look: Look) -> Iterator[Line]:
    """What fixes bring that are made in memory, and what the traffic takes that the settings name."""
    if checked.joint:
        from pipelint.report.joint import joint_lines

        yield from joint_lines(checked.joint)
    if checked.settings.traffic.events_per_second > 0:
        # Imported here: few settings say how much comes.
        from pipelint.report.estimate.demand import demand_table

        table = demand_table(checked)
        yield from () if table is None else table.lines(look)


def estimate_head(checked: Checked, look: Look) -> Iterator[Line]:
    """The config, and the traffic, the CPU and the versions that it is estimated for."""
    yield line(Piece(look.shown(checked.config.name), Role.STRONG))
    yield line(Piece(f"  {look.shown(_setting(checked))}", Role.FAINT))
    if words := version_words(checked.config.entry, checked.settings):
        yield line(Piece(f"  versions: {look.shown(words)}", Role.FAINT))


def _setting(checked: Checked) -> str:
    settings, traffic = checked.settings, checked.settings.traffic
    # Who frames container lines matters to what reads them from their files: not to every engine.
    runtime = f"{traffic.runtime}, " if parts_of(checked.config).costs.by_runtime else ""
    speed = "on a CPU as fast as" if settings.scale == 1 else f"on a CPU {settings.scale:g} times as fast as"
    origin = f" ({settings.scale_from})" if settings.scale != 1 and settings.scale_from else ""
    own = own_model_path(checked.config.engine.name, settings)
    model = f", costs of {own}" if own else ""
    lines = f"{traffic.line_bytes:g}-byte lines, {runtime}"
    observed = None if checked.estimate is None else checked.estimate.observed
    if observed is not None and observed.samples:
        sampled = {sample.stage.index for sample in observed.samples}
        rest = [stage for stage in checked.config.graph.stages if stage.kind is Kind.SOURCE and stage.index not in sampled]
        lines = f"lines as in the samples, {f'elsewhere {lines}' if rest else ''}"
    return f"{lines}{speed} the measured one{origin}{model}"


def no_estimate(checked: Checked) -> str:
    """Why a config has none."""
    config = checked.config
    why = "syntax errors" if config.errors else why_unestimated(config, checked.settings)
    return f"no estimate: {why}"


def _none_lines(checked: Checked, look: Look) -> Iterator[Line]:
    yield line(f"  {no_estimate(checked)}")
    if not checked.config.errors:
        return
    from pipelint.report.findings.parts.finding_lines import finding_lines

    for finding in checked.findings:
        yield BLANK
        yield from finding_lines(finding, look)


def _rate_line(found: Estimate) -> Line:
    rates = found.events_per_cpu_second
    return line(
        Piece(rate(rates.mid), Role.STRONG),
        f" ({rate(rates.low)} .. {rate(rates.high)}) ",
        Piece("events/s per CPU", Role.STRONG),
    )


def capacity_lines(checked: Checked, capacity: Capacity, look: Look) -> Iterator[Line]:
    """The rate within a CPU limit: of a process, or of a workload's pod, and of all its pods."""
    processes, workload = checked.config.processes, capacity.workload
    used = ""
    if processes is not None and processes < capacity.cpus:
        used = f", of which {processes} can be used: a worker uses at most one"
    elif processes is None and checked.estimate is not None and checked.estimate.cpus < capacity.cpus:
        used = f", of which {checked.estimate.cpus:.2g} can be used: one thread does {checked.estimate.serial:.0%} of the work"
    each = "" if workload is None else " per pod"
    yield _held(capacity.pod, f"events/s{each} with {capacity.cpus:g} CPUs{used}")
    if workload is None:
        return
    if capacity.fleet is not None and workload.replicas is not None and workload.replicas > 1:
        yield _held(capacity.fleet, f"events/s with {workload.replicas} pods")
    limit = workload.container.cpu_limit
    said = "--cpu-limit"
    if checked.settings.cpu_limit is None and limit is not None:
        said = f"CPU limit {limit.text}, {_at(limit.place)}"
    pods = "one pod on each node" if workload.kind == "DaemonSet" else f"replicas: {workload.replicas or 'not known'}"
    for row in wrap(look.shown(f"  {workload.label} ({_at(workload.place)}), {pods}; {said}"), look.width):
        yield line(Piece(row, Role.FAINT))


def _at(place: Place) -> str:
    """``file:line``."""
    return f"{place.document.file.path}:{locate(place).start.line}"


def _held(rates: Interval, what: str) -> Line:
    return line(
        Piece(rate(rates.mid), Role.STRONG),
        f" ({rate(rates.low)} .. {rate(rates.high)}) ",
        Piece(what, Role.STRONG),
    )


def grade_lines(found: Estimate, look: Look) -> Iterator[Line]:
    """Which share of the cost was measured, and what the rest is taken from."""
    rest = {
        Grade.MODELLED: "modelled on another plugin or roughly measured",
        Grade.UNKNOWN: "unknown, so taken from all plugins of the kind",
    }
    said = [f"{percent(found.share(Grade.MEASURED))} of the cost is measured"]
    if found.here:
        said[0] += f", {percent(found.here)} where it runs (traffic profile)"
    for grade, why in rest.items():
        if share := found.share(grade):
            names = ", ".join(look.shown(name or "(no @type)") for name in found.plugins(grade))
            said.append(f"{percent(share)} is {why}: {names}")
    if len(said) == 1 and not found.here:
        return
    for row in wrap("; ".join(said), look.width):
        yield line(Piece(row, Role.WARNING))


def free_lines(found: Estimate, look: Look) -> Iterator[Line]:
    """What the rate would be if one of the dearest stages cost nothing."""
    dearest = sorted(found.stages, key=lambda cost: cost.us_per_event.mid, reverse=True)[:_MAX_FREE]
    told = [(cost, free) for cost in dearest if cost.share >= _LEAST_SHARE and (free := found.if_free(cost)) is not None]
    heads = [(f"if {_called(cost, look)} were free:", free) for cost, free in told]
    width = max((len(head) for head, _ in heads), default=0)
    for head, free in heads:
        gain = ratio(free / found.events_per_cpu_second.mid)
        yield line(f"{head:{width}}  ", Piece(f"{rate(free):>7}", Role.STRONG), f" events/s per CPU ({gain})")


def _called(cost: StageCost, look: Look) -> str:
    stage = cost.stage
    name = look.shown(stage.plugin[:40] or "(no @type)")
    return f"{stage.kind.value} {name} (line {locate(stage.place).start.line})"


def _item(text: str, look: Look) -> Iterator[Line]:
    for number, row in enumerate(wrap(look.shown(text), look.width - 4)):
        yield line(Piece(("  - " if number == 0 else "    ") + row, Role.FAINT))


def _traffic_lines(traffic: TrafficProfile, look: Look) -> Iterator[Line]:
    yield line(Piece("traffic profile:", Role.STRONG))
    from dataclasses import fields

    for item in fields(traffic):
        yield from _item(f"{item.name} = {getattr(traffic, item.name)}", look)
