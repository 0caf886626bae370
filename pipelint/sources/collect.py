"""collect: the configs in files, directories, globs, standard input and Kubernetes manifests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.disk.text_file import (
    BOM,
    MAX_BYTES,
    TEMPLATE,
    Rejected,
    Why,
    check_source,
    is_blank,
    is_template,
    read_source,
    too_large,
)
from pipelint.base.finding import Note, Problem
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.sources import kinds
from pipelint.sources.aside import beside_others
from pipelint.sources.bundle import DiskBundle
from pipelint.sources.discovery import Disk, Engines
from pipelint.sources.entry import Collected, Entry, Unknown
from pipelint.sources.find import STDIN, Candidate, Origin, find_files
from pipelint.sources.found import Declared, Plain
from pipelint.sources.refusals import EMPTY, HELM, no_config
from pipelint.sources.roots import roots_of

if TYPE_CHECKING:
    from pipelint.sources.hosts.configs import Configs
    from pipelint.sources.hosts.protocol import Folder, Host
    from pipelint.sources.kubernetes.match import InFolder
    from pipelint.sources.kubernetes.read import Pod
    from pipelint.yaml.tree import YamlError


def collect(
    paths: Sequence[str],
    engines: Engines,
    *,
    stdin: bytes | None = None,
    stdin_filename: str = "<stdin>",
    unknown: Unknown = Unknown.REFUSED,
    opened: Sequence[str] = (),
    ignored: bool = False,
) -> Collected:
    """All configs that ``paths`` lead to, each with what its includes resolve against.

    A path is a file, a directory (walked), a glob, or ``-`` for ``stdin``, which is called ``stdin_filename`` and whose
    includes resolve as if it stood there. ``engines`` say what is a config, ``unknown`` what becomes of a named file that holds
    none. What configs name is read in their projects, and in ``opened`` (real paths). ``ignored``: also what ``.gitignore`` and
    the like name. Never raises on account of the input.
    """
    places = find_files(paths, stdin_filename, opened, ignored=ignored)
    work = _Collector(engines, unknown)
    for candidate in places.candidates:
        if candidate.path != STDIN:
            work.take(candidate, read_source(candidate.path, candidate.project))
        elif stdin is None:
            work.take(candidate, Rejected.of(Why.MISSING, stdin_filename, "standard input is missing"))
        else:
            work.take(candidate, check_source(stdin_filename, stdin, candidate.project))
    entries = beside_others(work.finish())
    problems = [*places.problems, *work.problems]
    known = {problem.path for problem in problems}
    without = [given for given, members in places.groups.items() if given not in known and members.isdisjoint(work.answered)]
    notes = [*places.notes, *work.notes]
    if unknown is Unknown.REFUSED:
        problems += [Problem(given, no_config(engines)) for given in without]
    else:
        notes += [Note(given, no_config(engines)) for given in without]
    return Collected(entries, tuple(problems), tuple(notes))


class _Collector:
    """Gathers what the files hold. ``answered`` has the identities of those that gave a config or a problem."""

    def __init__(self, engines: Engines, unknown: Unknown) -> None:
        self.problems: list[Problem] = []
        self.notes: list[Note] = []
        self.answered: set[str] = set()
        self._engines = engines
        self._unknown = unknown
        self._no_config = no_config(engines)
        self._found: list[Plain | Declared | Entry] = []
        self._in_folders: list[InFolder] = []
        self._pods: list[Pod] = []
        self._folders: list[Folder] = []

    def take(self, candidate: Candidate, read: SourceFile | Rejected) -> None:
        """Looks into one file."""
        try:
            self._take(candidate, read)
        except Exception as error:
            from pipelint.base.unforeseen import unforeseen

            path = read.path if isinstance(read, SourceFile) else read.problem.path
            self._refuse(candidate, unforeseen(path, error), Origin.NAMED)

    def _take(self, candidate: Candidate, read: SourceFile | Rejected) -> None:
        if isinstance(read, Rejected):
            self._refuse(candidate, read.problem, self._why_rejected(candidate, read))
        elif is_blank(read.data):
            self._found.append(Plain(candidate, read, None, EMPTY))
        else:
            self._look_into(candidate, read)

    def _look_into(self, candidate: Candidate, file: SourceFile) -> None:
        quoting = kinds.is_heredoc_host(file)
        if kinds.may_be_template(file, quoting=quoting):
            from pipelint.sources.templates.entries import template_configs

            if (configs := template_configs(file, self._engines)).entries:
                self._add(candidate, configs)
                return
        yaml = not quoting and kinds.is_yaml(file)
        hosts = self._hosts(file, yaml=yaml) if yaml or not kinds.is_config_name(file.path) else []
        if hosts and self._hosted(candidate, file, hosts, yaml=yaml):
            return
        if yaml:
            if not (kinds.may_hold_pods(file.data, self._engines) and self._workloads(candidate, file)):
                self._yaml(candidate, file)
        elif quoting or is_template(file.data):
            self._found.append(Plain(candidate, file, None, self._no_config if quoting else TEMPLATE))
        else:
            self._found.append(Plain(candidate, file, self._engine(file.data, file.path), self._no_config))

    def _hosts(self, file: SourceFile, *, yaml: bool) -> list[Host]:
        """The hosts that may be in a file. All of YAML is imported here, so that a plain file costs none of it."""
        from pipelint.sources.hosts.read import all_hosts

        return [host for host in all_hosts(self._engines) if host.may_be_in(file, yaml=yaml)]

    def finish(self) -> tuple[Entry, ...]:
        """The entries in order. A file that another one includes is no entry, whether or not it looks like a config."""
        bundle = DiskBundle()
        plain = {found.identity: found for found in reversed(self._found) if isinstance(found, Plain)}
        includes = {identity: self._includes(found, bundle) for identity, found in plain.items() if found.engine}
        self.answered |= {found.candidate.identity for found in plain.values() if found.engine}
        for found in plain.values():
            bundle.add(found.file, found.identity)
        order = dict.fromkeys(f.identity for f in self._found if isinstance(f, Plain) and f.engine)
        roots = set(roots_of(list(order), includes))
        run = self._run()
        used = {files.real(workload.place.document.file.path) for entry in run.values() if entry for workload in entry.workloads}
        self.answered |= {found.candidate.identity for found in plain.values() if found.identity in used}
        engines = dict.fromkeys(found.engine for found in self._found if not isinstance(found, Entry) and found.engine)
        disks = {name: self._engines.discovery(name).disk(bundle) for name in engines}
        declared = {id(item): self._declared(item, disks[item.engine]) for item in self._found if isinstance(item, Declared)}
        roots.difference_update(*(disk.claimed for disk in disks.values()))
        whole: dict[str, list[Entry]] = {}
        for name, disk in disks.items():
            whole |= disk.entries([plain[identity] for identity in order if identity in roots and plain[identity].engine == name])
        known = used.union(*includes.values(), *(disk.used for disk in disks.values()))
        entries: list[Entry] = []
        for item in self._found:
            if isinstance(item, Entry):
                kept = run.get(id(item), item)
                entries += [] if kept is None else [kept]
            elif isinstance(item, Declared):
                entries += declared[id(item)]
            elif item.engine is not None:
                entries += whole.pop(item.identity, ())
            elif item.identity not in known:
                self._refuse(item.candidate, Problem(item.file.path, item.refusal), self._asked(item.candidate))
        told = {(problem.path, problem.message) for problem in self.problems}
        for disk in disks.values():
            self.problems += [problem for problem in disk.problems if (problem.path, problem.message) not in told]
            self.notes += disk.notes
        if not self._pods or all(each.kubernetes for each in entries):
            return tuple(entries)
        from pipelint.sources.kubernetes.generated import with_pods

        made = [found.file for found in plain.values() if kinds.makes_config_maps(found.file)]
        return with_pods(entries, made, self._pods, self._engines)

    def _declared(self, item: Declared, disk: Disk) -> list[Entry]:
        before = len(disk.problems)
        entry = disk.declared(item, self._asked(item.candidate))
        if entry is not None or len(disk.problems) > before:
            self.answered.add(item.candidate.identity)
        return [] if entry is None else [entry]

    def _engine(self, data: bytes, path: str) -> str | None:
        """Whose config a whole file is. A byte order mark is no part of the first word."""
        return self._engines.sniff(data.removeprefix(BOM), path)

    def _includes(self, found: Plain, bundle: DiskBundle) -> set[str]:
        targets = self._engines.discovery(found.engine).includes(found.file.data) if found.engine else ()
        return {files.real(path) for target in targets for path in bundle.paths(target, found.file)}

    def _hosted(self, candidate: Candidate, file: SourceFile, hosts: Sequence[Host], *, yaml: bool) -> bool:
        """Takes what hosts hold in a file: configs, and beside them the pods that run some. False where they hold nothing."""
        from pipelint.sources.hosts.configs import configs_in
        from pipelint.sources.hosts.read import read_hosts
        from pipelint.sources.kubernetes.read import read_pods

        found = read_hosts(file, hosts, yaml=yaml)
        if not (found.folders or found.lists or found.error):
            return False
        configs = configs_in(found, self._engines)
        self._pods += read_pods(file, found.roots, (text.span for folder in found.folders for text in folder.texts.values()))
        self._folders += found.folders
        self._add(candidate, configs)
        if found.error is not None:
            # Notes and documentation quote manifests, too.
            sure = configs.entries or (kinds.is_yaml_name(file.path) and any(host.certain for host in hosts))
            self._broken(candidate, file, found.error, Origin.NAMED if sure else self._asked(candidate))
        elif not configs.entries and not configs.problems:
            self._found.append(Plain(candidate, file, None, self._no_config))
        return True

    def _add(self, candidate: Candidate, configs: Configs) -> None:
        self._in_folders += configs.in_folders
        self.notes += configs.notes
        self.problems += configs.problems
        self._found += configs.entries
        if configs.entries or configs.problems:
            self.answered.add(candidate.identity)

    def _workloads(self, candidate: Candidate, file: SourceFile) -> bool:
        """Takes the pods of YAML without a host in it; False where none mounts ConfigMaps, or it cannot be read to its end."""
        from pipelint.sources.kubernetes.read import read_pods
        from pipelint.yaml.tree import read_yaml

        stream = read_yaml(file.data)
        self._pods += (pods := () if stream.error is not None else read_pods(file, stream.roots))
        if sure := bool(pods) and kinds.mounts_config_maps(file.data):
            self._found.append(Plain(candidate, file, None, self._no_config))
        return sure

    def _run(self) -> dict[int, Entry | None]:
        """By the ``id`` of an entry that some pod runs the same with its workloads; None for one that belongs to another."""
        if not self._pods or not self._in_folders:
            return {}
        from pipelint.sources.kubernetes.match import with_workloads
        from pipelint.sources.kubernetes.variables import with_variables

        return with_workloads(self._in_folders, with_variables(self._pods, self._folders))

    def _yaml(self, candidate: Candidate, file: SourceFile) -> None:
        """YAML without a host in it: an engine's own YAML syntax, or what declares configs."""
        engine = self._engine(file.data, file.path)
        if engine is not None and len(file.data) > MAX_BYTES:
            self._refuse(candidate, too_large(file.path, MAX_BYTES).problem, Origin.NAMED)
            return
        if engine is not None:
            self._found.append(Plain(candidate, file, engine))
            return
        from pipelint.yaml.tree import read_yaml

        known = {name: self._engines.discovery(name) for name in self._engines.names}
        named = self._asked(candidate) is Origin.NAMED
        stream = read_yaml(file.data) if named or any(each.may_declare(file.data) for each in known.values()) else None
        declared = [] if stream is None else Declared.all_in(stream, candidate, file, known)
        self._found += declared
        if stream is not None and stream.error is not None and (declared or named):
            self._broken(candidate, file, stream.error, Origin.NAMED)
        elif not declared:
            why = next((said for each in known.values() if (said := each.refusal(file.path))), self._no_config)
            self._found.append(Plain(candidate, file, None, why))

    def _broken(self, candidate: Candidate, file: SourceFile, error: YamlError, asked: Origin) -> None:
        end = len(file.data)
        span = Span(min(error.offset, end), min(error.offset + 1, end))
        if b"{{" in file.data:
            self._refuse(candidate, Problem(file.path, HELM, file, span), self._asked(candidate))
        else:
            self._refuse(candidate, Problem(file.path, error.message, file, span), asked)

    def _why_rejected(self, candidate: Candidate, read: Rejected) -> Origin:
        """Whether a file that is no text matters as if it were named: it does when it may well be a config."""
        file = SourceFile(read.problem.path, read.shown)
        match read.why:
            case Why.UNREADABLE:
                return Origin.NAMED
            case Why.ENCODING if self._engine(file.data, file.path) or self._hosts(file, yaml=kinds.is_yaml(file)):
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
