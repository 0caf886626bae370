"""Inlay hints and code lenses: what each stage costs, and what the whole config can take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.locate import locate
from pipelint.base.span import Span
from pipelint.report.numbers import rate

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot

# What is this little of the whole is not worth a hint.
_LEAST_SHARE = 0.005


def hints(snapshot: Snapshot, asked: Span) -> Iterator[lsp.InlayHint]:
    """``12.3 µs, 41 %`` behind the opening line of each stage in the range ``asked`` of the file."""
    for checked in snapshot.checked:
        estimate = snapshot.estimate(checked)
        for cost in estimate.stages if estimate is not None else ():
            place = cost.stage.place
            if not snapshot.holds(place.document) or cost.share < _LEAST_SHARE:
                continue
            end = place.file_span.end
            if asked.start <= end <= asked.end:
                us = cost.us_per_event
                at_least = "" if cost.known else "≥ "
                yield lsp.InlayHint(
                    snapshot.positions.position(end),
                    f"{at_least}{us.mid:.3g} µs, {cost.share:.0%}",
                    tooltip=f"µs of CPU per input line ({us.low:.3g} .. {us.high:.3g}), and the share of the whole config",
                    padding_left=True,
                )


def lenses(snapshot: Snapshot) -> Iterator[lsp.CodeLens]:
    """Above each config: events per second per CPU, and its dearest stage."""
    for checked in snapshot.checked:
        estimate = snapshot.estimate(checked)
        document = next((d for d in checked.config.documents if snapshot.holds(d)), None)
        if estimate is None or document is None:
            continue
        rates, worst = estimate.events_per_cpu_second, estimate.bottleneck
        bound = "at most " if estimate.bound else ""
        text = f"{bound}{rate(rates.mid)} events/s per CPU ({rate(rates.low)} .. {rate(rates.high)})"
        if worst is not None:
            stage = worst.stage
            text += f"; bottleneck: {stage.kind.value} {stage.plugin}, line {locate(stage.place).start.line}"
        start = snapshot.positions.range(document.map.to_file(Span(0, 0)))
        yield lsp.CodeLens(start, lsp.Command(text, ""))
