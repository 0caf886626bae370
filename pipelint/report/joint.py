"""What the fixes of a config bring together, a line for each level of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.finding import Safety
from pipelint.report.numbers import gained
from pipelint.report.styled import Line, Piece, Role, line

if TYPE_CHECKING:
    from pipelint.base.finding import JointGain

_OPTIONS = {Safety.SAFE: "--fix", Safety.UNSAFE: "--unsafe-fixes"}


def joint_lines(joint: tuple[JointGain, ...]) -> Iterator[Line]:
    """``3 fixes (--fix): 4,660 -> 5,430 events/s per CPU, 1.2x (1.1 .. 1.5)``."""
    for each in joint:
        gain = each.gain
        fixes = f"{gain.fixes:,} fix{'es' * (gain.fixes > 1)} ({_OPTIONS[each.level]}): "
        yield line(fixes, Piece(gained(gain), Role.TEXT if gain.may_be_none else Role.GOOD))
