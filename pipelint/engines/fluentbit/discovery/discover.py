"""What Fluent Bit says of where its configs lie."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.sources.discovery import Discovery, named_images

if TYPE_CHECKING:
    from pipelint.base.text.changes import Change
    from pipelint.base.text.document import Document
    from pipelint.sources.discovery import Forwarded
    from pipelint.sources.glob import Target
    from pipelint.sources.hosts.protocol import Host

_MAIN = late(rb"^\[(?:INPUT|FILTER|OUTPUT)\]", re.MULTILINE | re.IGNORECASE)
_HEADS: tuple[str, ...] = ("service", "input", "filter", "output", "custom", "parser", "multiline_parser")
_HEADS += ("stream_task", "upstream", "node", "plugins")
# Of a file of another kind that is named after what it starts, as a unit of systemd or a program of supervisord.
_SETTINGS = late(rb"^[ \t]*\[[^\]\n]+\][ \t\r]*\n(?:[ \t\r]*(?:[#;][^\n]*)?\n)*[ \t]*[\w.-]+[ \t]*=", re.MULTILINE)
_WORDS = (*(f"[{head}]".encode() for head in _HEADS), b"@include", b"@set")
_STEMS = ("fluent-bit", "td-agent-bit")
_NAMES = frozenset(f"{stem}.conf" for stem in _STEMS)

STOCK_IMAGE = late(r"(?:^|/)fluent/fluent-bit(?=[:@]|$)")
"""The project's own image, and copies of it by the same name."""


class FluentBitDiscovery(Discovery):
    """Configs in both of its formats, with what they include. The names are those under which it and its packages look."""

    name = "fluentbit"
    main_files = frozenset(stem + suffix for stem in _STEMS for suffix in (".conf", ".yaml", ".yml"))
    image_words = ("fluent-bit", "fluentbit", "td-agent-bit")
    own_main = "/fluent-bit/etc/fluent-bit.conf"
    own_images = named_images(r"(?:^|/)(?:fluent/fluent-bit|aws-for-fluent-bit)")
    # A copy in another registry. Tags such as 1.0.3 or 1.2.0 may be versions of the image.
    other_images = r"(?<!fluent)/fluent-bit:v?(0\.1[1-4]\.\d{1,2}|1\.[3-9]\.\d{1,2}|[2-9]\.[0-2]\.\d{1,2})(?:-[\w.-]{1,40})?"
    # A variable of a Dockerfile that builds it, a package of a repository, an archive.
    own_packages = (
        r"\b(?:FLB|FLUENT_?BIT)_VERSION[= ]v?(?P<variable>\d+\.\d+(?:\.\d+)?)\b"
        r"|\b(?:fluent-bit|td-agent-bit)=(?:\d+:)?(?P<package>\d+\.\d+\.\d+)\b"
        r"|/fluent-bit/(?:archive/(?:refs/tags/)?|releases/download/|tarball/)v?(?P<source>\d+\.\d+(?:\.\d+)?)(?=[/.\"'\s]|$)"
        r"|/(?:fluent-bit|td-agent-bit)[-_]v?(?P<file>\d+\.\d+\.\d+)[-\w]*\.(?:tar\.gz|deb|rpm)\b"
    )

    def forwarded(self, documents: Sequence[Document]) -> Iterator[Forwarded]:
        """The inputs' tags that its one output ``forward`` keeps."""
        from pipelint.engines.fluentbit.discovery.forwarded import forwarded

        return forwarded(documents)

    def hosts(self) -> Sequence[Host]:
        """What fluent-operator and the logging operator make configs of."""
        from pipelint.engines.fluentbit.discovery.operators.fluent_operator import FluentOperator
        from pipelint.engines.fluentbit.discovery.operators.logging_operator import LoggingOperator

        return FluentOperator(), LoggingOperator()

    def claims(self, text: bytes, name: str) -> int | None:
        """The first head of a section or line that only Fluent Bit has. Without any the name counts, but not of settings."""
        # A regex is not compiled for a text that it cannot match.
        lower = text.lower()
        if any(word in lower for word in _WORDS):
            from pipelint.engines.fluentbit.discovery.claims import claims_classic

            found = claims_classic(text)
            if found is not None:
                return found
        return 0 if files.name(name) in _NAMES and _SETTINGS.search(text) is None else None

    def claims_yaml(self, text: bytes, name: str) -> bool:
        """Its YAML format. JSON is YAML, too, but a file of that name Fluent Bit takes for the classic format."""
        if files.suffix(name).lower() == ".json":
            return False
        from pipelint.engines.fluentbit.discovery.claims import claims_yaml

        return claims_yaml(text)

    def stands_alone(self, text: bytes) -> bool:
        """One with plugins; parsers and settings are what others name or join."""
        return _MAIN.search(text) is not None

    def includes(self, text: bytes) -> AbstractSet[Target]:
        """Includes of both formats, and what the service section and outputs name."""
        # Imported here: a text of another engine is never asked.
        from pipelint.engines.fluentbit.discovery.include import include_targets
        from pipelint.engines.fluentbit.discovery.named import named_targets

        return frozenset((*include_targets(text), *named_targets(text)))

    def unknowns(self, text: bytes) -> Sequence[Change] | None:
        """Variables of the environment."""
        from pipelint.engines.fluentbit.discovery.unknowns import unknown_values

        return unknown_values(text)
