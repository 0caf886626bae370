"""Short ways to write Fluentd configs for the tests of routing, their stages by the parameter ``@id``."""

from __future__ import annotations

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.graph.stage import StageGraph


def graph(text: str, *, complete: bool = True) -> StageGraph:
    parsed = parse(Document.whole(SourceFile("x.conf", text.encode())))
    assert not parsed.errors
    return build(parsed.root, complete=complete)


def named(graph: StageGraph) -> dict[str, int]:
    return {stage.value("@id"): stage.index for stage in graph.stages if stage.value("@id")}


def source(tag: str, more: str = "") -> str:
    return f"<source>\n@type sample\n@id in\ntag {tag}\n{more}\n</source>\n"


def match(pattern: str, name: str, plugin: str = "null", more: str = "") -> str:
    return f"<match {pattern}>\n@type {plugin}\n@id {name}\n{more}\n</match>\n"


def filter_(pattern: str, name: str, plugin: str = "grep", more: str = "") -> str:
    return f"<filter {pattern}>\n@type {plugin}\n@id {name}\n{more}\n</filter>\n"


def failing() -> str:
    """A parser filter, the stage ``p``, of which records that fail go to ``@ERROR``."""
    return source("a") + filter_("a", "p", "parser", "key_name log\n<parse>\n@type json\n</parse>") + match("a", "out")
