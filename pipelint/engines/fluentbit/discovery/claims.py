"""Tells a config of Fluent Bit from any other text, by its content."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from pipelint.base.lean.late import late

if TYPE_CHECKING:
    from pipelint.yaml.tree import Node

# A head with what comes after it: no file of `key = value` lines, such as a unit of systemd or the settings of another program,
# and no list of single words, such as the requirements of a Python package.
_HEAD = late(
    rb"^[ \t]*\[(?:SERVICE|INPUT|FILTER|OUTPUT|CUSTOM|PARSER|MULTILINE_PARSER|STREAM_TASK|UPSTREAM|NODE)\][ \t\r]*$"
    rb"(?!(?:[ \t\r]*(?:[#;][^\n]*)?\n)*(?:[ \t]*[\w.$-]+[ \t]*=(?!>)|[^\s\[@#;]\S*[ \t\r]*$))",
    re.MULTILINE | re.IGNORECASE,
)
# Puppet's fileserver.conf has a section of this name, too, but no libraries in it.
_LIBRARIES = late(
    rb"(?i)^[ \t]*\[PLUGINS\][ \t\r]*\n(?:[ \t\r]*(?:[#;][^\n]*)?\n)*[ \t]*Path[ \t]+\S+\.(?:so|dll)\b", re.MULTILINE
)
# Another program, such as syslog-ng, has the path in quotes: here they would be a part of it.
_COMMAND = late(rb"^@(?:INCLUDE[ \t]+(?![\"'])\S*(?:\.(?:conf|cfg|ya?ml)\b|\*)|SET[ \t]+\w+=)", re.MULTILINE | re.IGNORECASE)
_TOP = late(
    rb"""(?:^|\A\s*\{\s*)["']?(?:pipeline|service|parsers|multiline_parsers|stream_processor|upstream_servers)["']?[ \t]*:""",
    re.MULTILINE,
)
_LISTS = ("parsers", "multiline_parsers", "upstream_servers", "stream_processor")
_KEYS = frozenset(("env", "includes", "service", "pipeline", "plugins", "customs", "extensions", *_LISTS))
# What a service section has that no other program's does.
_SERVICE = frozenset(
    (
        *("flush", "grace", "daemon", "log_level", "log_file", "parsers_file", "plugins_file", "streams_file", "storage.path"),
        *("http_server", "http_listen", "http_port", "hot_reload", "health_check", "scheduler.cap", "scheduler.base"),
    )
)
_PIPELINE = frozenset(("inputs", "filters", "outputs"))


def claims_classic(text: bytes) -> int | None:
    """Where the first line stands that only a config in the classic format has."""
    found = [each.start() for each in (_HEAD.search(text), _LIBRARIES.search(text), _COMMAND.search(text)) if each is not None]
    return min(found, default=None)


def claims_yaml(text: bytes) -> bool:
    """Whether a text is a config in the YAML format: it has no other keys at the top, and what one of them holds tells."""
    if _TOP.search(text) is None:
        return False
    from pipelint.yaml.tree import Mapping, Sequence, read_yaml

    for root in read_yaml(text).roots[:1]:
        if not isinstance(root, Mapping) or not root.values:
            return False
        pipeline, service = root.values.get("pipeline"), root.values.get("service")
        strange = sum(key.lower() not in _KEYS and not key.startswith("x-") for key in root.values)
        if strange:
            # A misspelt key among Fluent Bit's own, or a file of another program with a pipeline.
            return 2 * strange <= len(root.values) and _is_pipeline(pipeline)
        if isinstance(pipeline, Mapping) and any(isinstance(pipeline.values.get(key), Sequence) for key in _PIPELINE):
            return True
        if isinstance(service, Mapping) and any(key.lower() in _SERVICE for key in service.values):
            return True
        lists = (root.values.get(key) for key in _LISTS)
        items = [item for each in lists if isinstance(each, Sequence) for item in each.items]
        if any(isinstance(item, Mapping) and {"name", "format"} <= item.values.keys() for item in items):
            return True
        return any(
            isinstance(item, Mapping) and {"name"} < item.values.keys() & {"name", "type", "rules", "nodes", "exec"}
            for item in items
        )
    return False


def _is_pipeline(node: Node | None) -> bool:
    """Whether a pipeline has inputs with names and outputs with names and a Match: no other program's has."""
    from pipelint.yaml.tree import Mapping

    if not isinstance(node, Mapping):
        return False
    inputs, outputs = (_keys_of_items(node.values.get(key)) for key in ("inputs", "outputs"))
    matched = all({"match", "match_regex"} & keys for keys in outputs)
    return bool(inputs and outputs) and matched and all("name" in keys for keys in (*inputs, *outputs))


def _keys_of_items(node: Node | None) -> list[AbstractSet[str]]:
    """The keys of each item of a list; of what is no mapping none."""
    from pipelint.yaml.tree import Mapping, Sequence

    items = node.items if isinstance(node, Sequence) else ()
    return [item.values.keys() if isinstance(item, Mapping) else frozenset() for item in items]
