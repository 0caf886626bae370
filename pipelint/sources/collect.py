"""collect: the configs in files, directories, globs, standard input and Kubernetes manifests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipelint.base.document import SourceFile
from pipelint.base.finding import Note, Problem
from pipelint.base.span import Span
from pipelint.sources.bundle import DiskBundle
from pipelint.sources.entry import Collected, Entry, Sniff
from pipelint.sources.find import STDIN, Candidate, Origin, find_files
from pipelint.sources.include import include_patterns
from pipelint.sources.kinds import is_yaml_name, looks_like_manifest, may_hold_config_map
from pipelint.sources.roots import roots_of
from pipelint.sources.text import BOM, Rejected, Why, check_source, is_blank, read_source

if TYPE_CHECKING:
    from pipelint.sources.yaml_tree import YamlError

NO_CONFIG = "no Fluentd or Logstash config in it"
EMPTY = "is empty or holds only comments"
HELM = "Helm template: render it first (helm template)"


def collect(
    paths: Sequence[str], sniff: Sniff, *, stdin: bytes | None = None, stdin_filename: str = "<stdin>"
) -> Collected:
    """All configs that ``paths`` lead to, each with what its includes resolve against.

    A path is a file, a directory (walked), a glob, or ``-`` for ``stdin``, which is called ``stdin_filename`` and whose
    includes resolve as if it stood there. ``sniff`` says what is a config. Never raises on account of the input.
    """
    places = find_files(paths)
    work = _Collector(sniff)
    for candidate in places.candidates:
        if candidate.path != STDIN:
            work.take(candidate, read_source(candidate.path))
        elif stdin is None:
            work.take(candidate, Rejected.of(Why.MISSING, stdin_filename, "no standard input"))
        else:
            work.take(candidate, check_source(stdin_filename, stdin))
    entries = work.finish()
    problems = [*places.problems, *work.problems]
    known = {problem.path for problem in problems}
    problems += [
        Problem(given, NO_CONFIG)
        for given, members in places.groups.items()
        if given not in known and members.isdisjoint(work.answered)
    ]
    return Collected(entries, tuple(problems), (*places.notes, *work.notes))


@dataclass(frozen=True, slots=True)
class _Plain:
    """A file that as a whole is a config of ``engine``, or (None) is none, for the reason in ``refusal``."""

    candidate: Candidate
    file: SourceFile
    engine: str | None
    refusal: str = ""

    @property
    def identity(self) -> str:
        """The real path, of standard input the one that its name says."""
        return os.path.realpath(self.file.path)


class _Collector:
    """Gathers what the files hold. ``answered`` has the identities of those that gave a config or a problem."""

    def __init__(self, sniff: Sniff) -> None:
        self.problems: list[Problem] = []
        self.notes: list[Note] = []
        self.answered: set[str] = set()
        self._sniff = sniff
        self._found: list[_Plain | Entry] = []

    def take(self, candidate: Candidate, read: SourceFile | Rejected) -> None:
        """Looks into one file."""
        if isinstance(read, Rejected):
            self._refuse(candidate, read.problem, self._why_rejected(candidate, read))
        elif is_blank(read.data):
            self._found.append(_Plain(candidate, read, None, EMPTY))
        elif not (is_yaml_name(read.path) or looks_like_manifest(read.data)):
            self._found.append(_Plain(candidate, read, self._engine(read.data, read.path), NO_CONFIG))
        elif may_hold_config_map(read.data):
            self._manifest(candidate, read)
        else:
            self._yaml(candidate, read)

    def finish(self) -> tuple[Entry, ...]:
        """The entries in order. A file that another one includes is no entry, whether or not it looks like a config."""
        bundle = DiskBundle()
        plain = {found.identity: found for found in reversed(self._found) if isinstance(found, _Plain)}
        includes = {identity: self._includes(found, bundle) for identity, found in plain.items() if found.engine}
        self.answered |= {found.candidate.identity for found in plain.values() if found.engine}
        for found in plain.values():
            bundle.add(found.file)
        order = [f.identity for f in self._found if isinstance(f, _Plain) and f.engine]
        roots = set(roots_of(list(dict.fromkeys(order)), includes))
        parts = set().union(*includes.values())
        entries: list[Entry] = []
        for item in self._found:
            if isinstance(item, Entry):
                entries.append(item)
            elif item.engine is None:
                if item.identity not in parts:
                    self._refuse(item.candidate, Problem(item.file.path, item.refusal), item.candidate.origin)
            elif item.identity in roots:
                roots.discard(item.identity)
                entries.append(Entry(item.engine, (bundle.add(item.file),), bundle, item.file.path))
        return tuple(entries)

    def _engine(self, data: bytes, path: str) -> str | None:
        """Whose config a whole file is. A byte order mark is no part of the first word."""
        return self._sniff(data.removeprefix(BOM), path)

    def _includes(self, found: _Plain, bundle: DiskBundle) -> set[str]:
        patterns = set(include_patterns(found.file.data))
        return {os.path.realpath(path) for pattern in patterns for path in bundle.paths(pattern, found.file.path)}

    def _manifest(self, candidate: Candidate, file: SourceFile) -> None:
        # Imported here, as all of YAML is, so that a plain file costs none of it.
        from pipelint.sources.keys import config_map_entries
        from pipelint.sources.manifest import config_maps

        maps, error = config_maps(file)
        entries: list[Entry] = []
        for config_map in maps:
            found, notes = config_map_entries(config_map, self._sniff)
            entries += found
            self.notes += notes
        self._found += entries
        if entries:
            self.answered.add(candidate.identity)
        if error is not None:
            self._broken(candidate, file, error)
        elif not entries:
            engine = None if maps else self._engine(file.data, file.path)
            self._found.append(_Plain(candidate, file, engine, NO_CONFIG))

    def _yaml(self, candidate: Candidate, file: SourceFile) -> None:
        """YAML that holds no ConfigMap: perhaps an engine's own YAML syntax."""
        from pipelint.sources.yaml_tree import read_yaml

        engine = self._engine(file.data, file.path)
        error = read_yaml(file.data).error if engine is None and candidate.origin is Origin.NAMED else None
        if error is not None:
            self._broken(candidate, file, error)
        else:
            self._found.append(_Plain(candidate, file, engine, NO_CONFIG))

    def _broken(self, candidate: Candidate, file: SourceFile, error: YamlError) -> None:
        end = len(file.data)
        span = Span(min(error.offset, end), min(error.offset + 1, end))
        if b"{{" in file.data:
            self._refuse(candidate, Problem(file.path, HELM, file, span), candidate.origin)
        else:
            self._refuse(candidate, Problem(file.path, error.message, file, span), Origin.NAMED)

    def _why_rejected(self, candidate: Candidate, read: Rejected) -> Origin:
        """Whether a file that is no text matters as if it were named: it does when it may well be a config."""
        match read.why:
            case Why.UNREADABLE:
                return Origin.NAMED
            case Why.ENCODING if self._engine(read.shown, read.problem.path) or may_hold_config_map(read.shown):
                return Origin.NAMED
            case _:
                return candidate.origin

    def _refuse(self, candidate: Candidate, problem: Problem, origin: Origin) -> None:
        """A problem for what was named, a note for what was only found."""
        if origin is Origin.NAMED:
            self.problems.append(problem)
            self.answered.add(candidate.identity)
        else:
            self.notes.append(Note(problem.path, problem.message))
