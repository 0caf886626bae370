"""Logstash's typed values: how it reads sizes, times, numbers and booleans from a setting's text."""

from __future__ import annotations

import re

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.quantity import MOST, whole

# Source: LogStash::Util::ByteValue, where all units are powers of 1024.
_SIZE = late(r"\s*(\d+(?:\.\d+)?)\s*([kmgtp]?)b?\s*", re.IGNORECASE)
_FACTORS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4, "p": 1024**5}
_INTEGER = late(r"-?[0-9]+")
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


def integer(text: str) -> int | None:
    """A whole number in decimal digits; all else is none (None)."""
    return whole(text) if _INTEGER.fullmatch(text) else None


def regexp(text: str) -> tuple[str, str]:
    """The text itself: settings have no slashes and options around a pattern."""
    return text, ""


def is_true(block: Block, name: str) -> bool:
    """Whether a setting is there and true."""
    return boolean(block.value(name)) is True


def is_false(block: Block, name: str) -> bool:
    """Whether a setting is there and false."""
    return boolean(block.value(name)) is False


def boolean(text: str) -> bool | None:
    """``true`` and ``false``; all else is no boolean to Logstash (None)."""
    return {"true": True, "false": False}.get(text)
