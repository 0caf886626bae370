"""Which engine a config text belongs to, by its content, and an engine by its name."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, cast

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.yaml_config.detect import is_yaml_config
from pipelint.language.config import Engine

if TYPE_CHECKING:
    from pipelint.engines.parts import Parts

_SECTION = (
    rb"(</?(?:source|match|filter|label|system|worker|parse|buffer|store|record)\b(?![^\n]*</)"
    rb"|@(?:type|include|id|label|log_level)[ \t]+\S)"
)
_FLUENTD = late(rb"^[ \t]*" + _SECTION, re.MULTILINE)
# One search for both ends where the first of the two is, mostly in the first lines. An editor asks with every keystroke.
_EITHER = late(rb"^[ \t]*(?:" + _SECTION + rb"|(?:input|filter|output)\s*(?:#[^\n]*\n\s*)*\{)", re.MULTILINE)
# With the line feed before it, since a search for a byte is quicker than one for the start of a line.
_FLUENT_BIT = late(
    rb"\n[ \t]*\[(?:SERVICE|INPUT|FILTER|OUTPUT|PARSER|MULTILINE_PARSER|CUSTOM)\][ \t\r]*$", re.MULTILINE | re.IGNORECASE
)
_MARKUP = (b"<?xml", b"<!doctype", b"<html", b"<virtualhost", b"<project")
_NAMES = ("fluent.conf", "fluentd.conf", "td-agent.conf")
_YAML = (".yaml", ".yml", ".json")


def sniff(text: bytes, name: str) -> str | None:
    """``fluentd``, ``logstash``, or None for what is no engine's config. ``name`` is the file's or the key's.

    Content decides; a file's name only where it is one that Fluentd itself looks for.
    """
    if is_yaml_config(text, name):
        return "fluentd"
    if files.suffix(name) in _YAML or text.lstrip()[:20].lower().startswith(_MARKUP):
        return None
    # A regex is not compiled for a text that it cannot match.
    if b"[" in text and _FLUENT_BIT.search(b"\n" + text):
        return None
    found = (_EITHER if b"{" in text else _FLUENTD).search(text)
    named = files.name(name) in _NAMES
    if found is None:
        return "fluentd" if named else None
    if found[1] is None and not (named and _FLUENTD.search(text) is None):
        return "logstash"
    return "fluentd"


def names() -> tuple[str, ...]:
    """The engines by name."""
    return ("fluentd", "logstash")


@cache
def engine(name: str) -> Engine:
    """The engine of this name. Raises KeyError where there is none. Each is imported when a config asks for it."""
    if name == "fluentd":
        from pipelint.engines.fluentd.engine import FluentdEngine

        return FluentdEngine()
    if name == "logstash":
        from pipelint.engines.logstash.engine import LogstashEngine

        return LogstashEngine()
    raise KeyError(name)


def parts(name: str) -> Parts:
    """What an engine offers beside reading its configs. Raises KeyError where there is none of this name."""
    return cast("Parts", engine(name))
