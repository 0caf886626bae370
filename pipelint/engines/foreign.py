"""What no engine here has, though it may look like a config: markup, YAML of no engine's own, Fluent Bit's format."""

from __future__ import annotations

import re

from pipelint.base.disk import files
from pipelint.base.lean.late import late

# With the line feed before it, since a search for a byte is quicker than one for the start of a line.
_FLUENT_BIT = late(
    rb"\n[ \t]*\[(?:SERVICE|INPUT|FILTER|OUTPUT|PARSER|MULTILINE_PARSER|CUSTOM)\][ \t\r]*$", re.MULTILINE | re.IGNORECASE
)
_MARKUP = (b"<?xml", b"<!doctype", b"<html", b"<virtualhost", b"<project")
_YAML = (".yaml", ".yml", ".json")


def is_foreign(text: bytes, name: str) -> bool:
    """Whether the file or key ``name`` with this text is none of ours, whatever stands in it."""
    if files.suffix(name) in _YAML or text.lstrip()[:20].lower().startswith(_MARKUP):
        return True
    # A regex is not compiled for a text that it cannot match.
    return b"[" in text and _FLUENT_BIT.search(b"\n" + text) is not None
