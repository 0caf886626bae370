"""What is said of lines that patterns do not read. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place


@dataclass(frozen=True)
class MissedLinesFact:
    """Lines of ``family`` (access logs) that a grok filter does not read, though it reads the usual ones: their ``kinds``.

    ``example`` is a line of the first kind.
    """

    family: str
    kinds: list[str]
    example: str
    place: Place
