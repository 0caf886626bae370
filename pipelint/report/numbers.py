"""Numbers as people read them: rates, durations, ratios and counts, rounded to what the model can know."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelint.base.finding import Gain

from pipelint.base.quantity import counted as counted


def _significant(value: float, digits: int) -> float:
    if value == 0 or not math.isfinite(value):
        return value
    return round(value, digits - 1 - math.floor(math.log10(abs(value))))


def rate(per_second: float) -> str:
    """Events per second, three significant digits: ``12,300``, ``4.21``."""
    if not math.isfinite(per_second):
        return "unlimited"
    rounded = _significant(per_second, 3)
    return f"{rounded:,.0f}" if abs(rounded) >= 100 else f"{rounded:.3g}"


def micros(us: float) -> str:
    """µs in at most five characters below 10,000: ``0.52``, ``31.0``, ``1,240``."""
    if us >= 99.95:
        return f"{us:,.0f}"
    return f"{us:.2f}" if 0 < us < 0.995 else f"{us:.1f}"


def events(count: float) -> str:
    """Events per line read: ``1.00``, ``<0.01``."""
    return f"{count:.2f}" if count >= 0.005 or count == 0 else "<0.01"


def percent(share: float) -> str:
    """A share as per cent: ``<1%``, ``31%``."""
    return "<1%" if 0 < share < 0.005 else f"{share * 100:.0f}%"


def ratio(factor: float) -> str:
    """How many times: ``1.02x`` near one, ``1.4x``, ``12x``."""
    if factor >= 9.95:
        return f"{factor:.0f}x"
    return f"{factor:.2f}x" if 0.95 < factor < 1.05 else f"{factor:.1f}x"


def gained(gain: Gain) -> str:
    """``4,660 -> 5,430 events/s per CPU, 1.2x (1.1 .. 1.5)``, or that there may be no gain."""
    mid, low, high = (
        f"{factor:.{2 if factor < 1.095 else 1 if factor < 9.95 else 0}f}" for factor in (gain.ratio, gain.low, gain.high)
    )
    said = f"{rate(gain.before)} -> {rate(gain.after)} events/s per CPU, {mid}x ({low} .. {high})"
    return said + ", may be none" * gain.may_be_none
