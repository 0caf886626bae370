"""Logstash's typed values: how it reads sizes, times and booleans from a setting's text."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.base.quantity import MOST

# Source: LogStash::Util::ByteValue, where all units are powers of 1024.
_SIZE = late(r"\s*(\d+(?:\.\d+)?)\s*([kmgtp]?)b?\s*", re.IGNORECASE)
_FACTORS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4, "p": 1024**5}
_TIME = late(r"\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)?\w*\s*")
_UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400}


def size(text: str) -> int:
    """Bytes: ``64mb``, ``1gb`` or a number. 0 for what is none of these."""
    found = _SIZE.fullmatch(text)
    return int(min(float(found[1]), MOST) * _FACTORS[found[2].lower()]) if found else 0


def seconds(text: str) -> float:
    """Seconds: a number, or one with ``ms``, ``s``, ``m``, ``h`` or ``d``. 0 for what is none of these."""
    found = _TIME.fullmatch(text)
    return min(float(found[1]), MOST) * _UNITS[found[2] or "s"] if found else 0.0


def boolean(text: str) -> bool | None:
    """``true`` and ``false``; all else is no boolean to Logstash (None)."""
    return {"true": True, "false": False}.get(text)
