"""String functions of the predicate language. Positions count Unicode code points; out of range is an error value."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.predicate import regex
from pipelint.predicate.evaluate.frame import EvalError, checked_length

# The characters with Unicode's White_Space property; str.strip() would take four control characters more.
_BLANKS = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_UPPER, _LOWER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
_TO_LOWER, _TO_UPPER = str.maketrans(_UPPER, _LOWER), str.maketrans(_LOWER, _UPPER)


def matches(text: str, pattern: str) -> bool:
    """Whether the regex ``pattern`` is found anywhere in ``text``."""
    try:
        return regex.is_match(pattern, text)
    except ValueError:
        raise EvalError("not a regex") from None


def char_at(text: str, index: int) -> str:
    """The character at ``index``; the empty string right after the last one."""
    return text[index : index + 1] if _inside(index, text) else ""


def index_of(text: str, part: str, start: int = 0) -> int:
    """Where ``part`` is first found at or after ``start``, -1 where it is not."""
    _inside(start, text)
    return text.find(part, start)


def last_index_of(text: str, part: str, start: int | None = None) -> int:
    """Where ``part`` is last found, at or before ``start``; -1 where it is not."""
    if start is None:
        return text.rfind(part)
    _inside(start, text)
    return text.rfind(part, 0, start + len(part))


def lower_ascii(text: str) -> str:
    """A to Z in lower case, anything else as it is."""
    return text.translate(_TO_LOWER)


def upper_ascii(text: str) -> str:
    """a to z in upper case, anything else as it is."""
    return text.translate(_TO_UPPER)


def replace(text: str, old: str, new: str, limit: int = -1) -> str:
    """``text`` with the first ``limit`` occurrences of ``old`` replaced, all where it is negative."""
    count = text.count(old)
    count = count if limit < 0 else min(count, limit)
    checked_length(len(text) + count * (len(new) - len(old)))
    return text.replace(old, new, count)


def split(text: str, separator: str, limit: int = -1) -> Sequence[str]:
    """The pieces between separators, ``limit`` at most unless it is negative; an empty one gives the characters."""
    if limit == 0:
        return ()
    if separator:
        return text.split(separator, limit - 1 if limit > 0 else -1)
    if limit < 0 or limit >= len(text):
        return list(text)
    return [*text[: limit - 1], text[limit - 1 :]]


def join(items: Sequence[str], separator: str = "") -> str:
    """The items one after the other, with the separator between them."""
    checked_length(sum(map(len, items)) + len(separator) * max(0, len(items) - 1))
    return separator.join(items)


def substring(text: str, start: int, end: int | None = None) -> str:
    """The characters from ``start`` to ``end`` (excluded), or to the last one."""
    end = len(text) if end is None else end
    if start > end:
        raise EvalError("a substring that ends before it starts")
    return text[start:end] if _inside(start, text) and _inside(end, text) else ""


def trim(text: str) -> str:
    """Without blanks at both ends."""
    return text.strip(_BLANKS)


def _inside(index: int, text: str) -> bool:
    """True. Raises EvalError for an index that is neither in the text nor at its end."""
    if 0 <= index <= len(text):
        return True
    raise EvalError("index out of range")
