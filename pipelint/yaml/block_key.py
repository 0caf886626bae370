"""The key whose block scalar a cursor is in, by indentation: of a text that is no config yet nothing else is known."""

from __future__ import annotations

import re

# A key whose value is a block scalar: perhaps quoted, an item of a list, with an anchor or tag, a comment after it.
_HEAD = re.compile(r"""[ ]*(?:-[ ]+)*["']?(?P<key>[\w.-]+)["']?[ ]*:[ ]+(?:[&!]\S*[ ]+)*[|>][-+\d]*[ ]*(?:#.*)?\r?$""")


def block_key(text: str, cursor: int) -> str:
    """The key of the block scalar around the character ``cursor``, ``""`` where there is none."""
    start = text.rfind("\n", 0, cursor) + 1
    column = _column(text[start:cursor])
    for line in reversed(text[:start].split("\n")[:-1]):
        if line.strip() and _column(line) < column:
            head = _HEAD.match(line)
            if head is not None:
                return head["key"]
            column = _column(line)
    return ""


def _column(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
