"""What the tests of the sources share: a small sniff, and manifests."""

from __future__ import annotations

import re

_FLUENTD = re.compile(rb"^[ \t]*(<(source|match|filter|label|system)\b|@include\s)", re.MULTILINE)
_LOGSTASH = re.compile(rb"^(input|filter|output)\s*\{", re.MULTILINE)


def sniff(text: bytes, name: str) -> str | None:
    """As an engine's own detection, in little: by the first words that only that engine has."""
    if name.endswith((".yaml", ".yml", ".json")):
        return "fluentd" if text.startswith(b"config:\n") else None
    if _FLUENTD.search(text):
        return "fluentd"
    return "logstash" if _LOGSTASH.search(text) else None


def config_map(data: str, *, name: str = "fluentd") -> str:
    """A manifest; ``data`` has the lines below ``data:``, not indented."""
    body = "".join(f"  {line}" if line.strip() else line for line in data.splitlines(keepends=True))
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n  namespace: logging\ndata:\n{body}"
