"""What Fluentd says of where its configs lie."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.yaml_config.detect import is_yaml_config
from pipelint.sources.discovery import Discovery, named_images

if TYPE_CHECKING:
    from pipelint.base.text.changes import Change
    from pipelint.sources.glob import Target
    from pipelint.sources.hosts.protocol import Host

_SECTION = late(
    rb"^[ \t]*(?:</?(?:source|match|filter|label|system|worker|parse|buffer|store|record)\b(?![^\n]*</)"
    # Notes and style sheets include others, too: an include counts by the name of what it includes.
    rb"|@(?:type|id|label|log_level)[ \t]+\S"
    rb"|@include[ \t]+(?:\S*(?:\.(?:conf|ya?ml|erb|j2)|\*)|[\"'][^\n]*)[\"']?[ \t\r]*(?:#.*)?$)",
    re.MULTILINE,
)
# No config of Fluentd has such a line, whatever it includes: a head in brackets.
_HEAD = late(rb"^[ \t]*\[\w+\][ \t\r]*$(?!\s*[\w.-]+[ \t]*=(?!>))", re.MULTILINE)
_FIRST = late(rb"^[ \t]*<(?:(?P<root>(?:source|match|filter|label|system|worker)\b)|\w)", re.MULTILINE)
_STEMS = ("fluent", "fluentd", "td-agent")
_NAMES = frozenset(f"{stem}.conf" for stem in _STEMS)
_LOOKED_AT = 100  # lines
_OPENED = (b"<source>", b"<match ", b"<filter ", b"<label ", b"<system>")


class FluentdDiscovery(Discovery):
    """Configs in both of its formats, with what they include. The names are those under which it and its packages look."""

    name = "fluentd"
    main_files = frozenset(stem + suffix for stem in _STEMS for suffix in (".conf", ".yaml", ".yml"))
    image_words = ("fluent", "td-agent")
    own_images = named_images(r"(?:^|/)fluent/fluentd(?:-kubernetes-daemonset)?|^fluentd")
    own_folders = ("/fluentd/etc/", "/etc/fluent/", "/etc/td-agent/")
    # td-agent 2 is Fluentd 0.12, also as 2.5, which only has a newer Ruby.
    repositories = MappingProxyType(
        {
            r"-td-agent2(?:\.5)?\.sh\b|packages\.treasuredata\.com/2(?:\.5)?/": "0.12",
            r"-(?:td-agent|fluent-package)(?:-?lts)?[3-9]\S*\.sh\b|packages\.treasuredata\.com/(?:lts/)?[3-9]/": "",
        }
    )
    main_variable = "FLUENTD_CONF"
    own_main = "/fluentd/etc/fluent.conf"
    own_gems = r"fluentd|fluent-plugin-[\w-]+"
    plugin_sources = MappingProxyType(
        {"in": "input", "out": "output", "filter": "filter", "parser": "parser", "formatter": "formatter"}
    )
    source_words = ("plugin", "lib", "fluent", "docker", "image", "build")

    def hosts(self) -> Sequence[Host]:
        """What the logging operator and fluent-operator make configs of."""
        from pipelint.engines.fluentd.discovery.operators.fluent_operator import FluentOperator
        from pipelint.engines.fluentd.discovery.operators.logging_operator import LoggingOperator

        return LoggingOperator(), FluentOperator()

    def claims(self, text: bytes, name: str) -> int | None:
        """The first section or parameter that only Fluentd has. Without any the name counts, but not with heads in brackets."""
        if (at := _opened_at(text)) is not None:
            return at
        # A regex is not compiled for a text that it cannot match.
        found = _SECTION.search(text) if b"<" in text or b"@" in text else None
        if found is not None and b"@include" in found[0] and b"[" in text and _HEAD.search(text) is not None:
            found = next((each for each in _SECTION.finditer(text) if b"@include" not in each[0]), None)
        if found is not None:
            return found.start()
        named = files.name(name) in _NAMES
        return 0 if named and not (b"[" in text and _HEAD.search(text) is not None) else None

    def stands_alone(self, text: bytes) -> bool:
        """By its first section, and an end of one: buffers and formats stand inside of outputs, and prose has no ends."""
        found = _FIRST.search(text)
        return found is None or (found["root"] is not None and b"</" in text)

    def claims_yaml(self, text: bytes, name: str) -> bool:
        """Its YAML format."""
        return is_yaml_config(text, name)

    def includes(self, text: bytes) -> AbstractSet[Target]:
        """Includes of both formats."""
        if b"include" not in text:
            return frozenset()
        # Imported here: most configs include nothing.
        from pipelint.engines.fluentd.discovery.include import include_targets

        return include_targets(text)

    def unknowns(self, text: bytes) -> list[Change] | None:
        """Embedded Ruby."""
        from pipelint.engines.fluentd.discovery.unknowns import unknown_values

        return unknown_values(text)


def _opened_at(text: bytes) -> int | None:
    """Where the first line is that is neither empty nor a comment, if it opens a section of Fluentd's, as in most configs."""
    at = 0
    for line in text.split(b"\n", _LOOKED_AT):
        said = line.strip()
        if said and not said.startswith(b"#"):
            return at if said.startswith(_OPENED) and b"</" not in said else None
        at += len(line) + 1
    return None


"""The name of an image of Fluentd's own, before its tag."""
