"""The versions of Elasticsearch and OpenSearch that the files of a config's project run: by images, resources and charts."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.engines.fluentbit.facts.around.surroundings import IMAGES, texts
from pipelint.language.config import Config

_STORE = late(
    rb"(?im)(?:^|[\s\"'/])(elasticsearch|opensearch)(?:-oss)?:v?(\d+)\.\d"
    rb"|^kind:[ \t]*(Elasticsearch|OpenSearchCluster)\b(?:(?!\n---)[\s\S]){0,600}?^[ \t]+version:[ \t]*[\"']?(\d+)\.\d"
    rb"|^[ \t]*(?:export[ \t]+)?(ELASTIC(?:SEARCH)?|ES|STACK|OPENSEARCH)_VERSION[ \t]*[=:][ \t]*[\"']?v?(\d+)\.\d"
    rb"|/(elasticsearch|opensearch)(?:-oss)?[\"']?[ \t]*\r?\n[ \t]*(?:image)?tag:[ \t]*[\"']?v?(\d+)\.\d"
)
# A chart where one is installed or depended on: `name: elasticsearch`, `chart = "elasticsearch"`; and what stands around it.
_CHART = late(rb"(?im)^[ \t-]*(?:name|chart)[ \t]*[:=][ \t]*[\"']?(?:[\w.-]+/)?(elasticsearch|opensearch)[\"']?[ \t]*\r?$")
_OF_CHART = late(rb"(?im)^[ \t-]*(?:version|targetRevision)[ \t]*[:=][ \t]*[\"']?[~^v]*(\d+)\.\d")
_PLACE = late(rb"(?i)helm\.elastic\.co|opensearch-project|bitnami")
_AROUND = 250
# The charts of Bitnami have numbers of their own: its first with Elasticsearch 8.
_BITNAMI = {"elasticsearch": 19}
# The first versions that take no types.
_WITHOUT_TYPES = {"e": 8, "s": 8, "o": 2}


def stores_with_types(config: Config) -> bool | None:
    """Whether all Elasticsearch and OpenSearch in its project take types; None where there are none, or only some do."""
    said = {version < _WITHOUT_TYPES[name[:1].lower()] for text in texts(config, IMAGES) for name, version in _stores(text)}
    return said.pop() if len(said) == 1 else None


def _stores(text: bytes) -> Iterator[tuple[str, int]]:
    lower = text.lower()
    if b"elastic" in lower or b"opensearch" in lower or b"_version" in lower:
        for found in _STORE.finditer(text):
            name, version = (each.decode() for each in found.groups() if each is not None)
            yield name, int(version)
        for chart in _CHART.finditer(text):
            yield from _charted(chart[1].decode().lower(), text[max(0, chart.start() - _AROUND) : chart.end() + _AROUND])


def _charted(name: str, around: bytes) -> Iterator[tuple[str, int]]:
    """The version that a chart installs: its own, as those of the projects are, or by Bitnami's numbers."""
    place, version = _PLACE.search(around), _OF_CHART.search(around)
    if place is None or version is None:
        return
    if place[0].lower() != b"bitnami":
        yield name, int(version[1])
    elif name in _BITNAMI:
        yield name, _WITHOUT_TYPES[name[:1]] - (int(version[1]) < _BITNAMI[name])
