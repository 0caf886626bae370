"""ConfigMaps that a kustomization makes of files: which pods run the configs in these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import SourceFile
from pipelint.sources.discovery import Engines
from pipelint.sources.entry import Entry
from pipelint.sources.hosts.protocol import Folder
from pipelint.sources.kubernetes.match import InFolder, with_workloads
from pipelint.sources.kubernetes.read import Pod
from pipelint.yaml.tree import Mapping, Scalar, read_yaml
from pipelint.yaml.tree import Sequence as Items


@dataclass(frozen=True, slots=True)
class Generated:
    """A ConfigMap of files: ``keys`` has what each is called in it, by its real path."""

    folder: Folder
    keys: dict[str, str]


def with_pods(
    entries: Sequence[Entry], kustomizations: Iterable[SourceFile], pods: Sequence[Pod], engines: Engines
) -> tuple[Entry, ...]:
    """The entries, those with their workloads whose files are all of one generated ConfigMap that some of ``pods`` mount."""
    made = [each for file in kustomizations for each in _generated(file)]
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
