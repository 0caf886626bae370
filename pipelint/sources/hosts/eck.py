"""Resources of Elastic's operator (ECK), which has a kind for an engine: they list its pipelines, in the engine's own words."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pipelint.base.text.document import SourceFile
from pipelint.sources.hosts.protocol import Listed, label, resource_name
from pipelint.yaml.tree import Mapping, Sequence

_GROUP = ".k8s.elastic.co/"


class ElasticOperator:
    """Its resources for each of ``engines``: the kind has the engine's name, and so has its API group."""

    certain = True

    def __init__(self, engines: Collection[str]) -> None:
        self._engines = {engine.capitalize(): engine for engine in engines}

    @property
    def kinds(self) -> Collection[str]:
        """The engines' names, as kinds are written."""
        return self._engines

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the API group."""
        return yaml and any(f"{engine}{_GROUP}".encode() in file.data for engine in self._engines.values())

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Listed]:
        """``spec.pipelines``, with ``spec.config`` as what holds for all, and ``spec.version``."""
        engine = self._engines[kind]
        if not node.text("apiVersion").startswith(engine + _GROUP):
            return
        called, spec = label(kind, resource_name(node)), node.values.get("spec")
        if not isinstance(spec, Mapping):
            yield Listed(engine, called, None)
            return
        config, pipelines = spec.values.get("config"), spec.values.get("pipelines")
        if isinstance(pipelines, Sequence):
            yield Listed(engine, called, pipelines, config if isinstance(config, Mapping) else None, "", spec.text("version"))
        else:
            where = "a Secret, which is not read" if "pipelinesRef" in spec.values else "has no spec.pipelines"
            yield Listed(engine, called, None, elsewhere=where)
