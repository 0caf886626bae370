"""Where a value that should be JSON stops being JSON, and what was expected there."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass

# Read at most this much of a broken value: enough to find the place in anything that people write.
WINDOW = 4096

_SPACE = late(r"[ \t\r\n]+|//[^\n]*|/\*.*?\*/", re.DOTALL)
_COMMENT = late(r"#[^\n]*")
_STRING = late(r'"(?:[^"\\\x00-\x1f]|\\u[0-9a-fA-F]{4}|\\[^u\x00-\x1f])*"')
_SCALAR = late(r"(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])")
_WORD = late(r"\w+|\S")
_VALUE = "a JSON value (text in double quotes)"
_KEY = "a key in double quotes"
_CLOSING = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Broken:
    """The offsets (in characters) of what does not fit, and what would; the range is empty where something is missing.

    ``early`` is true where nothing but brackets came before: perhaps no JSON was meant.
    """

    start: int
    end: int
    expected: str
    early: bool = False


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0  # the next character
        self.after = 0  # the end of the last token that fits
        self.open: list[str] = []

    def space(self) -> Broken | None:
        """Skip blanks and comments. Fluentd knows ``#`` only directly inside the outermost brackets."""
        while True:
            if found := _SPACE.match(self.text, self.at):
                self.at = found.end()
            elif found := _COMMENT.match(self.text, self.at):
                if len(self.open) > 1:
                    return Broken(self.at, found.end(), "no comment inside a nested array or hash")
                self.at = found.end()
            else:
                return None

    def take(self, token: re.Pattern[str]) -> bool:
        found = token.match(self.text, self.at)
        if found:
            self.at = self.after = found.end()
        return found is not None

    def take_sign(self, signs: str) -> str:
        sign = self.text[self.at : self.at + 1]
        if not sign or sign not in signs:
            return ""
        self.at += 1
        self.after = self.at
        return sign

    def misses(self, expected: str) -> Broken:
        """A sign is missing: after the last token, where only a later line goes on."""
        if "\n" in self.text[self.after : self.at]:
            return Broken(self.after, self.after, expected)
        return self.stuck(expected)

    def stuck(self, expected: str) -> Broken:
        """What stands here does not fit."""
        before, here = self.text[self.after - 1 : self.after], self.text[self.at : self.at + 1]
        if before == "," and here in ("]", "}"):
            return Broken(self.after - 1, self.after, f"no comma before {here}")
        early = not self.text[: self.after].strip("[{ \t\r\n")
        word = _WORD.match(self.text, self.at)
        if word is None:
            return Broken(self.after, self.after, expected, early)
        return Broken(word.start(), word.end(), expected, early)


def find(text: str) -> Broken | None:
    """The first place where ``text``, which starts with ``[`` or ``{``, cannot be read as JSON.

    None where it ends well, or where only the finer points of Ruby's parser and Fluentd's comments are offended.
    """
    reader = _Reader(text[:WINDOW])
    wanted = "value"
    while True:
        if misplaced := reader.space():
            return misplaced
        match wanted:
            case "value" | "first":
                if sign := reader.take_sign("[{"):
                    reader.open.append(sign)
                    wanted = "first" if sign == "[" else "first key"
                elif wanted == "first" and reader.take_sign("]"):
                    reader.open.pop()
                    wanted = "next"
                elif reader.take(_STRING) or reader.take(_SCALAR):
                    wanted = "next"
                else:
                    return reader.stuck(_VALUE)
            case "key" | "first key":
                if wanted == "first key" and reader.take_sign("}"):
                    reader.open.pop()
                    wanted = "next"
                elif reader.take(_STRING):
                    wanted = "colon"
                else:
                    return reader.stuck(_KEY)
            case "colon":
                if not reader.take_sign(":"):
                    return reader.misses("a colon")
                wanted = "value"
            case _:
                if not reader.open:
                    return None
                closing = _CLOSING[reader.open[-1]]
                if reader.take_sign(closing):
                    reader.open.pop()
                elif reader.take_sign(","):
                    wanted = "value" if closing == "]" else "key"
                else:
                    return reader.misses(f"a comma or {closing}")
