"""Application and ApplicationSet of Argo CD: the values of the charts that they have installed."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.text.document import SourceFile
from pipelint.sources.discovery import Engines
from pipelint.sources.hosts.helm.values import folders_in, values_of
from pipelint.sources.hosts.protocol import Folder, inner, resource_name
from pipelint.yaml.tree import Mapping, Sequence

_GROUP = "argoproj.io/"
_SPECS = {"Application": ("spec",), "ApplicationSet": ("spec", "template", "spec")}
_VALUES = ("valuesObject", "values")
"""In this order: where there is an object, Argo CD does not look at the text."""


class ArgoApplications:
    """Applications, each of one chart or several."""

    kinds = tuple(_SPECS)
    certain = False

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the API group, and the word for the values."""
        return yaml and _GROUP.encode() in file.data and b"helm" in file.data

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """What the values of ``spec.source`` and of each of ``spec.sources`` hold."""
        if not node.text("apiVersion").startswith(_GROUP):
            return
        sources = inner(node, *_SPECS[kind], "sources")
        listed = (
            [(f", sources[{number}]", item) for number, item in enumerate(sources.items)] if isinstance(sources, Sequence) else []
        )
        for which, source in (("", inner(node, *_SPECS[kind], "source")), *listed):
            found = (each for key in _VALUES if (each := inner(source, "helm", key)) is not None)
            for values in values_of(file, next(found, None), kind, resource_name(node) + which):
                yield from folders_in(values, self._engines)
