"""Numbers in texts that a stranger may have written: whole ones of any length, Kubernetes quantities, times, shares; counts."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late

_MOST_CPUS = 10_000.0
MOST = 10**18
"""What any larger whole number counts as. Nobody means one, and of thousands of digits Python makes no number at all."""
# apimachinery, pkg/api/resource/quantity.go: a decimal number, then a suffix of ten, of two, or an exponent.
_QUANTITY = late(r"\+?(\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?\d{1,2})?", re.ASCII)
# Docker counts in powers of two; without a unit these are bytes.
_DOCKER = late(r"(\d{1,15})([kKmMgG]?)(?:[iI]?[bB])?", re.ASCII)
_TIME = late(r"(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)?", re.ASCII)
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_FACTORS = {
    "": 1.0,
    "n": 1e-9,
    "u": 1e-6,
    "m": 1e-3,
    **{letter: 1000.0**power for power, letter in enumerate("kMGTPE", 1)},
    **{f"{letter}i": 1024.0**power for power, letter in enumerate("KMGTPE", 1)},
}


def whole(text: str) -> int:
    """The number of decimal digits, perhaps with a sign before and ``_`` between them; no further from 0 than ``MOST``.

    Raises ValueError for any other text.
    """
    digits = text.replace("_", "").lstrip("+-").lstrip("0")
    size = int(digits or "0") if len(digits) <= len(str(MOST)) else MOST
    return max(-MOST, -size) if text.startswith("-") else min(size, MOST)


def read_quantity(text: str) -> float | None:
    """The number that ``text`` stands for (CPUs, or bytes), None where it is no quantity above zero. Never raises.

    A limit of zero limits nothing, so that it counts as none.
    """
    found = _QUANTITY.fullmatch(text.strip())
    if found is None:
        return None
    number, suffix = found[1], found[2] or ""
    factor = _FACTORS.get(suffix)
    value = float(number) * (10.0 ** int(suffix[1:]) if factor is None else factor)
    return value or None


def read_docker_size(text: str) -> int | None:
    """The bytes of a size as Docker reads it, such as ``512m`` or ``2GB``; None for any other text, and for none at all."""
    found = _DOCKER.fullmatch(text.strip())
    size = None if found is None else read_quantity(f"{found[1]}{found[2].upper()}i" if found[2] else found[1])
    return None if size is None else int(size)


def cpus(text: str) -> float | None:
    """CPUs of a quantity; None for what is none above zero, and for more than any machine has."""
    value = read_quantity(text)
    return value if value is not None and value <= _MOST_CPUS else None


def read_seconds(text: str) -> float | None:
    """The seconds of ``90``, ``500ms``, ``1.5m`` or ``2h``; None for any other text."""
    found = _TIME.fullmatch(text.strip())
    return None if found is None else float(found[1]) * _SECONDS[found[2] or "s"]


def read_share(text: str) -> float | None:
    """The share of ``10%`` or ``10``, 0 to 1; None for what is no percentage."""
    try:
        value = float(text.strip().removesuffix("%"))
    except ValueError:
        return None
    return value / 100 if 0 <= value <= 100 else None


def counted(number: int, noun: str) -> str:
    """``1 error``, ``3 errors``, ``1,200 lines``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
