"""Forward messages as they arrive: how many events they hold, and what they want acknowledged. Values are skipped, not made."""

from __future__ import annotations

import gzip
import struct

from pipelint.base.lean.record import dataclass


class MoreError(Exception):
    """The data ends within a value."""


@dataclass(frozen=True, slots=True)
class Message:
    """A forward message: its events, the acknowledgement it waits for (b"" without), and where the next one begins."""

    events: int
    chunk: bytes
    end: int


# By first byte: bytes of the length, and what it counts (bytes, items, pairs); or bytes that follow.
_LENGTHS = {0xC4: (1, "b"), 0xC5: (2, "b"), 0xC6: (4, "b"), 0xD9: (1, "b"), 0xDA: (2, "b"), 0xDB: (4, "b")}
_LENGTHS |= {0xDC: (2, "i"), 0xDD: (4, "i"), 0xDE: (2, "p"), 0xDF: (4, "p"), 0xC7: (1, "e"), 0xC8: (2, "e"), 0xC9: (4, "e")}
_FIXED = {0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_FIXED |= {0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}


def _head(data: bytes, at: int) -> tuple[str, int, int]:
    """Kind (b bytes, i items, p pairs), number and start of the content of the value at ``at``. Raises MoreError, ValueError."""
    if at >= len(data):
        raise MoreError
    first = data[at]
    if first < 0x80 or first >= 0xE0:
        return "b", 0, at + 1
    if first < 0x90:
        return "p", first & 15, at + 1
    if first < 0xA0:
        return "i", first & 15, at + 1
    if first < 0xC0:
        return "b", first & 31, at + 1
    if first in _FIXED:
        return "b", _FIXED[first], at + 1
    if first not in _LENGTHS:
        raise ValueError("no MessagePack")
    size, kind = _LENGTHS[first]
    if at + 1 + size > len(data):
        raise MoreError
    number = int.from_bytes(data[at + 1 : at + 1 + size], "big")
    return ("b", number + 1, at + 1 + size) if kind == "e" else (kind, number, at + 1 + size)


def skip(data: bytes, at: int) -> int:
    """Where the value at ``at`` ends. Raises MoreError, ValueError."""
    left = 1
    while left:
        kind, number, at = _head(data, at)
        left += -1 + (number if kind == "i" else 2 * number if kind == "p" else 0)
        at += number if kind == "b" else 0
        if at > len(data):
            raise MoreError
    return at


def read_message(data: bytes, at: int = 0) -> Message:
    """The forward message at ``at``, in any of its modes. Raises MoreError where its end is missing, ValueError."""
    kind, fields, start = _head(data, at)
    if kind != "i" or not 2 <= fields <= 4:
        raise ValueError("no forward message")
    places = [skip(data, start)]
    for _ in range(fields - 1):
        places.append(skip(data, places[-1]))
    entries = data[places[0]]
    packed, number, body = _head(data, places[0])
    # An array of entries, or all of them packed in bytes or a string; else a time, and one event.
    is_array, is_packed = packed == "i", entries in (0xC4, 0xC5, 0xC6) or 0xA0 <= entries < 0xC0 or 0xD9 <= entries <= 0xDB
    option = places[1] if (is_array or is_packed) else places[2] if fields == 4 else None
    values = _option(data, option) if option is not None and option < places[-1] else {}
    if is_array:
        events = number
    elif is_packed:
        content = data[body : body + number]
        events = _count(gzip.decompress(content) if values.get(b"compressed") == b"gzip" else content)
    else:
        events = 1
    return Message(events, values.get(b"chunk", b""), places[-1])


def _option(data: bytes, at: int) -> dict[bytes, bytes]:
    """The texts of a map by their names."""
    kind, pairs, at = _head(data, at)
    found: dict[bytes, bytes] = {}
    for _ in range(pairs if kind == "p" else 0):
        value = skip(data, at)
        end = skip(data, value)
        _, size, start = _head(data, at)
        _, length, inside = _head(data, value)
        found[data[start : start + size]] = data[inside : inside + length]
        at = end
    return found


def _count(entries: bytes) -> int:
    count = at = 0
    while at < len(entries):
        at = skip(entries, at)
        count += 1
    return count


def acknowledgement(chunk: bytes) -> bytes:
    """What a receiver answers."""
    head = bytes((0xA0 | len(chunk),)) if len(chunk) < 32 else struct.pack(">BH", 0xDA, len(chunk))
    return b"\x81\xa3ack" + head + chunk
