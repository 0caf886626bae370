"""From compiled code to Python closures: without lark, eval or exec, with bounded depth and steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from pipelint.predicate.evaluate.code import Code, Json, path_of, sides
from pipelint.predicate.evaluate.frame import EvalError, Frame, Run, Value, checked_int, text_steps
from pipelint.predicate.evaluate.functions import FUNCTIONS, MATCHES, SIZE
from pipelint.predicate.evaluate.loops import LOOPS, link_map
from pipelint.predicate.evaluate.operators import BINARY, LONG, every, get, is_word, some
from pipelint.predicate.evaluate.shared import link_over, link_shared
from pipelint.predicate.evaluate.strings import matches
from pipelint.predicate.regex import steps_per_character


def link(code: Code) -> Run:
    """The closure that evaluates ``code``, which the type checker made. Called, it may raise EvalError alone."""
    op = str(code[0])
    if (linker := _LINKERS.get(op)) is not None:
        return linker(code)
    if op in _CHAINS:
        return _CHAINS[op](list(map(link, sides(op, code))))
    if op == "eq" and (word := _word(code[2])) is not None:
        return is_word(link(_part(code, 1)), word)
    if op in BINARY:
        return BINARY[op](link(_part(code, 1)), link(_part(code, 2)))
    over, (name, test, steps) = link_over(code, link), code[2:]
    loop = LOOPS[op](over, str(name), link(cast(Code, test)), cast(int, steps))
    return link_shared(code, loop, over, link)


def _part(code: Code, index: int) -> Code:
    return cast(Code, code[index])


def _word(code: Json) -> str | None:
    """The short text that is written there; None for anything else."""
    match code:
        case ["lit", str(word)] if len(word) <= LONG:
            return word
    return None


def _lit(code: Code) -> Run:
    value = code[1]
    return lambda frame: value


def _var(code: Code) -> Run:
    name = str(code[1])
    return lambda frame: frame.values[name]


def _let(code: Code) -> Run:
    name = str(code[1])
    return lambda frame: frame.named(name)


def _get(code: Code) -> Run:
    if (path := path_of(code)) is not None:
        variable, fetch = path
        # By far the most frequent expression: one call instead of one for each name.
        return lambda frame: fetch(frame.values[variable])
    return get(link(_part(code, 1)), str(code[2]), str(code[3]))


def _some(code: Code) -> Run:
    inner = link(_part(code, 1))

    def run(frame: Frame) -> Value:
        value = inner(frame)
        if value is None:
            raise EvalError("null has no value")
        return value

    return run


def _key(code: Code) -> Run:
    holder, name = link(_part(code, 1)), str(code[2])

    def run(frame: Frame) -> Value:
        try:
            return holder(frame)[name]
        except KeyError:
            raise EvalError("no such key") from None

    return run


def _lookup(code: Code) -> Run:
    holder, key = link(_part(code, 1)), link(_part(code, 2))

    def run(frame: Frame) -> Value:
        found = holder(frame)
        name = key(frame)
        if name not in found:
            raise EvalError("no such key")
        return found[name]

    return run


def _item(code: Code) -> Run:
    holder, index = link(_part(code, 1)), link(_part(code, 2))

    def run(frame: Frame) -> Value:
        items = holder(frame)
        at = index(frame)
        if not 0 <= at < len(items):
            raise EvalError("index out of range")
        return items[at]

    return run


def _has(code: Code) -> Run:
    found = get(link(_part(code, 1)), str(code[2]), "plain")
    return lambda frame: found(frame) is not None


def _has_key(code: Code) -> Run:
    holder, key = link(_part(code, 1)), str(code[2])
    return lambda frame: key in holder(frame)


def _not(code: Code) -> Run:
    inner = link(_part(code, 1))
    return lambda frame: not inner(frame)


def _negate_int(code: Code) -> Run:
    inner = link(_part(code, 1))
    return lambda frame: checked_int(-inner(frame))


def _negate_double(code: Code) -> Run:
    inner = link(_part(code, 1))
    return lambda frame: -inner(frame)


def _if(code: Code) -> Run:
    test, yes, no = (link(_part(code, index)) for index in (1, 2, 3))
    return lambda frame: yes(frame) if test(frame) else no(frame)


def _list(code: Code) -> Run:
    if all(isinstance(item, list) and item[0] == "lit" for item in code[1:]):
        values = [cast(Code, item)[1] for item in code[1:]]
        # Nothing changes a list in place.
        return lambda frame: values
    items = [link(cast(Code, item)) for item in code[1:]]
    return lambda frame: [item(frame) for item in items]


def _matches(code: Code) -> Run:
    text, pattern = link(cast(Code, code[2])), str(cast(Code, code[3])[1])
    weight = steps_per_character(pattern)

    def run(frame: Frame) -> Value:
        searched = text(frame)
        frame.spend(1 + int(len(searched) * weight))
        return matches(searched, pattern)

    return run


def _call(code: Code) -> Run:
    if code[1] == MATCHES:
        return _matches(code)
    run_function, args = FUNCTIONS[str(code[1])], [link(cast(Code, arg)) for arg in code[2:]]

    def run(frame: Frame) -> Value:
        values = [arg(frame) for arg in args]
        for value in values:
            if isinstance(value, str):
                frame.spend(text_steps(value))
            elif isinstance(value, Sequence):
                frame.spend(1 if code[1] == SIZE else 1 + len(value))
        result = run_function(*values)
        if isinstance(result, list):
            frame.spend(len(result))
        return result

    return run


_CHAINS = {"and": every, "or": some}
_LINKERS: dict[str, Callable[[Code], Run]] = {
    "lit": _lit,
    "var": _var,
    "let": _let,
    "get": _get,
    "some": _some,
    "key": _key,
    "lookup": _lookup,
    "item": _item,
    "has": _has,
    "haskey": _has_key,
    "not": _not,
    "negi": _negate_int,
    "negd": _negate_double,
    "if": _if,
    "list": _list,
    "call": _call,
    "map": lambda code: link_shared(code, link_map(code, link), link(_part(code, 1)), link),
    "keys": lambda code: link(_part(code, 1)),
}
