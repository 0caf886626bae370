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
_EACH = "each"  # of inputs that are asked for each item of another list
_FEW = 8  # elements, which are as quickly asked anew


@dataclass(slots=True)
class _Known:
    """Of a loop with certain inputs the elements that were asked, by their answers, and what errors said."""

    code: Code  # which keeps its id, so that no other has it
    answered: dict[bool, set[Value]] = field(default_factory=lambda: {True: set(), False: set()})
    failed: dict[Value, str] = field(default_factory=dict)


def link_shared(code: Code, loop: Run, name: str, link: Callable[[Code], Run]) -> Run:
    """``loop``, which ``code`` was linked to and which gives each element this name, asked no more than is needed."""
    over = cast(Code, code[1])
    if not _is_stored(over):
        return loop
    names, itself = frozenset([name]), list[Code]()
    asked = [one for part in code[3:] if isinstance(part, list) for one in _inputs(part, names, name, itself)]
    inputs = [_link_input(one, link) for one in asked]
    if not itself and path_of(over) is not None and _root(over) == _WHOLE:
        return _once(code, loop, inputs)
    if code[0] in _ANSWERS:
        return _by_element(code, loop, inputs, list(map(link, itself)), link)
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


def _by_element(code: Code, loop: Run, inputs: list[Run], itself: list[Run], link: Callable[[Code], Run]) -> Run:
    """``itself``: facts that elements are compared with, which is false but for these: they are asked apart."""
    over, test = link(cast(Code, code[1])), link(cast(Code, code[3]))
    name, steps, answer = str(code[2]), cast(int, code[4]), _ANSWERS[str(code[0])]

    def ends(item: Value, known: _Known, frame: Frame) -> bool:
        """Asks an element; whether that ends the loop."""
        frame.spend(steps)
        frame.values[name] = item
        try:
            said = bool(test(frame))
        except EvalError as error:
            if frame.steps < 0:
                raise
            known.failed[item] = str(error)
            return False
        known.answered[said].add(item)
        return said is answer

    def run(frame: Frame) -> Value:
        items = cast("list[Value]", over(frame))
        if not isinstance(items, list) or len(items) < _FEW or not _is_itself_alone(items[0]):
            return loop(frame)
        key = _key(code, inputs, frame)
        facts = {_value(one, frame) for one in itself}
        if key is None or frame.shared is None or EvalError in facts:
            return loop(frame)
        known, apart = cast(_Known, frame.shared.setdefault(key, _Known(code))), _Known(code)
        # They are gone through in C, many in the time of one step.
        frame.spend(1 + (len(items) >> 6))
        here = set(items)
        if facts and (facts := facts & here):
            here -= facts
            if any(ends(item, apart, frame) for item in facts):
                return answer
        yes, no = known.answered[True], known.answered[False]
        if answer is not None and not known.answered[answer].isdisjoint(here):
            return answer
        for item in items if (new := here.difference(yes, no, known.failed)) else ():
            if item in new and ends(item, known, frame):
                return answer
        failed = {**{item: known.failed[item] for item in here & known.failed.keys()}, **apart.failed}
        if failed:
            raise EvalError(next(iter(failed.values())))
        if answer is not None:
            return not answer
        found = (yes & here) | apart.answered[True]
        return [item for item in items if item in found] if found else []

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
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    if isinstance(value, (str, int, float, type(None))) or _is_itself_alone(value):
        return cast(Hashable, value)
    raise TypeError


def _word(value: Value) -> str:
    """A text, as a page's ``each`` gives it. Raises TypeError for anything else."""
    if isinstance(value, str):
        return value
    raise TypeError


def _is_itself_alone(value: Value) -> bool:
    """Whether it is compared by its identity."""
    compared: object = type(value).__eq__
    return compared is object.__eq__


def _is_stored(code: Code) -> bool:
    """Whether a list is there before it is asked for, in an attribute or a ``let``, or put together of such."""
    match code:
        case ["catl", list(left), list(right)]:
            return _is_stored(left) and _is_stored(right)
        case ["let", _] | ["list", ["var", _]]:
            return True
        case ["get", list(holder), _, "plain"]:
            while holder[0] == "some" or (holder[0] == "get" and holder[3] == "plain"):
                holder = cast(Code, holder[1])
            return holder[0] in ("var", "let")
    return False


def _link_input(code: Code, link: Callable[[Code], Run]) -> Run:
    """The closure of one of ``_inputs``. Called, it raises TypeError for the stage itself: such a loop is another one for each."""
    if code[0] == "var":
        word = str(code[1])
        return lambda frame: _word(frame.values[word])
    if code[0] != _EACH:
        return link(code)
    over, name = link(cast(Code, code[1])), str(code[2])
    inputs = [_link_input(one, link) if one[0] == _EACH else link(one) for one in cast("list[Code]", code[3:])]

    def run(frame: Frame) -> Value:
        found: list[Hashable] = []
        for item in over(frame):
            frame.spend(len(inputs))
            frame.values[name] = item
            found += [_value(one, frame) for one in inputs]
        return tuple(found)

    return run


def _inputs(code: Code, names: frozenset[str], element: str = "", itself: list[Code] | None = None) -> Iterator[Code]:
    """The largest parts of an expression that have none of ``names`` in them, but for what is the same everywhere.

    ``itself`` is given those that are facts with which the ``element`` as a whole is compared. Of a loop over a list of its own,
    as ``keys.all(k, s.params[k] == stage.params[k])``, the parts are asked for each item of that list.
    """
    if code[0] == "lit" or (code[0] == "list" and all(cast(Code, one)[0] == "lit" for one in code[1:])) or (path_of(code) is not None and _root(code) == _WHOLE):
        return
    if not _mentions(code, names):
        yield code
        return
    match code:
        case ["is" | "isnot", ["var", str(one)], list(other)] | ["is" | "isnot", list(other), ["var", str(one)]]:
            if itself is not None and one == element and not _mentions(other, names):
                itself.append(other)
                return
    bound = _bound(code)
    if bound and not _mentions(cast(Code, code[1]), names):
        inner = [one for part in code[3:] if isinstance(part, list) for one in _inputs(part, names)]
        own = [one for place, one in enumerate(inner) if _mentions(one, bound) and one not in inner[:place]]
        yield from (one for one in inner if one not in own)
        # All that is asked of the items; or the list, if only how many there are counts.
        yield [_EACH, code[1], code[2], *own] if own else cast(Code, code[1])
        return
    for part in code[1:]:
        if isinstance(part, list) and part:
            yield from _inputs(part, names | bound, element, itself)


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
