"""Tokens of a Ruby expression, with the text of what is quoted."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd.holes import end_of_hole
from pipelint.engines.fluentd.trace.values import LostError

_MOST = 5_000
_TOKEN = late(
    r"(?P<blank>[ \t\r]+)"
    r"|(?P<name>(?!\d)\w+[?!]?(?!=[^=~>])|(?!\d)\w+)"
    r"|(?P<number>\d+(?:\.\d+)?(?![\w.]))"
    r"|(?P<sign>&\.|==|!=|=~|<=|>=|\|\||&&|[-+*/%<>=!?:.,;()\[\]\n])",
    256,
)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'", "s": " ", "#": "#", "e": "\x1b", "0": "\0"}
_OPENS_VALUE = frozenset("(,[=~|&!?:;+-*/%<>\n")


class UnreadRubyError(LostError):
    """Code that is not evaluated here."""


@dataclass(frozen=True, slots=True)
class Token:
    """``kind`` is name, number, sign, text or regex; ``pieces`` of a text are plain texts and code, in turns."""

    kind: str
    text: str
    pieces: tuple[str, ...] = ()


def tokens(code: str) -> list[Token]:
    """The tokens. Raises UnreadRubyError."""
    if len(code) > _MOST:
        raise UnreadRubyError("the Ruby code is too long to follow")
    found: list[Token] = []
    at = 0
    while at < len(code):
        char = code[at]
        if char in "\"'":
            token, at = _quoted(code, at)
            found.append(token)
            continue
        if char == "/" and (not found or (found[-1].kind == "sign" and found[-1].text[-1] in _OPENS_VALUE)):
            token, at = _regex(code, at)
            found.append(token)
            continue
        match = _TOKEN.match(code, at)
        if match is None:
            raise UnreadRubyError(f"the Ruby code {code} is not followed here")
        at = match.end()
        if match.lastgroup != "blank":
            found.append(Token(match.lastgroup or "", match[0]))
    return found


def _quoted(code: str, at: int) -> tuple[Token, int]:
    quote, pieces, text = code[at], list[str](), ""
    at += 1
    while at < len(code):
        char = code[at]
        if char == quote:
            return Token("text", "", (*pieces, text)), at + 1
        if char == "\\":
            follows = code[at + 1 : at + 2]
            if quote == "'":
                text += follows if follows in ("'", "\\") else char + follows
            elif follows in _SIMPLE:
                text += _SIMPLE[follows]
            elif not follows or follows.isalnum() or follows == "\n":
                raise UnreadRubyError(f"an escape in the Ruby code {code} is not followed here")
            else:
                text += follows
            at += 2
            continue
        if quote == '"' and code.startswith("#{", at):
            end = end_of_hole(code, at + 2)
            if end < 0:
                break
            pieces += [text, code[at + 2 : end]]
            text = ""
            at = end + 1
            continue
        if quote == '"' and char == "#" and code[at + 1 : at + 2] in ("$", "@"):
            break
        text += char
        at += 1
    raise UnreadRubyError(f"the Ruby code {code} is not followed here")


def _regex(code: str, at: int) -> tuple[Token, int]:
    start = at + 1
    at = start
    while at < len(code) and code[at] != "/":
        if code.startswith("#{", at):
            raise UnreadRubyError(f"the Ruby code {code} is not followed here")
        at += 2 if code[at] == "\\" else 1
    end = at + 1
    while end < len(code) and code[end].isalpha():
        end += 1
    options = code[at + 1 : end]
    if at >= len(code) or set(options) - set("im"):
        raise UnreadRubyError(f"the Ruby code {code} is not followed here")
    return Token("regex", code[start:at].replace("\\/", "/"), (options,)), end
