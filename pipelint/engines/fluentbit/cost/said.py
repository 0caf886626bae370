"""Costs that plugin files say: how Fluent Bit reads the parameters that they speak of."""

from __future__ import annotations

from pipelint.base.block import Param
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.cost.regexes import field_bytes
from pipelint.plugins.cost import Costs
from pipelint.plugins.spec import ParamSpec


def _read(spec: ParamSpec, param: Param) -> object:
    """The value, None for what is none of its type."""
    text = param.value
    match spec.type:
        case "bool" | "boolean":
            return types.boolean(text)
        case "int" | "integer":
            return types.integer(text)
        case "double" | "float":
            return types.decimal(text)
        case "size":
            return types.size(text)
        case "time":
            return types.seconds(text)
    return text


COSTS = Costs("fluentbit", _read, field_bytes)
