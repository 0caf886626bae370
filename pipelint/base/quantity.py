"""Quantities of Kubernetes: CPUs as texts."""

from __future__ import annotations

_MILLI = "m"
_MOST_CPUS = 10_000.0


def cpus(text: str) -> float | None:
    """CPUs of a Kubernetes quantity (``500m``, ``2``, ``0.5``); None for anything else, zero, and more than any machine has."""
    number, factor = (text[:-1], 0.001) if text.endswith(_MILLI) else (text, 1.0)
    plain = number.replace(".", "", 1)
    value = float(number) * factor if plain.isascii() and plain.isdecimal() else 0.0
    return value if 0 < value <= _MOST_CPUS else None
