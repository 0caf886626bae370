"""The configs in what hosts hold: which texts of a folder are roots, which belong together, what engines say of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet

from pipelint.base.disk.text_file import TEMPLATE, has_statements
from pipelint.base.finding import Note, Problem
from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span
from pipelint.sources.bundle import KeyBundle
from pipelint.sources.discovery import Engines
from pipelint.sources.entry import Entry
from pipelint.sources.glob import Target
from pipelint.sources.hosts.config_map import KIND as CONFIG_MAP
from pipelint.sources.hosts.protocol import Folder
from pipelint.sources.hosts.read import InFile
from pipelint.sources.kubernetes.match import InFolder
from pipelint.sources.roots import roots_of

MAX_CONFIGS = 500
"""Of one file. Each is checked by itself, and somebody waits."""


@dataclass(frozen=True, slots=True)
class Configs:
    """The configs of a file with hosts, those that stand in folders with these, and what is wrong or passed over."""

    entries: tuple[Entry, ...]
    in_folders: tuple[InFolder, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]


def configs_in(found: InFile, engines: Engines) -> Configs:
    """The configs in what hosts hold in a file: folder by folder, then those of lists. At most ``MAX_CONFIGS``."""
    file = found.file
    claims = [claimed for name in engines.names if (claimed := engines.discovery(name).hosted(found, engines)) is not None]
    entries: list[Entry] = []
    in_folders: list[InFolder] = []
    problems: list[Problem] = []
    notes: list[Note] = []
    for index, folder in enumerate(found.folders):
        taken = frozenset[str]().union(*(claimed.keys[index] for claimed in claims))
        own, passed = folder_entries(folder, taken, engines)
        own += [entry for claimed in claims for entry in claimed.of_folders[index]]
        entries += own
        if len(entries) > MAX_CONFIGS:
            break
        if folder.kind == CONFIG_MAP:
            in_folders += [InFolder(entry, folder, engines.discovery(entry.engine)) for entry in own]
        notes += passed
    entries += [entry for claimed in claims for entry in claimed.of_lists]
    if len(entries) > MAX_CONFIGS:
        place = entries[MAX_CONFIGS].documents[0].map.to_file(Span(0, 1))
        said = f"more than {MAX_CONFIGS:,} configs in one file: the rest is not read"
        problems.append(Problem(file.path, said, file, place))
    problems += [problem for claimed in claims for problem in claimed.problems]
    notes += [note for claimed in claims for note in claimed.notes]
    return Configs(tuple(entries[:MAX_CONFIGS]), tuple(in_folders), tuple(problems), tuple(notes))


def folder_entries(folder: Folder, taken: AbstractSet[str], engines: Engines) -> tuple[list[Entry], list[Note]]:
    """The configs in ``folder``, those of the keys ``taken`` apart, and a note for each key that is none.

    Where a key has the name of a main file, that key and each other one that no key includes is a config of its own.
    Otherwise the folder is mounted as one of parts: what no key includes is one config, in lexical order. Keys that
    include the same third key are alternatives, though, as that folder would hold it twice.
    """
    path = folder.file.path
    notes = [Note(path, f"{folder.label}: {each} is not read") for each in folder.unread]
    found: dict[str, str] = {}
    templates: set[str] = set()
    targets: dict[str, AbstractSet[Target]] = {}
    for key in sorted(folder.texts.keys() - taken):
        text = folder.texts[key].value()
        engine = engines.sniff(text, key)
        if engine is not None and has_statements(text):
            notes.append(Note(path, f"{folder.label}: key {key} {TEMPLATE}"))
            templates.add(key)
        elif engine is not None:
            found[key] = engine
            targets[key] = engines.discovery(engine).includes(text)
    used = dict.fromkeys(found.values())
    main_files = frozenset[str]().union(*(engines.discovery(engine).main_files for engine in used))
    bundle = KeyBundle(folder, main_files, _mounts(KeyBundle(folder, main_files), targets))
    includes = {key: {part for target in targets[key] for part in bundle.keys(target, key)} for key in found}
    parts = set().union(*includes.values())
    notes += [
        Note(path, f"{folder.label}: key {key} contains no config")
        for key in folder.texts
        if folder.kind == CONFIG_MAP and key not in found and key not in templates and key not in parts and key not in taken
    ]
    entries = []
    for engine in used:
        keys = [key for key in found if found[key] == engine]
        for group in _groups(keys, includes, main_files):
            documents = tuple(folder.document(key) for key in group)
            where = folder.label if len(group) > 1 else documents[0].part
            # A main file says itself which others belong to it.
            partial = folder.open and main_files.isdisjoint(group)
            name = f"{path}: {where}" if where else path
            entries.append(Entry(engine, documents, bundle, name, kubernetes=folder.kubernetes, partial=partial))
    return entries, notes


def _mounts(bundle: KeyBundle, targets: dict[str, AbstractSet[Target]]) -> frozenset[str]:
    """The folders in which an include names a key by more than a wildcard: the texts are mounted there."""
    found: set[str] = set()
    for key, target in [(key, target) for key, wanted in targets.items() for target in wanted]:
        if target.name and not target.name.startswith("*") and bundle.keys(target, key):
            found.add(target.folder)
    return frozenset(found)


def _groups(keys: list[str], includes: dict[str, set[str]], main_files: AbstractSet[str]) -> list[list[str]]:
    """The root keys of each config, main files first."""
    mains = [key for key in keys if key in main_files]
    roots = [key for key in roots_of(keys, includes) if key not in mains]
    shared = Counter(part for key in roots for part in includes[key])
    if mains or any(count > 1 for count in shared.values()):
        return [[key] for key in mains + roots]
    return [roots]
