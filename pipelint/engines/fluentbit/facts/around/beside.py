"""Other texts of a config's folder or ConfigMap: the same ConfigMap once more, a config that does not load its parsers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.disk.text_file import YAML_SUFFIXES
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import named_targets, stock_parsers
from pipelint.language.config import Config
from pipelint.sources.compose.starts import may_start
from pipelint.sources.hosts.protocol import resource_name
from pipelint.yaml.tree import Mapping, Scalar, Sequence, read_yaml

# Files of one folder that are looked into.
_MOST = 40
# Folders above it that are looked into.
_UP = 4
_KIND = "ConfigMap "
_LISTS = ("kustomization.yaml", "kustomization.yml", "Chart.yaml")
# Of the YAML format there are files with filters alone, too, which a main file includes.
_PIPELINE = late(rb"(?mi)^[ \t]*\[(?:INPUT|OUTPUT)\]|^[ \t]+(?:inputs|outputs):")
_LOADS_MORE = late(rb"(?mi)^[ \t]*@INCLUDE[ \t][^\n]*\*|\{\{|^includes:")
# In a line that is no comment, no head of a section of parsers and no name of their file.
_ASKS = late(rb"(?mi)^[^#\n]*parser(?![s\]])")
_SERVICE = late(rb"(?mi)^[ \t]*(?:\[SERVICE\]|service:[ \t]*\r?$)")
_WORD = late(rb"[^\s,:\"']+")
_FORMATS = (".conf", ".yaml", ".yml")


@dataclass(frozen=True, eq=False)
class BesideFact:
    """A file beside the config: its ``name``, and the ``place`` in it. ``asks``: it names one of the config's parsers."""

    name: str
    place: Place
    asks: bool = False


def same_config_map(config: Config) -> BesideFact | None:
    """Another resource of the file or folder that is the ConfigMap of the config, where nothing says which is applied."""
    document = config.documents[0]
    file = document.file
    wanted = document.part.partition(",")[0].removeprefix(_KIND) if document.part.startswith(_KIND) else ""
    if not wanted or b"{{" in file.data:
        return None
    folder = files.folder_by_name(full_path(file))
    if any(files.is_file(files.join(folder, name)) for name in _LISTS):
        return None
    start = document.map.to_file(Span(0, 0)).start
    for each in [file, *_beside(file, YAML_SUFFIXES)]:
        if each is not file and (b"{{" in each.data or each.data == file.data):
            continue
        for node in _resources(each, wanted.rpartition("/")[2]):
            own = each is file and _holds(node, start)
            if node.text("kind") == "ConfigMap" and resource_name(node) == wanted and not own:
                return BesideFact(files.name(each.path), _name_place(each, node))
    return None


def unloaded_by(config: Config) -> BesideFact | None:
    """Of a text with nothing but parsers the config beside it, where no text beside it names it."""
    document = config.documents[0]
    names = {block.name for block in config.root.blocks}
    whole = isinstance(config, FluentBitConfig) and len(config.documents) == 1 and not config.errors
    if not whole or not names or not names <= {"parser", "multiline_parser"}:
        return None
    own = files.name(document.name).encode()
    beside = [document.file] if document.part else [*_beside(document.file, _FORMATS)]
    mains = [file for file in beside if _PIPELINE.search(file.data)]
    # In a ConfigMap the name stands there once, as its key.
    told = any(file.data.count(own) > (1 if document.part else 0) for file in beside)
    given = not document.part and any(own in text for text in _above(document.file))
    # Without a service section of its own a chart writes one, which loads the parsers of its values.
    given = given or (config.entry.partial and not any(_SERVICE.search(file.data) for file in beside))
    if told or given or len(mains) != 1 or _LOADS_MORE.search(mains[0].data) or _ASKS.search(mains[0].data) is None:
        return None
    # In a ConfigMap or in values the parsers stand in the file that may ask for them.
    own_part = document.map.to_file(Span(0, len(document.text))) if document.part else Span(0, 0)
    words = {*_WORD.findall(mains[0].data[: own_part.start]), *_WORD.findall(mains[0].data[own_part.end :])}
    # Of the image's own files that it loads.
    loaded = {name for target in named_targets(mains[0].data) for name in stock_parsers(target.path)}
    asks = any(name.encode() in words for name in {block.value("name") for block in config.root.blocks} - loaded)
    return BesideFact(files.name(mains[0].path), Place(Document.whole(mains[0]), Span(0, 0)), asks)


def _above(file: SourceFile) -> Iterator[bytes]:
    """What is said in the folders above by files that start containers or build images, and may give a file another name."""
    for folder in islice(files.folders_within(full_path(file), file.project), _UP):
        yield from (read.data for read in sources_in(folder, file.project, may_start, _MOST))


def _beside(file: SourceFile, suffixes: tuple[str, ...]) -> Iterator[SourceFile]:
    """The other files of the folder with these suffixes."""
    own = full_path(file)
    beside = sources_in(files.folder_by_name(own), file.project, suffixes, _MOST)
    return (each for each in beside if each.path != own)


def _resources(file: SourceFile, name: str) -> Iterator[Mapping]:
    for root in read_yaml(file.data).roots if name.encode() in file.data else ():
        if isinstance(root, Mapping):
            items = root.values.get("items")
            yield from (each for each in items.items if isinstance(each, Mapping)) if isinstance(items, Sequence) else (root,)


def _holds(node: Mapping, start: int) -> bool:
    data = node.values.get("data")
    texts = data.values.values() if isinstance(data, Mapping) else ()
    return any(isinstance(text, Scalar) and text.start <= start < text.end for text in texts)


def _name_place(file: SourceFile, node: Mapping) -> Place:
    metadata = node.values.get("metadata")
    name = metadata.values.get("name") if isinstance(metadata, Mapping) else None
    return Place(Document.whole(file), Span(name.start, name.end) if isinstance(name, Scalar) else Span(0, 0))
