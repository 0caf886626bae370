"""What the tests of the sources share: engines in little, and manifests."""

from __future__ import annotations

import re
from collections.abc import Callable

from pipelint.engines import registry
from pipelint.engines.registry import Registry

_FLUENTD = re.compile(rb"^[ \t]*(<(source|match|filter|label|system)\b|@include\s)", re.MULTILINE)
_LOGSTASH = re.compile(rb"^(input|filter|output)\s*\{", re.MULTILINE)


class Engines(Registry):
    """The engines of the house, but for how a config is told from other texts."""

    def __init__(self, sniff: Callable[[bytes, str], str | None]) -> None:
        super().__init__(registry.ENGINES.lines)
        self._sniff = sniff

    def sniff(self, text: bytes, name: str) -> str | None:
        """As the tests have it."""
        return self._sniff(text, name)


def by_first_words(text: bytes, name: str) -> str | None:
    """Whose config a text is, by the first words that only one engine has."""
    if name.endswith((".yaml", ".yml", ".json")):
        return "fluentd" if text.startswith(b"config:\n") else None
    if _FLUENTD.search(text):
        return "fluentd"
    return "logstash" if _LOGSTASH.search(text) else None


ENGINES = Engines(by_first_words)


def config_map(data: str, *, name: str = "fluentd") -> str:
    """A manifest; ``data`` has the lines below ``data:``, not indented."""
    body = "".join(f"  {line}" if line.strip() else line for line in data.splitlines(keepends=True))
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n  namespace: logging\ndata:\n{body}"
