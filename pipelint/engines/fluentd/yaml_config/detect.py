"""Tells a config in Fluentd's YAML format from any other YAML, by its content."""

from __future__ import annotations

import re

from pipelint.base.disk import files
from pipelint.base.lean.late import late

SUFFIXES = (".yaml", ".yml", ".json")
# Names of a main file, in which the sections need not be told by a word of Fluentd's own.
_MAIN_STEMS = ("fluent", "fluentd", "td-agent")
# A file of this name is read in the v1 format, whatever stands in it.
_V1_SUFFIXES = (".conf", ".cfg", ".config", ".rb")

_TOP = late(rb"""^(?:["']?(?:config|system)["']?[ \t]*:(?=[ \t\r\n&]|$)|\{\s*["']?(?:config|system)["']?\s*:)""", re.MULTILINE)
# What only Fluentd says: its reserved words as keys, a list item that is a section or an include.
_RESERVED = late(rb"""[\s{,](?:\$(?:type|tag|name|arg|label)[ \t]*:[ \t\r\n]|["']\$(?:type|tag|name|arg|label)["'][ \t]*:)""")
_INCLUDE = late(rb"^[ \t]*-[ \t]+!include[ \t]", re.MULTILINE)
_PART = late(rb"(?:[ \t]*(?:#[^\r\n]*|---[ \t]*)?\r?\n)*[ \t]*-[ \t]+(?:source|match|filter|label|worker)[ \t]*:(?:[ \t\r\n]|$)")
_OTHER_TOP = late(rb"""^(?!config\b|system\b|x-)["']?[\w.$-]+["']?[ \t]*:(?:[ \t\r]|$)""", re.MULTILINE)


def is_yaml_config(text: bytes, name: str) -> bool:
    """Whether the file or key ``name`` with this text is a main config in Fluentd's YAML format.

    Fluentd itself goes by the name (``.yaml``, ``.yml``) alone. A text without a telling name, such as standard input, may
    be one too: Fluentd takes it with ``--config-file-type yaml``.
    """
    suffix = files.suffix(name)
    if suffix.lower() in _V1_SUFFIXES or not _TOP.search(text):
        return False
    if _RESERVED.search(text) or _INCLUDE.search(text):
        return True
    return files.stem(name) in _MAIN_STEMS and suffix in SUFFIXES and not _OTHER_TOP.search(text)


def is_yaml_part(text: bytes) -> bool:
    """Whether a text is a list of sections in the YAML format, which a main config may include, or a main config."""
    return _PART.match(text) is not None or (_TOP.search(text) is not None and _RESERVED.search(text) is not None)
