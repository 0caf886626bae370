"""Costs that plugin files say: how Logstash reads the settings that they speak of."""

from __future__ import annotations

from pipelint.base.block import Param
from pipelint.engines.logstash import types
from pipelint.engines.logstash.cost.events import field_bytes
from pipelint.engines.logstash.cost.params import pairs_of, strings_of
from pipelint.plugins.cost import Costs
from pipelint.plugins.spec import ParamSpec


def _read(spec: ParamSpec, param: Param) -> object:
    """The value, None for what is none of its type."""
    text = param.value
    match spec.type:
        case "boolean":
            return types.boolean(text)
        case "number" | "positive_whole_number":
            return types.integer(text)
        case "bytes":
            return types.size(text)
        case "array":
            return list(strings_of(param))
        case "hash":
            return {key: values[0] if values else "" for key, values in pairs_of(param)}
    return text


COSTS = Costs("logstash", _read, field_bytes)
