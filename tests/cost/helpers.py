"""Configs, graphs and estimates for the tests of costs."""

from __future__ import annotations

from pipelint.base.text.document import Document, SourceFile
from pipelint.cost.estimate import Estimate, estimate
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.walk import Walked, walk
from pipelint.cost.events.work import StageLoad
from pipelint.cost.model import CostModel, load_model
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.engines.registry import parts
from pipelint.graph.stage import StageGraph

MEDIUM = TrafficProfile(miss=0.0, app_miss=0.0, continuation=0.0)

TAIL = """<source>
  @type tail
  path /var/log/containers/*.log
  tag kubernetes.*
  <parse>
    @type json
    time_key __none__
  </parse>
</source>
"""
NULL = "<match **>\n  @type null\n</match>\n"
DETECT = "<match kubernetes.**>\n  @type detect_exceptions\n  remove_tag_prefix kubernetes\n  message log\n</match>\n"
FILE = """<match **>
  @type file
  path /out/f
  <format>
    @type json
  </format>
  <buffer>
    @type file
  </buffer>
</match>
"""


def graph(text: str) -> StageGraph:
    """The stage graph of a config."""
    parsed = parse(Document.whole(SourceFile("fluent.conf", text.encode())))
    assert not parsed.errors
    return build(parsed.root)


def walked(text: str, traffic: TrafficProfile = MEDIUM) -> Walked:
    """The work of a config that has a source."""
    found = walk(graph(text), traffic, parts("fluentd").costs)
    assert found is not None
    return found


def load(text: str, plugin: str, traffic: TrafficProfile = MEDIUM) -> StageLoad:
    """The work of the first stage of a plugin."""
    return next(one for one in walked(text, traffic).loads if one.stage.plugin == plugin)


def cost(text: str, traffic: TrafficProfile = MEDIUM, scale: float = 1.0, model: CostModel | None = None) -> Estimate:
    """The estimate of a config that has a source."""
    found = estimate(graph(text), traffic, parts("fluentd").costs, model or load_model("fluentd"), scale)
    assert found is not None
    return found


def section(name: str, body: str, arg: str = "**") -> str:
    """A filter or match with the lines of ``body``."""
    return f"<{name} {arg}>\n{body}\n</{name}>\n"


def work(text: str, term: str, traffic: TrafficProfile = MEDIUM) -> float:
    """How much of one kind of work all stages do per input line."""
    return sum(stage.terms.get(term, 0.0) for stage in walked(text, traffic).loads)
