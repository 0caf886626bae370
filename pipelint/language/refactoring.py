"""Refactoring: what can be written otherwise and means the same. An engine proposes it, who offers it has it read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from pipelint.base.block import Block, Guard
from pipelint.base.condition import Condition, Joined, Logic
from pipelint.base.finding import Edit
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.language.config import Config
    from pipelint.language.layout import Token

STEP = 2  # blanks of a level


@dataclass(frozen=True, slots=True)
class Refactoring:
    """A title in the imperative, and edits that do not touch each other. ``extracts``: something gets a name of its own."""

    title: str
    edits: tuple[Edit, ...]
    extracts: bool = False


class Refactorings(Protocol):
    """What an engine can write otherwise."""

    def at(self, config: Config, asked: Place) -> Iterator[Refactoring]:
        """What there is at a place, which may be empty: its sections keep their plugins, settings and order of events."""
        ...


def shifted(document: Document, tokens: Sequence[Token], span: Span, blanks: int, without: Iterable[Span] = ()) -> Iterator[Edit]:
    """The lines of ``span`` that begin with a token moved by so many blanks, to the left by a negative number.

    Nothing is done to a line that begins in one of the spans ``without``, or within a token.
    """
    text, skipped = document.text, list(without)
    for token in tokens:
        start = text.rfind(b"\n", 0, token.start) + 1
        before = text[start : token.start]
        alone = not before.strip(b" \t") and span.start <= token.start < span.end
        if not alone or any(one.start <= token.start < one.end for one in skipped):
            continue
        if blanks > 0:
            yield Edit(document, Span(token.start, token.start), " " * blanks)
        elif before.endswith(b" " * -blanks):
            yield Edit(document, Span(token.start + blanks, token.start), "")
        elif before.endswith(b"\t"):
            yield Edit(document, Span(token.start - 1, token.start), "")


def beginning(place: Place) -> Place:
    """Where a place begins."""
    return Place(place.document, Span(place.span.start, place.span.start))


def keeps(before: Config, after: Config, added: Collection[str] = ()) -> bool:
    """Whether events go the same ways through the same sections in two versions of a config; what is new may hand them on.

    Parameters ``added`` do not count. Where conditions decide the way, the sections have the same ones, and the same order.
    """
    if after.errors or len(before.includes) != len(after.includes) or before.graph.skipped or after.graph.skipped:
        return False
    one, other = _keys(before, added), _keys(after, added)
    if any(stage.guards for stage in before.graph.stages):
        return one == other and _asked(before) == _asked(after)
    new = set(other) - set(one)
    unreached, now = ({keys[n] for n in config.graph.unreachable} for config, keys in ((before, one), (after, other)))
    same = set(one) == set(other) - new and unreached == now - new
    return same and _edges(before, one, set()) == _edges(after, other, new)


_Key = tuple[object, ...]


def _keys(config: Config, added: Collection[str]) -> list[_Key]:
    """What tells each stage from the others: its section, and which of those alike it is."""
    seen: Counter[_Key] = Counter()
    keys: list[_Key] = []
    for stage in config.graph.stages:
        key = stage.kind, stage.pattern, stage.worker, _content(stage.block, added)
        seen[key] += 1
        keys.append((*key, seen[key]))
    return keys


def _content(block: Block, added: Collection[str]) -> _Key:
    params = tuple((name, param.value) for name, param in block.params.items() if name not in added)
    return block.name, block.arg, params, tuple(_content(inner, added) for inner in block.blocks)


def _edges(config: Config, keys: Sequence[_Key], new: Collection[_Key]) -> set[_Key]:
    """From where to where events flow, past stages that are ``new``."""
    into: dict[_Key, set[_Key]] = {}
    out: dict[_Key, set[_Key]] = {}
    for edge in config.graph.edges:
        into.setdefault(keys[edge.target], set()).add((keys[edge.source], edge.flow))
        out.setdefault(keys[edge.source], set()).add((keys[edge.target], edge.flow))
    found: set[_Key] = {(a, b, flow) for a, targets in out.items() for b, flow in targets if a not in new and b not in new}
    return found | {(a, b, flow) for each in new for a, flow in into.get(each, ()) for b, _ in out.get(each, ())}


def _asked(config: Config) -> list[list[tuple[str, bool]]]:
    """By stage all that must hold or not, one by one."""
    return [[each for guard in stage.guards for each in _parts(guard)] for stage in config.graph.stages]


def _parts(guard: Guard) -> Iterator[tuple[str, bool]]:
    if not guard.holds:
        yield guard.text, False
        return
    todo: list[Condition] = [guard.condition]
    while todo:
        condition = todo.pop(0)
        if isinstance(condition, Joined) and condition.logic is Logic.AND:
            todo = [*condition.operands, *todo]
        else:
            yield " ".join(condition.place.text.split()), True
