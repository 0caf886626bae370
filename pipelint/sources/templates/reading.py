"""Readings of a template: texts that it may become, with marks for what is not known. A claim that all of them make holds.

What a condition decides on is there in one reading and missing in another one; of any two such parts one reading has only the
first and one only the second. What is repeated stands there once; in one reading twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from pipelint.base.lean.record import dataclass, field, replace
from pipelint.base.text.span import Span
from pipelint.sources.templates.actions import Action, BrokenTemplateError, Does, Language, actions_of
from pipelint.sources.templates.marks import CLOSE, OPEN, Names, gap_mark, value_mark

MAX_ACTIONS = 20_000
MAX_READ = 1_000_000
"""Bytes that all readings of a template may have, but three are made of each."""
MAX_CHAINS = 256
"""Conditions and loops of a template: each doubling of their number adds two readings."""
MAX_BRANCHES = 12
"""Branches of a condition that are read: each after the second adds two readings."""

_WITHOUT_ELSE = 2

Piece = tuple[bytes, Span]
"""Some text of a reading, and where that comes from."""


@dataclass(frozen=True, slots=True)
class _Chain:
    """A condition or loop: its actions, the first and the last of which are its ends, by number."""

    actions: list[int] = field(default_factory=list)
    always: bool = False
    never: bool = False
    loops: bool = False
    number: int = -1
    inline: Span | None = None  # all of it, where it is a part of a line


@dataclass(frozen=True, slots=True)
class Template:
    """A text with its actions in order, those on each of which a line has nothing else than such, and its chains."""

    text: bytes
    actions: Sequence[Action]
    alone: Sequence[Span | None]  # the whole lines of an action that has them for itself
    chains: Sequence[_Chain]
    names: Sequence[bytes]  # of what each action makes
    count: int  # of chains that something decides on

    def readings(self) -> Iterator[list[Piece]]:
        """The pieces of each reading that differs from the others, the one with all first branches first. Each is in order."""
        known: set[bytes] = set()
        most = max(3, MAX_READ // len(self.text))
        first = self._pieces(_always)
        for pieces in chain((first, self._twice(first)), map(self._pieces, self._choices()), self._later()):
            text = b"".join(piece for piece, _ in pieces)
            if text not in known:
                known.add(text)
                yield pieces
            if len(known) == most:
                break

    def _twice(self, pieces: list[Piece]) -> list[Piece]:
        """The pieces of a reading in which each loop that is in no other one has its text twice."""
        found = [[self.actions[number].span for number in each.actions] for each in self.chains if each.loops]
        ends = [(first.end, second.start) for first, second, *_ in found]
        loops = sorted(each for each in ends if each[0] < each[1])
        out: list[Piece] = []
        again: list[bytes] = []
        number = 0
        for text, span in [*pieces, (b"", Span(len(self.text), len(self.text)))]:
            while number < len(loops) and loops[number][1] <= span.start:
                if again:
                    end = out[-1][1].end
                    out.append((b"".join(again), Span(end, end)))
                    again = []
                stop = loops[number][1]
                while number < len(loops) and loops[number][0] < stop:
                    number += 1
            if number < len(loops) and loops[number][0] <= span.start and span.end <= loops[number][1]:
                again.append(text)
            out.append((text, span))
        return out[:-1]

    def _choices(self) -> Iterator[Callable[[int], bool]]:
        """Whether the chain of some number has its first branch."""
        if self.count:
            yield _never
            # Inside of loops and conditions that are there.
            elses = {each.number for each in self.chains if len(each.actions) > _WITHOUT_ELSE and not each.loops}
            yield lambda number: number not in elses
        for bit in range((self.count - 1).bit_length() if self.count else 0):
            yield partial(_has_bit, bit, wanted=1)
            yield partial(_has_bit, bit, wanted=0)

    def _later(self) -> Iterator[list[Piece]]:
        """Conditions of three branches and more with these, beside all first branches and beside none of them."""
        most = max((len(each.actions) - 1 for each in self.chains if not each.never), default=0)
        for branch in range(2, min(most, MAX_BRANCHES)):
            for choose in (_always, _never):
                yield self._pieces(choose, branch)

    def _pieces(self, choose: Callable[[int], bool], branch: int = 0) -> list[Piece]:
        gone: list[Span] = []
        put: dict[int, Piece] = {}
        for each in self.chains:
            kept = 0 if each.always or (not each.never and choose(each.number)) else 1
            if branch and not each.always and branch < len(each.actions) - 1:
                kept = branch
            if each.never:
                kept = len(each.actions)
            if each.inline is not None:
                put[each.inline.start] = value_mark(self.names[each.actions[0]]), each.inline
                continue
            for number, (one, other) in enumerate(zip(each.actions, each.actions[1:], strict=False)):
                if number != kept:
                    gone.append(Span(self._lines(one).end, self._lines(other).start))
            gone += [self._lines(number) for number in each.actions]
        for number, action in enumerate(self.actions):
            match action.does:
                case Does.VALUE:
                    own, name = self.alone[number], self.names[number]
                    put.setdefault(action.span.start, (gap_mark(name) if own else value_mark(name), action.span))
                case Does.LINES:
                    name = self.names[number]
                    put.setdefault(action.span.start, (gap_mark(name), action.span))
                case Does.TEXT:
                    put.setdefault(action.span.start, (action.text, action.span))
                case Does.NOTHING:
                    gone.append(self._lines(number))
        return list(_joined(self.text, gone, put))

    def _lines(self, number: int) -> Span:
        """What goes with an action that puts nothing in: its lines, where nothing else stands in them."""
        return self.alone[number] or self.actions[number].span


def _inline(text: bytes, whole: Span) -> bool:
    """Whether a chain stands in one line in which there is something else, too."""
    if text.find(b"\n", whole.start, whole.end) >= 0:
        return False
    start = text.rfind(b"\n", 0, whole.start) + 1
    end = text.find(b"\n", whole.end)
    return bool(text[start : whole.start].strip() or text[whole.end : len(text) if end < 0 else end].strip())


def _always(_: int) -> bool:
    return True


def _never(_: int) -> bool:
    return False


def _has_bit(bit: int, number: int, wanted: int) -> bool:
    return number >> bit & 1 == wanted


def read_template(text: bytes, language: Language) -> Template | None:
    """The template in ``text``; None where it has no actions, or they do not end or fit together. Never raises."""
    if OPEN in text or CLOSE in text:
        return None
    try:
        actions = actions_of(text, language)
        chains = _chains(text, actions) if len(actions) <= MAX_ACTIONS else []
    except BrokenTemplateError:
        return None
    chains = _shown(text, actions, chains)
    count = len({each.number for each in chains if each.number >= 0})
    if not 0 < len(actions) <= MAX_ACTIONS or count > MAX_CHAINS:
        return None
    return Template(text, actions, _alone(text, actions), chains, _names(actions), count)


def _chains(text: bytes, actions: Sequence[Action]) -> list[_Chain]:
    """Raises BrokenTemplateError."""
    done: list[_Chain] = []
    now: list[_Chain] = []
    asked: dict[tuple[object, ...], int] = {}
    for number, action in enumerate(actions):
        match action.does:
            case Does.BEGIN:
                # What is asked in the same words is decided alike, unless a loop around it gives the words another meaning.
                around = tuple(each.actions[0] for each in now if not actions[each.actions[0]].code.startswith(b"if"))
                same = (action.code, around) if action.code.startswith(b"if") else (number,)
                decides = asked.setdefault(same, len(asked))
                now.append(_Chain([number], number=decides, loops=action.code.startswith((b"range", b"for"))))
            case Does.HIDE | Does.PART:
                now.append(_Chain([number], always=action.does is Does.PART, never=action.does is Does.HIDE))
            case Does.ELSE | Does.END if not now:
                raise BrokenTemplateError("an end without its beginning")
            case Does.ELSE:
                now[-1].actions.append(number)
            case Does.END:
                now[-1].actions.append(number)
                each = now.pop()
                whole = Span(actions[each.actions[0]].span.start, action.span.end)
                done.append(replace(each, inline=whole) if _inline(text, whole) else each)
    if now:
        raise BrokenTemplateError("a beginning without its end")
    return done


def _shown(text: bytes, actions: Sequence[Action], chains: list[_Chain]) -> list[_Chain]:
    """The chains; what is defined for elsewhere is read here where the text has nothing else: ``_fluent.conf.tpl`` of a chart."""
    hidden = [each for each in chains if each.never]
    if len(hidden) != 1:
        return chains
    begin, end = (actions[hidden[0].actions[at]].span for at in (0, -1))
    rest = [action.span for action in actions if action.does is Does.NOTHING and not begin.start < action.span.start < end.end]
    if b"".join(text for text, _ in _joined(text, [*rest, Span(begin.start, end.end)], {})).strip():
        return chains
    return [replace(each, never=False, always=True) if each is hidden[0] else each for each in chains]


def _names(actions: Sequence[Action]) -> list[bytes]:
    """What each action makes is called; in each part that a loop repeats the same words may mean something else."""
    names, out = Names(), []
    inside = [0]
    for number, action in enumerate(actions, 1):
        if action.does in (Does.BEGIN, Does.HIDE, Does.PART):
            inside.append(inside[-1] if action.code.startswith(b"if") else number)
        out.append(names.of(action.code, inside[-1]))
        if action.does is Does.END:
            inside.pop()
    return out


def _alone(text: bytes, actions: Sequence[Action]) -> list[Span | None]:
    """For each action the lines that it has for itself, or shares with others of which each is in one of them only."""
    out: list[Span | None] = []
    for number, action in enumerate(actions):
        before = actions[number - 1].span.end if number else 0
        after = actions[number + 1].span.start if number + 1 < len(actions) else len(text)
        start = text.rfind(b"\n", before, action.span.start) + 1
        end = text.find(b"\n", action.span.end, after)
        first = start > 0 or before == 0
        last = end >= 0 or after == len(text)
        stop = end + 1 if end >= 0 else len(text)
        free = first and last and not text[start : action.span.start].strip() and not text[action.span.end : stop].strip()
        out.append(Span(start, stop) if free else None)
    return out


def _joined(text: bytes, gone: Sequence[Span], put: dict[int, Piece]) -> Iterator[Piece]:
    """The pieces of a text without what is gone, and with what is put in the place of its span. What is gone may overlap."""
    edges = [(span.start, -span.end, b"") for span in gone]
    edges = sorted(edges + [(at, -span.end, piece) for at, (piece, span) in put.items()])
    at = 0
    for start, end, piece in edges:
        if start > at:
            yield text[at:start], Span(at, start)
        elif start < at:
            at = max(at, -end) if not piece else at
            continue
        if piece:
            yield piece, Span(start, -end)
        at = max(at, -end)
    if at < len(text):
        yield text[at:], Span(at, len(text))
