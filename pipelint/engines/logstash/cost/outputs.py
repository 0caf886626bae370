"""The work of Logstash's outputs and their codecs."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.cost.flow import State
from pipelint.cost.work import Done, Terms, Use
from pipelint.graph.stage import Flow, Kind, Stage

_MEASURED = frozenset({"null", "stdout", "file", "pipeline"})
_DEFAULT = {"stdout": "rubydebug", "file": "json_lines"}
# Outputs that write each event as JSON whatever the codec: that much they cost at least.
_JSON = "json"


def send(stage: Stage, parts: Sequence[Stage], state: State) -> Done:
    """What an output and its codec do per event. Those not measured serialise it as JSON: a lower bound."""
    known = stage.plugin in _MEASURED
    own: Terms = {"output.event": 1.0}
    if stage.plugin == "pipeline":
        return Done((Use(stage, own),), emitted={Flow.RELABEL: state})
    if stage.plugin == "null":
        return Done((Use(stage, own),))
    codec = next((part for part in parts if part.kind is Kind.FORMAT), None)
    name = codec.plugin if codec is not None else _DEFAULT.get(stage.plugin, _JSON)
    terms, measured = _format(name, state)
    if stage.plugin == "file" and "%{" in stage.value("path"):
        own["output.path"] = 1.0
    return Done((Use(stage, own, known), Use(codec or stage, terms, measured or not known)))


def _format(name: str, state: State) -> tuple[Terms, bool]:
    """Work of writing one event, and whether the codec was measured."""
    match name:
        case "json" | "json_lines":
            return {"format.json": 1.0, "format.json_byte": state.record, "format.json_field": state.fields}, True
        case "rubydebug":
            return {"format.rubydebug_key": state.fields}, True
        case "line" | "plain":
            return {"format.line": 1.0}, True
        case "dots":
            return {}, True
        case _:
            return {"format.line": 1.0}, False
