"""Pipelines for the tests of the Logstash engine."""

from __future__ import annotations

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.logstash.engine import LogstashEngine
from pipelint.language.config import Config
from pipelint.sources.bundle import DiskBundle
from pipelint.sources.entry import Entry, Pipeline


def load(*texts: str, **pipelines: tuple[str, ...]) -> Config:
    """The config of the pipeline ``main`` made of ``texts``, or of several pipelines by id."""
    made = []
    for name, parts in (pipelines or {"main": texts}).items():
        files = [SourceFile(f"{name}/{number}.conf", part.encode()) for number, part in enumerate(parts)]
        made.append(Pipeline(name, tuple(map(Document.whole, files))))
    documents = tuple(document for pipeline in made for document in pipeline.documents)
    return LogstashEngine().load(Entry("logstash", documents, DiskBundle(), "a", pipelines=tuple(made)))


def edges(config: Config) -> list[str]:
    """The edges of the graph as ``from>to``, ``~`` where a condition stands before it."""
    stages = config.graph.stages
    return [
        f"{stages[edge.source].plugin}{'>' if edge.certain else '~'}{stages[edge.target].plugin}" for edge in config.graph.edges
    ]
