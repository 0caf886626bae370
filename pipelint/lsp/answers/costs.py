"""Inlay hints and code lenses: what each stage costs, and what the whole config can take."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.disk import files
from pipelint.base.text.locate import locate
from pipelint.base.text.span import Span
from pipelint.checker.config.costs import estimate_config
from pipelint.checker.samples.sources import SampleError
from pipelint.cost.events.work import Grade
from pipelint.cost.model import CostModelError
from pipelint.lsp.answers.navigate.neighbours import containing, folder_config
from pipelint.report.numbers import rate

if TYPE_CHECKING:
    from pipelint.checker import Checked
    from pipelint.cost.estimate import Estimate, StageCost
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot

# What is this little of the whole is not worth a hint.
_LEAST_SHARE = 0.005


def estimate_of(snapshot: Snapshot, checked: Checked) -> Estimate | None:
    """The estimate of a config of the file; of one part of a larger one that of the whole, as it is on disk."""
    found = snapshot.estimate(checked)
    alone = found is not None or checked.config.entry.kubernetes or checked.config.errors
    if alone:
        return found
    # A snapshot is asked for its hints whenever the editor scrolls. Other files' changes make new snapshots.
    if not snapshot.whole:
        snapshot.whole.append(_of_whole(snapshot))
    return snapshot.whole[0]


def _of_whole(snapshot: Snapshot) -> Estimate | None:
    try:
        # Places in the other files and in this one are only right where all of them are as on disk.
        if not files.is_file(snapshot.path) or files.read(snapshot.path, len(snapshot.text)) != snapshot.text:
            return None
        for config in _wholes(snapshot):
            found = None if config.errors else estimate_config(config, snapshot.checked[0].settings, editing=True)
            if found is not None:
                return found
    except (CostModelError, SampleError, OSError):
        pass
    return None


def _wholes(snapshot: Snapshot) -> Iterator[Config]:
    """The configs that the file is a part of: what includes it or names it, or all files of its folder together."""
    yield from containing(snapshot.path)
    folder = folder_config(snapshot.checked[0].config, snapshot.path)
    if folder is not None:
        yield folder


def cost_of(stage: Stage, estimate: Estimate) -> StageCost | None:
    """What a stage costs, which may be read anew in the estimate: it is the one that is written there."""
    kind, path, span = stage.kind, stage.place.document.file.path, stage.place.file_span
    same = (c for c in estimate.stages if c.stage.kind is kind and c.stage.place.file_span == span)
    return next((c for c in same if c.stage.place.document.file.path == path), None)


def hints(snapshot: Snapshot, asked: Span) -> Iterator[lsp.InlayHint]:
    """``12.3 µs/event, 41%`` after the opening line of each stage in the range ``asked`` of the file."""
    for checked in snapshot.shown:
        estimate = estimate_of(snapshot, checked)
        if estimate is None:
            continue
        whole = f"{rate(estimate.events_per_cpu_second.mid)} events/s per CPU"
        for cost in estimate.stages:
            place = cost.stage.place
            if not snapshot.holds(place.document) or cost.share < _LEAST_SHARE:
                continue
            end = place.file_span.end
            if asked.start <= end <= asked.end:
                us = cost.us_per_event
                about = "" if cost.grade is Grade.MEASURED else "≈ "
                yield lsp.InlayHint(
                    snapshot.positions.position(end),
                    f"{about}{us.mid:.3g} µs/event, {cost.share:.0%}",
                    tooltip=f"µs of CPU per input line ({us.low:.3g} .. {us.high:.3g}), and the share of the total: {whole}",
                    padding_left=True,
                )


def lenses(snapshot: Snapshot) -> Iterator[lsp.CodeLens]:
    """Above each config: events per second per CPU, and its dearest stage."""
    for checked in snapshot.shown:
        estimate = estimate_of(snapshot, checked)
        document = next((d for d in checked.config.documents if snapshot.holds(d)), None)
        if estimate is None or document is None:
            continue
        rates, worst = estimate.events_per_cpu_second, estimate.bottleneck
        whole = "" if estimate is snapshot.estimate(checked) else " for all files of the config"
        text = f"{rate(rates.mid)} events/s per CPU ({rate(rates.low)} .. {rate(rates.high)}){whole}"
        if worst is not None:
            stage = worst.stage
            place = "" if snapshot.holds(stage.place.document) else f"{Path(stage.place.document.file.path).name}, "
            text += f"; bottleneck: {stage.kind.value} {stage.plugin}, {place}line {locate(stage.place).start.line}"
        start = snapshot.positions.range(document.map.to_file(Span(0, 0)))
        yield lsp.CodeLens(start, lsp.Command(text, ""))
