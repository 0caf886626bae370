"""The configs in a file that is a template: those of its first reading, each with what the other readings make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from pipelint.base.disk.text_file import TEMPLATE
from pipelint.base.finding import Note
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.changes import Change, spliced
from pipelint.base.text.document import SourceFile, WayBack
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.sources.discovery import Engines
from pipelint.sources.entry import Entry
from pipelint.sources.hosts.configs import Configs, configs_in
from pipelint.sources.hosts.protocol import Folder, Text
from pipelint.sources.hosts.read import InFile
from pipelint.sources.templates.maps import TextEditError, changed, file_changes
from pipelint.sources.templates.marks import MARK
from pipelint.sources.templates.texts import TextFolder, text_folders

_NONE = Configs((), (), (), ())


@dataclass(frozen=True, slots=True, eq=False)
class _Filled:
    """A text with unknown values in it, whose map is known."""

    source: SourceMap
    back: WayBack | None

    @property
    def span(self) -> Span:
        """Where it stands in its file."""
        return self.source.whole or Span(0, 0)

    def value(self) -> bytes:
        """The text."""
        return self.source.text

    def map(self, data: bytes) -> SourceMap:
        """The text with its map to its file."""
        return self.source


def template_configs(file: SourceFile, engines: Engines) -> Configs:
    """The configs in ``file`` as far as it can be read without rendering it; none where it is no template. Never raises."""
    first, *others = list(_readings(file, engines)) or [((), ())]
    folders, notes = first
    if not folders:
        return _NONE if not notes else Configs((), (), (), tuple(notes))
    found = configs_in(InFile(file, tuple(folders), (), None), engines)
    if not found.entries:
        return Configs((), (), (), (*notes, *found.notes))
    alike: dict[str, list[Entry]] = {}
    for there, _ in others:
        for entry in configs_in(InFile(file, tuple(there), (), None), engines).entries:
            alike.setdefault(_key(entry), []).append(entry)
    # A text that cannot be read may belong to any of them.
    entries = tuple(
        replace(entry, readings=tuple(alike.get(_key(entry), ())), loose=True, partial=entry.partial or bool(notes))
        for entry in found.entries
    )
    return Configs(entries, (), found.problems, (*notes, *found.notes))


def _key(entry: Entry) -> str:
    return f"{entry.engine} {entry.documents[0].part} {entry.documents[0].name}"


def _readings(file: SourceFile, engines: Engines) -> Iterator[tuple[Sequence[Folder], Sequence[Note]]]:
    """The folders of each reading, and what in them is too much of a template."""
    for reading, folders in enumerate(zip_longest(*text_folders(file, engines))):
        made: list[Folder] = []
        notes: list[Note] = []
        for folder in folders:
            if folder is None:
                continue
            texts: dict[str, Text] = {}
            for name, source in folder.texts.items():
                if not MARK.sub(b"", source.text).strip():
                    continue
                filled = _filled(source, name, engines)
                if filled is None:
                    called = name if folder.path is not None else f"key {name}"
                    notes.append(Note(file.path, f"{folder.label}: {called} {TEMPLATE}"))
                else:
                    texts[name] = _Filled(filled, _InTemplate(file, folder, name, filled, engines, reading))
            made.append(folder.folder(file, texts))
        yield made, notes


def _filled(source: SourceMap, name: str, engines: Engines) -> SourceMap | None:
    """A text with unknown values in the place of its marks, as its engine writes these; None where it cannot be read so."""
    engine = engines.sniff(source.text, name)
    if engine is None:
        return source
    if MARK.search(source.text) is None:
        return source
    known = engines.discovery(engine)
    changes = None if known.claims_yaml(source.text, name) else known.unknowns(source.text)
    return None if changes is None else changed(source, changes)


@dataclass(frozen=True, slots=True)
class _InTemplate:
    """The way back of the text ``name`` into the template that it is read from."""

    file: SourceFile
    folder: TextFolder
    name: str
    source: SourceMap
    engines: Engines
    reading: int

    def takes(self, text: bytes, changes: Sequence[Change]) -> bool:
        """Whether the template would read so."""
        try:
            self._in_file(spliced(text, changes))
        except TextEditError:
            return False
        return True

    def written(self, data: bytes, start: int, text: bytes) -> bytes:
        """The file, in which nothing before the end of the text has changed, with the text. Raises TextEditError."""
        return spliced(data, self._in_file(text))

    def _in_file(self, text: bytes) -> list[Change]:
        """What to change in the file. Raises TextEditError where the text would not read so."""
        changes = file_changes(self.source, text)
        again = SourceFile(self.file.path, spliced(self.file.data, changes))
        for folder in next(islice(zip_longest(*text_folders(again, self.engines)), self.reading, None), ()):
            if folder is None or folder.label != self.folder.label:
                continue
            source = folder.texts.get(self.name)
            filled = None if source is None else _filled(source, self.name, self.engines)
            if filled is not None and filled.text == text:
                return changes
        raise TextEditError("the template would not read so")
