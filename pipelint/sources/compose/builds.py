"""The images that services and Dockerfiles around a config build: what they begin with, and the gems that they install."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.disk.around import folders_with, full_path, source_at
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.sources.compose.services import Service, services_of
from pipelint.sources.images.around import MOST_UP, build_files, place_of, takes
from pipelint.sources.images.dockerfile import FROM, GEM_COMMAND, copies, installed_by
from pipelint.sources.kinds import is_build_name

_GEMFILE_LINE = late(r"""(?m)^[ \t]*gem[ \t(]+["']([\w-]+)["']([^\n]*)""")
# What may install more than the commands that are read here.
_MORE = late(r"(?i)\bbundle\b|Gemfile|\.sh\b|specific_install|gem[ \t]+build|[\w*]\.gem\b")
_FILES = late(r"(?i)/plugins?\b|\.rb\b")
_PLUGINS = late(r"(?mi)plugins?/?[ \t]|^[ \t]*(?:COPY|ADD)[ \t][^\n]*plugins?/?[\"'\] \t]*$")
# A plugin in a file of its own.
_OWN_PLUGIN = late(r"(?:in|out|filter|parser|formatter|buf|storage)_\w+\.rb|\..*")
# Folders of configs beside the Dockerfile that is made for them.
_CONFIG_FOLDERS = frozenset(("conf", "config", "etc"))
# Comments, what is deleted, as most clean the caches of gems and packages up, and where the program is told to look for plugins.
_IDLE = late(r"(?m)^[ \t]*#.*|\brm[ \t]+-(?:\\\r?\n|[^\n;&|])*|\s-c[ \t]+\S+[ \t]+-p[ \t]+\S+")
_USER = late(r"(?mi)^[ \t]*USER[ \t]+(\S+)")
_CHANGES = late(
    r"(?mi)\b(?:user(?:mod|add)|add(?:user|group)|group(?:mod|add)|gpasswd|setcap|sudoers|visudo)\b"
    r"|^[ \t]*(?:CMD|ENTRYPOINT)\b.*\bsudo\b"
)
_BRINGS = late(r"(?mi)^[ \t]*(?:COPY|ADD|RUN)[ \t]")
_GIVES = late(r"(?i)\bch(?:own|mod)\b|\binstall[ \t]+-")


@dataclass(frozen=True, slots=True)
class Gem:
    """A gem that is installed; ``version`` is "" where none is said."""

    name: str
    version: str
    place: Place


@dataclass(frozen=True, slots=True)
class Build:
    """A Dockerfile that takes a config into an image, or lies beside it: ``image`` is what its last stage begins with.

    ``clear``: nothing but the ``gems``, and plugins whose files are ``own``, seems to be installed. ``files``: it names a Ruby
    file or a folder of plugins, so that some may be copied.
    """

    image: str
    gems: tuple[Gem, ...]
    clear: bool
    own: frozenset[str]
    files: bool
    place: Place


def builds_of(document: Document, gems: re.Pattern[str], images: re.Pattern[str]) -> list[Build]:
    """Those that install ``gems``, or whose last stage begins with one of ``images``: which the services name that run a config,
    wherever they lie, else those of the nearest folder that has any."""
    file = document.file
    path = full_path(file)
    if not file.project or file.path.startswith("<"):
        return []
    named = dict.fromkeys(service.recipe for service in services_of(document) if service.recipe)
    recipes = ((files.folder_by_name(each), source_at(each, file.project)) for each in named)
    built = (_build(folder, read, read.data.decode("utf-8", "replace"), gems) for folder, read in recipes if read is not None)
    if found := [each for each in built if each is not None and (each.gems or images.search(each.image))]:
        return found
    for folder in folders_with(path, file.project, is_build_name, MOST_UP):
        if found := list(_in_folder(folder, document, gems, images)):
            return found
    return []


def _in_folder(folder: str, document: Document, gems: re.Pattern[str], images: re.Pattern[str]) -> Iterator[Build]:
    path = full_path(document.file)
    for read in build_files(folder, document.file):
        text = read.data.decode()
        way = path[len(folder) :].strip("/")
        near = files.folder_by_name(path) == folder or takes(text, way)
        # It may build the image of the service that mounts the config.
        services = [] if near else services_of(document)
        near = near or any(service.context == posixpath.normpath(folder) for service in services)
        # Or one of the engine's that only gets the config when it is run.
        beside = not services and way.count("/") == 1 and way.partition("/")[0] in _CONFIG_FOLDERS
        build = _build(folder, read, text, gems) if near or beside else None
        if build is not None and ((near and build.gems) or images.search(build.image)):
            yield build


def _build(folder: str, read: SourceFile, text: str, gems: re.Pattern[str]) -> Build | None:
    bases = [*FROM.finditer(text)]
    if not bases:
        return None
    document = Document.whole(read)
    found = [Gem(name, version, place_of(document, text, at, len(name))) for name, version, at in installed_by(text, gems)]
    found += _of_gemfile(folder, read, gems) if "Gemfile" in text else ()
    own = frozenset(name for each in ("plugin", "plugins") for name in files.entries(files.join(folder, each)))
    said = _IDLE.sub("", text)
    named = not any("$" in command[1] for command in GEM_COMMAND.finditer(said))
    clear = (
        named and _MORE.search(said) is None and (all(map(_OWN_PLUGIN.fullmatch, own)) if own else _PLUGINS.search(said) is None)
    )
    base = bases[-1][1]
    copies = _FILES.search(said) is not None
    return Build(base, tuple(found), clear, own, copies, place_of(document, text, bases[-1].start(1), len(base)))


def _of_gemfile(folder: str, file: SourceFile, gems: re.Pattern[str]) -> Iterator[Gem]:
    """The gems of a Gemfile beside, without a lock file that has their versions."""
    path = files.join(folder, "Gemfile")
    read = None if files.is_file(f"{path}.lock") else source_at(path, file.project)
    if read is not None:
        text, document = read.data.decode(), Document.whole(read)
        for line in _GEMFILE_LINE.finditer(text):
            if gems.fullmatch(line[1]):
                said = re.search(r"[\"'][^\"']*\d[^\"']*[\"']|\b(?:git|github|path|ref|tag)\b", line[2])
                yield Gem(line[1], "" if said is None else said[0], place_of(document, text, line.start(1), len(line[1])))


def leaves_out(service: Service, path: str) -> bool:
    """Whether the Dockerfile of a service takes files by their names, and the one at ``path`` is none of them."""
    read = source_at(service.recipe, service.place.document.file.project) if service.recipe else None
    text = read.data.decode("utf-8", "replace") if read is not None else ""
    brought = [*copies(text)]
    plain = bool(brought) and not any(mark in word for copy in brought for word in (*copy.sources, copy.to) for mark in "$*?<")
    return plain and files.inside(path, [service.context]) and not takes(text, path[len(service.context) :].strip("/"))


def recipes(service: Service) -> list[SourceFile]:
    """The Dockerfiles of the folder that it is built from."""
    return [*build_files(service.context, service.place.document.file)] if service.context else []


def brings_nothing(service: Service) -> bool:
    """Whether its image is what the Dockerfiles of its folder begin with: they copy and run nothing."""
    there = recipes(service)
    return bool(there) and all(_BRINGS.search(read.data.decode()) is None for read in there)


def users_of(service: Service) -> set[str] | None:
    """As whom the images of the Dockerfiles of its folder run, "" for the user of the image that one begins with.

    None where there is no Dockerfile, or where commands change users or what they may do.
    """
    there = recipes(service)
    texts = [_IDLE.sub("", read.data.decode()) for read in there]
    return None if not texts or any(map(_CHANGES.search, texts)) else {(_USER.findall(text) or [""])[-1] for text in texts}


def owns_nothing(service: Service) -> bool:
    """Whether the Dockerfiles of its folder give no files to another user than the one who has them."""
    there = recipes(service)
    return bool(there) and not any(_GIVES.search(read.data.decode()) for read in there)
