"""Costs that plugin files say: how Fluentd reads the parameters that they speak of."""

from __future__ import annotations

from pipelint.base.block import Param
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.cost.parse.regexes import field_bytes
from pipelint.plugins.cost import Costs
from pipelint.plugins.spec import ParamSpec


def _read(spec: ParamSpec, param: Param) -> object:
    """The value, None for what Fluentd refuses or makes nil of; a hash is not looked into."""
    text = param.value
    match spec.type:
        case "bool":
            return types.boolean(text)
        case "integer":
            return types.integer(text)
        case "float":
            return types.decimal(text)
        case "size":
            return types.size(text)
        case "time":
            return types.seconds(text)
        case "array":
            try:
                return types.array(text)
            except ValueError:
                return None
        case "hash":
            return None
    return text


COSTS = Costs("fluentd", _read, field_bytes)
