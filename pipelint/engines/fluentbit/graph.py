"""The stages of a config, and how events flow: through the filters in the order of the file, to all outputs that match.

What a rewrite_tag emits goes through all filters again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice

from pipelint.base.block import Block
from pipelint.engines.fluentbit.match import given, rewritten, taken
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError, TooMuchWorkError
from pipelint.graph.stage import LATEST, MAX_STAGES, Edge, Flow, Kind, Route, Stage, StageGraph

NAMED = ("parser", "multiline_parser")
"""Sections that define what the others name."""
AGAIN = ("multiline",)
"""Filters that emit records again with the tag that they have. They leave alone what comes from themselves."""
KINDS = {"input": Kind.SOURCE, "filter": Kind.FILTER, "output": Kind.OUTPUT}
MAX_PAIRS = 100_000
"""Sources, each with a filter or output; of a config with more the flow is not followed."""

Tags = Automaton | None
"""Tags, None where these may be any."""


def build(blocks: Sequence[Block]) -> StageGraph:
    """The graph of these sections, which does not claim to be complete. All outputs of a route get its events."""
    plugins = [block for block in blocks if block.name in KINDS]
    counts = Counter(block.name for block in plugins)
    # The only output takes all of the only input.
    default = "*" if counts["input"] == counts["output"] == 1 else ""
    # Of several with one name the first counts.
    named = {(block.name, block.value("name")): block for block in reversed(blocks) if block.name in NAMED}
    stages = tuple(islice(_stages(plugins, default, named), MAX_STAGES + 1))
    origins = [stage for stage in stages if stage.kind is Kind.SOURCE or stage.plugin == "rewrite_tag"]
    if len(stages) > MAX_STAGES or len(origins) * len(stages) > MAX_PAIRS:
        return StageGraph(stages[:MAX_STAGES], (), (), {}, complete=False, skipped=True)
    found: dict[tuple[int, int, Flow], bool] = {}
    routes: list[Route] = []
    try:
        for origin, tags in _emitted(origins):
            flow = Flow.ROUTE if origin.kind is Kind.SOURCE else Flow.EMIT
            steps = _taking(stages, tags)
            routes.append(
                Route(origin.index, flow, "", "", tuple((stage.index, takes) for stage, takes in steps), None, whole=False)
            )
            for source, target, certain in _way(origin, steps):
                # Only the first step is emitted anew: after it events flow as any others.
                key = source, target, flow if source == origin.index else Flow.ROUTE
                found[key] = found.get(key, False) or certain
            for stage, _ in steps[1:]:
                if stage.kind is Kind.FILTER and stage.plugin in AGAIN:
                    # What it joined has the tag that it had, and passes all filters from the first.
                    found.setdefault((stage.index, steps[0][0].index, Flow.EMIT), False)
    except (TooLargeError, TooMuchWorkError):
        return StageGraph(stages, (), (), {}, complete=False, skipped=True)
    edges = tuple(Edge(*key, certain=certain) for key, certain in found.items())
    return StageGraph(stages, edges, tuple(routes), {}, complete=False)


def _stages(plugins: Sequence[Block], default: str, named: Mapping[tuple[str, str], Block]) -> Iterator[Stage]:
    """A stage for each section, and for each of its processors after it."""
    numbers = count()
    for block in plugins:
        index = next(numbers)
        yield Stage(index, KINDS[block.name], block.value("name").lower(), block, pattern=_pattern(block, default), named=named)
        # Of a filter they do nothing.
        groups = [group for group in block.blocks if group.name == "processors" and block.name != "filter"]
        inner = [unit for group in groups for unit in group.blocks]
        yield from (Stage(next(numbers), Kind.PROCESS, unit.value("name").lower(), unit, index, named=named) for unit in inner)


def _pattern(block: Block, default: str) -> str:
    chooses = block.name != "output" or block.param("match_regex") is not None
    return block.value("match", "" if chooses else default)


def _emitted(origins: Sequence[Stage]) -> Iterator[tuple[Stage, Tags]]:
    numbers: Counter[str] = Counter()
    for stage in origins:
        if stage.kind is Kind.SOURCE:
            yield stage, given(stage.block, numbers[stage.plugin])
            numbers[stage.plugin] += 1
        else:
            for tags in rewritten(stage.block):
                yield stage, tags


def _taking(stages: Sequence[Stage], tags: Tags) -> list[tuple[Stage, bool]]:
    """The filters, then the outputs, that take events with these tags, each with whether it takes all of them."""
    taking = [stage for stage in stages if stage.kind in (Kind.FILTER, Kind.OUTPUT)]
    found = [(stage, takes) for stage in taking if (takes := _takes(stage, tags)) is not None]
    return sorted(found, key=lambda each: each[0].kind is Kind.OUTPUT)


def _way(origin: Stage, steps: Sequence[tuple[Stage, bool]]) -> Iterator[tuple[int, int, bool]]:
    """The steps of events: from a stage to one that takes them, and whether all of them go there."""
    before = [origin.index]
    for stage, takes in steps:
        yield from ((source, stage.index, takes and len(before) == 1) for source in before)
        if stage.kind is Kind.FILTER:
            before = [stage.index] if takes else [*before, stage.index][-LATEST:]


def _takes(stage: Stage, tags: Tags) -> bool | None:
    """Whether a filter or output takes all events with these tags (true), some or perhaps some (false), none (None)."""
    if stage.block.param("match_regex") is not None:
        return False
    match = taken(stage.pattern)
    if not stage.pattern or (match is not None and tags is not None and not tags.meets(match)):
        return None
    return stage.pattern.strip("*") == "" or (match is not None and tags is not None and tags <= match)
