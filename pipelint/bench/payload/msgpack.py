"""MessagePack of what records hold (msgpack.org, spec.md): the values of JSON, bytes, and Fluent's EventTime."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

_PACK_DOUBLE = struct.Struct(">Bd").pack
EVENT_TIME = b"\xd7\x00"
"""What an EventTime begins with: a fixext 8 of type 0; four bytes of seconds and four of nanoseconds follow."""
# Heads for lengths of one, two and four bytes; 0 where there is none.
_STR, _BIN, _ARRAY, _MAP = (0xD9, 0xDA, 0xDB), (0xC4, 0xC5, 0xC6), (0, 0xDC, 0xDD), (0, 0xDE, 0xDF)


def encode(value: object) -> bytes:
    """A value as MessagePack. Integers above 64 bits become floats. Raises TypeError for other types."""
    out = bytearray()
    _add(out, value)
    return bytes(out)


def _add(out: bytearray, value: object) -> None:
    match value:
        case None:
            out.append(0xC0)
        case bool():
            out.append(0xC3 if value else 0xC2)
        case int():
            out += _integer(value)
        case float():
            out += _PACK_DOUBLE(0xCB, value)
        case str():
            text = value.encode("utf-8", "replace")
            out += _head(len(text), 0xA0, 31, _STR) + text
        case bytes():
            out += binary_head(len(value)) + value
        case Mapping():
            out += _head(len(value), 0x80, 15, _MAP)
            for key, item in value.items():
                _add(out, key)
                _add(out, item)
        case Sequence():
            out += _head(len(value), 0x90, 15, _ARRAY)
            for item in value:
                _add(out, item)
        case _:
            raise TypeError(f"MessagePack has no {type(value).__name__}")


def binary_head(size: int) -> bytes:
    """What stands before ``size`` bytes of a binary value."""
    return _head(size, 0, -1, _BIN)


def _head(size: int, fixed: int, fits: int, heads: tuple[int, int, int]) -> bytes:
    """The first bytes of what has a length: ``fixed`` holds one up to ``fits`` in itself."""
    if size <= fits:
        return bytes((fixed | size,))
    if size < 1 << 8 and heads[0]:
        return bytes((heads[0], size))
    if size < 1 << 16:
        return struct.pack(">BH", heads[1], size)
    return struct.pack(">BI", heads[2], size)


def _integer(value: int) -> bytes:
    if -32 <= value < 128:
        return struct.pack(">b" if value < 0 else ">B", value)
    signed, first, codes = (True, 0xD0, "bhiq") if value < 0 else (False, 0xCC, "BHIQ")
    for step, code in enumerate(codes):
        bits = 8 << step
        if (-(1 << bits - 1) <= value) if signed else (value < 1 << bits):
            return struct.pack(f">B{code}", first + step, value)
    try:
        return _PACK_DOUBLE(0xCB, float(value))
    except OverflowError:
        return _PACK_DOUBLE(0xCB, float("inf") if value > 0 else float("-inf"))
