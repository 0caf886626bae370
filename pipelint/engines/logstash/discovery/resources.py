"""Logstash in what hosts hold: the keys of ConfigMaps, and the lists of Elastic's operator (ECK)."""

from __future__ import annotations

import fnmatch

from pipelint.base.block import Param
from pipelint.base.disk.text_file import TEMPLATE, has_statements
from pipelint.base.finding import Note, Problem
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document
from pipelint.engines.logstash.discovery.declared import (
    DEFAULT_ID,
    Declared,
    declared,
    pipeline_list,
    settings_of,
    template_settings,
    yaml_problem,
)
from pipelint.engines.logstash.discovery.disk import PIPELINES_FILES, SETTINGS_FILE
from pipelint.engines.logstash.discovery.join import first_whole, join
from pipelint.engines.logstash.discovery.settings import flatten, param
from pipelint.sources.bundle import NoBundle
from pipelint.sources.discovery import Claimed, Engines
from pipelint.sources.entry import Entry, Pipeline
from pipelint.sources.hosts.protocol import Listed
from pipelint.sources.hosts.read import InFile
from pipelint.yaml.text import TextBudget
from pipelint.yaml.tree import Sequence, read_yaml

MAX_LOOKS = 100_000
"""Keys that all ``path.config`` of one manifest may be compared with."""

MAX_RESOURCES = 200


def logstash_resources(found: InFile, name: str, engines: Engines) -> Claimed:
    """The Logstash configs in what hosts hold in a file; ``name`` is the engine's.

    A ``pipelines.yml`` among the keys of a ConfigMap is one config of several pipelines; what it does not name is joined
    as files of a folder are. ``path.config`` means keys of the same ConfigMap, or of the only other one that has such: where
    they are mounted is not followed. A ``logstash.yml`` is for the configs of its ConfigMap, or of the file if no other is.
    """
    work = _Resources(found, name, engines)
    listed = [work.listed(index) for index in range(len(found.folders))]
    of_folders = tuple((*entries, *work.joined(index)) for index, entries in enumerate(listed))
    of_lists = tuple(work.resources([each for each in found.lists if each.engine == name]))
    return Claimed(of_folders, tuple(work.taken), of_lists, tuple(work.problems), tuple(work.notes))


class _Resources:
    """Works through one manifest. ``taken`` has the keys of each ConfigMap that are Logstash's, templates among them."""

    def __init__(self, found: InFile, name: str, engines: Engines) -> None:
        self.problems: list[Problem] = []
        self.notes: list[Note] = []
        self._engine = name
        self._file = found.file
        self._maps = found.folders
        self._kubernetes = all(folder.kubernetes for folder in found.folders)
        self._looks = MAX_LOOKS
        self._budget = TextBudget(found.file.data)  # of all resources, as aliases may make them one text many times
        self._configs = [
            sorted(key for key, text in folder.texts.items() if engines.sniff(text.value(), key) == name) for folder in self._maps
        ]
        self.taken = [set(keys) for keys in self._configs]
        self._templates: list[set[str]] = []
        for folder, keys in zip(self._maps, self._configs, strict=True):
            templates = [key for key in keys if has_statements(folder.texts[key].value())]
            self.notes += [Note(self._file.path, f"{folder.label}: key {key} {TEMPLATE}") for key in templates]
            self._templates.append(set(templates))
            keys[:] = [key for key in keys if key not in templates]
        self._claimed: list[set[str]] = [set() for _ in self._maps]
        self._settings = [self._settings_key(index) for index in range(len(self._maps))]

    def listed(self, index: int) -> list[Entry]:
        """The entry of the pipelines.yml of a ConfigMap."""
        config_map = self._maps[index]
        entries: list[Entry] = []
        for key in PIPELINES_FILES:
            if key not in config_map.texts or config_map.sealed:
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
        groups = join({key: config_map.texts[key].value() for key in keys})
        listing = next((key for key in PIPELINES_FILES if self._claimed[index] and key in config_map.texts), None)
        unlisted = None if listing is None else config_map.document(listing)
        host = first_whole(groups, {key: config_map.texts[key].value() for key in keys})
        others = tuple(config_map.document(names[0]) for names in (*groups[:host], *groups[host + 1 :]))
        for number, group in enumerate(groups):
            documents = tuple(config_map.document(key) for key in group)
            where = config_map.label if len(group) > 1 else documents[0].part
            pipelines = (Pipeline(DEFAULT_ID, documents, self._defaults(index)),)
            entry = self._entry(documents, where, pipelines, partial=bool(self._templates[index]))
            entries.append(replace(entry, apart=() if number != host or unlisted else others, unlisted=unlisted))
        return entries

    def resources(self, lists: list[Listed]) -> list[Entry]:
        """The entries of the resources of Elastic's operator."""
        entries: list[Entry] = []
        document = Document.whole(self._file)
        for count, listed in enumerate(lists):
            if count == MAX_RESOURCES or self._budget.spent:
                left = len(lists) - count
                self.problems.append(Problem(self._file.path, f"too many Logstash resources: {left:,} were not read"))
                break
            if listed.pipelines is None:
                if listed.elsewhere:
                    self.notes.append(Note(self._file.path, f"{listed.label}: its pipelines are in {listed.elsewhere}"))
                continue
            settings = flatten(listed.settings).values() if listed.settings is not None else ()
            defaults = tuple(each for item in settings if (each := param(item, document)) is not None)
            found = self._declared(listed.pipelines, document, defaults, self._budget, listed.label)
            entries += [replace(entry, version=listed.version) for entry in found]
        return entries

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
                what = f'{where}: pipeline "{each.id}": path.config {each.path.value} is not in this manifest'
                self.notes.append(Note(self._file.path, what))
        documents = tuple(dict.fromkeys(part for pipeline in made for part in pipeline.documents))
        partial = found.problems != () or len(made) < len(found.pipelines)
        return [self._entry(documents, where, tuple(made), partial=partial)] if made else []

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
        if name in self._maps[index].texts:
            return [name] if name not in self._templates[index] else []
        self._looks -= 1 + len(self._configs[index])
        if self._looks < 0 or "${" in name:
            return []
        if any(char in name for char in "*?["):
            return [key for key in self._configs[index] if fnmatch.fnmatchcase(key, name)]
        return self._configs[index] if "." not in name else []

    def _settings_key(self, index: int) -> tuple[Param, ...] | None:
        """The settings in the logstash.yml of a ConfigMap, None where it has none."""
        if SETTINGS_FILE not in self._maps[index].texts or self._maps[index].sealed:
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
            own = known[0] if len(known) == 1 else () if known else template_settings(self._file)
        return own

    def _entry(
        self, documents: tuple[Document, ...], where: str, pipelines: tuple[Pipeline, ...], *, partial: bool = False
    ) -> Entry:
        name = f"{self._file.path}: {where}" if where else self._file.path
        return Entry(self._engine, documents, NoBundle(), name, self._kubernetes, pipelines, partial=partial)
