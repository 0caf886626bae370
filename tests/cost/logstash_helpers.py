"""Logstash pipelines and their work for the tests of costs."""

from __future__ import annotations

from pipelint.base.block import Param
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.cost.estimate import Estimate, estimate
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.walk import Walked, walk
from pipelint.cost.model import load_model
from pipelint.engines.registry import engine, parts
from pipelint.graph.stage import StageGraph
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry, Pipeline

KNOWN = TrafficProfile(app_miss=0.0, grok_miss=0.0, rejected=0.0, uncached=0.0)


def graph(*texts: str, settings: dict[str, str] | None = None) -> StageGraph:
    """The stage graph of pipelines, one a text, called p0, p1 ..."""
    pipelines = []
    for number, text in enumerate(texts):
        document = Document.whole(SourceFile(f"p{number}.conf", text.encode()))
        place = Place(document, Span(0, 0))
        params = tuple(Param(name, value, place, place) for name, value in (settings or {}).items())
        pipelines.append(Pipeline(f"p{number}", (document,), params))
    documents = tuple(document for pipeline in pipelines for document in pipeline.documents)
    config = engine("logstash").load(Entry("logstash", documents, NoBundle(), "test", pipelines=tuple(pipelines)))
    assert not config.errors
    return config.graph


def walked(*texts: str, traffic: TrafficProfile = KNOWN, settings: dict[str, str] | None = None) -> Walked:
    """The work of pipelines that have an input."""
    found = walk(graph(*texts, settings=settings), traffic, parts("logstash").costs)
    assert found is not None
    return found


def pipeline(filters: str, output: str = "null {}", source: str = "generator {}") -> str:
    """A pipeline with these filters."""
    return f"input {{ {source} }}\nfilter {{ {filters} }}\noutput {{ {output} }}\n"


def terms(
    filters: str, traffic: TrafficProfile = KNOWN, output: str = "null {}", source: str = "generator {}"
) -> dict[str, float]:
    """All work of a pipeline with these filters, by term."""
    out: dict[str, float] = {}
    for load in walked(pipeline(filters, output, source), traffic=traffic).loads:
        for name, amount in load.terms.items():
            out[name] = out.get(name, 0.0) + amount
    return out


def events(text: str, plugin: str, traffic: TrafficProfile = KNOWN) -> list[float]:
    """Events per input line at each stage of a plugin, in order."""
    return [load.events for load in walked(text, traffic=traffic).loads if load.stage.plugin == plugin]


def cost(*texts: str, traffic: TrafficProfile = KNOWN) -> Estimate:
    """The estimate of pipelines."""
    found = estimate(graph(*texts), traffic, parts("logstash").costs, load_model("logstash"))
    assert found is not None
    return found
