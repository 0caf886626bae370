"""The cost rules of Fluentd: which function says what a plugin does."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.base.condition import Condition
from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Terms, Use
from pipelint.engines.fluentd.cost import filters, inputs, outputs
from pipelint.engines.fluentd.facts.container_logs import reads_container_logs
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.taking import taking
from pipelint.graph.stage import Flow, Kind, Stage

# What stages save where ten events or fewer come at once, of what they take of a thousand (rows b_*).
_SAVED, _MANY = 0.2, 1000
_AS_STREAMS = ("_stream", ".contended", ".chunk", ".mktime")


class FluentdRules:
    """See ``CostRules``."""

    by_runtime = True

    def threads(self, stage: Stage) -> int | None:
        """Any: a process has one CPU whatever its threads do, and ``workers`` says how many processes there are."""
        return None

    def source_weight(self, stage: Stage) -> float:
        """Ten for container logs, none for inputs that report on Fluentd or on metrics, one for any other."""
        if not known(stage).events.outside:
            return 0.0
        return 10.0 if reads_container_logs(stage.plugin, stage.block) else 1.0

    def enter(self, stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile, settings: Block | None) -> Done:
        """What a source and its `<parse>` do per line."""
        done = inputs.enter(stage, parts, events, traffic)
        return _cached(done, done.emitted[Flow.ROUTE].emits)

    def arrive(self, stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
        """What a filter or an output and its parts do per event."""
        done = (_opened if stage.kind is Kind.FILTER else outputs.send)(stage, parts, state, traffic)
        return _cached(done, state.emits)

    def ask(self, condition: Condition, state: State) -> Terms:
        """Fluentd has no conditions."""
        return {}

    def condition(self, text: str) -> Condition | None:
        """None: Fluentd has no conditions."""
        return None

    def takes(self, stage: Stage, tag: str) -> bool | None:
        """By the pattern of its section."""
        takes = taking(stage.pattern)
        return True if tag in takes.certain else None if takes.maybe_more else False


def _cached(done: Done, emits: float) -> Done:
    """The work where a stage finds the events in the CPU's caches: those of a stream of ten are there, of a thousand not."""
    part = 1 - _SAVED * min(1.0, max(0.0, math.log10(_MANY * emits) / 2))
    uses = (
        replace(use, terms={name: n if name.endswith(_AS_STREAMS) else n * part for name, n in use.terms.items()})
        for use in done.uses
    )
    return replace(done, uses=tuple(uses)) if part < 1 else done


def _opened(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    """A filter, which needs the records and so unpacks what came packed."""
    opened, terms = inputs.unpacked(state)
    done = filters.pass_through(stage, parts, opened, traffic)
    return Done((Use(stage, terms), *done.uses), done.passed, done.emitted) if terms else done
