"""How Fluentd's plugins work: from a stage, its parameters and the events that reach it to amounts of work."""

from __future__ import annotations

from pipelint.engines.fluentd.cost.rules import FluentdRules

RULES = FluentdRules()
