"""A sample sent through a config: which source reads it, and what became of its lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.graph.stage import Kind
from pipelint.trace.model import NOTHING, Given
from pipelint.trace.tally import Tally, tally

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.trace.model import Tracer

# Lines that are remembered to be shown with the event that they are in.
_REMEMBERED = 1_000
_SHOWN = (Kind.SOURCE, Kind.PARSE, Kind.FILTER, Kind.OUTPUT)


@dataclass(frozen=True, slots=True)
class Trace:
    """A sample (``sample`` is its name) that ``source`` read. ``stages`` are those that its events may come to, in source order.

    ``texts`` are the lines of the event that was asked for.
    """

    config: Config
    source: Stage
    sample: str
    stages: tuple[Stage, ...]
    tally: Tally
    texts: tuple[bytes, ...] = ()


def sources_named(stages: Iterable[Stage], name: str) -> list[Stage]:
    """The sources that a name can stand for: the value of one of their parameters (an id, tag, path, port), else their plugin."""
    every = list(stages)
    exact = [stage for stage in every if any(param.value == name for param in stage.block.params.values())]
    return exact or [stage for stage in every if stage.plugin == name]


def trace_sample(
    config: Config,
    tracer: Tracer,
    source: Stage,
    lines: Iterable[bytes],
    sample: str,
    given: Given = NOTHING,
    line: int | None = None,
) -> Trace:
    """Sends ``lines`` through a config; with ``line`` (from 1) only as far as its event, whose journey and texts are kept."""
    latest: deque[tuple[int, bytes]] = deque(maxlen=_REMEMBERED)

    def remembered() -> Iterator[bytes]:
        for number, text in enumerate(lines, 1):
            latest.append((number, text))
            yield text

    found = tally(tracer.trace(config, source, lines if line is None else remembered(), given), line)
    texts: tuple[bytes, ...] = ()
    if (kept := found.kept) is not None:
        texts = tuple(text for number, text in latest if kept.first <= number <= kept.last)
    graph = config.graph
    reached = {stage.index for stage in (source, *graph.after(source))} | found.stages.keys()
    reached |= {stage.index for stage in graph.stages if stage.parent in reached}
    stages = tuple(stage for stage in graph.stages if stage.index in reached and stage.kind in _SHOWN)
    return Trace(config, source, sample, stages, found, texts)
