"""Fluent Bit configs and their work for the tests of costs."""

from __future__ import annotations

from pipelint.base.text.document import Document, SourceFile
from pipelint.cost.estimate import Estimate, estimate
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.walk import Walked, walk
from pipelint.cost.model import load_model
from pipelint.engines.registry import engine, parts
from pipelint.graph.stage import StageGraph
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry

KNOWN = TrafficProfile(continuation=0.0, miss=0.0, app_miss=0.0, app_fields=3.0, lines="plain")


def graph(text: str) -> StageGraph:
    """The stage graph of a config: classic, or YAML where it begins with a word and a colon."""
    name = "fluent-bit.yaml" if text.split("\n", 1)[0].endswith(":") else "fluent-bit.conf"
    document = Document.whole(SourceFile(name, text.encode()))
    config = engine("fluentbit").load(Entry("fluentbit", (document,), NoBundle(), name))
    assert not config.errors
    return config.graph


def section(kind: str, **params: str) -> str:
    """A section of the classic format; ``_`` in a name is a dot where it is doubled."""
    lines = "".join(f"    {name.replace('__', '.')} {value}\n" for name, value in params.items())
    return f"[{kind.upper()}]\n{lines}"


TAIL = section("input", name="tail", tag="t", path="/in.log")
NULL = section("output", name="null", match="*")


def walked(text: str, traffic: TrafficProfile = KNOWN) -> Walked:
    """The work of a config with an input."""
    found = walk(graph(text), traffic, parts("fluentbit").costs)
    assert found is not None
    return found


def terms(text: str, traffic: TrafficProfile = KNOWN, plugin: str = "") -> dict[str, float]:
    """All work of a config, or that of the stages of one plugin, by term."""
    out: dict[str, float] = {}
    for load in walked(text, traffic).loads:
        for name, amount in load.terms.items() if plugin in ("", load.stage.plugin) else ():
            out[name] = out.get(name, 0.0) + amount
    return out


def events(text: str, plugin: str, traffic: TrafficProfile = KNOWN) -> list[float]:
    """Events per input line at each stage of a plugin, in order."""
    return [load.events for load in walked(text, traffic).loads if load.stage.plugin == plugin]


def cost(text: str, traffic: TrafficProfile = KNOWN) -> Estimate:
    """The estimate of a config."""
    found = estimate(graph(text), traffic, parts("fluentbit").costs, load_model("fluentbit"))
    assert found is not None
    return found
