"""How Logstash's plugins work: from a stage, its settings and the events that reach it to amounts of work."""

from __future__ import annotations

from pipelint.engines.logstash.cost.rules import LogstashRules

RULES = LogstashRules()
