"""Searching texts with regexes as Ruby does, by the machine of ``_native``; what takes it too many steps is lost, not awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pipelint import _native
from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError
from pipelint.regex.run import MOST_STEPS
from pipelint.regex.tree import refusal

Groups = Sequence[tuple[int, int] | None]
# A match found in one text may be found so often.
_MOST_MATCHES = 100_000
_BACK = late(r"\(\?<[=!]|\\[GK]|\\k<|\\g<")
_REFERENCE = late(r"\\(?:k<(\w+)>|([0-9&`'\\]))")


def checked(pattern: str) -> str:
    """The regex itself. Raises EngineError where the engine refuses it, LostError where it is too large to be run here."""
    refused = refusal(pattern)
    if refused is not None and refused.bound:
        raise LostError(f"a regular expression that is not run here: {refused.message}")
    if refused is not None:
        raise EngineError(f"no regular expression: {refused.message}")
    return pattern


def search(pattern: str, text: str) -> Groups | None:
    """The first match, None without one. Raises EngineError for what is no regex, LostError where it takes too long."""
    return counted(pattern, text)[0]


def counted(pattern: str, text: str) -> tuple[Groups | None, int]:
    """The same with the steps that it took: none where the text lacks what each match has."""
    try:
        matched, groups, steps = _native.regex_run(pattern, text, MOST_STEPS)
    except UnicodeEncodeError as error:
        raise LostError("a text that is no Unicode") from error
    except ValueError:
        checked(pattern)
        raise
    if matched is None:
        raise LostError("matching was broken off: it takes too many steps")
    return (groups if matched else None), steps


def matches(pattern: str, text: str) -> bool:
    """Whether a regex matches anywhere in a text."""
    return search(pattern, text) is not None


def all_matches(pattern: str, text: str) -> Iterator[Groups]:
    """All matches one after the other, as ``gsub`` and ``scan`` find them."""
    if _BACK.search(pattern) is not None:
        first = search(pattern, text)
        if first is None:
            return
        raise LostError("all matches of a regular expression that looks back")
    # A search that begins later sees one character before it: more no assertion left asks for.
    later = f"(?<=(?m:.))(?:{pattern}\n)" if "(?x" in pattern else f"(?<=(?m:.))(?:{pattern})"
    at, count = 0, 0
    groups = search(pattern, text)
    while groups is not None:
        whole = groups[0]
        assert whole is not None
        count += 1
        if count > _MOST_MATCHES or count * len(text) > MOST_STEPS * 100:
            raise LostError("matching was broken off: there are too many matches")
        yield groups
        at = whole[1] + (whole[0] == whole[1])
        if at > len(text):
            return
        found = search(later, text[at - 1 :])
        shift = at - 1
        groups = None if found is None else [None if one is None else (one[0] + shift, one[1] + shift) for one in found]


def replaced(pattern: str, text: str, replacement: str) -> str:
    """``text.gsub(pattern, replacement)``, with ``\\1`` and the like in the replacement."""
    if "\\" not in replacement:
        return replaced_by(pattern, text, lambda _: replacement)
    return replaced_by(pattern, text, lambda groups: _filled(replacement, text, groups))


def replaced_by(pattern: str, text: str, make: Callable[[Groups], str]) -> str:
    """``text.gsub(pattern)`` with what ``make`` gives for each match."""
    parts: list[str] = []
    done = 0
    for groups in all_matches(pattern, text):
        whole = groups[0]
        assert whole is not None
        parts += (text[done : whole[0]], make(groups))
        done = whole[1]
    return "".join([*parts, text[done:]]) if parts else text


def _filled(replacement: str, text: str, groups: Groups) -> str:
    def part(number: int) -> str:
        where = groups[number] if number < len(groups) else None
        return "" if where is None else text[where[0] : where[1]]

    parts: list[str] = []
    done = 0
    for found in _REFERENCE.finditer(replacement):
        name, mark = found.groups()
        if name is not None or mark in ("`", "'"):
            raise LostError("a replacement with a name, or with what stands around the match")
        made = "\\" if mark == "\\" else part(0 if mark == "&" else int(mark))
        parts += (replacement[done : found.start()], made)
        done = found.end()
    return "".join([*parts, replacement[done:]])


def escaped(text: str) -> str:
    """``Regexp.escape``."""
    special = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f", "\v": "\\v", " ": "\\ "}
    return "".join(special.get(letter, f"\\{letter}" if letter in r"[]{}()|-*.\?+^$#" else letter) for letter in text)
