"""What no engine here has, though it may look like a config: markup, scripts, notes, other programs' formats."""

from __future__ import annotations

from pipelint.base.disk import files
from pipelint.base.lean.late import late

_MARKUP = (b"<?xml", b"<!doctype", b"<html", b"<virtualhost", b"<project")
_OTHERS = (".yaml", ".yml", ".json", ".md", ".mdc")
# Directives of Apache's log module, and of its main file.
_APACHE = late(rb"\n[ \t]*(?:LogFormat|CustomLog|ErrorLog|TransferLog|LoadModule|ServerName|DocumentRoot)[ \t]+\S")
# The version of its own that syslog-ng asks a config for; it includes files as Fluentd and Fluent Bit do.
_SYSLOG_NG = late(rb"\n@version:[ \t]*\d")
# A part of a file's name that says that it is a config, perhaps one that a template makes.
_CONFIG = frozenset({"conf", "cfg", "cnf", "config", "inc", "ls", "pipeline"})


def is_foreign(text: bytes, name: str) -> bool:
    """Whether the file or key ``name`` with this text is none of ours, whatever stands in it."""
    if files.suffix(name) in _OTHERS or text.lstrip()[:20].lower().startswith(_MARKUP):
        return True
    # With the line feed before it, since a search for a byte is quicker than one for the start of a line.
    if b"@version:" in text and _SYSLOG_NG.search(b"\n" + text) is not None:
        return True
    return text.startswith(b"#!") or (b"Log" in text and _APACHE.search(b"\n" + text) is not None)


def quotes(before: bytes, name: str) -> bool:
    """Whether a text only quotes a config, as notes and YAML of any name do: more than comments stands ``before`` it.

    Nothing is said against what is named like a config, however it begins, nor of what has no name.
    """
    if not name or name.startswith("<") or not _CONFIG.isdisjoint(files.name(name).lower().split(".")[1:]):
        return False
    return any(line and not line.startswith(b"#") for line in map(bytes.strip, before.splitlines()))
