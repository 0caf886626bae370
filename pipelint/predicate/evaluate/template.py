"""Compiled templates: lists of text and code, rendered with the values of a frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.evaluate.frame import EvalError, Frame, Hide, Run, Value, checked_length, text_steps
from pipelint.predicate.evaluate.link import link
from pipelint.predicate.evaluate.numbers import string_of_bool, string_of_double

Render = Callable[[Frame], str]

SHOWN = 200  # characters of one value in a message


def link_text(template: Code) -> Render:
    """The closure that gives the whole text. Called, it may raise EvalError."""
    parts = [_part(part) for part in template]

    def render(frame: Frame) -> str:
        pieces = [part if isinstance(part, str) else _show(part(frame), frame) for part in parts]
        checked_length(sum(map(len, pieces)))
        return "".join(pieces)

    return render


def link_message(template: Code) -> Render:
    """The closure that gives a line for people: ``?`` for an error value, secrets hidden, long values cut. It raises nothing."""
    parts = [_part(part) for part in template]

    def show(part: Run, frame: Frame) -> str:
        try:
            value = _show(part(frame), frame, frame.hide)
        except EvalError:
            return "?"
        return one_line(value, SHOWN)

    return lambda frame: "".join(part if isinstance(part, str) else show(part, frame) for part in parts)


def one_line(value: str, longest: int) -> str:
    """``value`` in one line of ``longest`` characters at most, but for line breaks that became ``\\n``."""
    shown = value if len(value) <= longest else value[: longest - 1] + "…"
    return shown.replace("\r", "\\r").replace("\n", "\\n")


def _part(part: object) -> str | Run:
    return link(part) if isinstance(part, list) else str(part)


def _show(value: Value, frame: Frame, hide: Hide = str) -> str:
    """A value as text: a string as ``hide`` gives it, numbers as ``string()`` does, a list with commas. Raises EvalError."""
    match value:
        case str():
            frame.spend(text_steps(value))
            return hide(value)
        case bool():
            return string_of_bool(value)
        case int():
            return str(value)
        case float():
            return string_of_double(value)
        case Sequence():
            frame.spend(1 + len(value))
            return ", ".join(_show(item, frame, hide) for item in value)
        case _:
            raise EvalError("null has no value")
