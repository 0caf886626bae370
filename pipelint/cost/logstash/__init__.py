"""How Logstash's plugins work: from a stage, its settings and the events that reach it to amounts of work."""

from __future__ import annotations

from pipelint.cost.logstash.rules import LogstashRules

RULES = LogstashRules()
