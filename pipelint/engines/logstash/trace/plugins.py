"""Which function does a filter's work: loaded when a config has the filter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import cast

from pipelint.base.block import Block
from pipelint.engines.logstash.trace.common import Work
from pipelint.engines.logstash.trace.settings import Settings
from pipelint.engines.logstash.trace.values.nested import LostError
from pipelint.graph.stage import Stage

_FILTERS: Mapping[str, str] = {
    "cidr": "lookups",
    "clone": "copies",
    "csv": "parsers",
    "date": "date",
    "de_dot": "fields",
    "dissect": "dissect",
    "dns": "outside",
    "drop": "copies",
    "fingerprint": "texts",
    "geoip": "outside",
    "grok": "grok",
    "json": "parsers",
    "kv": "kv",
    "metrics": "outside",
    "mutate": "mutate",
    "prune": "fields",
    "sleep": "copies",
    "split": "copies",
    "syslog_pri": "fields",
    "throttle": "outside",
    "translate": "lookups",
    "truncate": "texts",
    "urldecode": "texts",
    "useragent": "outside",
    "uuid": "outside",
}
"""By a filter's name the module of ``filters`` that has a function of that name."""

_WHY_NOT: Mapping[str, str] = {
    "ruby": "Ruby code decides",
    "aggregate": "Ruby code decides",
    "http": "an HTTP service decides",
    "elasticsearch": "Elasticsearch decides",
    "jdbc_streaming": "a database decides",
    "jdbc_static": "a database decides",
    "memcached": "a database decides",
}
_NOT_KNOWN = "what this filter does with an event is not known here"


def work_of(stage: Stage, pipeline: Block) -> Work:
    """What a filter does. Raises LostError where that is not known, RefusedError where Logstash does not start with it."""
    if stage.plugin not in _FILTERS:
        raise LostError(_WHY_NOT.get(stage.plugin, _NOT_KNOWN))
    settings = Settings(stage, stage.block, pipeline)
    module = import_module(f"pipelint.engines.logstash.trace.filters.{_FILTERS[stage.plugin]}")
    make = cast("Callable[[Settings], Work]", getattr(module, stage.plugin))
    return make(settings)
