"""Loops over stages, as ``config.sources.filter(s, s.plugin == "jdbc" && s.label == stage.label)``, asked once for alike stages.

A rule that judges each stage would go over all of them for each. What such a loop gives follows from its list and from what it
asks of anything else than its elements (here ``stage.label``). So for stages alike in that a loop over a list of the config is
made once, and one over a list of the stage (``stage.upstream``) asks each element once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import cast

from pipelint.base.lean.record import dataclass, field
from pipelint.predicate.evaluate.code import Code, path_of
from pipelint.predicate.evaluate.frame import EvalError, Frame, Run, Value

_WHOLE = "config"
# Loops that end with a list of elements, with one that says yes, with one that says no.
_ANSWERS: dict[str, bool | None] = {"filter": None, "exists": True, "all": False}
_FEW = 8  # elements, which are as quickly asked anew


@dataclass(slots=True)
class _Known:
    """Of a loop with certain inputs the elements that were asked, by their answers, and what errors said."""

    code: Code  # which keeps its id, so that no other has it
    answered: dict[bool, set[Value]] = field(default_factory=lambda: {True: set(), False: set()})
    failed: dict[Value, str] = field(default_factory=dict)


def link_shared(code: Code, loop: Run, name: str, link: Callable[[Code], Run]) -> Run:
    """``loop``, which ``code`` was linked to and which gives each element this name, asked no more than is needed."""
    path = path_of(cast(Code, code[1]))
    asked = [one for part in code[3:] if isinstance(part, list) for one in _inputs(part, frozenset([name]))]
    if path is None or any(one[0] == "var" for one in asked):
        # One that asks for the stage itself is another one for each.
        return loop
    inputs = [link(one) for one in asked]
    if path[0] == _WHOLE:
        return _once(code, loop, inputs)
    if code[0] in _ANSWERS:
        return _by_element(code, loop, inputs, path, link(cast(Code, code[3])))
    return loop


def _once(code: Code, loop: Run, inputs: list[Run]) -> Run:
    def run(frame: Frame) -> Value:
        key = _key(code, inputs, frame)
        if key is None or frame.shared is None:
            return loop(frame)
        known = frame.shared.get(key)
        if known is None:
            try:
                known = loop(frame), None, code
            except EvalError as error:
                if frame.steps < 0:
                    raise
                known = None, str(error), code
            frame.shared[key] = known
        value, failed, _ = known
        if failed is not None:
            raise EvalError(failed)
        return value

    return run


def _by_element(code: Code, loop: Run, inputs: list[Run], path: tuple[str, Callable[[object], object]], test: Run) -> Run:
    variable, fetch = path
    name, steps, answer = str(code[2]), cast(int, code[4]), _ANSWERS[str(code[0])]

    def run(frame: Frame) -> Value:
        items = cast("list[Value]", fetch(frame.values[variable]))
        if not isinstance(items, list) or len(items) < _FEW or not _is_itself_alone(items[0]):
            return loop(frame)
        key = _key(code, inputs, frame)
        if key is None or frame.shared is None:
            return loop(frame)
        known = cast(_Known, frame.shared.setdefault(key, _Known(code)))
        yes, no, failed = known.answered[True], known.answered[False], known.failed
        # They are gone through in C, many in the time of one step.
        frame.spend(1 + (len(items) >> 6))
        if answer is not None and not known.answered[answer].isdisjoint(items):
            return answer
        here = set(items)
        for item in items if here.difference(yes, no, failed) else ():
            if item in yes or item in no or item in failed:
                continue
            frame.spend(steps)
            frame.values[name] = item
            try:
                said = bool(test(frame))
            except EvalError as error:
                if frame.steps < 0:
                    raise
                failed[item] = str(error)
                continue
            known.answered[said].add(item)
            if said is answer:
                return answer
        errors = [failed[item] for item in items if item in failed] if failed else []
        if errors:
            raise EvalError(errors[0 if answer is None else -1])
        return not answer if answer is not None else [item for item in items if item in yes] if yes else []

    return run


def _key(code: Code, inputs: list[Run], frame: Frame) -> Hashable | None:
    """What decides of a loop what it gives; None where that cannot be compared quickly."""
    try:
        frame.spend(1)
        return id(code), *[_value(one, frame) for one in inputs]
    except TypeError:
        return None


def _value(one: Run, frame: Frame) -> Hashable:
    """An input; where it is an error, that: the loop may never come to it."""
    try:
        return _plain(one(frame))
    except EvalError:
        if frame.steps < 0:
            raise
        return EvalError


def _plain(value: Value) -> Hashable:
    """A text, a number, a fact that is equal to itself alone, or a list of such. Raises TypeError for others."""
    if isinstance(value, list):
        return tuple(map(_plain, value))
    if isinstance(value, (str, int, float, type(None))) or _is_itself_alone(value):
        return cast(Hashable, value)
    raise TypeError


def _is_itself_alone(value: Value) -> bool:
    """Whether it is compared by its identity."""
    compared: object = type(value).__eq__
    return compared is object.__eq__


def _inputs(code: Code, names: frozenset[str]) -> Iterator[Code]:
    """The largest parts of an expression that have none of ``names`` in them, but for what is the same everywhere."""
    if code[0] == "lit" or (path_of(code) is not None and _root(code) == _WHOLE):
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
