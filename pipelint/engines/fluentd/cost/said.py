"""Costs that plugin files say: how Fluentd reads the parameters that they speak of."""

from __future__ import annotations

from pipelint.base.block import Param
from pipelint.base.quantity import whole
from pipelint.engines.fluentd.cost.params import entries
from pipelint.engines.fluentd.cost.parse.regexes import field_bytes
from pipelint.engines.fluentd.types import boolean
from pipelint.plugins.cost import FLAG, LIST, NUMBER, TEXT, Costs


def _read(kind: str, param: Param) -> object:
    """A value of a kind of ``pipelint.plugins.cost``; None where it cannot be read as one, nor as a whole number above 0."""
    text = param.value.strip()
    if kind == FLAG:
        return boolean(param.value) is True
    if kind == NUMBER:
        return float(whole(text)) if text.isdecimal() and whole(text) > 0 else None
    if kind == LIST:
        return list(entries(param.value))
    return param.value if kind == TEXT else None


COSTS = Costs("fluentd", _read, field_bytes)
