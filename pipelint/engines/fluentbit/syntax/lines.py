"""Lines of Fluent Bit's classic format: what is blank in them, and how they are named in messages."""

from __future__ import annotations

from pipelint.base.lean.late import late

BLANKS = b" \t"
SPACES = b" \t\v\f\r\n"

# A first line that is a key of the YAML format, with nothing after it.
_YAML = late(rb"(?:[ \t]*(?:#[^\n]*)?\n)*(env|service|pipeline|parsers|includes):[ \t]*\r?\n")
# The first lines of a file that was copied with their numbers from a terminal or a page.
_NUMBERED = late(rb"\s*1[ \t:|][^\n]*\n\s*2(?:[ \t:|][^\n]*)?\r?\n\s*3(?:[ \t:|\r\n]|$)")


def another_format(text: bytes) -> tuple[str, int, int, str] | None:
    """What a text is that is none of the classic format, where that shows, with how many bytes, and what was expected."""
    if (numbers := _NUMBERED.match(text)) is not None:
        return "the lines of this file begin with their numbers", numbers[0].index(b"1"), 1, "the file without them"
    if (key := _YAML.match(text)) is not None:
        return "this file is in the YAML format", key.start(1), len(key[1]) + 1, "a name that ends in .yaml or .yml"
    return None


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
