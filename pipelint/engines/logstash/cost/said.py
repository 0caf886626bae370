"""Costs that plugin files say: how Logstash reads the settings that they speak of."""

from __future__ import annotations

from pipelint.base.block import Param
from pipelint.base.quantity import whole
from pipelint.engines.logstash.cost.events import field_bytes
from pipelint.engines.logstash.cost.params import pairs_of, strings_of
from pipelint.plugins.cost import FLAG, LIST, MAP, NUMBER, Costs


def _read(kind: str, param: Param) -> object:
    """A value of a kind of ``pipelint.plugins.cost``; None where it cannot be read as one, nor as a whole number above 0."""
    text = param.value.strip()
    match kind:
        case _ if kind == FLAG:
            return text.lower() == "true"
        case _ if kind == NUMBER:
            return float(whole(text)) if text.isdecimal() and whole(text) > 0 else None
        case _ if kind == LIST:
            return list(strings_of(param))
        case _ if kind == MAP:
            return {key: values[0] if values else "" for key, values in pairs_of(param)}
    return param.value


COSTS = Costs("logstash", _read, field_bytes)
