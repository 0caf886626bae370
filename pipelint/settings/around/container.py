"""The image that runs the config of a file, as the compose file or the Dockerfile around it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path
from pipelint.base.disk.asked import follows
from pipelint.base.disk.text_file import read_source
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import SourceFile
from pipelint.engines.registry import ENGINES
from pipelint.sources.compose.variables import VARIABLES, composed, filled, variables_of
from pipelint.sources.images.dockerfile import FROM
from pipelint.sources.kinds import is_build_name, is_compose_name

if TYPE_CHECKING:
    from pipelint.sources.entry import Entry

# As they are called most.
_COMPOSE = tuple(f"{name}.{end}" for name in ("compose", "docker-compose", "podman-compose") for end in ("yaml", "yml"))
# What docker and podman build an image from.
_BUILDS = ("Dockerfile", "Containerfile")
# Folders on the way up that are looked into.
_MOST = 8
IMAGE = late(r"""^[ \t]*(?:-[ \t]+)?image:[ \t]*["']?([^\s"'#]+)""", re.MULTILINE)
"""An image that a compose file or a manifest names."""
_BUILT = late(r"""^[ \t]*dockerfile:[ \t]*["']?([^\s"'#]+)""", re.MULTILINE)
_CONTEXT = late(r"""^[ \t]*(?:build|context):[ \t]*["']?([^\s"'#{]+)""", re.MULTILINE)
# A build argument of a compose file.
_ARGUMENT = late(r"""^[ \t]+(?:-[ \t]+)?["']?(\w+)(?::[ \t]+|=)["']?(\d[\w.-]*)["']?[ \t]*(?:#.*)?$""", re.MULTILINE)
_INLINE = "dockerfile_inline:"


@dataclass(frozen=True, slots=True)
class Found:
    """The image that a file names, and the file's path as it is shown; or the version that it installs, or such an image has."""

    image: str
    path: str
    package: str = ""


def images_around(entry: Entry) -> tuple[Found, ...]:
    """The images of the engine's project that the nearest files name which name any; those of one folder.

    Compose files of other names (``docker-compose.dev.yml``) are looked into where those with the usual names say nothing.
    One counts only where it names the config, or a folder that holds it: as a volume, or to build from.
    """
    file = entry.documents[0].file if entry.documents else None
    own = ENGINES.discovery(entry.engine).own_images
    if entry.kubernetes or file is None or not file.project or file.path.startswith("<"):
        return ()
    packages, others = ENGINES.discovery(entry.engine).own_packages, ENGINES.discovery(entry.engine).other_images
    images = (own, late(f"(?:{others})$")) if others else (own,)
    found = next(_by_folder(file, images, late(packages or "(?!)")), ())
    return tuple(of_other(each, others) for each in found) if others else found


def _by_folder(file: SourceFile, wanted: Sequence[re.Pattern[str]], packages: re.Pattern[str]) -> Iterator[tuple[Found, ...]]:
    """The images that the files of each folder on the way up to the end of the project name, where they do, nearest first."""
    path = full_path(file)
    folders = folders_around(file)
    texts: dict[str, str] = {}
    for at, folder in enumerate(folders):
        for names in _named_in(folder):
            images = [each for name in names for each in _images(name, folders[at:], path, file, texts, packages)]
            if found := tuple(each for each in images if each.package or any(own.search(each.image) for own in wanted)):
                yield found
                break


def of_other(found: Found, others: str) -> Found:
    """An image of others with the version that its tag is: of three digits each is a part."""
    tag = re.search(rf"(?:{others})$", found.image)
    if tag is None:
        return found
    return replace(found, package=".".join(tag[1]) if tag[1].isdigit() else tag[1])


def is_alone(file: SourceFile) -> bool:
    """Whether no compose file and no Dockerfile is around the folder of a file, so that nothing is around any other in it."""
    return not any(names for folder in folders_around(file) for names in _named_in(folder))


def builds(name: str) -> bool:
    """Whether an image is built from a file of this name."""
    return any(each in name for each in _BUILDS)


def folders_around(file: SourceFile) -> list[str]:
    """The folders on the way up that may say something of a file."""
    return [*islice(files.folders_within(full_path(file), file.project), _MOST)]


def _images(
    name: str, folders: list[str], path: str, file: SourceFile, texts: dict[str, str], packages: re.Pattern[str]
) -> Iterator[Found]:
    """The images and packages that the file ``name`` of the first of ``folders`` names for the config ``path``.

    The others lie above it.
    """
    folder = folders[0]
    text = read(files.join(folder, name), file, texts)
    # Compose reads the variables beside it; what it builds lies in the same folder, or further down.
    is_build = builds(name)
    beside = folders if is_build else [folder]
    built = [text] if is_build else [read(files.join(folder, each), file, texts) for each in _built(text)]
    built += [text] if _INLINE in text else []
    variables = [read(files.join(each, VARIABLES), file, texts) for each in reversed(beside)]
    said = text if is_build else composed(text, variables_of("\n".join(variables)))
    if not text or (name not in _BUILDS and not _names("\n".join([said, *built]), path[len(folder) :].strip("/"))):
        return
    compose_files = [files.join(each, one) for each in reversed(beside) for one in _COMPOSE]
    arguments = [read(each, file, texts) for each in compose_files] if is_build else [text]
    known = variables_of("\n".join(built + variables)) | dict(_ARGUMENT.findall("\n".join(arguments)))
    named = [image for each in built for image in FROM.findall(each)] + (IMAGE.findall(text) if not is_build else [])
    yield from (Found(filled(image, known), name) for image in named)
    for each in built:
        installed = packages.finditer(filled(re.sub(r"(?m)^[ \t]*#.*", "", each), known))
        yield from (Found("", name, one[one.lastgroup or 0]) for one in installed)


def _built(text: str) -> Iterator[str]:
    """The Dockerfiles that a compose file may build from, as paths of its folder."""
    contexts = [each.rstrip("/") for each in _CONTEXT.findall(text)]
    named = _BUILT.findall(text)
    yield from named
    yield from (f"{context}/{name}" for context in contexts for name in (*named, *_BUILDS))


@follows
def _named_in(folder: str, /) -> tuple[list[str], list[str]]:
    return _naming(folder, files.changed(folder))


@lru_cache(maxsize=512)
def _naming(folder: str, _changed: int) -> tuple[list[str], list[str]]:
    """The compose files and the Dockerfile of a folder with the usual names, and those that have names of their own.

    The configs of one folder share the list, as long as nothing came into it or left it.
    """
    try:
        there = [name for name in files.entries(folder) if name.endswith((".yaml", ".yml")) or builds(name)]
    except OSError:
        return [], []
    usual = [name for name in (*_COMPOSE, *_BUILDS) if name in there]
    others = sorted(name for name in there if is_compose_name(name) or is_build_name(name))
    return usual, [name for name in others if name not in usual]


def read(path: str, file: SourceFile, texts: dict[str, str]) -> str:
    """The text of a file in the project; empty where there is none that can be read."""
    if path not in texts:
        inside = files.is_file(path) and files.within(path, file.project)
        read = read_source(path) if inside else None
        texts[path] = read.data.decode() if isinstance(read, SourceFile) else ""
    return texts[path]


def _names(text: str, way: str) -> bool:
    """Whether a text names, as a path of its own folder, the file that ``way`` leads to, or a folder on that way."""
    parts = way.split("/")
    held = "|".join(re.escape("/".join(parts[: count + 1])) for count in range(len(parts)))
    return (
        re.search(rf"(?m)^[^#\n]*(?:\./|\b(?:build:|context:|source:|COPY|ADD)[ \t]*[\"']?)(?:{held})/?(?=[\s\"':]|$)", text)
        is not None
    )
