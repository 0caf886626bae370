"""Which labels there are when a plugin asks for one.

After Fluentd's ``RootAgent#configure``: a worker makes the labels that are for it, ``@ERROR`` after all that stands in others.
"""

from __future__ import annotations

from pipelint.base.block import Block, Param
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.emit import ERROR_LABEL
from pipelint.engines.fluentd.routing.stages import ROOT_LABEL
from pipelint.engines.fluentd.routing.workers import Workers
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins.behaviour import Sends


def labels_of(root: Block, count: int) -> dict[str, Workers]:
    """The labels of a config with ``count`` workers by their names, each with the workers that have it."""
    found = {"@ROOT": Workers.read("", count)}
    for section in (root, *(block for block in root.blocks if block.name == "worker")):
        for block in section.blocks:
            if block.name == "label":
                found.setdefault(block.arg, Workers.read(section.arg, count))
    return found


def why_missing(stage: Stage, param: Param, labels: dict[str, Workers], count: int) -> str:
    """Why the label that ``param`` names is not there for ``stage``: none, late, workers; "" where it may be."""
    events = known(stage).events
    # Inputs and filters ask for it always, of the outputs those with Fluentd's helper event_emitter: they emit events again.
    if stage.kind is Kind.OUTPUT and events.sends in (Sends.AWAY, Sends.UNKNOWN) and not events.retry_tag:
        return ""
    if param.value not in labels:
        return "none"
    # concat asks for its timeout_label when everything is there.
    if param.value == ERROR_LABEL and param.name == "@label" and stage.label not in (ROOT_LABEL, ERROR_LABEL):
        return "late"
    return "" if labels[param.value].covers(Workers.read(stage.worker, count)) else "workers"
