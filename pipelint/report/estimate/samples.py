"""What samples showed, in words: of each source's lines, and of each stage that does not give on all that comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.text.locate import locate
from pipelint.report.findings.parts.excerpt import shorten
from pipelint.report.look import Look
from pipelint.report.numbers import percent

if TYPE_CHECKING:
    from pipelint.cost.samples.observed import Observed, SourceSample
    from pipelint.graph.stage import Stage

_MOST_CONDITION = 60
_LEAST = 0.0005


def sample_words(observed: Observed, look: Look) -> Iterator[str]:
    """The sentences, sources first. Nothing of the lines themselves is in them."""
    for sample in observed.samples:
        yield _source(sample, observed, look)
    for stage in observed.stages:
        if observed.sample(stage) is None and (said := ", ".join(_stage(observed, stage))):
            yield f"{_named(stage, look)}: {said}"
    for condition, share in observed.conditions():
        asked = shorten(look.secrets.prose(" ".join(condition.place.text.split())), _MOST_CONDITION, look)
        yield f"if {asked} (line {locate(condition.place).start.line}) is true for {percent(share)}"


def _source(sample: SourceSample, observed: Observed, look: Look) -> str:
    names = " and ".join(look.shown(name) for name in sample.names)
    read = f"{_named(sample.stage, look)} reads {names}"
    if not sample.count:
        return f"{read}, which has no lines"
    framed = f", written by {sample.runtime}" if sample.runtime else ""
    words = [f"{read}: {sample.count:,} lines of {sample.line_bytes:,.0f} bytes{framed}"]
    if sample.seen.lines < sample.count:
        words.append(f"{sample.seen.lines:,} of them followed")
    if sample.no_text:
        words.append(f"{sample.no_text:,} not UTF-8")
    figures = observed.figures(sample.stage)
    for name, what in (("continuation", "continue the line before"), ("distinct_times", "have a new timestamp")):
        share = figures.get(name)
        if isinstance(share, float) and share > _LEAST:
            words.append(f"{percent(share)} {what}")
    words += _stage(observed, sample.stage)
    if not sample.tagged:
        words.append("tags not known")
    return ", ".join(words)


def _stage(observed: Observed, stage: Stage) -> Iterator[str]:
    shares = observed.shares(stage)
    if shares is None:
        return
    if shares.unknown > _LEAST:
        part = "" if shares.unknown > 1 - _LEAST else f"{percent(shares.unknown)} "
        yield f"{part}cannot be followed from here"
    if shares.failed > _LEAST:
        yield f"{percent(shares.failed)} fail"
    if shares.unknown <= _LEAST and observed.sample(stage) is None and abs(1 - shares.kept) > _LEAST:
        yield f"gives on {percent(shares.kept)}"
    if len(shares.alternatives) > 1:
        yield "its alternatives take " + ", ".join(percent(share) for share in shares.alternatives)


def _named(stage: Stage, look: Look) -> str:
    name = look.shown(stage.plugin[:40] or "(no @type)")
    return f"{stage.kind.value} {name} (line {locate(stage.place).start.line})"
