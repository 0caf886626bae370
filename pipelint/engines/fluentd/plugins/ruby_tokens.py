"""Tokens of the Ruby in a ``${...}``: enough to tell names from what stands in strings, symbols, keys and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd.holes import end_of_hole

# Deeper interpolation than anybody writes is read as text.
_MAX_DEPTH = 8


class Kind(Enum):
    """What a token is."""

    NAME = "name"  # a variable, a method, a constant or a keyword
    TEXT = "text"  # a string or regex without what is interpolated in it, a symbol, the key of a hash, a number
    COMMAND = "command"  # backticks or %x, without what is interpolated
    SIGN = "sign"  # an operator, a bracket, the end of a line


@dataclass(frozen=True, slots=True)
class Token:
    """``text`` of a name or sign is as it is written. ``inside`` are the tokens that are interpolated in a text or command."""

    kind: Kind
    text: str
    inside: tuple[Token, ...] = ()
    spaced: bool = False  # whether a blank stands before it


_PLAIN = late(
    r"(?P<blank>[ \t\r]+|\\\n)"
    r"|(?P<comment>\#[^\n]*)"
    r"|(?P<key>[A-Za-z_]\w*[?!]?:(?!:))"
    r"|(?P<name>(?:@@?|\$)?[A-Za-z_]\w*[?!]?(?!=[^=~>])|(?:@@?|\$)?[A-Za-z_]\w*)"
    r"|(?P<symbol>:[A-Za-z_]\w*[?!=]?(?![\w:]))"
    r"|(?P<number>\d[\w.]*)"
    r"|(?P<sign>&\.|::|=>|==?=?|!=|=~|<=>|\*\*=?|<<=?|>>=?|\|\|=?|&&=?|\.\.\.?|[-+*/%|&^<>]=?|\n|.)",
    re.DOTALL,
)
_PERCENT = late(r"%([qQwWiIxrs]?)([(\[{<|!/])")
_CLOSES = {"(": ")", "[": "]", "{": "}", "<": ">"}
_VALUE_ENDS = frozenset(")]}")
# Names after which a value begins, so that a slash opens a regex.
_BEFORE_VALUE = frozenset(("if", "unless", "and", "or", "not", "when", "while", "until", "return", "then", "else", "elsif", "in"))


def ruby_tokens(code: str, depth: int = 0) -> tuple[Token, ...]:
    """The tokens of ``code``, blanks and comments left out. Never raises; linear in the code for each level of interpolation."""
    return tuple(_tokens(code, depth))


def _tokens(code: str, depth: int) -> Iterator[Token]:
    at, spaced = 0, False
    last: Token | None = None
    while at < len(code):
        opened = _opened(code, at, last, spaced=spaced)
        if opened is not None:
            kind, start, end, nests, interpolates = opened
            inside, at = _quoted(code, start, end, nests, interpolates and depth < _MAX_DEPTH, depth)
            last = Token(kind, "", inside, spaced)
        else:
            found = _PLAIN.match(code, at)
            assert found is not None  # any character is a sign
            at = found.end()
            group = found.lastgroup
            if group in ("blank", "comment"):
                spaced = True
                continue
            if group == "key" and last is not None and last.text == "?":
                # The name in a ? name : other
                found_name = found[0][:-1]
                yield Token(Kind.NAME, found_name, (), spaced)
                last, spaced, at = Token(Kind.NAME, found_name), False, at - 1
                continue
            kind = Kind.NAME if group == "name" else Kind.SIGN if group == "sign" else Kind.TEXT
            last = Token(kind, found[0], (), spaced)
        yield last
        spaced = False


def _opened(code: str, at: int, last: Token | None, *, spaced: bool) -> tuple[Kind, int, str, str, bool] | None:
    """What is quoted at ``at``: its kind, where its text starts, what closes it, what nests in it, whether code may be in it."""
    char = code[at]
    if char in "\"'":
        return Kind.TEXT, at + 1, char, "", char == '"'
    if char == "`":
        return Kind.COMMAND, at + 1, "`", "", True
    if char == ":" and code[at + 1 : at + 2] in ("'", '"') and not _ends_value(last):
        return Kind.TEXT, at + 2, code[at + 1], "", code[at + 1] == '"'
    if char not in "/%":
        return None
    # After a value a slash divides, unless it stands as in: puts /x/
    follows = code[at + 1 : at + 2]
    divides = _ends_value(last) and not (last is not None and last.kind is Kind.NAME and spaced and follows not in " =\t")
    if divides:
        return None
    if char == "/":
        return Kind.TEXT, at + 1, "/", "", True
    percent = _PERCENT.match(code, at)
    if percent is None:
        return None
    letter, bracket = percent[1], percent[2]
    closes = _CLOSES.get(bracket, bracket)
    kind = Kind.COMMAND if letter == "x" else Kind.TEXT
    return kind, percent.end(), closes, bracket if closes != bracket else "", letter not in ("q", "w", "i", "s")


def _ends_value(last: Token | None) -> bool:
    if last is None:
        return False
    if last.kind is Kind.SIGN:
        return last.text in _VALUE_ENDS
    if last.kind is Kind.NAME:
        return last.text not in _BEFORE_VALUE
    return not last.text.endswith(":")


def _quoted(code: str, at: int, end: str, nests: str, interpolates: bool, depth: int) -> tuple[tuple[Token, ...], int]:
    """What is interpolated in a text that begins at ``at``, and where the code goes on after it."""
    inside: list[Token] = []
    nested = 0
    while at < len(code):
        char = code[at]
        if char == "\\":
            at += 2
            continue
        if interpolates and code.startswith("#{", at):
            closed = end_of_hole(code, at + 2)
            if closed < 0:
                return tuple(inside), len(code)
            inside.extend(ruby_tokens(code[at + 2 : closed], depth + 1))
            at = closed + 1
            continue
        if nests and char == nests:
            nested += 1
        elif char == end:
            if not nested:
                return tuple(inside), at + 1
            nested -= 1
        at += 1
    return tuple(inside), at
