"""HelmRelease of Flux, and HelmChart of K3s: the values of a chart, as a map or as a text of YAML."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.text.document import SourceFile
from pipelint.sources.discovery import Engines
from pipelint.sources.hosts.helm.values import folders_in, values_of
from pipelint.sources.hosts.protocol import Folder, inner, resource_name
from pipelint.yaml.tree import Mapping

_CHARTS = {"HelmRelease": "values", "HelmChart": "valuesContent", "HelmChartConfig": "valuesContent"}


class HelmReleases:
    """Resources that have a chart installed with the values in their spec."""

    kinds = tuple(_CHARTS)
    certain = False

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the kinds, and the key of the values."""
        return yaml and any(f"{kind}".encode() in file.data for kind in _CHARTS) and b"values" in file.data

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """What the values hold."""
        for values in values_of(file, inner(node, "spec", _CHARTS[kind]), kind, resource_name(node)):
            yield from folders_in(values, self._engines)
