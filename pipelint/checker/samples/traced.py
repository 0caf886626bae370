"""What the lines of samples show of a config: they are read from their files and sent through it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from time import process_time
from typing import TYPE_CHECKING

from pipelint.base.disk.asked import unrepeatable
from pipelint.base.disk.lines import lines_of_file
from pipelint.base.lean.late import late
from pipelint.checker.samples.sources import NO_TAG, SampleError, knows_tags, sources_of
from pipelint.cost.samples.observed import Observed, SourceSample
from pipelint.trace.lines import Lines, beginning, picked
from pipelint.trace.seen import seen

if TYPE_CHECKING:
    from pipelint.cost.events.work import CostRules
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.settings.model import Sample, Settings
    from pipelint.trace.model import Given, Journey, Tracer

MOST_LINES, MOST_EDITING = 2_000, 300
"""Lines of a sample that are sent through a config: of the others it is only known how long they are.

While somebody types they are the sample's first ones.
"""

# CPU that they may take: a regex that backtracks on each line would take minutes.
_MOST_SECONDS, _MOST_SECONDS_EDITING = 10.0, 0.5
_DOCKER = late(rb'\{"log":"[^"\\]*(?:\\.[^"\\]*)*","stream":"std(?:out|err)",("attrs":\{[^{}]*\},)?"time":"[^"]*"\}\r?$')
_CRI = late(rb"\d{4}-\d\d-\d\dT\S+ (?:stdout|stderr) [FP] ")
_LOOKED_AT = 200


def observed(config: Config, settings: Settings, tracer: Tracer | None, costs: CostRules, most: int) -> Observed | None:
    """What the settings' samples show of a config, None where none is of it. ``most``: lines of each that are followed.

    Raises SampleError.
    """
    if tracer is None or not settings.samples:
        return None
    sources = [stage for stage in tracer.sources(config) if costs.source_weight(stage)]
    found: dict[int, list[tuple[Stage, Sample, Given]]] = {}
    for sample in settings.samples:
        for stage, given in sources_of(sample, config, sources):
            found.setdefault(stage.index, []).append((stage, sample, given))
    samples = [_source_sample(config, tracer, of_one, most) for of_one in found.values()]
    return Observed(samples, costs.source_weight, costs.takes, config.graph.stages) if samples else None


def _source_sample(config: Config, tracer: Tracer, found: list[tuple[Stage, Sample, Given]], most: int) -> SourceSample:
    """What one source's samples show: of several, in proportion to their lines."""
    stage = found[0][0]
    read = [(_lines(sample, most), given) for _, sample, given in found]
    lines = [line for one, _ in read for line in one.taken]
    end = process_time() + (_MOST_SECONDS if most > MOST_EDITING else _MOST_SECONDS_EDITING)
    followed = 0

    def in_time(taken: Iterable[bytes]) -> Iterator[bytes]:
        nonlocal followed
        for line in taken:
            if process_time() > end:
                return
            followed += 1
            yield line

    def journeys() -> Iterator[Journey]:
        for one, given in read:
            yield from tracer.trace(config, stage, in_time(one.taken), given)

    count = sum(one.count for one, _ in read)
    shown = seen(journeys(), stage.index, len(lines), one_way=bool(config.graph.pipelines))
    shown.lines = followed
    return SourceSample(
        stage,
        tuple(sample.name for _, sample, _ in found),
        count,
        sum(one.no_text for one, _ in read),
        sum(one.size for one, _ in read) / max(1, count),
        _runtime(lines),
        shown,
        all(knows_tags(stage, given) for _, given in read) and not shown.has_tag(stage.index, NO_TAG),
        read[0][0].taken,
    )


def _lines(sample: Sample, most: int) -> Lines:
    """Raises SampleError."""
    unrepeatable()  # how many lines are followed is a matter of time
    try:
        status = sample.file.stat()
        return _picked(os.fspath(sample.file), status.st_mtime_ns, status.st_size, most)
    except (OSError, ValueError) as error:
        why = (isinstance(error, OSError) and error.strerror) or (error.args[-1] if error.args else "it is no file")
        raise SampleError(sample.problem(f"the sample {sample.name} cannot be read: {why}")) from error


# An editor asks at each keystroke, and the gain of each fix is predicted on the same lines.
@lru_cache(maxsize=4)
def _picked(path: str, changed: int, size: int, most: int) -> Lines:
    del changed, size
    lines = lines_of_file(path)
    return picked(beginning(lines) if most == MOST_EDITING else lines, most)


def _runtime(lines: list[bytes]) -> str:
    """The container runtime that framed most of the lines; "" for none."""
    looked_at = lines[:: max(1, len(lines) // _LOOKED_AT)]
    for runtime, frame in (("docker", _DOCKER), ("cri", _CRI)):
        if sum(frame.match(line) is not None for line in looked_at) > len(looked_at) / 2:
            return runtime
    return ""
