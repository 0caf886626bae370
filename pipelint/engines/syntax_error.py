"""SyntaxProblem: one syntax error of a config, alike for every engine."""

from __future__ import annotations

from pipelint.base.document import Place
from pipelint.base.finding import Related
from pipelint.base.record import dataclass


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """What is wrong with the text at ``place``; ``expected`` says what should stand there, or how to mend it."""

    message: str
    place: Place
    expected: str = ""
    related: tuple[Related, ...] = ()
