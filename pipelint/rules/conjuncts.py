"""What a compiled condition needs: the parts that must all hold, and the plugins and parameters with which it can hold at all.

Most rules speak of one plugin, or of one parameter. Knowing it, they need not be asked about the stages without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from pipelint.predicate.evaluate.code import Code, Json, sides

_PLUGIN = ["get", ["var", "stage"], "plugin", "plain"]
_PARAMS = ["get", ["var", "stage"], "params", "plain"]
_NONE: frozenset[str] = frozenset()


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


def params_of_truth(code: Code, lets: Mapping[str, Code]) -> frozenset[str]:
    """The parameters that ``stage`` has wherever ``code`` is true: without one of them it is false, or an error."""
    match code:
        case ["and", list(left), list(right)]:
            return params_of_truth(left, lets) | params_of_truth(right, lets)
        case ["or", list(left), list(right)]:
            return params_of_truth(left, lets) & params_of_truth(right, lets)
        case ["if", list(test), list(yes), list(no)]:
            return params_of_value(test, lets) | (params_of_truth(yes, lets) & params_of_truth(no, lets))
        case ["haskey", list(holder), str(name)] if holder == _PARAMS:
            return frozenset([name])
        case ["let", str(name)] if name in lets:
            return params_of_truth(lets[name], lets)
    return params_of_value(code, lets)


def params_of_value(code: Code, lets: Mapping[str, Code]) -> frozenset[str]:
    """The parameters that ``stage`` has wherever ``code`` has a value: without one of them it is an error."""
    match code:
        case ["lit" | "var", _]:
            return _NONE
        case ["key", list(holder), str(name)] | ["lookup", list(holder), ["lit", str(name)]] if holder == _PARAMS:
            return frozenset([name])
        case ["let", str(name)]:
            return params_of_value(lets[name], lets) if name in lets else _NONE
        case ["and" | "or", list(left), list(right)]:
            # One side may decide though the other is an error.
            return params_of_value(left, lets) & params_of_value(right, lets)
        case ["if", list(test), list(yes), list(no)]:
            return params_of_value(test, lets) | (params_of_value(yes, lets) & params_of_value(no, lets))
        case ["exists" | "all" | "one" | "filter" | "map", list(over), str(variable), *rest]:
            found = params_of_value(over, lets)
            if code[0] in ("one", "filter") and over[0] == "list" and len(over) > 1 and variable != "stage":
                # Something is there to be tested, and an error in a test is one of the loop.
                found |= params_of_value(cast(Code, rest[0]), lets)
            return found
    parts = [params_of_value(part, lets) for part in code[1:] if isinstance(part, list)]
    return _NONE.union(*parts)


def params_of_element(code: Code) -> frozenset[str] | None:
    """The parameters with one of which alone a list has an element; None where it may have one for any."""
    match code:
        case ["list"]:
            return _NONE
        case ["filter", ["list", *names], str(name), list(test), *_] if ["inmap", ["var", name], _PARAMS] in conjuncts(test):
            return _literals(names)
        case ["filter", ["keys", holder], str(name), list(test), *_] if holder == _PARAMS:
            lists = [each[2] for each in conjuncts(test) if each[:2] == ["in", ["var", name]]]
            said = (_literals(each[1:]) for each in lists if isinstance(each, list) and each[0] == "list")
            return next((names for names in said if names is not None), None)
        case ["filter" | "map", list(over), *_]:
            return params_of_element(over)
        case ["catl", list(left), list(right)]:
            one, two = params_of_element(left), params_of_element(right)
            return None if one is None or two is None else one | two
        case ["if", list(test), list(yes), ["list"]]:
            named = [each[1] for each in conjuncts(test) if each[0] == "inmap" and each[2] == _PARAMS]
            said = (_literals([name]) for name in named)
            return next((names for names in said if names is not None), params_of_element(yes))
    return None


def _literals(codes: Sequence[Json]) -> frozenset[str] | None:
    """The texts that these are; None where one is something else."""
    texts = [str(code[1]) for code in codes if isinstance(code, list) and code[0] == "lit"]
    return frozenset(texts) if len(texts) == len(codes) else None
