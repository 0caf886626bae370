"""Fluentd's typed values: how it reads sizes, times and booleans from a parameter's text."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.base.quantity import whole

_SIZES = (("k", 1024), ("m", 1024**2), ("g", 1024**3), ("t", 1024**4))
_TIMES = (("s", 1), ("m", 60), ("h", 3600), ("d", 86400))
_INTEGER = late(r"\s*([+-]?[0-9]+(?:_[0-9]+)*)")
_FLOAT = late(r"\s*([+-]?(?:[0-9]+(?:_[0-9]+)*)?(?:(?<=[0-9])|(?=\.[0-9]))(?:\.[0-9]+(?:_[0-9]+)*)?(?:[eE][+-]?[0-9]+)?)")


def size(text: str) -> int:
    """Bytes. The first unit of k, m, g, t that follows digits anywhere counts, as in Fluentd: ``1.5m`` is 5 MiB."""
    for unit, factor in _SIZES:
        if unit in text.lower() and (found := re.search(rf"([0-9]+){unit}", text, re.IGNORECASE)):
            return whole(found[1]) * factor
    found = _INTEGER.match(text)
    return whole(found[1]) if found else 0


def seconds(text: str) -> float:
    """Seconds. The first unit of s, m, h, d that follows digits anywhere counts: ``500ms`` is 30,000 s."""
    for unit, factor in _TIMES:
        if unit in text and (found := re.search(rf"([0-9]+){unit}", text)):
            return float(whole(found[1]) * factor)
    found = _FLOAT.match(text)
    return float(found[1].replace("_", "")) if found else 0.0


def boolean(text: str) -> bool | None:
    """``true`` and ``yes``, or a name without a value, are true; ``false`` and ``no`` are false; all else is nil (None)."""
    if text in ("true", "yes", "") or text.startswith("#"):
        return True
    return False if text in ("false", "no") else None
