"""Configs that nothing in their project runs, while it runs another one in their place."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias

from pipelint.base.disk import files
from pipelint.base.disk.around import folders_with, full_path, source_at, sources_in, wanted_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.compose.builds import brings_nothing, leaves_out
from pipelint.sources.compose.services import Service, services_beside, services_near, services_of
from pipelint.sources.discovery import Discovery, Engines
from pipelint.sources.entry import Entry
from pipelint.sources.glob import Target
from pipelint.sources.kinds import is_compose_name
from pipelint.sources.kubernetes.workload import Mount, starts_a_shell
from pipelint.sources.use.commands import run_names, started
from pipelint.sources.use.named import names
from pipelint.sources.use.texts import Text, home_of, is_whole, starters_of, texts_of

Use: TypeAlias = 'Literal["", "aside", "idle"]'
"""Whether a config is run as far as is known, seems not to be, or is surely not."""

# Other configs of a folder that are looked into, and folders above it whose compose files are.
_MOST, _MOST_ABOVE = 40, 8
_ENDINGS = (".conf", ".yaml", ".yml")
# A mount and an include in a comment.
_LEFT_OUT = late(r"(?m)^[ \t]*#[# \t]*(?:-[ \t]*[\"']?([^\s\"':#]+):/|@?include[ \t]+([^\s]+))")
# Words before the name of a host.
_HOST = late(r"(?i)://|hosts?|brokers?|bootstrap|servers?|url|endpoints?|address")
_SHORTEST = 3
# What is mounted where configs are.
_CONFIGS = late(r"(?i)conf|cfg|etc|pipeline|\.ya?ml$")


def use_of(entry: Entry, engines: Engines) -> Use:
    """Whether nothing runs the files of an entry that lie on disk, while something else of the kind is run."""
    if entry.kubernetes or entry.workloads or not entry.documents:
        return ""
    found: set[Use] = set()
    for each in entry.documents:
        found.add(_use_of(each, entry, engines))
        if "" in found:
            return ""
    return "aside" if "aside" in found else "idle"


def _use_of(document: Document, entry: Entry, engines: Engines) -> Use:
    file = document.file
    if document.part or not file.project or file.path.startswith("<"):
        return ""
    own = engines.discovery(entry.engine)
    holding = services_of(document)
    running = [each for each in holding if _may_run(each, full_path(file), own)]
    if running and _are_passed_over(document, running, own):
        return "idle"
    if running:
        return ""
    near = services_near(document, own.own_images)
    found = _left_out(document, own) or _beside(document, near, holding)
    if not found and not near and not holding and _is_of_another(document, own, engines):
        found = Found("aside", whole=True, silent=_words(own, engines))
    alone = not found and len(entry.documents) == 1 and _files_beside(document) != []
    may = [Found("idle", whole=True, run=True), Found("aside", rivals=True)] if alone else [found] if found else []
    return next((each.use for each in may if _is_sure(each, document, own)), "")


@dataclass(frozen=True, slots=True)
class Found:
    """What is around a config that shows that it is not run, if nothing names it. ``copies``: also what brings it into an image,
    ``settings``: also what lists configs. ``whole``: nothing in all of the project may name it, ``rivals``: something has to name
    another one of its folder, ``run``: an image gets all of its folder, and commands have to run another one of that. ``silent``
    are words of its engine that nothing may have, and longer ones of others that it may.
    """

    use: Use
    copies: bool = True
    settings: bool = True
    whole: bool = False
    rivals: bool = False
    run: bool = False
    silent: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def _is_sure(found: Found, document: Document, own: Discovery) -> bool:
    """Whether nothing in the project names it."""
    path, home = full_path(document.file), home_of(document.file)
    if found.whole and not is_whole(document):
        return False
    if (found.rivals and not _names_a_rival(document, own, home)) or _speaks_of(starters_of(document), *found.silent):
        return False
    if found.run and not _is_run_by_name(document, own, home):
        return False
    texts = (each for each in texts_of(document) if full_path(each.file) != path)
    said = (each for each in texts if found.settings or each.name not in own.settings_files)
    return not any(names(each, path, home, own.image_words, copies=found.copies, folders=not found.run) for each in said)


def _are_passed_over(document: Document, running: Iterable[Service], own: Discovery) -> bool:
    """Whether all services that have it run another file, which does not include it."""
    path, project = full_path(document.file), document.file.project
    run = (run_by(each, own) for each in running)
    return all(each not in ("", path) and _is_apart(source_at(each, project), path, own) for each in run)


def _may_run(service: Service, path: str, own: Discovery) -> bool:
    """Whether a service that has a file may run it. An image that is built around it, of another program, does not."""
    if not service.built or files.within(path, _given(service)):
        return True
    return own.own_images.search(service.image) is not None and not brings_nothing(service) and not leaves_out(service, path)


def run_by(service: Service, own: Discovery) -> str:
    """The path on the host of the config that a service with an image of the engine's own runs; "" where that is not known."""
    said = " ".join(word.strip("\"'") for word in service.words)
    if not own.own_images.search(service.image) or service.chosen or starts_a_shell(service.words):
        return ""
    if service.built and not said:
        return ""
    named = [found[1] for found in re.finditer(own.option, said)]
    # An image that takes its name from a variable adds it to its command.
    given = named[0] if len(named) == 1 else "" if named or (said and not own.main_variable) else _stock(service, own)
    return service.on_host(given) if given else ""


def _stock(service: Service, own: Discovery) -> str:
    """What an image of the engine's own runs by itself, as the variables of a service say."""
    folder, slash, name = own.own_main.rpartition("/")
    return folder + slash + service.settings.get(own.main_variable, name).strip("\"'") if own.own_main else ""


def _is_apart(file: SourceFile | None, path: str, own: Discovery) -> bool:
    """Whether a config is known and includes nothing that may be the file at ``path``."""
    return file is not None and not any(each.problem or _leads_to(each, file, path) for each in own.includes(file.data))


def _leads_to(target: Target, file: SourceFile, path: str) -> bool:
    above = posixpath.normpath(files.join(files.folder_by_name(file.path), target.folder))
    near = target.folder.startswith("/") or "*" in target.folder or above == files.folder_by_name(path)
    return near and fnmatchcase(files.name(path), target.name)


def _left_out(document: Document, own: Discovery) -> Found | None:
    """Whether a compose file mounts it in a comment alone, or the main files beside it include it in one alone."""
    file, path = document.file, full_path(document.file)
    folders = folders_with(path, file.project, is_compose_name, _MOST_ABOVE)
    if any(_was_named(each, path, 1) for folder in folders for each in sources_in(folder, file.project, is_compose_name)):
        return Found("idle")
    if files.name(path) in own.main_files:
        return None
    mains = (files.join(files.folder_by_name(path), each) for each in own.main_files)
    read = [each for each in (source_at(main, file.project) for main in mains) if each is not None]
    left_out = any(_was_named(each, path, 2) for each in read) and all(_is_apart(each, path, own) for each in read)
    return Found("idle", copies=False) if left_out else None


def _was_named(file: SourceFile, path: str, group: int) -> bool:
    """Whether a comment of a file mounts or includes the one at ``path``, or mounts the folder below that it lies in."""
    own, above = files.folder_by_name(file.path), files.folder_by_name(path)
    meant = {path} | ({above} if group == 1 and above != own and files.inside(above, [own]) else set())
    said = file.data.decode("utf-8", "replace") if b"#" in file.data else ""
    left_out = (found[group] for found in _LEFT_OUT.finditer(said))
    return any(each and posixpath.normpath(files.join(own, each)) in meant for each in left_out)


def _beside(document: Document, near: Sequence[Service], holding: Iterable[Service]) -> Found | None:
    """Whether the services around it that run the engine have other files, beside it or for the same network."""
    path = full_path(document.file)
    if not near or not _run_without(near, path, holding):
        return None
    if _is_beside(near, path):
        return Found("idle", settings=False)
    return Found("aside", settings=False, whole=True) if _speaks_to(document, near[0]) else None


def _run_without(near: Iterable[Service], path: str, holding: Iterable[Service]) -> bool:
    """Whether none of the services that run the engine has the file at ``path``, and no other one has it."""
    known = {each.name for each in near}
    return not any(each.name not in known for each in holding) and all(
        (not each.built or brings_nothing(each))
        and not files.within(path, _given(each))
        and not any(_may_hold(mount, path) for mount in each.mounts)
        and not any(files.name(path) in word for word in each.words)
        for each in near
    )


def _given(service: Service) -> list[str]:
    return [each.host_path for each in service.mounts if each.host_path]


def _may_hold(mount: Mount, path: str) -> bool:
    """Whether a mount of what variables or a volume say may have a file."""
    if not mount.host_path:
        return _CONFIGS.search(mount.path) is not None
    return "$" in mount.host_path and fnmatchcase(path, mount.host_path.replace("$", "*") + "*")


def _is_beside(near: Iterable[Service], path: str) -> bool:
    """Whether it lies beside what a service has, or beside a folder of that."""
    for each in near:
        home = files.folder_by_name(each.place.document.file.path)
        folders = {*map(files.folder_by_name, _given(each))}
        folders |= {*map(files.folder_by_name, folders)}
        if files.within(path, (one for one in folders if one != home and files.within(one, [home]))):
            return True
    return False


def _speaks_to(document: Document, service: Service) -> bool:
    """Whether it sends to a service of a compose file by a name that is known among these alone."""
    known = [name for each in services_beside(service, document) for name in each.names if len(name) >= _SHORTEST]
    host = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, known))})(?=[:/\"'\s,\]]|$)")
    lines = (line for line in document.text.decode("utf-8", "replace").splitlines() if not line.lstrip().startswith("#"))
    starts = ((line, found.end()) for line in lines if (found := _HOST.search(line)) is not None)
    return bool(known) and any(host.search(line, at) is not None for line, at in starts)


def _files_beside(document: Document) -> list[str]:
    """The other files of its folder that may be configs."""
    path = full_path(document.file)
    folder = files.folder_by_name(path)
    return [each for each in (files.join(folder, name) for name in wanted_in(folder, _ENDINGS)[:_MOST]) if each != path]


def _names_a_rival(document: Document, own: Discovery, home: str) -> bool:
    """Whether another config of its folder is named. Without such words images run one of the main file's name."""
    texts = [each for each in starters_of(document) if each.file.path != full_path(document.file)]
    named = (each for each in _files_beside(document) if any(_says(text, each, home, own) for text in texts))
    found = {files.name(each) for each in named if _is_config(source_at(each, document.file.project), own)}
    is_main = files.name(document.file.path) in own.main_files
    return bool(found) and not (is_main and found.isdisjoint(run_names(texts, own)))


def _is_run_by_name(document: Document, own: Discovery, home: str) -> bool:
    """Whether an image gets all of its folder, and commands run, by their names, others of that, which do not include it."""
    texts, path = starters_of(document), full_path(document.file)
    if not any(each.builds and names(each, path, home, own.image_words) for each in texts):
        return False
    run, beside = started(texts, own), [source_at(each, document.file.project) for each in _files_beside(document)]
    rivals = [each for each in beside if each is not None and files.name(each.path) in run and _is_config(each, own)]
    return rivals != [] and all(_is_apart(each, path, own) for each in beside)


def _says(text: Text, rival: str, home: str, own: Discovery) -> bool:
    """Whether a text names another config itself, and not its folder."""
    return files.name(rival).encode() in text.said and names(text, rival, home, own.image_words)


def _is_config(file: SourceFile | None, own: Discovery) -> bool:
    return file is not None and (own.claims(file.data, file.path) is not None or own.claims_yaml(file.data, file.path))


def _is_of_another(document: Document, own: Discovery, engines: Engines) -> bool:
    """Whether it sends to a service of compose files that run another engine."""
    # Other engines are loaded where there is something that may run one.
    if not folders_with(full_path(document.file), document.file.project, is_compose_name, _MOST_ABOVE):
        return False
    others = [engines.discovery(name).own_images for name in engines.names if name != own.name]
    near = next(filter(None, (services_near(document, images) for images in others)), None)
    return near is not None and _speaks_to(document, near[0])


def _words(own: Discovery, engines: Engines) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What containers and images of the engine are called, and longer words of other engines."""
    others = (word for name in engines.names if name != own.name for word in engines.discovery(name).image_words)
    return tuple(own.image_words), tuple(each for each in others if any(word in each for word in own.image_words))


def _speaks_of(texts: Iterable[Text], words: Sequence[str], longer: Sequence[str]) -> bool:
    """Whether what starts something has one of ``words``, but not just in ``longer`` ones."""
    for text in texts if words else ():
        said = text.said.decode("utf-8", "replace").lower()
        for each in longer:
            said = said.replace(each, "")
        if any(each in said for each in words):
            return True
    return False
