"""ConfigMaps that a kustomization, or a script with kubectl, makes of files: which pods run the configs in these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import names_in, sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import SourceFile
from pipelint.sources.discovery import Engines
from pipelint.sources.entry import Entry
from pipelint.sources.hosts.protocol import Folder
from pipelint.sources.kubernetes.match import InFolder, with_workloads
from pipelint.sources.kubernetes.read import Pod
from pipelint.yaml.tree import Mapping, Scalar, read_yaml
from pipelint.yaml.tree import Sequence as Items

# Scripts and notes around a config, how far up, and how many of a folder are looked into.
_SCRIPTS, _UP, _MOST = late(r"(?i)makefile|readme(?:\.md)?|.+\.(?:sh|bash|mk)"), 3, 20
_CREATE = late(r"(?m)^[^#\n]*\bcreate[ \t]+(?:configmap|cm)\b((?:\\\r?\n|[^\n;&|`])*)")
_FROM_FILE, _NAMESPACE = "--from-file", ("-n", "--namespace")
_VALUED = (_FROM_FILE, *_NAMESPACE, "--from-literal", "--from-env-file", "-o", "--output", "--context", "--kubeconfig")


@dataclass(frozen=True, slots=True)
class Generated:
    """A ConfigMap of files: ``keys`` has what each is called in it, by its real path."""

    folder: Folder
    keys: dict[str, str]


def with_pods(
    entries: Sequence[Entry], kustomizations: Iterable[SourceFile], pods: Sequence[Pod], engines: Engines
) -> tuple[Entry, ...]:
    """The entries, those with their workloads whose files are all of one generated ConfigMap that some of ``pods`` mount."""
    made = [each for file in kustomizations for each in _generated(file)] + _created_around(entries)
    if not made:
        return tuple(entries)
    keyed = [(number, one) for number, entry in enumerate(entries) for one in _in_folders(entry, made, engines)]
    found = with_workloads([one for _, one in keyed], pods)
    run = list(entries)
    for number, one in keyed:
        known = found.get(id(one.entry))
        if known is not None and known.workloads:
            run[number] = replace(entries[number], workloads=known.workloads, kubernetes=True)
    return tuple(run)


def _in_folders(entry: Entry, made: Iterable[Generated], engines: Engines) -> Iterator[InFolder]:
    """The entry as it is in each ConfigMap that has all of its files, under the keys that these have there."""
    if any(document.part for document in entry.documents):
        return
    paths = [(document, files.real(document.file.path)) for document in entry.documents]
    for each in made:
        if paths and all(path in each.keys for _, path in paths):
            named = tuple(replace(document, name=each.keys[path]) for document, path in paths)
            yield InFolder(replace(entry, documents=named), each.folder, engines.discovery(entry.engine))


def _generated(file: SourceFile) -> Iterator[Generated]:
    """What ``configMapGenerator`` makes of files: ``name``, and in ``files`` paths, or ``key=path``."""
    above, stream = files.folder_by_name(file.path), read_yaml(file.data)
    for root in stream.roots if stream.error is None else ():
        listed = root.values.get("configMapGenerator") if isinstance(root, Mapping) else None
        for each in listed.items if isinstance(root, Mapping) and isinstance(listed, Items) else ():
            said = each.values.get("files") if isinstance(each, Mapping) else None
            if not isinstance(each, Mapping) or not isinstance(said, Items):
                continue
            texts = [item.value for item in said.items if isinstance(item, Scalar)]
            pairs = (text.partition("=") if "=" in text else (files.name(text), "", text) for text in texts)
            keys = {files.real(files.join(above, path)): key for key, _, path in pairs}
            parts = each.text("namespace") or (root.text("namespace") if isinstance(root, Mapping) else ""), each.text("name")
            yield Generated(Folder(file, "ConfigMap", "/".join(filter(None, parts)), {}), keys)


def _created_around(entries: Iterable[Entry]) -> list[Generated]:
    """What the commands of scripts and notes on the way up from plain files make of files."""
    plain = (each.documents[0].file for each in entries if each.documents and not each.kubernetes)
    homes = dict.fromkeys((files.folder_by_name(file.path), tuple(file.project)) for file in plain if file.project)
    ways = ((islice(files.folders_within(files.join(home, "any"), project), _UP), project) for home, project in homes)
    found = dict.fromkeys((folder, project) for folders, project in ways for folder in folders)
    read = (each for folder, project in found for each in sources_in(folder, project, _SCRIPTS.fullmatch, _MOST))
    return [each for file in read if _FROM_FILE.encode() in file.data for each in _created(file)]


def _created(file: SourceFile) -> Iterator[Generated]:
    """What ``kubectl create configmap NAME --from-file=...`` makes: paths are seen from the script, or from a folder above it."""
    for command in _CREATE.finditer(file.data.decode("utf-8", "replace")):
        words = re.sub(r"\\\r?\n|[\"']", " ", command[1].replace("='", "=").replace('="', "=")).split()
        said = [
            (name, value or (words[at + 1] if at + 1 < len(words) else ""))
            for at, (name, value) in enumerate(map(_option, words))
        ]
        taken = {at + 1 for at, word in enumerate(words) if word in _VALUED}
        names = [word for at, word in enumerate(words) if at not in taken and not word.startswith("-")]
        keys = {path: key for name, value in said if name == _FROM_FILE and "$" not in value for path, key in _files(file, value)}
        namespace = next((value for name, value in said if name in _NAMESPACE), "")
        if len(names) == 1 and keys and "$" not in names[0] + namespace:
            yield Generated(Folder(file, "ConfigMap", "/".join(filter(None, (namespace, names[0]))), {}), keys)


def _option(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value


def _files(file: SourceFile, said: str) -> Iterator[tuple[str, str]]:
    """The files of ``path``, ``key=path`` or a folder, by their real paths, each with its key."""
    key, _, path = said.rpartition("=")
    for folder in islice(files.folders_within(file.path, file.project), _UP):
        found = files.join(folder, path)
        if files.is_file(found):
            yield files.real(found), key or files.name(path)
            return
        if not key and path.strip("./") and files.is_folder(found):
            yield from ((files.real(files.join(found, name)), name) for name in names_in(found))
            return
