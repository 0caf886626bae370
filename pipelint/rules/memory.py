"""Memory: what rules found at the sections of a config's last version, so that they need not be asked again.

An editor asks for the same config after every keystroke, and nearly all of its sections are as they were. A rule that asks for
nothing but what a section's key holds finds there again what it found before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from pipelint.base.finding import Finding, Fix, Related
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import Document, Place
from pipelint.base.writer import Writer
from pipelint.rules.asking import Budget, ask, identity
from pipelint.rules.evaluate.frame import STEPS
from pipelint.rules.judge import Judge
from pipelint.rules.target import Target

_T = TypeVar("_T")


class Memory:
    """Of one config. What its newest version asks for, between two calls of ``begin``, is what the next one remembers."""

    def __init__(self) -> None:
        self._context: Hashable = None
        self.seen: Versions[Seen] = Versions()
        self.quiet: Versions[Quiet] = Versions()
        self._tokens: Versions[object] = Versions()
        self._asked: dict[Hashable, tuple[Judge, Target]] = {}
        self._release: Callable[[], None] = _nothing
        self.spared = 0  # steps of targets that were not even made of the newest version
        self._settled: dict[str, tuple[Hashable, Hashable, int]] = {}

    def begin(self, context: Hashable, release: Callable[[], None]) -> None:
        """A new version: what the last one did not have is forgotten; everything is, where ``context`` has changed.

        ``context`` is all that a rule may ask for beside the section: the engine, its version, the traffic, the rules.
        ``release`` ends the use of the version's facts; it is called when they are not needed any more.
        """
        self._release()
        self._release = release
        self._asked = {}
        same = context == self._context
        self._context = context
        self.spared = 0
        self.seen.turn(same)
        self.quiet.turn(same)
        self._tokens.turn(same)

    def token(self, key: Hashable) -> Hashable:
        """For equal keys one and the same thing, which is quicker to compare."""
        known = self._tokens.get(key)
        if known is None:
            self._tokens.put(key, known := object())
        return known

    def at(self, kind: str, key: Hashable) -> Seen:
        """What is known of the targets of this kind with this key. What the newest version shows is added to it."""
        known = self.seen.get((kind, key))
        if known is None:
            self.seen.put((kind, key), known := Seen())
        return known

    def found(self, finding: Finding, judge: Judge, target: Target) -> None:
        """Notes where a finding of the newest version comes from."""
        self._asked.setdefault(identity(finding), (judge, target))

    def fix(self, finding: Finding, writer: Writer) -> Fix | None:
        """The fix of a finding of the newest version, which was asked for without."""
        if finding.fix is not None or (known := self._asked.get(identity(finding))) is None:
            return finding.fix
        judge, target = known
        again = ask(judge, replace(target, writer=writer), Budget(2 * STEPS))
        return next((one.fix for one in again if identity(one) == identity(finding)), None)

    def settled(self, kind: str, key: Hashable) -> int | None:
        """The steps of all targets of a kind if no rule has to be asked at any of them, as long as these have this key."""
        context, known, steps = self._settled.get(kind, (None, None, 0))
        return steps if context == self._context and known == key else None

    def settle(self, kind: str, key: Hashable, steps: int) -> None:
        """Notes that none has to."""
        self._settled[kind] = self._context, key, steps


def _nothing() -> None:
    """There are no facts yet."""


class Versions(Generic[_T]):
    """What the newest version of a config has put here or asked for, and what the last one had."""

    def __init__(self) -> None:
        self._last: dict[Hashable, _T] = {}
        self._now: dict[Hashable, _T] = {}

    def turn(self, same: bool) -> None:
        """A new version; ``same`` says whether the last one counts for it."""
        self._last, self._now = self._now if same else {}, {}

    def get(self, key: Hashable) -> _T | None:
        """What is known under a key, if anything."""
        found = self._now.get(key)
        if found is None and (found := self._last.get(key)) is not None:
            self._now[key] = found
        return found

    def put(self, key: Hashable, value: _T) -> None:
        """Notes something."""
        self._now[key] = value


@dataclass(slots=True)
class Seen:
    """What rules found at the targets of one kind with one key.

    ``left`` are those that have to be asked again; None as long as none was asked. ``kept`` are findings of the others, by the
    place of their rule among all. ``steps`` is what the others took, ``most`` what one of them took.
    """

    left: tuple[int, ...] | None = None
    kept: tuple[tuple[int, Kept], ...] = ()
    steps: int = 0
    most: int = 0

    @property
    def quiet(self) -> bool:
        """Whether nothing was found, and nobody has to be asked again."""
        return self.left == () and not self.kept


@dataclass(frozen=True, slots=True)
class Quiet:
    """The regexes of a section at which no rule has to be asked again: how many, the length of what is run, the steps taken."""

    count: int
    length: int
    steps: int


@dataclass(slots=True)
class Kept:
    """A finding all of whose places are in one section, and where this starts in the document of the finding."""

    finding: Finding
    start: int

    def moved(self, document: Document, start: int) -> Finding:
        """The finding where the section starts elsewhere, from now on kept in its stead."""
        old = self.finding
        by = start - self.start
        self.finding = Finding(
            old.code,
            old.name,
            old.severity,
            old.category,
            old.message,
            Place(document, old.place.span.shift(by)),
            old.reason,
            tuple([Related(Place(document, one.place.span.shift(by)), one.message) for one in old.related]),
        )
        self.start = start
        return self.finding


def keep(found: Finding, around: Place) -> Kept | None:
    """A finding as it is kept of a section; None where a place of it is outside, or where it has a fix, which may be, too."""
    places = (found.place, *(one.place for one in found.related))
    document, span = around.document, around.span
    if found.fix is not None or found.gain is not None:
        return None
    if any(place.document is not document or place.span.start < span.start or place.span.end > span.end for place in places):
        return None
    return Kept(found, span.start)
