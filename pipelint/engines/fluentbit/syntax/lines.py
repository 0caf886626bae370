"""Lines of Fluent Bit's classic format: what is blank in them, and how they are named in messages."""

from __future__ import annotations

BLANKS = b" \t"
SPACES = b" \t\v\f\r\n"


def is_head(text: bytes) -> bool:
    """Whether a line after its indentation looks like the head of a section."""
    word = text.rstrip(SPACES)
    return word.startswith(b"[") and word.endswith(b"]") and b" " not in word


def text_of(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def lowered(text: bytes) -> str:
    """In lower case, letters of ASCII alone."""
    return text_of(text.lower())


def width_of(blanks: bytes) -> str:
    """What a line begins with, in words."""
    if not blanks:
        return "no blank"
    kinds = {b" ": "space", b"\t": "tab"}
    kind = kinds.get(blanks[:1], "blank") if len(set(blanks)) == 1 else "blank"
    return f"{len(blanks)} {kind}{'' if len(blanks) == 1 else 's'}"
