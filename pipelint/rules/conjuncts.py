"""What a compiled condition needs: the parts that must all hold, and the plugins for which it can hold at all.

Most rules speak of one plugin. Knowing it, they need not be asked about the stages of others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pipelint.predicate.evaluate.code import Code, sides

_PLUGIN = ["get", ["var", "stage"], "plugin", "plain"]


def plugins_of(code: Code, lets: Mapping[str, Code]) -> frozenset[str] | None:
    """The plugins of ``stage`` for which ``code`` may be true; None where it may be for any.

    For all others it is false, and not an error: a false side decides an ``&&`` whatever the other one is.
    """
    match code:
        case ["and", left, right]:
            one, two = plugins_of(cast(Code, left), lets), plugins_of(cast(Code, right), lets)
            return two if one is None else one if two is None else one & two
        case ["or", left, right]:
            one, two = plugins_of(cast(Code, left), lets), plugins_of(cast(Code, right), lets)
            return None if one is None or two is None else one | two
        case ["eq", left, ["lit", str(name)]] if left == _PLUGIN:
            return frozenset([name])
        case ["in", left, ["list", *items]] if left == _PLUGIN:
            names = [item[1] for item in items if isinstance(item, list) and item[0] == "lit"]
            return frozenset(map(str, names)) if len(names) == len(items) else None
        case ["let", str(name)] if name in lets:
            return plugins_of(lets[name], lets)
    return None


def conjuncts(code: Code) -> list[Code]:
    """The sides of the outermost ``&&``, from left to right; a condition without one is its own."""
    return sides("and", code)
