"""What tells of the Logstash that a config was written for: its folder and settings, and files that stand beside it.

Nothing of it counts where a file names the version, or something in the config is newer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice

from pipelint.base.block import Block
from pipelint.base.disk import files
from pipelint.base.disk.around import folders_in, full_path, sources_in
from pipelint.base.disk.asked import follows
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.logstash.facts.beside.facts import GoneSettingFact, SignFact
from pipelint.engines.logstash.facts.beside.filebeat import files_in
from pipelint.engines.logstash.facts.beside.gone import gone, newest_of
from pipelint.engines.logstash.syntax.parse import parse
from pipelint.graph.stage import Stage
from pipelint.language.config import Config
from pipelint.plugins.index import stage_kinds
from pipelint.sources.kinds import is_build_name, is_compose_name

_ENGINE = "logstash"
# A folder such as logstash-2.x or Elastic-Stack-5.0.
_FOLDER = late(r"(?i)\b(?:logstash|elk|elastic-?(?:stack|search))[-_]v?([1-9])\.(?:\d|x)")
# Where Logstash is installed, how Ruby code reads events, and the databases of geoip, before 5.
_OLD_HOME = "/opt/logstash/"
_OLD_EVENT = late(r"(?m)^[^#\n]*\bevent\s*\[\s*['\x22]")
_OLD_DATABASE = late(r"\bdatabase\s*=>\s*[\"'][^\"'\n]{0,200}\.dat[\"']")
# Settings of Filebeat before 6 and 7.
_BEFORE = ((6000, late(r"(?m)^[ \t]*(?:-[ \t]+)?document_type:")), (7000, late(r"(?m)^[ \t]*(?:filebeat\.)?prospectors:")))
_FILEBEAT_IMAGE = late(rb"(?m)^[^#\n]*\bbeats/filebeat(?:-oss)?:v?(\d{1,2})\.(\d{1,2})\b")
# A manifest such as filebeat-daemonset.yaml.
_MANIFEST = late(r"(?i)[\w.-]{0,60}beats?[\w.-]{0,60}\.ya?ml")
# Words on how it is installed, and the version in them.
_NOTES = late(r"(?i)readme(?:\.\w+)?|vagrantfile|\.gitignore|(?:install|setup|provision|bootstrap)[\w-]{0,40}\.sh|logstash\.txt")
# Folders that hold such words.
_SETUP = late(r"(?i)(?:[\w.]{1,40}[-_])?(?:scripts?|setup|install(?:ation)?|provision(?:ing)?|bootstrap)")
_NOTED = late(r"(?i)\blogstash[-_ :/]{1,2}v?(\d{1,2})\.(?:\d{1,2}|x)\b")
# Other configs of the folder that are read, and folders on the way up.
_MOST, _MOST_FOLDERS = 24, 4
_CONFIG = (".conf", ".conf.j2", ".config")
_SECTIONS = ("input", "filter", "output")


def signs(document: Document, stages: Sequence[Stage], ended: Sequence[GoneSettingFact]) -> list[SignFact]:
    """What tells it of a config that begins with ``document``, each kind once a version; ``ended`` are its own settings."""
    kinds = stage_kinds(_ENGINE)
    own = [(kinds[stage.kind.value], stage.block) for stage in stages]
    found = [
        *_of_path(document),
        *(SignFact("setting", 1000 * each.since) for each in ended),
        *_of_texts([block for _, block in own]),
    ]
    found += _beside(document)
    if not found:
        return []
    newest = 1000 * newest_of(own)
    return list({(each.kind, each.before): each for each in found if each.before > newest}.values())


def folder_version(document: Document) -> int:
    """The version that the name of a folder says, in the form of ConfigFact's; 0 where none does."""
    folder = _FOLDER.search(document.file.path)
    return 0 if folder is None else 1000 * int(folder[1])


def filebeat_version(config: Config) -> int:
    """The oldest version of the Filebeats around a config: as the nearest folder that names an image says it, in the form of
    ConfigFact's, else the last one that knows a setting of theirs; 0 where nothing tells."""
    file = config.documents[0].file
    if config.documents[0].part and (own := _tagged(file)):
        return min(own)
    if not file.project or file.path.startswith("<"):
        return 0
    folders = [*islice(files.folders_within(full_path(file), file.project), _MOST_FOLDERS)]
    for folder in folders:
        inside = [files.join(folder, name) for name in folders_in(folder) if name.startswith("filebeat")]
        said = [
            one for place in (folder, *inside) for read in sources_in(place, file.project, _names_images) for one in _tagged(read)
        ]
        if said:
            return min(said)
    sent = (each.data.decode() for folder in folders for each in files_in(folder, file.project, templates=True))
    return min((before - 1 for text in sent for before, ended in _BEFORE if ended.search(text)), default=0)


def _tagged(file: SourceFile) -> list[int]:
    return [1000 * int(tag[1]) + int(tag[2]) for tag in _FILEBEAT_IMAGE.finditer(file.data)]


def _names_images(name: str) -> bool:
    return is_compose_name(name) or is_build_name(name) or _MANIFEST.fullmatch(name) is not None


def _of_path(document: Document) -> Iterator[SignFact]:
    if version := folder_version(document):
        yield SignFact("folder", version + 1000)


def _of_texts(blocks: Iterable[Block]) -> Iterator[SignFact]:
    for block in blocks:
        yield from (SignFact(kind, 5000) for kind in block.noted(_old_words))


def _old_words(block: Block) -> tuple[str, ...]:
    text = block.place.text
    code = block.name in ("ruby", "aggregate") and _OLD_EVENT.search(text) is not None
    found = {"home": _OLD_HOME in text, "ruby": code, "database": _OLD_DATABASE.search(text) is not None}
    return tuple(kind for kind, is_there in found.items() if is_there)


def _beside(document: Document) -> Iterator[SignFact]:
    """What files of its folder and of those above it tell."""
    file = document.file
    if document.part or not file.project or file.path.startswith("<"):
        return
    own, project = files.name(file.path), tuple(file.project)
    for at, folder in enumerate(islice(files.folders_within(full_path(file), project), _MOST_FOLDERS)):
        if not at:
            yield from (sign for name, signs in _of_configs(folder, project) if name != own for sign in signs)
        yield from _of_folder(folder, project)


@follows
def _of_folder(folder: str, project: tuple[str, ...], /) -> list[SignFact]:
    """What notes and settings of Filebeat tell of all configs of a folder, and of those below it."""
    found = []
    for each in files_in(folder, project, templates=True):
        text = each.data.decode()
        found += [SignFact("filebeat", before) for before, said in _BEFORE if said.search(text)]
    setups = (files.join(folder, name) for name in islice(filter(_SETUP.fullmatch, folders_in(folder)), _MOST_FOLDERS))
    for each in chain.from_iterable(sources_in(place, project, _NOTES.fullmatch) for place in (folder, *setups)):
        if versions := [int(each) for each in _NOTED.findall(each.data.decode())]:
            found.append(SignFact("notes", 1000 * (max(versions) + 1)))
    return found


@follows
def _of_configs(folder: str, project: tuple[str, ...], /) -> list[tuple[str, tuple[SignFact, ...]]]:
    """What each of the configs of a folder tells, by its name."""
    read = sources_in(folder, project, _CONFIG, _MOST)
    return [(files.name(each.path), _of_text(each.data)) for each in read if b"=>" in each.data]


# Configs are asked about again when one of their folder has changed.
@lru_cache(maxsize=256)
def _of_text(text: bytes) -> tuple[SignFact, ...]:
    """What a config tells, where nothing in it is newer."""
    root = parse(Document.whole(SourceFile("", text))).root
    plugins = [(section.name, block) for section in root.blocks if section.name in _SECTIONS for block in _plugins(section)]
    found = [SignFact("setting", 1000 * each.since) for each in gone(plugins)]
    found += _of_texts([block for _, block in plugins])
    newest = 1000 * newest_of(plugins)
    return tuple(each for each in found if each.before > newest)


def _plugins(block: Block) -> Iterator[Block]:
    for inner in block.blocks:
        if inner.asks or inner.name in ("if", "else if", "else"):
            yield from _plugins(inner)
        else:
            yield inner
