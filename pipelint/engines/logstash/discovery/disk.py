"""Logstash configs on disk as entries: the parts of a folder joined, and the pipelines that a pipelines.yml declares."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.block import Param
from pipelint.base.disk import files
from pipelint.base.disk.text_file import Rejected, is_template
from pipelint.base.finding import Note, Problem
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.boundary import Projects, outside
from pipelint.sources.bundle import TOO_MANY, DiskBundle
from pipelint.sources.discovery import Disk
from pipelint.sources.entry import Entry, Pipeline
from pipelint.sources.find import Origin
from pipelint.sources.found import Declared, Plain
from pipelint.sources.glob import Budget, TooManyFiles

if TYPE_CHECKING:
    from pipelint.engines.logstash.discovery.declared import Declared as DeclaredPipeline

SETTINGS_FILE = "logstash.yml"
PIPELINES_FILES = ("pipelines.yml", "pipelines.yaml")
MAIN = "main"

# Beside the configs, above them, or in the folder beside theirs, as in Logstash's own image.
_NEAR = ((), ("..",), ("..", "config"))


class LogstashDisk(Disk):
    """Makes entries of files on disk."""

    def __init__(self, engine: str, bundle: DiskBundle) -> None:
        super().__init__(engine, bundle)
        self._projects = Projects()
        self._budget = Budget()
        self._settings: dict[str, tuple[Param, ...]] = {}
        # The lists of pipelines with the folders of the files that they name.
        self._lists: list[tuple[Document, set[str]]] = []

    def declared(self, found: Declared, asked: Origin) -> Entry | None:
        """The entry of a pipelines.yml (or logstash.yml); None where no pipeline of it has a config, or services read others."""
        from pipelint.engines.logstash.discovery.declared import declared, not_listed
        from pipelint.yaml.text import TextBudget

        file = found.file
        if asked is not Origin.NAMED and self._is_passed_over(file):
            return None
        path = os.path.join(os.path.dirname(file.path), SETTINGS_FILE)  # noqa: PTH118, PTH120
        beside = files.real(path) != files.real(file.path)
        defaults = self._settings_of(path) if beside else ()
        document = self.bundle.add(file)
        listed = declared(found.listed, document, defaults, TextBudget(file.data))
        self._tell(listed.problems)
        bare = not_listed(found.listed, document) if os.path.basename(file.path) in PIPELINES_FILES else None  # noqa: PTH119
        if bare is not None:
            self._tell([bare])
        made: list[Pipeline] = []
        for each in listed.pipelines:
            documents = (each.text,) if each.text is not None else self._read(each, asked)
            if documents:
                made.append(Pipeline(each.id, documents, each.settings, each.place))
        if not made:
            return None
        documents = tuple(dict.fromkeys(document for pipeline in made for document in pipeline.documents))
        folders = {files.real(os.path.dirname(each.file.path)) for each in documents if each.file.path != file.path}  # noqa: PTH120
        self._lists.append((document, folders))
        partial = listed.problems != () or len(made) < len(listed.pipelines)
        return Entry(self.engine, documents, self.bundle, file.path, pipelines=tuple(made), partial=partial)

    def entries(self, files: Sequence[Plain]) -> dict[str, list[Entry]]:
        """A file that was named is a pipeline of its own, as a commit hook passes one part of a folder at a time.

        Those that were found come folder by folder, at the turn of the folder's first.
        """
        entries: dict[str, list[Entry]] = {}
        folders: dict[str, list[Plain]] = {}
        for each in files:
            if each.candidate.origin is Origin.NAMED:
                entries[each.identity] = [self._entry([self.bundle.add(each.file, each.identity)], each.file.path)]
            else:
                folders.setdefault(os.path.dirname(each.file.path), []).append(each)  # noqa: PTH120
        for members in folders.values():
            entries[members[0].identity] = self._folder(each.file for each in members)
        return entries

    def _folder(self, members: Iterable[SourceFile]) -> list[Entry]:
        """The entries of files of one folder, in lexical order: joined, or a pipeline each (see ``join``)."""
        from pipelint.engines.logstash.discovery.join import first_whole, join

        by_name = {os.path.basename(file.path): file for file in members}  # noqa: PTH119
        entries: list[Entry] = []
        alone = self._alone(by_name)
        rest = {name: file.data for name, file in by_name.items() if name not in alone}
        joined = [[name] for name in sorted(alone)] + join(rest)
        host = 0 if alone else first_whole(joined, rest)
        others = () if alone else (name for names in (*joined[:host], *joined[host + 1 :]) for name in names[:1])
        apart = tuple(self.bundle.add(by_name[name]) for name in others)
        for number, names in enumerate(joined):
            documents = [self.bundle.add(by_name[name]) for name in names]
            path = by_name[names[0]].path
            folder = os.path.dirname(path) or "."  # noqa: PTH120
            unlisted = next((one for one, folders in self._lists if files.within(path, folders)), None)
            beside = () if number != host or unlisted or self._listed_elsewhere(documents[0]) else apart
            entry = self._entry(documents, folder if len(names) > 1 else path, beside, unlisted)
            entries.append(replace(entry, idle=True) if alone and names[0] not in alone else entry)
        return entries

    def _listed_elsewhere(self, document: Document) -> bool:
        """Whether a list of pipelines near the folder of a file names files of other folders alone; no service has this one."""
        from pipelint.sources.compose.services import services_of

        folder = os.path.dirname(document.file.path)  # noqa: PTH120
        near = {files.real(os.path.normpath(os.path.join(folder, *each))) for each in _NEAR}  # noqa: PTH118
        lists = [folders for one, folders in self._lists if files.real(os.path.dirname(one.file.path)) in near]  # noqa: PTH120
        return any(lists) and not services_of(document)

    def _is_passed_over(self, file: SourceFile) -> bool:
        from pipelint.engines.logstash.discovery.discover import LogstashDiscovery
        from pipelint.engines.logstash.discovery.started import passes_over

        return passes_over(Document.whole(file), LogstashDiscovery.own_images)

    def _alone(self, members: Mapping[str, SourceFile]) -> frozenset[str]:
        """The files of a folder of several that a compose file starts by their names."""
        if len(members) == 1:
            return frozenset()
        from pipelint.engines.logstash.discovery.discover import LogstashDiscovery
        from pipelint.engines.logstash.discovery.started import started_alone

        found = started_alone(Document.whole(next(iter(members.values()))), LogstashDiscovery.own_images)
        return found if found <= members.keys() else frozenset()

    def _entry(
        self, documents: list[Document], name: str, apart: tuple[Document, ...] = (), unlisted: Document | None = None
    ) -> Entry:
        pipeline = Pipeline(MAIN, tuple(documents), self._near(documents[0].file.path))
        return Entry(self.engine, pipeline.documents, self.bundle, name, pipelines=(pipeline,), apart=apart, unlisted=unlisted)

    def _near(self, path: str) -> tuple[Param, ...]:
        """The settings of the logstash.yml that is nearest to the config ``path``."""
        if path.startswith("<"):  # standard input that stands nowhere
            return ()
        folder = os.path.dirname(path)  # noqa: PTH120
        paths = [os.path.normpath(os.path.join(folder, *near, SETTINGS_FILE)) for near in _NEAR]  # noqa: PTH118
        return next((self._settings_of(each) for each in paths if files.is_file(each)), ())

    def _settings_of(self, path: str) -> tuple[Param, ...]:
        identity = files.real(path)
        if identity not in self._settings:
            self._settings[identity] = ()
            # It is looked for at a fixed place; only where it is a link somebody else says what is read.
            project = self._projects.of(path)
            if not files.within(identity, project):
                self.notes.append(Note(path, outside("the link"), important=True))
                return ()
            read = self.bundle.read(path, project) if files.is_file(identity) else None
            if isinstance(read, Document):
                from pipelint.engines.logstash.discovery.declared import settings_of

                self._settings[identity], problems = settings_of(read)
                self._tell(problems)
            elif read is not None:
                self._tell([read.problem])
        self.used.add(identity)
        return self._settings[identity]

    def _read(self, pipeline: DeclaredPipeline, asked: Origin) -> tuple[Document, ...]:
        """The documents of ``path.config``. That it leads nowhere is a problem, but of an absolute path only where the
        pipelines.yml was named: the file of a checkout may well be meant for another machine."""
        from pipelint.engines.logstash.discovery.declared import problem_at
        from pipelint.engines.logstash.discovery.paths import config_files, is_remote, leads_out

        param = pipeline.path
        assert param is not None
        what = f'pipeline "{pipeline.id}": '
        yml = param.place.document.file.path
        if is_remote(param.value):
            self.notes.append(Note(yml, f"{what}path.config is a URL: not fetched"))
            return ()
        project = param.place.document.file.project
        try:
            paths = config_files(param.value, os.path.dirname(yml), self._budget, project)  # noqa: PTH120
        except TooManyFiles:
            self._tell([problem_at(param.place, f"{what}{TOO_MANY}")])
            return ()
        except ValueError:  # a NUL
            paths = []
        if not paths and leads_out(param.value, os.path.dirname(yml), project):  # noqa: PTH120
            said = f"{what}{outside(f'path.config {param.value}')}"
            if asked is Origin.NAMED:
                self._tell([problem_at(param.place, said)])
            else:
                self.notes.append(Note(yml, said, important=True))
        elif not paths:
            problem = problem_at(param.place, f"{what}no file matches path.config {param.value}")
            if asked is Origin.NAMED or not param.value.startswith(("/", "$")):
                self._tell([problem])
            else:
                self.notes.append(Note(problem.path, problem.message))
        documents: list[Document] = []
        for path in paths:
            read = self.bundle.read(path, project)
            # A template is read by itself, as one that no list names.
            if isinstance(read, Document) and is_template(read.text):
                continue
            self.claimed.add(files.real(path))
            if isinstance(read, Rejected):
                self._tell([read.problem])
            else:
                documents.append(read)
        return tuple(documents)

    def _tell(self, problems: Iterable[Problem]) -> None:
        self.problems += problems
