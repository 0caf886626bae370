"""A measurement as text, in 80 columns: the whole config, then each stage with its place."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pipelint.base.text.locate import locate
from pipelint.base.text.printable import printable
from pipelint.cost.interval import Interval
from pipelint.graph.stage import Stage
from pipelint.measure.model import Result, stage_shares
from pipelint.report.numbers import counted, micros, percent

_WIDTH = 80


def render_text(found: Result) -> str:
    """The result, with a line feed."""
    return printable("\n".join(_lines(found)), keep="\n") + "\n"


def _lines(found: Result) -> Iterator[str]:
    yield found.config.name
    small, large = found.size
    speed = "as fast as" if found.scale == 1 else f"{found.scale:g} times as fast as"
    head = [found.version or found.program, f"{found.lines}, {small:,} and {large:,} of them a run"]
    for text in (*head, f"predicted on a CPU {speed} the measured one"):
        yield from wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    whole = found.variants[0]
    yield ""
    yield "us of CPU per event"
    if whole.measured is not None:
        runs = f"{counted(len(whole.us), 'run')} from {micros(min(whole.us))} to {micros(max(whole.us))}"
        yield f"  measured   {_shown(whole.measured)}   {runs}"
    if whole.predicted is not None:
        yield f"  predicted  {_shown(whole.predicted)}{_difference(whole.measured, whole.predicted)}"
    if len(found.variants) > 1:
        yield ""
        yield "each stage: what is less without it, taken away from the end"
        yield f"  {'measured':>23}  {'predicted':>9}  stage"
        last = found.variants[-1]
        if last.measured is not None and last.predicted is not None:
            yield f"  {_shown(last.measured):>23}  {micros(last.predicted.mid):>9}  what is left"
        for share in stage_shares(found.variants):
            measured = "" if share.measured is None else _shown(share.measured)
            predicted = "" if share.predicted is None else _signed(share.predicted)
            yield f"  {measured:>23}  {predicted:>9}  {_stage(share.stage)}"
    if found.worked:
        yield ""
        yield "each stage: time that the workers spent there, by the engine's own statistics"
        yield f"  {'us per event':>12}  {'events':>6}  stage"
        for worked in found.worked:
            yield f"  {micros(worked.us):>12}  {worked.events:>6.2f}  {_stage(worked.stage)}"
    for note in found.notes:
        yield from wrap(f"note: {note}", _WIDTH, subsequent_indent="  ")


def _shown(value: Interval) -> str:
    return f"{_signed(value.mid):>6} ({_signed(value.low)} .. {_signed(value.high)})"


def _signed(value: float) -> str:
    return f"-{micros(-value)}" if value < 0 else micros(value)


def _difference(measured: Interval | None, predicted: Interval) -> str:
    if measured is None or measured.mid <= 0:
        return ""
    share = predicted.mid / measured.mid - 1
    return f"   {percent(abs(share))} {'more' if share > 0 else 'less'} than measured"


def _stage(stage: Stage) -> str:
    start = locate(stage.place).start
    name = stage.place.document.file.path.rpartition("/")[2]
    return f"{stage.kind.value} {stage.plugin}  {name}:{start.line}"
