"""What a loop asks of anything else than its elements: where that is the same, the loop gives the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import cast

from pipelint.predicate.evaluate.code import Code, path_of
from pipelint.predicate.evaluate.frame import EvalError, Frame, Run, Value

WHOLE = "config"  # the variable of which all stages see the same
EACH = "each"  # of inputs that are asked for each item of another list


def key_of(code: Code, inputs: list[Run], frame: Frame) -> Hashable | None:
    """What decides of a loop what it gives; None where that cannot be compared quickly."""
    try:
        frame.spend(1)
        return id(code), *[value_of(one, frame) for one in inputs]
    except TypeError:
        return None


def value_of(one: Run, frame: Frame) -> Hashable:
    """An input; where it is an error, that: the loop may never come to it."""
    try:
        return _plain(one(frame))
    except EvalError:
        if frame.steps < 0:
            raise
        return EvalError


def _plain(value: Value) -> Hashable:
    """A text, a number, a fact that is equal to itself alone, or a list of such. Raises TypeError for others."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    if isinstance(value, (str, int, float, type(None))) or is_itself_alone(value):
        return cast(Hashable, value)
    raise TypeError


def _word(value: Value) -> str:
    """A text, as a page's ``each`` gives it. Raises TypeError for anything else."""
    if isinstance(value, str):
        return value
    raise TypeError


def is_itself_alone(value: Value) -> bool:
    """Whether it is compared by its identity."""
    compared: object = type(value).__eq__
    return compared is object.__eq__


def link_input(code: Code, link: Callable[[Code], Run]) -> Run:
    """The closure of one of ``inputs_of``. Called, it raises TypeError for the stage itself: each has a loop of its own then."""
    if code[0] == "var":
        word = str(code[1])
        return lambda frame: _word(frame.values[word])
    if code[0] != EACH:
        return link(code)
    over, name = link(cast(Code, code[1])), str(code[2])
    inputs = [link_input(one, link) if one[0] == EACH else link(one) for one in cast("list[Code]", code[3:])]

    def run(frame: Frame) -> Value:
        found: list[Hashable] = []
        for item in over(frame):
            frame.spend(len(inputs))
            frame.values[name] = item
            found += [value_of(one, frame) for one in inputs]
        return tuple(found)

    return run


def inputs_of(code: Code, names: frozenset[str], element: str = "", itself: list[Code] | None = None) -> Iterator[Code]:
    """The largest parts of an expression that have none of ``names`` in them, but for what is the same everywhere.

    ``itself`` is given those that are facts with which the ``element`` as a whole is compared. Of a loop over a list of its own,
    as ``keys.all(k, s.params[k] == stage.params[k])``, the parts are asked for each item of that list.
    """
    if _is_fixed(code):
        return
    if not mentions(code, names):
        yield code
        return
    match code:
        case ["is" | "isnot", ["var", str(one)], list(other)] | ["is" | "isnot", list(other), ["var", str(one)]]:
            if itself is not None and one == element and not mentions(other, names):
                itself.append(other)
                return
    bound = _bound(code)
    if bound and not mentions(over := cast(Code, code[1]), names):
        inner = [one for part in code[3:] if isinstance(part, list) for one in inputs_of(part, names)]
        own = [one for place, one in enumerate(inner) if mentions(one, bound) and one not in inner[:place]]
        yield from (one for one in inner if one not in own)
        if _is_fixed(over):
            own = [one for one in own if varies(one, bound)]
        if own:
            yield [EACH, over, code[2], *own]
        elif not _is_fixed(over):
            # How many items there are counts; else what is asked of them is all that does.
            yield over
        return
    for part in code[1:]:
        if isinstance(part, list) and part:
            yield from inputs_of(part, names | bound, element, itself)


def _is_fixed(code: Code) -> bool:
    """Whether it is the same for all stages of a config."""
    return code[0] == "lit" or (code[0] == "list" and all(cast(Code, one)[0] == "lit" for one in code[1:])) or of_config(code)


def of_config(code: Code) -> bool:
    """Whether it is an attribute of the config."""
    return path_of(code) is not None and _root(code) == WHOLE


def varies(code: Code, names: frozenset[str]) -> bool:
    """Whether it asks for anything but ``names`` and the config."""
    if code[0] in ("var", "let"):
        return code[0] == "let" or (code[1] != WHOLE and code[1] not in names)
    return any(isinstance(part, list) and part and varies(part, names | _bound(code)) for part in code[1:])


def _bound(code: Code) -> frozenset[str]:
    """The name that a loop gives its elements."""
    return frozenset([str(code[2])]) if code[0] in ("exists", "all", "one", "filter", "map", EACH) else frozenset()


def _root(code: Code) -> object:
    while code[0] == "get":
        code = cast(Code, code[1])
    return code[1]


def mentions(code: Code, names: frozenset[str]) -> bool:
    """Whether one of the variables ``names`` is in it."""
    if code[0] == "var":
        return code[1] in names
    return any(isinstance(part, list) and part and mentions(part, names | _bound(code)) for part in code[1:])
