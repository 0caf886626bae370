"""The Dockerfiles around a config: what they begin with, and the gems that they install."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import folders_with, full_path, source_at, sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.sources.compose.services import Service, services_of
from pipelint.sources.kinds import is_build_name

# Folders on the way up that are looked into.
_MOST = 3
_MOST_COPIED = 8
BASE = late(r"(?mi)^[ \t]*FROM[ \t]+(?:--\S+[ \t]+)?(\S+)")
"""The images that a Dockerfile begins with."""
_COMMAND = late(r"""gem["', \t]+install["', \t]((?:\\\r?\n|[^\n;&|])*)""")
_WORD = late(r"""[^\s"',\[\]\\]+""")
_GEMFILE_LINE = late(r"""(?m)^[ \t]*gem[ \t(]+["']([\w-]+)["']([^\n]*)""")
_COPY = late(r"(?mi)^[ \t]*(?:COPY|ADD)[ \t]+(?:--\S+[ \t]+)*([^\n]*)")
# How a container starts.
_START = late(r"(?mi)^[ \t]*(CMD|ENTRYPOINT)[ \t]+((?:\\\r?\n|[^\n])*)")
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
_JOINED = late(r"(?m)^[ \t]*#.*|\\\r?\n")
_USER = late(r"(?mi)^[ \t]*USER[ \t]+(\S+)")
_CHANGES = late(
    r"(?mi)\b(?:user(?:mod|add)|add(?:user|group)|group(?:mod|add)|gpasswd|setcap|sudoers|visudo)\b"
    r"|^[ \t]*(?:CMD|ENTRYPOINT)\b.*\bsudo\b"
)
_BRINGS = late(r"(?mi)^[ \t]*(?:COPY|ADD|RUN)[ \t]")
_GIVES = late(r"(?i)\bch(?:own|mod)\b|\binstall[ \t]+-")
_VERSION_FLAGS = ("-v", "--version")
_VALUED_FLAGS = frozenset(("-n", "--bindir", "-i", "--install-dir", "-s", "--source", "-p", "--platform", "-P"))


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
    for folder in folders_with(path, file.project, is_build_name, _MOST):
        if found := list(_in_folder(folder, document, gems, images)):
            return found
    return []


def installed_by(text: str, gems: re.Pattern[str]) -> Iterator[tuple[str, str, int]]:
    """The gems that the commands of a text install: name, version ("" for none), and where the name stands."""
    for command in _COMMAND.finditer(text):
        line = text[text.rfind("\n", 0, command.start()) + 1 : command.start()]
        if line.lstrip().startswith("#"):
            continue
        words = [*islice(_WORD.finditer(command[1]), 100)]
        wanted = next((_value(words, at) for at, word in enumerate(words) if word[0].split("=")[0] in _VERSION_FLAGS), "")
        for at, word in enumerate(words):
            name, _, version = word[0].partition(":")
            if gems.fullmatch(name) and (at == 0 or words[at - 1][0] not in (*_VERSION_FLAGS, *_VALUED_FLAGS)):
                yield name, version or wanted, command.start(1) + word.start()


def _value(words: list[re.Match[str]], at: int) -> str:
    """The version that a flag says."""
    _, there, value = words[at][0].partition("=")
    return value if there else " ".join(word[0] for word in words[at + 1 : at + 2])


def _in_folder(folder: str, document: Document, gems: re.Pattern[str], images: re.Pattern[str]) -> Iterator[Build]:
    path = full_path(document.file)
    for read in _build_files(folder, document.file):
        text = read.data.decode()
        way = path[len(folder) :].strip("/")
        near = files.folder_by_name(path) == folder or _takes(text, way)
        # It may build the image of the service that mounts the config.
        services = [] if near else services_of(document)
        near = near or any(service.context == posixpath.normpath(folder) for service in services)
        # Or one of the engine's that only gets the config when it is run.
        beside = not services and way.count("/") == 1 and way.partition("/")[0] in _CONFIG_FOLDERS
        build = _build(folder, read, text, gems) if near or beside else None
        if build is not None and ((near and build.gems) or images.search(build.image)):
            yield build


def _build(folder: str, read: SourceFile, text: str, gems: re.Pattern[str]) -> Build | None:
    bases = [*BASE.finditer(text)]
    if not bases:
        return None
    document = Document.whole(read)
    found = [Gem(name, version, place_of(document, text, at, len(name))) for name, version, at in installed_by(text, gems)]
    found += _of_gemfile(folder, read, gems) if "Gemfile" in text else ()
    own = frozenset(name for each in ("plugin", "plugins") for name in files.entries(files.join(folder, each)))
    said = _IDLE.sub("", text)
    named = not any("$" in command[1] for command in _COMMAND.finditer(said))
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


def _takes(text: str, way: str) -> bool:
    """Whether a Dockerfile copies the file that ``way`` leads to from its folder, or a folder on that way."""
    parts = way.split("/")
    held = {"/".join(parts[: count + 1]) for count in range(len(parts))} | {"", ".", parts[-1]}
    copied = (word.strip("\"',[]") for line in _COPY.findall(text) for word in line.split()[:-1])
    return any(word.removeprefix("./").strip("/") in held for word in copied)


def leaves_out(service: Service, path: str) -> bool:
    """Whether the Dockerfile of a service takes files by their names, and the one at ``path`` is none of them."""
    read = source_at(service.recipe, service.place.document.file.project) if service.recipe else None
    text = read.data.decode("utf-8", "replace") if read is not None else ""
    lines = _COPY.findall(text)
    plain = bool(lines) and not any(mark in line for line in lines for mark in "$*?\\<")
    return plain and files.inside(path, [service.context]) and not _takes(text, path[len(service.context) :].strip("/"))


def copied(file: SourceFile, path: str) -> list[str]:
    """What the Dockerfiles of the nearest folder that has such copy to the absolute ``path`` of their image, or into it."""
    if not file.project or file.path.startswith("<"):
        return []
    for folder in folders_with(full_path(file), file.project, is_build_name, _MOST_COPIED):
        found = [each for read in _build_files(folder, file) for each in _copied(folder, read.data.decode(), path.rstrip("/"))]
        if found := [each for each in found if files.exists(each) and files.within(each, file.project)]:
            return found
    return []


def starts_of(file: SourceFile) -> Iterator[tuple[str, str]]:
    """How the images start that Dockerfiles on the way up make with a config in them: the text of each, and what its last CMD and
    ENTRYPOINT say, with the scripts that they name and that stand beside it."""
    for folder, text in taking(file):
        yield text, "\n".join(_started(folder, file, text))


def taking(file: SourceFile) -> Iterator[tuple[str, str]]:
    """The texts of the Dockerfiles on the way up that take a config into their images, each with its folder."""
    if not file.project or file.path.startswith("<"):
        return
    path = full_path(file)
    for folder in folders_with(path, file.project, is_build_name, _MOST):
        for read in _build_files(folder, file):
            text = read.data.decode()
            if _takes(text, path[len(folder) :].strip("/")):
                yield folder, text


def start_of(text: str) -> dict[str, list[str]]:
    """The words of the last CMD and ENTRYPOINT of a Dockerfile."""
    return {found[1].upper(): _WORD.findall(found[2]) for found in _START.finditer(text)}


def build_texts(file: SourceFile) -> Iterator[str]:
    """The Dockerfiles on the way up, without comments, each command in one line."""
    for folder in folders_with(full_path(file), file.project, is_build_name, _MOST) if file.project else ():
        yield from (_JOINED.sub(" ", read.data.decode()) for read in _build_files(folder, file))


def start_words(file: SourceFile) -> list[tuple[str, ...]]:
    """The words with which the images start that the Dockerfiles of the nearest folder with such make."""
    for folder in folders_with(full_path(file), file.project, is_build_name, _MOST) if file.project else ():
        if found := [_words(read.data.decode()) for read in _build_files(folder, file)]:
            return found
    return []


def _words(text: str) -> tuple[str, ...]:
    said = start_of(text)
    return tuple(word for key in ("ENTRYPOINT", "CMD") for word in said.get(key, ()))


def _started(folder: str, file: SourceFile, text: str) -> Iterator[str]:
    for said in {found[1].upper(): found[2] for found in _START.finditer(text)}.values():
        yield said
        for word in _WORD.findall(said):
            script = script_of(folder, file, text, word)
            if script is not None:
                yield script.data.decode()


def script_of(folder: str, file: SourceFile, text: str, word: str) -> SourceFile | None:
    """The script that a Dockerfile starts by this name: it lies there as it lies in the image, or is copied from a folder."""
    name = files.name(word)
    sources = [each.strip("\"',[]") for line in _COPY.findall(text) for each in line.split()[:-1]]
    named = [each for each in sources if files.name(each) == name] or [name]
    script = source_at(posixpath.normpath(files.join(folder, named[0])), file.project)
    return script if script is not None and script.data.startswith(b"#!") else None


def recipes(service: Service) -> list[SourceFile]:
    """The Dockerfiles of the folder that it is built from."""
    return [*_build_files(service.context, service.place.document.file)] if service.context else []


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


def _build_files(folder: str, file: SourceFile) -> Iterator[SourceFile]:
    return sources_in(folder, file.project, is_build_name)


def _copied(folder: str, text: str, path: str) -> Iterator[str]:
    for copy in _COPY.finditer(text):
        *sources, target = [word.strip("\"',[]") for word in copy[1].split()] or [""]
        to = target.rstrip("/")
        if "--from" in copy[0] or not to.startswith("/") or "$" in copy[1]:
            continue
        for source in sources:
            if path == to or path.startswith(f"{to}/"):
                yield posixpath.normpath(files.join(folder, source, path[len(to) + 1 :]))
            elif to.startswith(f"{path}/"):
                yield posixpath.normpath(files.join(folder, source))


def place_of(document: Document, text: str, start: int, length: int) -> Place:
    """Of a text in a file the span in its bytes."""
    before = len(text[:start].encode())
    return Place(document, Span(before, before + len(text[start : start + length].encode())))
