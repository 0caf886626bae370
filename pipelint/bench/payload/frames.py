"""Lines as they are sent: plain, as a container runtime writes them, after a syslog header, as forward entries, as JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from itertools import count

from pipelint.bench.model import BenchError, Content
from pipelint.bench.payload.lines import lines_of, record_of
from pipelint.bench.payload.msgpack import EVENT_TIME, encode
from pipelint.bench.payload.ring import Frame, Ring

PART = 16 * 1024
"""Bytes after which Docker (``defaultBufSize`` of its copier) and containerd (``max_container_log_line_size``) split a line."""
# What json.dumps does not, but Go's encoder does escape.
_HTML = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def line_ring(content: Content) -> Ring:
    """Lines with line feeds, for files and streams. Raises BenchError."""
    if content.runtime == "docker":
        return _ring((_docker(line) for line in lines_of(content)), _iso)
    if content.runtime == "cri":
        return _ring((_cri(line) for line in lines_of(content)), _iso)
    if content.syslog:
        return _ring((_syslog(line) for line in lines_of(content)), _rfc3164)
    return _ring(Frame(line + b"\n") for line in lines_of(content))


def entry_ring(content: Content) -> Ring:
    """Entries of the forward protocol: ``[EventTime, record]``. Raises BenchError."""
    lines = zip(count(1), lines_of(content), strict=False)
    empty_time = b"\x92" + EVENT_TIME + bytes(8)
    return _ring(
        (Frame(empty_time + encode(record_of(line, content, number)), (3,)) for number, line in lines),
        lambda second: second.to_bytes(4, "big"),
    )


def json_ring(content: Content) -> Ring:
    """JSON objects, each with a comma after it. Raises BenchError."""
    lines = zip(count(1), lines_of(content), strict=False)
    return _ring(Frame(_json(record_of(line, content, number)) + b",") for number, line in lines)


def _ring(frames: Iterator[Frame], stamp: object = None) -> Ring:
    try:
        return Ring(frames, stamp)  # type: ignore[arg-type]
    except MemoryError:
        raise BenchError("the records do not fit into memory; take a smaller file") from None


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _docker(line: bytes) -> Frame:
    """A line as Docker's json-file driver writes it: one object for each part, of which the last has the line feed."""
    out, stamps = bytearray(), []
    parts = list(_parts(line))
    for part in parts:
        text = part.decode("utf-8", "replace") + ("\n" if part is parts[-1] else "")
        out += b'{"log":' + json.dumps(text, ensure_ascii=False).translate(_HTML).encode() + b',"stream":"stdout","time":"'
        stamps.append(len(out))
        out += b'0000-00-00T00:00:00.000000000Z"}\n'
    return Frame(bytes(out), tuple(stamps))


def _cri(line: bytes) -> Frame:
    """A line as containerd and CRI-O write it: ``P`` on each part but the last, which has ``F``."""
    out, stamps = bytearray(), []
    parts = list(_parts(line))
    for part in parts:
        stamps.append(len(out))
        flag = b"F" if part is parts[-1] else b"P"
        out += b"0000-00-00T00:00:00.000000000+00:00 stdout " + flag + b" " + part + b"\n"
    return Frame(bytes(out), tuple(stamps))


def _parts(line: bytes) -> Iterator[bytes]:
    """A line in parts of at most ``PART`` bytes; a UTF-8 character stays whole."""
    at = 0
    while len(line) - at > PART:
        end = at + PART
        while end > at + PART - 3 and line[end] & 0xC0 == 0x80:
            end -= 1
        yield line[at:end]
        at = end
    yield line[at:]


def _syslog(line: bytes) -> Frame:
    return Frame(b"<13>Jan  1 00:00:00 localhost bench: " + line + b"\n", (4,))


def _iso(second: int) -> bytes:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second)).encode()


def _rfc3164(second: int) -> bytes:
    """The time as RFC 3164 has it: local, in English, the day with a blank before one digit."""
    now = time.localtime(second)
    return f"{_MONTHS[now.tm_mon - 1]} {now.tm_mday:2} {now.tm_hour:02}:{now.tm_min:02}:{now.tm_sec:02}".encode()
