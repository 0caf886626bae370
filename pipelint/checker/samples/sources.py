"""Which source of a config a sample is of, and what the sample says of it beside the lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pipelint.base.finding import Problem
from pipelint.trace.model import Given

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.settings.model import Sample

_GLOB = "*?["
NO_TAG = "sample"
"""The tag of events whose senders choose it, where nobody says which: no figure rests on it."""


class SampleError(ValueError):
    """A sample that cannot be used, with the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def sources_of(sample: Sample, config: Config, sources: Sequence[Stage]) -> list[tuple[Stage, Given]]:
    """The sources that read a sample, of those that can read any; none where it is of another config. Raises SampleError."""
    if sample.by:
        return [(stage, given) for stage, given in _NAMED[sample.by](sources, sample.value)]
    if len(sources) > 1:
        raise SampleError(sample.problem(f"{len(sources)} sources of {config.name} could read the sample: say which"))
    return [(stage, _guess(stage)) for stage in sources]


def knows_tags(stage: Stage, given: Given) -> bool:
    """Whether a source's events have the tags of the traffic: without a path for it, a star in its tag is only a guess."""
    return "*" not in stage.value("tag") or given.path not in ("", _guessed(stage))


def _by_tag(sources: Sequence[Stage], tag: str) -> list[tuple[Stage, Given]]:
    """The sources with this tag, else those whose senders choose the tags."""
    exact = [(stage, _guess(stage)) for stage in sources if stage.value("tag") == tag]
    return exact or [(stage, _guess(stage, tag=tag)) for stage in sources if not stage.value("tag")]


def _by_path(sources: Sequence[Stage], path: str) -> list[tuple[Stage, Given]]:
    """The sources that read this file, or whose path it is as they write it."""
    found = []
    for stage in sources:
        paths = _paths(stage)
        if path in paths:
            found.append((stage, _guess(stage, path="" if set(_GLOB) & set(path) else path)))
        elif any(fnmatchcase(path, one) for one in paths):
            found.append((stage, _guess(stage, path=path)))
    return found


def _by_id(sources: Sequence[Stage], name: str) -> list[tuple[Stage, Given]]:
    return [(stage, _guess(stage)) for stage in sources if name in (stage.value("@id"), stage.value("id"))]


def _by_input(sources: Sequence[Stage], plugin: str) -> list[tuple[Stage, Given]]:
    return [(stage, _guess(stage)) for stage in sources if stage.plugin == plugin]


def _by_number(sources: Sequence[Stage], number: str) -> list[tuple[Stage, Given]]:
    """The stage with this index, which no settings file can name."""
    return [(stage, _guess(stage)) for stage in sources if str(stage.index) == number]


_NAMED: dict[str, Callable[[Sequence[Stage], str], list[tuple[Stage, Given]]]] = {
    "tag": _by_tag,
    "path": _by_path,
    "id": _by_id,
    "input": _by_input,
    "number": _by_number,
}


def _paths(stage: Stage) -> list[str]:
    """The files that a source reads, as they are written."""
    param = stage.block.param("path")
    if param is None:
        return []
    items = [item.text for item in param.data.items] if param.data is not None else []
    return items or [piece.strip() for piece in param.value.split(",")]


def _guess(stage: Stage, *, tag: str = NO_TAG, path: str = "") -> Given:
    """What stands for what nobody says: the file, the tag where senders choose it, the time zone of the machine."""
    return Given("" if stage.value("tag") else tag, path or _guessed(stage), "UTC")


def _guessed(stage: Stage) -> str:
    """A file that a source with a glob might read; "" for one without."""
    first = next(iter(_paths(stage)), "")
    return first.replace("**/", "").replace("*", "x").replace("?", "x") if "*" in first else ""
