"""Which engine a config text belongs to, by its content, and an engine by its name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePath

from pipelint.base.late import late
from pipelint.engines.config import Engine
from pipelint.engines.fluentd.yaml_config.detect import is_yaml_config

_FLUENTD = late(
    rb"^[ \t]*(?:</?(?:source|match|filter|label|system|worker|parse|buffer|store|record)\b(?![^\n]*</)"
    rb"|@(?:type|include|id|label|log_level)[ \t]+\S)",
    re.MULTILINE,
)
_FLUENT_BIT = late(
    rb"^[ \t]*\[(?:SERVICE|INPUT|FILTER|OUTPUT|PARSER|MULTILINE_PARSER|CUSTOM)\][ \t\r]*$", re.MULTILINE | re.IGNORECASE
)
_LOGSTASH = late(rb"^[ \t]*(?:input|filter|output)\s*(?:#[^\n]*\n\s*)*\{", re.MULTILINE)
_MARKUP = late(rb"\A\s*(?:<\?xml|<!DOCTYPE|<html|<VirtualHost|<project)", re.IGNORECASE)
_NAMES = ("fluent.conf", "fluentd.conf", "td-agent.conf")
_YAML = (".yaml", ".yml", ".json")


def sniff(text: bytes, name: str) -> str | None:
    """``fluentd``, ``logstash``, or None for what is no engine's config. ``name`` is the file's or the key's.

    Content decides; a file's name only where it is one that Fluentd itself looks for.
    """
    path = PurePath(name)
    if is_yaml_config(text, name):
        return "fluentd"
    if path.suffix in _YAML or _FLUENT_BIT.search(text) or _MARKUP.search(text):
        return None
    fluentd, logstash = _FLUENTD.search(text), _LOGSTASH.search(text)
    if fluentd and logstash:
        return "fluentd" if fluentd.start() < logstash.start() else "logstash"
    if fluentd or path.name in _NAMES:
        return "fluentd"
    return "logstash" if logstash else None


@cache
def engine(name: str) -> Engine:
    """The engine of this name. Raises KeyError where there is none. Each is imported when a config asks for it."""
    if name == "fluentd":
        from pipelint.engines.fluentd.engine import FluentdEngine

        return FluentdEngine()
    if name == "logstash":
        from pipelint.engines.logstash.engine import LogstashEngine

        return LogstashEngine()
    raise KeyError(name)
