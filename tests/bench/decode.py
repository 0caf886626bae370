"""MessagePack read by the words of its specification (msgpack.org, spec.md): independent of what pipelint writes."""

from __future__ import annotations

import struct

NUMBERS = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}


def decode(data: bytes) -> list[object]:
    """All values of ``data``. An extension is a pair of its type and its bytes."""
    values, at = [], 0
    while at < len(data):
        value, at = _value(data, at)
        values.append(value)
    return values


def _value(data: bytes, at: int) -> tuple[object, int]:
    first = data[at]
    at += 1
    if first <= 0x7F:
        return first, at
    if first >= 0xE0:
        return first - 256, at
    if first <= 0x8F:
        return _map(data, at, first & 0x0F)
    if first <= 0x9F:
        return _array(data, at, first & 0x0F)
    if first <= 0xBF:
        return data[at : at + (first & 0x1F)].decode(), at + (first & 0x1F)
    if first in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[first], at
    if first in NUMBERS:
        size = struct.calcsize(NUMBERS[first])
        return struct.unpack(NUMBERS[first], data[at : at + size])[0], at + size
    if 0xD4 <= first <= 0xD8:
        size = 1 << (first - 0xD4)
        return (data[at], data[at + 1 : at + 1 + size]), at + 1 + size
    wide = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}[first]
    size = int.from_bytes(data[at : at + wide], "big")
    at += wide
    if first in (0xDC, 0xDD):
        return _array(data, at, size)
    if first in (0xDE, 0xDF):
        return _map(data, at, size)
    content = data[at : at + size]
    assert len(content) == size
    return (content.decode() if first >= 0xD9 else content), at + size


def _array(data: bytes, at: int, size: int) -> tuple[list[object], int]:
    found = []
    for _ in range(size):
        value, at = _value(data, at)
        found.append(value)
    return found, at


def _map(data: bytes, at: int, size: int) -> tuple[dict[object, object], int]:
    found = {}
    for _ in range(size):
        key, at = _value(data, at)
        found[key], at = _value(data, at)
    return found, at
