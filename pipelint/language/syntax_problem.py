"""SyntaxProblem: one syntax error of a config, alike for every engine."""

from __future__ import annotations

from pipelint.base.finding import Related
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """What is wrong with the text at ``place``; ``expected`` says what should stand there, or how to mend it.

    ``local``: sections begin and end where they would without it, so that it leaves what stands after it as it is. Else what
    stands before ``missed`` is as it is written, where an end is missed later than at ``place``, and so is what stands from
    ``until`` on.
    ``mended``: the config is read as it is once this is mended, which can be done in one way.
    """

    message: str
    place: Place
    expected: str = ""
    related: tuple[Related, ...] = ()
    local: bool = False
    missed: int | None = None
    until: int | None = None
    mended: bool = False
