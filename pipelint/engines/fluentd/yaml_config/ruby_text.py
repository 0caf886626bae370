"""The text of a ``!fluent/s``: what Ruby makes of it between double quotes, as far as that can be told without running it."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "b": "\b", "a": "\a", "v": "\v", "e": "\x1b", "s": " ", "0": "\0"}
_CODED = "0123456789uxcMC"  # escapes of more than one character
_STEP = late(r"#\{|#[@$]|\\.|[^#\\\"]+|.", re.DOTALL)
_WORD = late(r"[A-Za-z_]\w*")
_OPERATORS = frozenset({"if", "unless", "while", "until", "and", "or", "rescue", "in", "then", "do", "end"})


@dataclass(frozen=True, slots=True)
class RubyText:
    """The text, code kept verbatim; ``embedded`` where only Ruby knows the result; ``broken`` where Ruby refuses it."""

    text: str
    embedded: bool = False
    broken: bool = False


def ruby_text(written: str) -> RubyText:
    """What ``!fluent/s written`` stands for: Fluentd evaluates it as a Ruby string in double quotes."""
    out: list[str] = []
    at = 0
    while at < len(written):
        found = _STEP.match(written, at)
        step = written[at] if found is None else found[0]
        if step == '"':
            return RubyText(written, embedded=True, broken=_breaks(written))
        if (step.startswith("#") and len(step) > 1) or (step[0] == "\\" and step[1:] and step[1] in _CODED and step[1:] != "0"):
            quote_outside = '"' in re.sub(r"#\{[^{}]*\}", "", written) and "#{" not in written
            return RubyText(written, embedded=True, broken=quote_outside and _breaks(written))
        if step == "\\":
            return RubyText(written, embedded=True, broken=True)  # it escapes the closing quote
        if step[0] == "\\":
            out.append("" if step[1] == "\n" else _ESCAPES.get(step[1], step[1]))
        else:
            out.append(step)
        at += len(step)
    return RubyText("".join(out))


def _breaks(written: str) -> bool:
    """Whether quotes inside end the string before a bare word: no Ruby. Any other code between them may be some."""
    inner = written.split('"')[1::2]
    words = [part.strip() for part in inner]
    return (
        "#{" not in written
        and "\\" not in written
        and any(_WORD.fullmatch(word) is not None and word not in _OPERATORS for word in words)
    )
