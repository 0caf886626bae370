"""What Logstash says of where its pipelines lie."""

from __future__ import annotations

import os
import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.engines.logstash.discovery.disk import PIPELINES_FILES, SETTINGS_FILE, LogstashDisk
from pipelint.sources.discovery import Claimed, Discovery, Engines, named_images

if TYPE_CHECKING:
    from pipelint.base.text.changes import Change
    from pipelint.sources.bundle import DiskBundle
    from pipelint.sources.hosts.read import InFile
    from pipelint.yaml.tree import Node, Sequence

_SETTINGS_ONLY = "contains only Logstash settings: name the pipelines that they apply to"
_SECTION = late(rb"^[ \t]*(?:input|filter|output)\s*(?:#[^\n]*\n\s*)*\{", re.MULTILINE)
_DECLARING = (b"pipeline.id", b"path.config", b"config.string")


class LogstashDiscovery(Discovery):
    """Pipelines of one file or of a folder, and those that a pipelines.yml declares."""

    name = "logstash"
    image_words = ("logstash",)
    settings_files = frozenset((SETTINGS_FILE, *PIPELINES_FILES))
    option = r"(?<!\S)(?:-f[ =]?|--path\.config[ =])([^\s=]\S*)"
    own_images = named_images(r"(?:^|/)(?:logstash|elastic)/logstash(?:-oss)?|^logstash")
    other_images = r"(?:^|/)sebp/elk:(?:oss-)?(\d(?:\.?\d{1,2})\.?\d{1,2})"
    own_gems = r"logstash-(?:codec|filter|input|output)-[\w-]+"
    plugin_sources = MappingProxyType({kind: kind for kind in ("codec", "filter", "input", "output")})
    source_words = ("logstash", "docker", "image", "build", "plugin", "gem")
    source_paths = r"\blogstash/(codec|filter|input|output)s/(\w+)\.rb$"
    # A repository, an archive or package, a package of a repository.
    own_packages = (
        r"//packages\.elastic(?:search)?\.(?:co|org)/logstash/(?P<repository>\d+\.\d+)/"
        r"|/logstash(?:-oss)?[-_](?P<file>\d+\.\d+\.\d+)[-\w]*(?:\.noarch)?\.(?:tar\.gz|zip|deb|rpm)\b"
        r"|\blogstash(?:-oss)?=(?:\d+:)?(?P<package>\d+\.\d+\.\d+)\b"
    )

    # Old releases, whose configs and plugins differ most from those of today.
    repositories = MappingProxyType(
        {
            rf"\blogstash[-_]{one}\.{two}\.\d[-\w]*(?:\.(?:noarch|all|x86_64))?\.(?:deb|rpm|tar\.gz|zip)\b"
            rf"|//packages\.elastic(?:search)?\.(?:co|org)/logstash/{one}\.{two}/": f"{one}.{two}"
            for one, twos in ((1, (3, 4, 5)), (2, (0, 1, 2, 3, 4)))
            for two in twos
        }
    )

    def claims(self, text: bytes, name: str) -> int | None:
        """The first section."""
        found = _SECTION.search(text)
        return None if found is None else found.start()

    def unknowns(self, text: bytes) -> list[Change] | None:
        """Variables of the environment."""
        from pipelint.engines.logstash.discovery.unknowns import unknown_values

        return unknown_values(text)

    def disk(self, bundle: DiskBundle) -> LogstashDisk:
        """Joins the parts of a folder, and follows what is declared."""
        return LogstashDisk(self.name, bundle)

    def may_declare(self, data: bytes) -> bool:
        """By the settings that only pipelines have."""
        return any(word in data for word in _DECLARING)

    def declaration(self, root: Node, path: str) -> Sequence | None:
        """A pipelines.yml, by any name; a logstash.yml without one near it that says where its pipeline is."""
        from pipelint.engines.logstash.discovery.declared import bare_pipeline, own_pipeline, pipeline_list

        name, folder = os.path.basename(path), os.path.dirname(path)  # noqa: PTH119, PTH120
        # Beside it, or in the folder of settings beside that of pipelines, as in Logstash's own image.
        lists = (files.join(files.join(folder, near), each) for near in ("", "../config") for each in PIPELINES_FILES)
        if name == SETTINGS_FILE and not any(map(files.exists, lists)):
            return own_pipeline(root)
        return pipeline_list(root) or (bare_pipeline(root) if name in PIPELINES_FILES else None)

    def refusal(self, path: str) -> str:
        """A logstash.yml says nothing by itself."""
        return _SETTINGS_ONLY if os.path.basename(path) == SETTINGS_FILE else ""  # noqa: PTH119

    def hosted(self, found: InFile, engines: Engines) -> Claimed:
        """Pipelines of ConfigMaps' keys, joined or declared by one of them, and those of Elastic's operator."""
        from pipelint.engines.logstash.discovery.resources import logstash_resources

        return logstash_resources(found, self.name, engines)
