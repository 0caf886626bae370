"""The macros that go over a list or the keys of a map. Each round pays for the nodes of its body."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.evaluate.frame import EvalError, Frame, Run, Value


def _until(answer: Value, over: Run, name: str, test: Run, steps: int) -> Run:
    """``answer`` where one test gives it, else an error where one is, else the other bool: CEL's ``||`` and ``&&`` of all."""

    def run(frame: Frame) -> Value:
        failed: str | None = None  # not the error itself, which knows this frame: a circle
        for item in over(frame):
            frame.steps -= steps
            if frame.steps < 0:
                frame.spend(0)
            frame.values[name] = item
            try:
                if bool(test(frame)) is answer:
                    return answer
            except EvalError as error:
                failed = str(error)
        if failed is not None:
            raise EvalError(failed)
        return not answer

    return run


def _one(over: Run, name: str, test: Run, steps: int) -> Run:
    """Whether exactly one test is true; an error where one is."""

    def run(frame: Frame) -> Value:
        count = 0
        for item in over(frame):
            frame.steps -= steps
            if frame.steps < 0:
                frame.spend(0)
            frame.values[name] = item
            count += bool(test(frame))
        return count == 1

    return run


def _filter(over: Run, name: str, test: Run, steps: int) -> Run:
    """The elements whose test is true."""

    def run(frame: Frame) -> Value:
        kept: list[Value] = []
        for item in over(frame):
            frame.steps -= steps
            if frame.steps < 0:
                frame.spend(0)
            frame.values[name] = item
            if test(frame):
                kept.append(item)
        return kept

    return run


def link_map(code: Code, link: Callable[[Code], Run]) -> Run:
    """``["map", list, name, test or null, value, steps]``: the value of each element whose test is true."""
    over, name, value, steps = link(cast(Code, code[1])), str(code[2]), link(cast(Code, code[4])), cast(int, code[5])
    test = None if code[3] is None else link(cast(Code, code[3]))

    def run(frame: Frame) -> Value:
        made: list[Value] = []
        for item in over(frame):
            frame.steps -= steps
            if frame.steps < 0:
                frame.spend(0)
            frame.values[name] = item
            if test is None or test(frame):
                made.append(value(frame))
        return made

    return run


LOOPS: dict[str, Callable[[Run, str, Run, int], Run]] = {
    "exists": partial(_until, True),
    "all": partial(_until, False),
    "one": _one,
    "filter": _filter,
}
