"""Loops over lists of a whole config, as ``config.sources.filter(s, s.plugin == "jdbc" && s.label == stage.label)``.

A rule that judges each stage would go over all of them for each. What such a loop gives follows from its list and from what it
asks of anything else than its elements (here ``stage.label``): for stages alike in that it is asked once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import cast

from pipelint.predicate.evaluate.code import Code, path_of
from pipelint.predicate.evaluate.frame import EvalError, Frame, Run, Value

_WHOLE = "config"


def link_shared(code: Code, loop: Run, name: str, link: Callable[[Code], Run]) -> Run:
    """``loop``, which ``code`` was linked to and which gives each element this name, asked once for equal inputs."""
    path = path_of(cast(Code, code[1]))
    asked = [one for part in code[3:] if isinstance(part, list) for one in _inputs(part, frozenset([name]))]
    if path is None or path[0] != _WHOLE or any(one[0] == "var" for one in asked):
        # One that asks for the stage itself is another one for each.
        return loop
    inputs = [link(one) for one in asked]

    def run(frame: Frame) -> Value:
        if frame.shared is None:
            return loop(frame)
        key = (id(code), *[_value(one, frame) for one in inputs])
        frame.spend(1)
        try:
            known = frame.shared.get(key)
        except TypeError:
            # A map.
            return loop(frame)
        if known is None:
            try:
                known = loop(frame), None
            except EvalError as error:
                if frame.steps < 0:
                    raise
                known = None, str(error)
            # With the code, whose id no other one has as long as it is there.
            frame.shared[key] = known = *known, code
        value, failed, _ = known
        if failed is not None:
            raise EvalError(failed)
        return value

    return run


def _value(one: Run, frame: Frame) -> Hashable:
    """An input; where it is an error, that: the loop may never come to it."""
    try:
        return _hashable(one(frame))
    except EvalError:
        return EvalError


def _hashable(value: Value) -> Hashable:
    return tuple(map(_hashable, value)) if isinstance(value, list) else cast(Hashable, value)


def _inputs(code: Code, names: frozenset[str]) -> Iterator[Code]:
    """The largest parts of an expression that have none of ``names`` in them, but for what is the same everywhere."""
    if code[0] == "lit" or path_of(code) is not None and _root(code) == _WHOLE:
        return
    if not _mentions(code, names):
        yield code
        return
    for part in code[1:]:
        if isinstance(part, list) and part:
            yield from _inputs(part, names | _bound(code))


def _bound(code: Code) -> frozenset[str]:
    """The name that a loop gives its elements."""
    return frozenset([str(code[2])]) if code[0] in ("exists", "all", "one", "filter", "map") else frozenset()


def _root(code: Code) -> object:
    while code[0] == "get":
        code = cast(Code, code[1])
    return code[1]


def _mentions(code: Code, names: frozenset[str]) -> bool:
    if code[0] == "var":
        return code[1] in names
    return any(isinstance(part, list) and part and _mentions(part, names | _bound(code)) for part in code[1:])
