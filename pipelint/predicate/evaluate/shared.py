"""Loops over stages, as ``config.sources.filter(s, s.plugin == "jdbc" && s.label == stage.label)``, asked once for alike stages.

A rule that judges each stage would go over all of them for each. What such a loop gives follows from its list and from what it
asks of anything else than its elements (here ``stage.label``). So for stages alike in that a loop over a list of the config is
made once, and one over a list of the stage (``stage.upstream``) asks each element once. For stages that are not alike a table
is made of the config's list, by what must be equal (``s.label``): a loop asks those elements alone that have the stage's own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import cast

from pipelint.base.lean.record import dataclass, field
from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.evaluate.frame import EvalError, Frame, Run, Value
from pipelint.predicate.evaluate.inputs import (
    EACH,
    inputs_of,
    is_itself_alone,
    key_of,
    link_input,
    mentions,
    of_config,
    value_of,
    varies,
)

# Loops that end with a list of elements, with one that says yes, with one that says no.
_ANSWERS: dict[str, bool | None] = {"filter": None, "exists": True, "all": False}
_NARROWED = ("filter", "exists", "one")
_MISSED = 3  # times that a table would have been of use
_FEW = 8  # elements, which are as quickly asked anew


@dataclass(slots=True)
class _Known:
    """Of a loop with certain inputs the elements that were asked, by their answers, and what errors said."""

    code: Code  # which keeps its id, so that no other has it
    answered: dict[bool, set[Value]] = field(default_factory=lambda: {True: set(), False: set()})
    failed: dict[Value, str] = field(default_factory=dict)


def link_shared(code: Code, loop: Run, over: Run, link: Callable[[Code], Run]) -> Run:
    """``loop``, which ``code`` was linked to and which goes over ``over``, asked no more than is needed."""
    if not _is_stored(cast(Code, code[1])):
        return loop
    whole = link(cast(Code, code[1]))
    made: list[Run] = []

    def run(frame: Frame) -> Value:
        items = whole(frame)
        if frame.shared is None or not isinstance(items, list) or len(items) < _FEW:
            return loop(frame)
        if not made:
            # Most lists of most configs are short.
            made.append(_shared(code, loop, over, link))
        return made[0](frame)

    return run


def _shared(code: Code, loop: Run, over: Run, link: Callable[[Code], Run]) -> Run:
    name = str(code[2])
    itself: list[Code] = []
    asked = [one for part in code[3:] if isinstance(part, list) for one in inputs_of(part, frozenset([name]), name, itself)]
    inputs = [link_input(one, link) for one in asked]
    if not itself and of_config(cast(Code, code[1])):
        return _once(code, loop, inputs)
    if code[0] in _ANSWERS:
        return _by_element(code, loop, over, inputs, list(map(link, itself)), link(cast(Code, code[3])))
    return loop


def _once(code: Code, loop: Run, inputs: list[Run]) -> Run:
    def run(frame: Frame) -> Value:
        key = key_of(code, inputs, frame)
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


def _by_element(code: Code, loop: Run, over: Run, inputs: list[Run], itself: list[Run], test: Run) -> Run:
    """``itself``: facts that elements are compared with, which is false but for these: they are asked apart."""
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
        if not isinstance(items, list) or len(items) < _FEW or not is_itself_alone(items[0]):
            return loop(frame)
        key = key_of(code, inputs, frame)
        facts = {value_of(one, frame) for one in itself}
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


def _is_stored(code: Code) -> bool:
    """Whether a list is there before it is asked for, in an attribute or a ``let``, or put together of such."""
    match code:
        case ["catl", list(left), list(right)]:
            return _is_stored(left) and _is_stored(right)
        case ["let", _] | ["list", ["var", _]]:
            return True
        case ["get", list(holder), _, "plain"]:
            while holder[0] in ("some", "item") or (holder[0] == "get" and holder[3] == "plain"):
                holder = cast(Code, holder[1])
            return holder[0] in ("var", "let")
    return False


def link_over(code: Code, link: Callable[[Code], Run]) -> Run:
    """The list that a loop goes over; of one of the config those elements alone for which its test may be true, or an error."""
    over = link(cast(Code, code[1]))
    if code[0] not in _NARROWED or not of_config(cast(Code, code[1])):
        return over
    made: list[Callable[[list[Value], Frame], list[Value]]] = []

    def run(frame: Frame) -> Value:
        items = over(frame)
        if frame.shared is None or len(items) < _FEW:
            return items
        if not made:
            made.append(_narrow(code, link))
        return made[0](items, frame)

    return run


def _narrow(code: Code, link: Callable[[Code], Run]) -> Callable[[list[Value], Frame], list[Value]]:
    name, steps = str(code[2]), cast(int, code[4])
    equal = list(_equalities(cast(Code, code[3]), frozenset([name]), frozenset()))
    if not equal:
        return lambda items, frame: items
    theirs, own = ([link_input(pair[side], link) for pair in equal] for side in (0, 1))
    # What is asked of the elements may depend on a list of names.
    named = [link(cast(Code, pair[0][1])) for pair in equal if pair[0][0] == EACH]

    def table(items: list[Value], frame: Frame) -> _Table:
        made = _Table(code, items)
        for place, item in enumerate(items):
            frame.spend(steps)
            frame.values[name] = item
            made.add(place, key_of(code, theirs, frame))
        return made

    def narrow(items: list[Value], frame: Frame) -> list[Value]:
        key, asked = key_of(code, named, frame), key_of(code, own, frame)
        if key is None or asked is None or frame.shared is None or _has_error(asked):
            return items
        known = frame.shared.get((link_over, key), 0)
        if isinstance(known, int):
            # A table is as dear as a loop: it is made when it has been missed.
            known = frame.shared[link_over, key] = table(items, frame) if known == _MISSED else known + 1
        return known.of(asked) if isinstance(known, _Table) else items

    return narrow


@dataclass(slots=True)
class _Table:
    """The places of a list's elements by what they must have equal; ``odd`` are those of which it is not known, or an error."""

    code: Code
    items: list[Value]
    places: dict[Hashable, list[int]] = field(default_factory=dict)
    odd: list[int] = field(default_factory=list)

    def add(self, place: int, key: Hashable | None) -> None:
        (self.odd if key is None or _has_error(key) else self.places.setdefault(key, [])).append(place)

    def of(self, key: Hashable) -> list[Value]:
        return [self.items[place] for place in sorted([*self.places.get(key, ()), *self.odd])]


def _equalities(code: Code, names: frozenset[str], items: frozenset[str]) -> Iterator[tuple[Code, Code]]:
    """What of its element (``names``) and what of the stage a test finds equal wherever it is true.

    ``items`` are the variables of a list around it.
    """
    match code:
        case ["and", list(left), list(right)]:
            yield from _equalities(left, names, items)
            yield from _equalities(right, names, items)
        case ["all", list(over), str(item), list(test), _] if not items and not mentions(over, names):
            for theirs, own in _equalities(test, names, frozenset([item])):
                yield [EACH, over, item, theirs], [EACH, over, item, own]
        case ["eq", list(left), list(right)]:
            for theirs, own in ((left, right), (right, left)):
                alone = not varies(theirs, names | items) and not mentions(own, names)
                if alone and mentions(theirs, names) and varies(own, items):
                    yield theirs, own


def _has_error(value: object) -> bool:
    return value is EvalError or (isinstance(value, tuple) and any(map(_has_error, value)))
