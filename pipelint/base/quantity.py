"""Numbers in texts that a stranger may have written: whole ones of any length, and CPUs as Kubernetes writes them."""

from __future__ import annotations

_MILLI = "m"
_MOST_CPUS = 10_000.0
MOST = 10**18
"""What any larger whole number counts as. Nobody means one, and of thousands of digits Python makes no number at all."""


def whole(text: str) -> int:
    """The number of decimal digits, perhaps with a sign before and ``_`` between them; no further from 0 than ``MOST``.

    Raises ValueError for any other text.
    """
    digits = text.replace("_", "").lstrip("+-").lstrip("0")
    size = int(digits or "0") if len(digits) <= len(str(MOST)) else MOST
    return max(-MOST, -size) if text.startswith("-") else min(size, MOST)


def cpus(text: str) -> float | None:
    """CPUs of a Kubernetes quantity (``500m``, ``2``, ``0.5``); None for anything else, zero, and more than any machine has."""
    number, factor = (text[:-1], 0.001) if text.endswith(_MILLI) else (text, 1.0)
    plain = number.replace(".", "", 1)
    value = float(number) * factor if plain.isascii() and plain.isdecimal() else 0.0
    return value if 0 < value <= _MOST_CPUS else None
