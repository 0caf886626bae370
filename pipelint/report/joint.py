"""What the fixes of a config bring together, a line for each level of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.finding import Safety
from pipelint.report.numbers import gained
from pipelint.report.printing.styled import Line, Piece, Role, line

if TYPE_CHECKING:
    from pipelint.base.finding import JointGain


def joint_lines(joint: tuple[JointGain, ...]) -> Iterator[Line]:
    """``with 3 safe fixes: 4,660 -> 5,430 events/s per CPU, 1.2x (1.1 .. 1.5)``, or ``with 3 fixes, some unsafe: ...``."""
    for each in joint:
        gain = each.gain
        fixes, safe = f"fix{'es' * (gain.fixes > 1)}", each.level is Safety.SAFE
        said = f"{gain.fixes:,} safe {fixes}" if safe else f"{gain.fixes:,} {fixes}, some unsafe"
        yield line(f"with {said}: ", Piece(gained(gain), Role.TEXT if gain.may_be_none else Role.GOOD))
