"""collect: the configs in files, directories, globs, standard input and Kubernetes manifests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.disk.text_file import BOM, TEMPLATE, Rejected, Why, check_source, is_blank, is_template, read_source
from pipelint.base.finding import Note, Problem
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.base.unforeseen import unforeseen
from pipelint.sources.bundle import DiskBundle
from pipelint.sources.entry import Collected, Entry, Sniff, Unknown
from pipelint.sources.find import STDIN, Candidate, Origin, find_files
from pipelint.sources.found import Declared, Plain
from pipelint.sources.include import include_targets
from pipelint.sources.kinds import is_yaml_name, looks_like_manifest, may_hold_pipelines, may_hold_pods, may_hold_resources
from pipelint.sources.logstash.disk import SETTINGS_FILE, SETTINGS_ONLY, LogstashDisk, pipelines_in
from pipelint.sources.roots import roots_of

if TYPE_CHECKING:
    from pipelint.sources.kubernetes.match import InConfigMap
    from pipelint.sources.kubernetes.read import Pod
    from pipelint.yaml.tree import YamlError

NO_CONFIG = "no Fluentd or Logstash config in it"
EMPTY = "is empty or holds only comments"
MAX_CONFIGS = 500
"""Of one file. Each is checked by itself, and somebody waits."""
HELM = "Helm template: render it first (helm template)"


def collect(
    paths: Sequence[str],
    sniff: Sniff,
    *,
    stdin: bytes | None = None,
    stdin_filename: str = "<stdin>",
    unknown: Unknown = Unknown.REFUSED,
    opened: Sequence[str] = (),
) -> Collected:
    """All configs that ``paths`` lead to, each with what its includes resolve against.

    A path is a file, a directory (walked), a glob, or ``-`` for ``stdin``, which is called ``stdin_filename`` and whose
    includes resolve as if it stood there. ``sniff`` says what is a config, ``unknown`` what becomes of a named file that holds
    none. What configs name is read in their projects, and in ``opened`` (real paths). Never raises on account of the input.
    """
    places = find_files(paths, stdin_filename, opened)
    work = _Collector(sniff, unknown)
    for candidate in places.candidates:
        if candidate.path != STDIN:
            work.take(candidate, read_source(candidate.path, candidate.project))
        elif stdin is None:
            work.take(candidate, Rejected.of(Why.MISSING, stdin_filename, "no standard input"))
        else:
            work.take(candidate, check_source(stdin_filename, stdin, candidate.project))
    entries = work.finish()
    problems = [*places.problems, *work.problems]
    known = {problem.path for problem in problems}
    without = [
        given for given, members in places.groups.items() if given not in known and members.isdisjoint(work.answered)
    ]
    notes = [*places.notes, *work.notes]
    if unknown is Unknown.REFUSED:
        problems += [Problem(given, NO_CONFIG) for given in without]
    else:
        notes += [Note(given, NO_CONFIG) for given in without]
    return Collected(entries, tuple(problems), tuple(notes))


class _Collector:
    """Gathers what the files hold. ``answered`` has the identities of those that gave a config or a problem."""

    def __init__(self, sniff: Sniff, unknown: Unknown) -> None:
        self.problems: list[Problem] = []
        self.notes: list[Note] = []
        self.answered: set[str] = set()
        self._sniff = sniff
        self._unknown = unknown
        self._found: list[Plain | Declared | Entry] = []
        self._in_config_maps: list[InConfigMap] = []
        self._pods: list[Pod] = []

    def take(self, candidate: Candidate, read: SourceFile | Rejected) -> None:
        """Looks into one file."""
        try:
            self._take(candidate, read)
        except Exception as error:
            path = read.path if isinstance(read, SourceFile) else read.problem.path
            self._refuse(candidate, unforeseen(path, error), Origin.NAMED)

    def _take(self, candidate: Candidate, read: SourceFile | Rejected) -> None:
        if isinstance(read, Rejected):
            self._refuse(candidate, read.problem, self._why_rejected(candidate, read))
        elif is_blank(read.data):
            self._found.append(Plain(candidate, read, None, EMPTY))
        elif not (is_yaml_name(read.path) or looks_like_manifest(read.data)):
            why = TEMPLATE if is_template(read.data) else NO_CONFIG
            self._found.append(Plain(candidate, read, None if why is TEMPLATE else self._engine(read.data, read.path), why))
        elif may_hold_resources(read.data):
            self._manifest(candidate, read)
        elif not (may_hold_pods(read.data) and self._workloads(candidate, read)):
            self._yaml(candidate, read)

    def finish(self) -> tuple[Entry, ...]:
        """The entries in order. A file that another one includes is no entry, whether or not it looks like a config."""
        bundle = DiskBundle()
        plain = {found.identity: found for found in reversed(self._found) if isinstance(found, Plain)}
        includes = {identity: self._includes(found, bundle) for identity, found in plain.items() if found.engine}
        self.answered |= {found.candidate.identity for found in plain.values() if found.engine}
        for found in plain.values():
            bundle.add(found.file)
        order = [f.identity for f in self._found if isinstance(f, Plain) and f.engine]
        roots = set(roots_of(list(dict.fromkeys(order)), includes))
        parts = set().union(*includes.values())
        run = self._run()
        used = {os.path.realpath(workload.place.document.file.path) for entry in run.values() for workload in entry.workloads}
        self.answered |= {found.candidate.identity for found in plain.values() if found.identity in used}
        disk = LogstashDisk(bundle)
        declared = {id(item): self._declared(item, disk) for item in self._found if isinstance(item, Declared)}
        roots -= disk.claimed
        joined = self._joined([plain[identity] for identity in dict.fromkeys(order) if identity in roots], disk)
        entries: list[Entry] = []
        for item in self._found:
            if isinstance(item, Entry):
                entries.append(run.get(id(item), item))
            elif isinstance(item, Declared):
                entries += declared[id(item)]
            elif item.engine is None:
                if item.identity not in parts | disk.used | used:
                    self._refuse(item.candidate, Problem(item.file.path, item.refusal), self._asked(item.candidate))
            elif item.identity in roots:
                roots.discard(item.identity)
                if item.engine == "logstash":
                    entries += joined.get(item.identity, ())
                else:
                    entries.append(Entry(item.engine, (bundle.add(item.file),), bundle, item.file.path))
        told = {(problem.path, problem.message) for problem in self.problems}
        self.problems += [problem for problem in disk.problems if (problem.path, problem.message) not in told]
        self.notes += disk.notes
        return tuple(entries)

    def _declared(self, item: Declared, disk: LogstashDisk) -> list[Entry]:
        before = len(disk.problems)
        entry = disk.declared(item.file, item.pipelines, self._asked(item.candidate))
        if entry is not None or len(disk.problems) > before:
            self.answered.add(item.candidate.identity)
        return [] if entry is None else [entry]

    def _joined(self, found: list[Plain], disk: LogstashDisk) -> dict[str, list[Entry]]:
        """The entries of Logstash files by the identity of the file at whose turn they come: its folder's first."""
        entries: dict[str, list[Entry]] = {}
        folders: dict[str, list[Plain]] = {}
        for each in found:
            if each.engine != "logstash":
                continue
            if each.candidate.origin is Origin.NAMED:
                entries[each.identity] = [disk.alone(each.file)]
            else:
                folders.setdefault(os.path.dirname(each.file.path), []).append(each)  # noqa: PTH120
        for members in folders.values():
            entries[members[0].identity] = disk.folder(each.file for each in members)
        return entries

    def _engine(self, data: bytes, path: str) -> str | None:
        """Whose config a whole file is. A byte order mark is no part of the first word."""
        return self._sniff(data.removeprefix(BOM), path)

    def _includes(self, found: Plain, bundle: DiskBundle) -> set[str]:
        if found.engine != "fluentd":
            return set()
        targets = include_targets(found.file.data)
        return {os.path.realpath(path) for target in targets for path in bundle.paths(target, found.file)}

    def _manifest(self, candidate: Candidate, file: SourceFile) -> None:
        # Imported here, as all of YAML is, so that a plain file costs none of it.
        from pipelint.sources.keys import config_map_entries
        from pipelint.sources.kubernetes.match import InConfigMap
        from pipelint.sources.kubernetes.read import read_pods
        from pipelint.sources.logstash.resources import logstash_resources
        from pipelint.sources.manifest import read_manifest

        manifest = read_manifest(file)
        logstash = logstash_resources(file, manifest, self._sniff)
        entries: list[Entry] = []
        for config_map, own in zip(manifest.config_maps, logstash.of_config_maps, strict=True):
            found, notes = config_map_entries(config_map, own.keys, self._sniff)
            entries += [*found, *own.entries]
            if len(entries) > MAX_CONFIGS:
                break
            self._in_config_maps += [InConfigMap(entry, config_map) for entry in (*found, *own.entries)]
            self.notes += notes
        entries += logstash.entries
        if len(entries) > MAX_CONFIGS:
            place = entries[MAX_CONFIGS].documents[0].map.to_file(Span(0, 1))
            said = f"more than {MAX_CONFIGS:,} configs in one file: those from here on are not read"
            self.problems.append(Problem(file.path, said, file, place))
            del entries[MAX_CONFIGS:]
        texts = [text for config_map in manifest.config_maps for text in config_map.data.values()]
        self._pods += read_pods(file, manifest.roots, texts)
        self.notes += logstash.notes
        self.problems += logstash.problems
        self._found += entries
        if entries or logstash.problems:
            self.answered.add(candidate.identity)
        if manifest.error is not None:
            self._broken(candidate, file, manifest.error)
        elif not entries and not logstash.problems:
            resources = manifest.config_maps or manifest.logstashes
            engine = None if resources else self._engine(file.data, file.path)
            self._found.append(Plain(candidate, file, engine, NO_CONFIG))

    def _workloads(self, candidate: Candidate, file: SourceFile) -> bool:
        """Takes the pods of YAML that holds no ConfigMap; False where it has none, or cannot be read to its end."""
        from pipelint.sources.kubernetes.read import read_pods
        from pipelint.yaml.tree import read_yaml

        stream = read_yaml(file.data)
        pods = () if stream.error is not None else read_pods(file, stream.roots)
        if pods:
            self._pods += pods
            self._found.append(Plain(candidate, file, None, NO_CONFIG))
        return bool(pods)

    def _run(self) -> dict[int, Entry]:
        """By the ``id`` of an entry that some pod runs the same with its workloads."""
        if not self._pods or not self._in_config_maps:
            return {}
        from pipelint.sources.kubernetes.match import with_workloads

        return with_workloads(self._in_config_maps, self._pods)

    def _yaml(self, candidate: Candidate, file: SourceFile) -> None:
        """YAML that holds no resource: Logstash's own, or perhaps an engine's own YAML syntax."""
        from pipelint.yaml.tree import read_yaml

        engine = self._engine(file.data, file.path)
        declares = may_hold_pipelines(file.data)
        stream = read_yaml(file.data) if engine is None and (declares or self._asked(candidate) is Origin.NAMED) else None
        pipelines = pipelines_in(stream.roots[0], file.path) if stream is not None and stream.roots else None
        if pipelines is not None:
            whole = pipelines if stream is None or stream.error is None else pipelines.without_last()
            self._found.append(Declared(candidate, file, whole))
        if stream is not None and stream.error is not None and (pipelines or self._asked(candidate) is Origin.NAMED):
            self._broken(candidate, file, stream.error)
        elif pipelines is None:
            is_settings = os.path.basename(file.path) == SETTINGS_FILE  # noqa: PTH119
            self._found.append(Plain(candidate, file, engine, SETTINGS_ONLY if is_settings else NO_CONFIG))

    def _broken(self, candidate: Candidate, file: SourceFile, error: YamlError) -> None:
        end = len(file.data)
        span = Span(min(error.offset, end), min(error.offset + 1, end))
        if b"{{" in file.data:
            self._refuse(candidate, Problem(file.path, HELM, file, span), self._asked(candidate))
        else:
            self._refuse(candidate, Problem(file.path, error.message, file, span), Origin.NAMED)

    def _why_rejected(self, candidate: Candidate, read: Rejected) -> Origin:
        """Whether a file that is no text matters as if it were named: it does when it may well be a config."""
        match read.why:
            case Why.UNREADABLE:
                return Origin.NAMED
            case Why.ENCODING if self._engine(read.shown, read.problem.path) or may_hold_resources(read.shown):
                return Origin.NAMED
            case Why.MISSING:
                return candidate.origin
            case _:
                return self._asked(candidate)

    def _asked(self, candidate: Candidate) -> Origin:
        """Whether a file that holds no config matters: it does where it was named and must hold one."""
        return candidate.origin if self._unknown is Unknown.REFUSED else Origin.FOUND

    def _refuse(self, candidate: Candidate, problem: Problem, origin: Origin) -> None:
        """A problem for what was named, a note for what was only found."""
        if origin is Origin.NAMED:
            self.problems.append(problem)
            self.answered.add(candidate.identity)
        else:
            self.notes.append(Note(problem.path, problem.message))
