"""Finding, Fix and Problem: what pipelint says about a config."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from pipelint.base.effect import Effect


NOTHING = 0.005
"""A change of a rate by less than this share would be shown as none."""


class Severity(IntEnum):
    """How bad a finding is; comparable."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """``info``, ``warning`` or ``error``."""
        return self.name.lower()


class Safety(Enum):
    """Whether a fix keeps what the config does (safe), may change it (unsafe), or is for reading only (display)."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace ``span`` of ``document`` (its config text, not the file) with ``text``."""

    document: Document
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that remove a finding, and what they do in words.

    ``effects`` are what the edits are to bring about, as long as nobody has looked whether they do.
    """

    title: str
    edits: tuple[Edit, ...]
    safety: Safety
    effects: tuple[Effect, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Gain:
    """What fixes are predicted to bring: events per CPU second, before and after them.

    ``low`` and ``high``: what nine of ten ratios of the two should lie between. ``fixes``: how many are made together.
    """

    before: float
    after: float
    low: float
    high: float
    fixes: int = 1

    @property
    def ratio(self) -> float:
        """``after / before``; 1.0 where nothing changes."""
        return self.after / self.before if self.before else 1.0

    @property
    def may_be_none(self) -> bool:
        """Whether it is so small that the model cannot tell it from nothing, to the digits that are shown."""
        return self.low < 1.0 + NOTHING and self.high > 1.0 - NOTHING

    @property
    def at_least(self) -> float:
        """The ratio that can be relied on: 1.0 where there may be no gain at all."""
        return 1.0 if self.may_be_none else max(1.0, self.low)


@dataclass(frozen=True, slots=True)
class JointGain:
    """What all fixes up to a ``level`` bring that can be made together: safe ones, or unsafe ones as well. ``of``: of these."""

    level: Safety
    gain: Gain
    of: tuple[Finding, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding speaks of."""

    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule met at a place. ``reason`` is one line that says why it matters; ``gain`` only where an estimate was made.

    ``gains``: whether its fix is meant to make the config faster in a way that the cost model knows.
    ``more`` are the repetitions of it at other places, where findings were folded for a report.
    """

    code: str
    name: str
    severity: Severity
    category: str
    message: str
    place: Place
    reason: str = ""
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    gains: bool = field(default=False)
    gain: Gain | None = field(default=None)
    more: tuple[Finding, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Problem:
    """Input that could not be read. ``file`` and ``span`` (bytes of the file) say where, when it has a place."""

    path: str
    message: str
    file: SourceFile | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something passed over on purpose: a file that is no config, a binary key. Shown under ``-v``.

    An ``important`` one is shown without it, too: what was left out is a part of what was asked for.
    """

    path: str
    message: str
    important: bool = False
