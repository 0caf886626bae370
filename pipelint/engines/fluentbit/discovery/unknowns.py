"""Templates of configs in the classic format: a mark of a template becomes a variable, whose value nobody knows, either."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.text.changes import Change
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.discovery.include import unread_include
from pipelint.sources.templates.marks import MARK, OPEN


def unknown_values(text: bytes) -> list[Change] | None:
    """What to write in the place of marks; None where they stand for structure."""
    out: list[Change] = []
    at = 0
    for line in text.split(b"\n"):
        if OPEN in line:
            bare = line.strip()
            if bare.startswith(b"[") and OPEN in bare[: bare.find(b"]") + 1 or len(bare)]:
                return None
            out += _in_line(line, at)
        at += len(line) + 1
    return out


def _in_line(line: bytes, at: int) -> Iterator[Change]:
    bare = line.strip()
    key, _, value = bare.partition(b" ")
    if bare.startswith(b"#"):
        yield from (Change(Span(at + each.start(), at + each.end()), each[2]) for each in MARK.finditer(line))
    elif key.upper() == b"@INCLUDE" or OPEN in key or not value.strip():
        # Any lines, or a key of any name.
        found = MARK.search(line)
        end = at + len(line.rstrip(b"\r"))
        yield Change(Span(at, end), unread_include(b"" if found is None else found[2]))
    else:
        yield from (Change(Span(at + each.start(), at + each.end()), b"${" + each[2] + b"}") for each in MARK.finditer(line))
