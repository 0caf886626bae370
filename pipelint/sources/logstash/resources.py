"""Logstash in Kubernetes manifests: the keys of ConfigMaps, and the Logstash resources of Elastic's operator (ECK)."""

from __future__ import annotations

import fnmatch

from pipelint.base.block import Param
from pipelint.base.finding import Note, Problem
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry, Pipeline, Sniff
from pipelint.sources.logstash.declared import DEFAULT_ID, Declared, declared, pipeline_list, settings_of, yaml_problem
from pipelint.sources.logstash.disk import PIPELINES_FILES, SETTINGS_FILE
from pipelint.sources.logstash.join import join
from pipelint.sources.logstash.settings import flatten, param
from pipelint.sources.manifest import Manifest, resource_name
from pipelint.yaml.text import TextBudget
from pipelint.yaml.tree import Mapping, Sequence, read_yaml

MAX_LOOKS = 100_000
"""Keys that all ``path.config`` of one manifest may be compared with."""

MAX_RESOURCES = 200


@dataclass(frozen=True, slots=True)
class OfConfigMap:
    """What one ConfigMap gave: its entries, and all its keys that are Logstash's."""

    entries: tuple[Entry, ...]
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class LogstashResources:
    """What a manifest gave: for each of its ConfigMaps, of its Logstash resources, and what is wrong or passed over."""

    of_config_maps: tuple[OfConfigMap, ...]
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]


def logstash_resources(file: SourceFile, manifest: Manifest, sniff: Sniff) -> LogstashResources:
    """The Logstash configs in ``manifest``, which was read from ``file``.

    A ``pipelines.yml`` among the keys of a ConfigMap is one config of several pipelines; what it does not name is joined
    as files of a folder are. ``path.config`` means keys of the same ConfigMap, or of the only other one that has such: where
    they are mounted is not followed. A ``logstash.yml`` is for the configs of its ConfigMap, or of the file if no other is.
    """
    work = _Resources(file, manifest, sniff)
    by_map = [work.listed(index) for index in range(len(manifest.config_maps))]
    by_map = [[*found, *work.joined(index)] for index, found in enumerate(by_map)]
    resources = work.resources()
    of_maps = tuple(OfConfigMap(tuple(found), frozenset(work.taken[index])) for index, found in enumerate(by_map))
    return LogstashResources(of_maps, tuple(resources), tuple(work.problems), tuple(work.notes))


class _Resources:
    """Works through one manifest. ``taken`` has the keys of each ConfigMap that are Logstash's."""

    def __init__(self, file: SourceFile, manifest: Manifest, sniff: Sniff) -> None:
        self.problems: list[Problem] = []
        self.notes: list[Note] = []
        self._file = file
        self._maps = manifest.config_maps
        self._logstashes = manifest.logstashes
        self._looks = MAX_LOOKS
        self._budget = TextBudget(file.data)  # of all resources, as aliases may make them one text many times
        self._configs = [[key for key in sorted(m.data) if sniff(m.text(key), key) == "logstash"] for m in self._maps]
        self.taken = [set(keys) for keys in self._configs]
        self._claimed: list[set[str]] = [set() for _ in self._maps]
        self._settings = [self._settings_key(index) for index in range(len(self._maps))]

    def listed(self, index: int) -> list[Entry]:
        """The entry of the pipelines.yml of a ConfigMap."""
        config_map = self._maps[index]
        entries: list[Entry] = []
        for key in PIPELINES_FILES:
            if key not in config_map.data:
                continue
            document = config_map.document(key)
            stream = read_yaml(document.text)
            pipelines = pipeline_list(stream.roots[0]) if stream.roots else None
            if stream.error is not None:
                self.problems.append(yaml_problem(document, stream.error))
            if pipelines is not None:
                pipelines = pipelines if stream.error is None else pipelines.without_last()
                budget = TextBudget(document.text)
                entries += self._declared(pipelines, document, self._defaults(index), budget, document.part, index)
            if pipelines is not None or stream.error is not None:
                self.taken[index].add(key)
        return entries

    def joined(self, index: int) -> list[Entry]:
        """The entries of the keys that no pipelines.yml names."""
        config_map = self._maps[index]
        entries: list[Entry] = []
        keys = [key for key in self._configs[index] if key not in self._claimed[index]]
        for group in join({key: config_map.text(key) for key in keys}):
            documents = tuple(config_map.document(key) for key in group)
            where = config_map.label if len(group) > 1 else documents[0].part
            pipelines = (Pipeline(DEFAULT_ID, documents, self._defaults(index)),)
            entries.append(self._entry(documents, where, pipelines))
        return entries

    def resources(self) -> list[Entry]:
        """The entries of the Logstash resources of ECK."""
        entries: list[Entry] = []
        for count, node in enumerate(self._logstashes):
            if count == MAX_RESOURCES or self._budget.spent:
                left = len(self._logstashes) - count
                self.problems.append(Problem(self._file.path, f"too many Logstash resources: {left:,} of them are not read"))
                break
            entries += self._resource(node)
        return entries

    def _resource(self, node: Mapping) -> list[Entry]:
        """The entry of a Logstash resource of ECK: ``spec.pipelines``, with ``spec.config`` as its logstash.yml."""
        name = resource_name(node)
        label = f"Logstash {name}" if name else "Logstash without a name"
        spec = node.values.get("spec")
        if not isinstance(spec, Mapping):
            return []
        document = Document.whole(self._file)
        config, pipelines = spec.values.get("config"), spec.values.get("pipelines")
        found = flatten(config).values() if isinstance(config, Mapping) else ()
        defaults = tuple(each for item in found if (each := param(item, document)) is not None)
        if not isinstance(pipelines, Sequence):
            where = "a Secret, which is not read" if "pipelinesRef" in spec.values else "no spec.pipelines of it"
            self.notes.append(Note(self._file.path, f"{label}: its pipelines stand in {where}"))
            return []
        return self._declared(pipelines, document, defaults, self._budget, label)

    def _declared(
        self, pipelines: Sequence, document: Document, defaults: tuple[Param, ...], budget: TextBudget, where: str, *own: int
    ) -> list[Entry]:
        found = declared(pipelines, document, defaults, budget, where)
        self.problems += found.problems
        made: list[Pipeline] = []
        for each in found.pipelines:
            documents = (each.text,) if each.text is not None else self._keys(each, own)
            if documents:
                made.append(Pipeline(each.id, documents, each.settings, each.place))
            else:
                assert each.path is not None
                what = f'{where}: pipeline "{each.id}": path.config {each.path.value} is no key of this manifest'
                self.notes.append(Note(self._file.path, what))
        documents = tuple(dict.fromkeys(part for pipeline in made for part in pipeline.documents))
        return [self._entry(documents, where, tuple(made))] if made else []

    def _keys(self, pipeline: Declared, own: tuple[int, ...]) -> tuple[Document, ...]:
        """The documents that ``path.config`` means: of ``own``, its ConfigMap, else of the only one that has such keys."""
        assert pipeline.path is not None
        found = [(index, keys) for index in range(len(self._maps)) if (keys := self._fitting(index, pipeline.path.value))]
        here = [(index, keys) for index, keys in found if index in own]
        chosen = here or found
        if len(chosen) != 1:
            return ()
        index, keys = chosen[0]
        self._claimed[index].update(keys)
        self.taken[index].update(keys)
        return tuple(self._maps[index].document(key) for key in keys)

    def _fitting(self, index: int, path: str) -> list[str]:
        """The keys of a ConfigMap that ``path`` means when it is mounted: by name, by glob, or as a folder all configs."""
        name = path.rstrip("/").rpartition("/")[2]
        if name in self._maps[index].data:
            return [name]
        self._looks -= 1 + len(self._configs[index])
        if self._looks < 0 or "${" in name:
            return []
        if any(char in name for char in "*?["):
            return [key for key in self._configs[index] if fnmatch.fnmatchcase(key, name)]
        return self._configs[index] if "." not in name else []

    def _settings_key(self, index: int) -> tuple[Param, ...] | None:
        """The settings in the logstash.yml of a ConfigMap, None where it has none."""
        if SETTINGS_FILE not in self._maps[index].data:
            return None
        self.taken[index].add(SETTINGS_FILE)
        settings, problems = settings_of(self._maps[index].document(SETTINGS_FILE))
        self.problems += problems
        return settings

    def _defaults(self, index: int) -> tuple[Param, ...]:
        """The settings of the logstash.yml that is for the configs of a ConfigMap."""
        own = self._settings[index]
        known = [settings for settings in self._settings if settings is not None]
        if own is None:
            own = known[0] if len(known) == 1 else ()
        return own

    def _entry(self, documents: tuple[Document, ...], where: str, pipelines: tuple[Pipeline, ...]) -> Entry:
        return Entry("logstash", documents, NoBundle(), f"{self._file.path}: {where}", True, pipelines)
