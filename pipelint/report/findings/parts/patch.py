"""Patches as they may be shown: with the secrets on their lines masked."""

from __future__ import annotations

from pipelint.base.lean.late import late

_HUNK = late(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def masked_patch(patch: bytes, old: bytes, new: bytes) -> bytes:
    """A unified diff of one file whose lines are those of ``old`` and ``new``, the masked texts of the file on its two sides."""
    before, after = old.split(b"\n"), new.split(b"\n")
    i = j = 0
    found: list[bytes] = []
    inside = False
    for line in patch.split(b"\n"):
        if (hunk := _HUNK.match(line)) is not None:
            # Of nothing, the line before which it would be is named.
            i, j = (int(hunk[n]) - (hunk[n + 1] != b"0") for n in (1, 3))
            inside = True
        elif inside and line[:1] in (b" ", b"-"):
            line = line[:1] + before[i]
            i, j = i + 1, j + (line[:1] == b" ")
        elif inside and line[:1] == b"+":
            line = b"+" + after[j]
            j += 1
        found.append(line)
    return b"\n".join(found)
