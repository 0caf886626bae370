"""The ``when`` of Ruby code that an earlier one of the same ``case`` leaves nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact
from pipelint.engines.logstash.facts.ways.facts import WhenFact
from pipelint.graph.stage import Kind, StageGraph

_CASE = late(r"(?m)^[^#\n]*\bcase\b")
# One expression without options, alone in its line's list.
_WHEN = late(r"(?m)^([ \t]*)when[ \t]+/((?:[^/\\\n]|\\d)+)/(?=[ \t]*(?:then\b|;|#|$))")
_ATOM = late(r"\\d|\[[\w-]+\]|[\w ,:;@=<>&%~!\"'-]")
_DIGITS = "0123456789"


def covered_whens(graph: StageGraph) -> Iterator[WhenFact]:
    """Such expressions of the code of ruby filters."""
    for stage in graph.of_kind(Kind.FILTER):
        if stage.plugin == "ruby":
            for taker, when in stage.block.noted(_of_code):
                code = _code(stage.block)
                if code is not None:
                    cause = CauseFact(stage.block.name, _place(code, taker))
                    yield WhenFact(when[2], taker[2], cause, _place(code, when))


def _code(block: Block) -> Place | None:
    """Where the code is written, as Ruby gets it."""
    param = block.param("code")
    place = None if param is None or param.data is None else param.data.content_place
    return None if param is None or place is None or place.text != param.value else place


def _of_code(block: Block) -> list[tuple[re.Match[str], re.Match[str]]]:
    """Of each such expression the earlier one, and that itself."""
    code = block.value("code")
    if "when" not in code or _code(block) is None:
        return []
    starts = [each.start() for each in _CASE.finditer(code)]
    found: list[tuple[re.Match[str], re.Match[str]]] = []
    earlier: dict[tuple[int, str], list[tuple[re.Match[str], tuple[frozenset[str], ...]]]] = {}
    for when in _WHEN.finditer(code):
        own = _sets(when[2])
        if own is None:
            continue
        # A case inside of another is written further to the right, or begins after it.
        before = earlier.setdefault((sum(start < when.start() for start in starts), when[1]), [])
        taker = next((one for one, sets in before if _covers(sets, own)), None)
        if taker is not None:
            found.append((taker, when))
        before.append((when, own))
    return found


def _sets(pattern: str) -> tuple[frozenset[str], ...] | None:
    """The characters that may stand at each place of a text that begins so; None of any other expression."""
    rest = pattern.removeprefix("^")
    atoms = _ATOM.findall(rest)
    return tuple(map(_characters, atoms)) if rest != pattern and atoms and "".join(atoms) == rest else None


def _characters(atom: str) -> frozenset[str]:
    if atom == "\\d":
        return frozenset(_DIGITS)
    if not atom.startswith("[") or len(atom) == 1:
        return frozenset(atom)
    inner, found = atom[1:-1], set[str]()
    for each in re.finditer(r"(.)-(.)|(.)", inner):
        found |= {each[3]} if each[3] else {chr(code) for code in range(ord(each[1]), ord(each[2]) + 1)}
    return frozenset(found)


def _covers(one: tuple[frozenset[str], ...], other: tuple[frozenset[str], ...]) -> bool:
    """Whether what begins as the other says begins as one says, too."""
    return len(one) <= len(other) and all(b <= a for a, b in zip(one, other, strict=False))


def _place(code: Place, when: re.Match[str]) -> Place:
    start, end = (len(when.string[:at].encode()) for at in (when.start(2) - 1, when.end(2) + 1))
    return Place(code.document, Span(start, end).shift(code.span.start))
