"""What no engine here has, though it may look like a config: markup, scripts, notes, other programs' formats."""

from __future__ import annotations

import re

from pipelint.base.disk import files
from pipelint.base.lean.late import late

# With the line feed before it, since a search for a byte is quicker than one for the start of a line.
_FLUENT_BIT = late(
    rb"\n[ \t]*\[(?:SERVICE|INPUT|FILTER|OUTPUT|PARSER|MULTILINE_PARSER|CUSTOM)\][ \t\r]*$", re.MULTILINE | re.IGNORECASE
)
_FLUENT_BIT_YAML = late(
    rb"^pipeline:[ \t]*(?:#[^\n]*)?\r?\n(?:(?:[ \t\r#][^\n]*)?\n)*?"
    rb"[ \t]+(?:inputs|outputs):\s*(?:\[\s*\{\s*|-[ \t]+)name:",
    re.MULTILINE,
)
_MARKUP = (b"<?xml", b"<!doctype", b"<html", b"<virtualhost", b"<project")
_OTHERS = (".yaml", ".yml", ".json", ".md", ".mdc")
# Directives of Apache's log module, and of its main file.
_APACHE = late(rb"\n[ \t]*(?:LogFormat|CustomLog|ErrorLog|TransferLog|LoadModule|ServerName|DocumentRoot)[ \t]+\S")
# A part of a file's name that says that it is a config, perhaps one that a template makes.
_CONFIG = frozenset({"conf", "cfg", "cnf", "config", "inc", "ls", "pipeline"})


def is_foreign(text: bytes, name: str) -> bool:
    """Whether the file or key ``name`` with this text is none of ours, whatever stands in it."""
    if files.suffix(name) in _OTHERS or text.lstrip()[:20].lower().startswith(_MARKUP):
        return True
    if text.startswith(b"#!") or (b"Log" in text and _APACHE.search(b"\n" + text) is not None):
        return True
    # A regex is not compiled for a text that it cannot match.
    return b"[" in text and _FLUENT_BIT.search(b"\n" + text) is not None


def other_program(text: bytes, name: str) -> str:
    """The program whose config the file ``name`` is that no engine here reads, empty where that cannot be told."""
    if files.suffix(name) in _OTHERS:
        found = b"pipeline" in text and _FLUENT_BIT_YAML.search(text) is not None
    else:
        found = b"[" in text and _FLUENT_BIT.search(b"\n" + text) is not None
    return "Fluent Bit" if found else ""


def quotes(before: bytes, name: str) -> bool:
    """Whether a text only quotes a config, as notes and YAML of any name do: more than comments stands ``before`` it.

    Nothing is said against what is named like a config, however it begins, nor of what has no name.
    """
    if not name or name.startswith("<") or not _CONFIG.isdisjoint(files.name(name).lower().split(".")[1:]):
        return False
    return any(line and not line.startswith(b"#") for line in map(bytes.strip, before.splitlines()))
