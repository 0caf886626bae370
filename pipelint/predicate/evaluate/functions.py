"""The functions of the predicate language by the names that compiled code has for them.

Each gets values of the types that ``pipelint.predicate.check.signatures`` gives it, the receiver first. It may raise
EvalError and nothing else, for whatever values of these types.
"""

from __future__ import annotations

from collections.abc import Callable

from pipelint.predicate.evaluate import numbers, strings

SIZE = "size"
MATCHES = "matches"  # its second argument is a literal, a regex that was checked when the page was loaded

FUNCTIONS: dict[str, Callable[..., object]] = {
    "startsWith": str.startswith,
    "endsWith": str.endswith,
    "contains": str.__contains__,
    MATCHES: strings.matches,
    "charAt": strings.char_at,
    "indexOf": strings.index_of,
    "lastIndexOf": strings.last_index_of,
    "lowerAscii": strings.lower_ascii,
    "upperAscii": strings.upper_ascii,
    "replace": strings.replace,
    "split": strings.split,
    "substring": strings.substring,
    "trim": strings.trim,
    "join": strings.join,
    SIZE: len,
    "sum of int": numbers.sum_of_ints,
    "sum of double": numbers.sum_of_doubles,
    "same": numbers.same,
    "int of double": numbers.int_of_double,
    "int of string": numbers.int_of_string,
    "double of int": float,
    "double of string": numbers.double_of_string,
    "string of bool": numbers.string_of_bool,
    "string of int": str,
    "string of double": numbers.string_of_double,
    "greatest": max,
    "greatest of list": numbers.of_list(max),
    "least": min,
    "least of list": numbers.of_list(min),
    "abs of int": numbers.absolute,
    "abs of double": abs,
    "ceil": numbers.ceil,
    "floor": numbers.floor,
    "round": numbers.round_half_up,
}
