"""What a plain YAML scalar is to Fluentd: its text after Ruby's YAML reader has made a number, a truth value or nil of it.

The rules are those of Psych 4's ScalarScanner (YAML 1.1 and some more), Ruby 3.1; compared with it in the tests.
"""

from __future__ import annotations

import datetime
import re

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.quantity import whole
from pipelint.engines.fluentd.syntax.json_value import number


class Kind(Enum):
    """What Ruby makes of a scalar, as far as Fluentd tells them apart."""

    TEXT = "text"
    NUMBER = "number"
    TRUE = "true"
    FALSE = "false"
    NIL = "nil"
    UNKNOWN = "unknown"  # its text depends on the machine, or on code


@dataclass(frozen=True, slots=True)
class Typed:
    """The kind of a scalar, and the text that Fluentd gets when it asks for one (of UNKNOWN what is written)."""

    kind: Kind
    text: str


NIL = Typed(Kind.NIL, "")

_WORD = late(r"^[^\d.:-]?(?:[^\W\d]|[ \t\r\n\f\v!@#$%^&*(){}<>|/\\~;=])+", re.MULTILINE)
_NOT_SPECIAL = late(r"^[^ytonf~]", re.MULTILINE | re.IGNORECASE)
_NULL = late(r"^null$", re.MULTILINE | re.IGNORECASE)
_TRUE = late(r"^(?:yes|true|on)$", re.MULTILINE | re.IGNORECASE)
_FALSE = late(r"^(?:no|false|off)$", re.MULTILINE | re.IGNORECASE)
_TIME = late(
    r"-?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9][0-9]:[0-9][0-9](?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}:?(?:[0-9][0-9])?))?"
)
_DATE = late(r"([0-9]{4})-(1[012]|0[0-9]|[0-9])-([12][0-9]|3[01]|0[0-9]|[0-9])")
_SYMBOL = late(r""":(["'])(.*)\1""")
_SIXTIES = late(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}")
_FLOAT_SIXTIES = late(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}\.[0-9_]*")
_FLOAT = late(r"[-+]?(?:[0-9][0-9_,]*)?\.[0-9]*(?:[eE][-+][0-9]+)?")
_FLOAT_NOISE = late(r"[,_]|\.(?=[Ee]|$)")
_INTEGER = late(r"([-+]?)(?:(0b)([0-1_,]+)|(0)([0-7_,]+)|()(0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)|(0x)([0-9a-fA-F_,]+))")
_BASES = {"0b": 2, "0": 8, "": 10, "0x": 16}


def tokenize(text: str) -> Typed:
    """What Ruby's YAML reader makes of a plain scalar."""
    if not text:
        return NIL
    if _WORD.search(text) or "\n" in text:
        return _word(text)
    return _date(text) or _special(text) or _number(text) or Typed(Kind.TEXT, text)


def _word(text: str) -> Typed:
    if len(text) > 5 or _NOT_SPECIAL.search(text):
        return Typed(Kind.TEXT, text)
    if text == "~" or _NULL.search(text):
        return NIL
    if _TRUE.search(text):
        return Typed(Kind.TRUE, "true")
    if _FALSE.search(text):
        return Typed(Kind.FALSE, "false")
    return Typed(Kind.TEXT, text)


def _date(text: str) -> Typed | None:
    if _TIME.fullmatch(text):
        return Typed(Kind.UNKNOWN, text)  # its text is in the time zone of the machine
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    try:
        return Typed(Kind.TEXT, datetime.date(int(found[1]), int(found[2]), int(found[3])).isoformat())
    except ValueError:
        return Typed(Kind.TEXT, text)


def _special(text: str) -> Typed | None:
    folded = text.lower()
    if folded in (".inf", "+.inf", "-.inf"):
        return Typed(Kind.NUMBER, "-Infinity" if folded[0] == "-" else "Infinity")
    if folded == ".nan":
        return Typed(Kind.NUMBER, "NaN")
    if text.startswith(":") and len(text) > 1:
        quoted = _SYMBOL.match(text)
        return Typed(Kind.TEXT, quoted[2].removeprefix(":") if quoted else text[1:])
    return None


def _number(text: str) -> Typed | None:
    if _SIXTIES.fullmatch(text):
        parts = [whole(part) for part in text.split(":")]
        return Typed(Kind.NUMBER, str(sum(part * 60 ** abs(at - 2) for at, part in enumerate(parts))))
    if _FLOAT_SIXTIES.fullmatch(text):
        floats = [float(part.replace("_", "")) for part in text.split(":")]
        return Typed(Kind.NUMBER, number(repr(sum(part * 60 ** abs(at - 2) for at, part in enumerate(floats)))))
    if _FLOAT.fullmatch(text) and text.strip("+-") != ".":
        try:
            return Typed(Kind.NUMBER, number(repr(float(_FLOAT_NOISE.sub("", text)))))
        except ValueError:
            return None
    found = _INTEGER.fullmatch(text)
    return None if found is None else _integer(found)


def _integer(found: re.Match[str]) -> Typed | None:
    sign, *rest = found.groups()
    prefix, digits = next((p, d) for p, d in zip(rest[::2], rest[1::2], strict=True) if d is not None)
    plain = digits.replace(",", "").replace("_", "")
    try:
        value = int(plain, _BASES[prefix]) if plain or prefix != "0" else 0
    except ValueError:  # a prefix without digits; or more digits than Python takes, which stand for themselves
        return Typed(Kind.NUMBER, found[0]) if len(plain) > 4000 else None
    return Typed(Kind.NUMBER, str(-value if sign == "-" else value))
