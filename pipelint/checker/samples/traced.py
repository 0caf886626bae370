"""What the lines of samples show of a config: they are read from their files and sent through it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.disk.lines import lines_of_file
from pipelint.base.lean.late import late
from pipelint.checker.samples.sources import NO_TAG, SampleError, knows_tags, sources_of
from pipelint.cost.samples.observed import Observed, SourceSample
from pipelint.trace.lines import Lines, picked
from pipelint.trace.seen import seen

if TYPE_CHECKING:
    from pipelint.cost.work import CostRules
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.settings.model import Sample, Settings
    from pipelint.trace.model import Given, Journey, Tracer

MOST_LINES, MOST_EDITING = 2_000, 300
"""Lines of a sample that are sent through a config: of each other one it is only known how long they are."""

_DOCKER = late(rb'\{"log":".*","stream":"std(?:out|err)",("attrs":.*,)?"time":"[^"]*"\}\r?$')
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

    def journeys() -> Iterator[Journey]:
        for one, given in read:
            yield from tracer.trace(config, stage, one.taken, given)

    count = sum(one.count for one, _ in read)
    found_seen = seen(journeys(), stage.index, len(lines), one_way=bool(config.graph.pipelines))
    return SourceSample(
        stage,
        tuple(sample.name for _, sample, _ in found),
        count,
        sum(one.no_text for one, _ in read),
        sum(one.size for one, _ in read) / max(1, count),
        _runtime(lines),
        found_seen,
        all(knows_tags(stage, given) for _, given in read) and not found_seen.has_tag(stage.index, NO_TAG),
    )


def _lines(sample: Sample, most: int) -> Lines:
    """Raises SampleError."""
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
    return picked(lines_of_file(path), most)


def _runtime(lines: list[bytes]) -> str:
    """The container runtime that framed most of the lines; "" for none."""
    looked_at = lines[:: max(1, len(lines) // _LOOKED_AT)]
    for runtime, frame in (("docker", _DOCKER), ("cri", _CRI)):
        if sum(frame.match(line) is not None for line in looked_at) > len(looked_at) / 2:
            return runtime
    return ""
