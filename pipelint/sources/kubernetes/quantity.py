"""Kubernetes quantities: ``500m``, ``0.5``, ``2Gi``, ``1e3`` as numbers."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late

# apimachinery, pkg/api/resource/quantity.go: a decimal number, then a suffix of ten, of two, or an exponent.
_FORM = late(r"\+?(\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?\d{1,2})?", re.ASCII)
_FACTORS = {
    "": 1.0,
    "n": 1e-9,
    "u": 1e-6,
    "m": 1e-3,
    **{letter: 1000.0**power for power, letter in enumerate("kMGTPE", 1)},
    **{f"{letter}i": 1024.0**power for power, letter in enumerate("KMGTPE", 1)},
}


def read_quantity(text: str) -> float | None:
    """The number that ``text`` stands for (CPUs, or bytes), None where it is no quantity above zero. Never raises.

    A limit of zero limits nothing, so that it counts as none.
    """
    found = _FORM.fullmatch(text.strip())
    if found is None:
        return None
    number, suffix = found[1], found[2] or ""
    factor = _FACTORS.get(suffix)
    value = float(number) * (10.0 ** int(suffix[1:]) if factor is None else factor)
    return value or None
