"""Configs that nothing in their project runs, while it runs another one in their place."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, source_at, sources_in, wanted_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.compose.builds import brings_nothing
from pipelint.sources.compose.services import Service, services_beside, services_near, services_of
from pipelint.sources.discovery import Discovery, Engines
from pipelint.sources.entry import Entry
from pipelint.sources.glob import Target
from pipelint.sources.kubernetes.workload import starts_a_shell
from pipelint.sources.use.named import names
from pipelint.sources.use.texts import Text, home_of, is_whole, texts_of

Use: TypeAlias = 'Literal["", "aside", "idle"]'
"""Whether a config is run as far as is known, seems not to be, or is surely not."""

_MOST = 40
_ENDINGS = (".conf", ".yaml", ".yml")
# A mount and an include in a comment.
_LEFT_OUT = late(r"(?m)^[ \t]*#[# \t]*(?:-[ \t]*[\"']?([^\s\"':#]+):/|@?include[ \t]+([^\s]+))")
# Words before the name of a host.
_HOST = late(r"(?i)://|hosts?|brokers?|bootstrap|servers?|url|endpoints?|address")
_SHORTEST = 3
_QUOTES = late(r"[\"',\[\]]")


def use_of(entry: Entry, engines: Engines) -> Use:
    """Whether nothing runs the files of an entry that lie on disk, while something else of the kind is run."""
    if entry.kubernetes or entry.workloads or not entry.documents:
        return ""
    found = {_use_of(each, entry, engines) for each in entry.documents}
    return "" if "" in found else "aside" if "aside" in found else "idle"


def _use_of(document: Document, entry: Entry, engines: Engines) -> Use:
    file = document.file
    if document.part or not file.project or file.path.startswith("<"):
        return ""
    own = engines.discovery(entry.engine)
    images = image_of(own)
    holding = services_of(document)
    if _is_passed_over(document, holding, own, images):
        return "idle"
    path, home = full_path(file), home_of(file)
    texts = [each for each in texts_of(document) if full_path(each.file) != path]

    def named(*, copies: bool = True, without: Collection[str] = ()) -> bool:
        said = (each for each in texts if each.name not in without)
        return any(names(each, path, home, own.image_words, copies=copies) for each in said)

    mains = [each for each in texts if each.name in own.main_files and each.folder == files.folder_by_name(path)]
    mounted = any(_was_named(each, path, 1) for each in texts if each.is_compose)
    if (mounted and not named()) or (_was_included(mains, path, own) and not named(copies=False)):
        return "idle"
    near = services_near(document, images)
    if near and _run_without(near, path, holding) and not named(without=own.settings_files):
        if _is_beside(near, path):
            return "idle"
        return "aside" if is_whole(document) and _speaks_to(document, near[0]) else ""
    rival = _has_a_rival(document, texts, own, home, entry) or (
        not near and not holding and is_whole(document) and _is_of_another(document, texts, own, engines)
    )
    return "aside" if rival and not named() else ""


def image_of(own: Discovery) -> re.Pattern[str]:
    """The name of an image of its project's own, before its tag."""
    return re.compile(rf"(?:{own.own_images})(?=[:@]|$)")


def _is_passed_over(document: Document, holding: Iterable[Service], own: Discovery, images: re.Pattern[str]) -> bool:
    """Whether all services that have it run another file, which does not include it."""
    path = full_path(document.file)
    # An image that is built around it, of another program, does not run it.
    run = [run_by(each, own, images) for each in holding if not each.built or images.search(each.image)]
    project = document.file.project
    return bool(run) and all(each not in ("", path) and _is_apart(source_at(each, project), path, own) for each in run)


def run_by(service: Service, own: Discovery, images: re.Pattern[str]) -> str:
    """The path on the host of the config that a service with an image of the engine's own runs; "" where that is not known."""
    said = " ".join(word.strip("\"'") for word in service.words)
    if not own.own_main or not images.search(service.image) or service.chosen or starts_a_shell(service.words):
        return ""
    if service.built and not said:
        return ""
    named = [found[1] for found in re.finditer(own.option, said)]
    folder, _, main = own.own_main.rpartition("/")
    # An image that takes its name from a variable adds it to its command.
    stock = f"{folder}/{service.settings.get(own.main_variable, main)}".replace('"', "").replace("'", "")
    given = named[0] if len(named) == 1 else "" if named or (said and not own.main_variable) else stock
    return service.on_host(given) if given else ""


def _is_apart(file: SourceFile | None, path: str, own: Discovery) -> bool:
    """Whether a config is known and includes nothing that may be the file at ``path``."""
    return file is not None and not any(each.problem or _leads_to(each, file, path) for each in own.includes(file.data))


def _leads_to(target: Target, file: SourceFile, path: str) -> bool:
    above = posixpath.normpath(files.join(files.folder_by_name(file.path), target.folder))
    near = target.folder.startswith("/") or "*" in target.folder or above == files.folder_by_name(path)
    return near and fnmatchcase(files.name(path), target.name)


def _was_included(mains: Iterable[Text], path: str, own: Discovery) -> bool:
    """Whether a main file beside it includes it in a comment, and this one is none."""
    left_out = files.name(path) not in own.main_files and any(_was_named(each, path, 2) for each in mains)
    return left_out and all(_is_apart(each.file, path, own) for each in mains)


def _was_named(text: Text, path: str, group: int) -> bool:
    """Whether a comment of a text is a mount or an include of it."""
    said = text.file.data.decode("utf-8", "replace") if b"#" in text.file.data else ""
    left_out = (found[group] for found in _LEFT_OUT.finditer(said))
    return any(each and posixpath.normpath(files.join(text.folder, each)) == path for each in left_out)


def _run_without(near: Iterable[Service], path: str, holding: Iterable[Service]) -> bool:
    """Whether none of the services that run the engine has the file at ``path``, and no other one has it."""
    known = {each.name for each in near}
    return not any(each.name not in known for each in holding) and all(
        (not each.built or brings_nothing(each))
        and not files.within(path, _given(each))
        and not any(files.name(path) in word for word in each.words)
        for each in near
    )


def _given(service: Service) -> list[str]:
    return [each.host_path for each in service.mounts if each.host_path]


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


def _has_a_rival(document: Document, texts: Iterable[Text], own: Discovery, home: str, entry: Entry) -> bool:
    """Whether another config of its folder is named, which does not include it."""
    path = full_path(document.file)
    folder, name = files.folder_by_name(path), files.name(path)
    beside = [each for each in wanted_in(folder, _ENDINGS)[:_MOST] if each != name]
    if len(entry.documents) > 1 or not beside or _given_of(document):
        return False
    texts = [each for each in texts if each.folder != folder or each.name not in beside or not each.is_config]
    rivals = [each for each in sources_in(folder, document.file.project, _ENDINGS, _MOST) if each.path != path]
    rivals = [each for each in rivals if _is_config(each, own)]
    found = {files.name(each.path) for each in rivals if any(_says(text, each, home, own) for text in texts)}
    # The images run a file of its name, if nothing names another one.
    return bool(found) and (name not in own.main_files or not found.isdisjoint(_run_names(texts, own)))


def _given_of(document: Document) -> bool:
    path = full_path(document.file)
    return any(files.within(path, _given(each)) for each in services_of(document))


def _says(text: Text, rival: SourceFile, home: str, own: Discovery) -> bool:
    """Whether a text names another config itself, and not its folder."""
    return not text.prose and files.name(rival.path).encode() in text.said and names(text, rival.path, home, own.image_words)


def _is_config(file: SourceFile, own: Discovery) -> bool:
    return own.claims(file.data, file.path) is not None or own.claims_yaml(file.data, file.path)


def _run_names(texts: Iterable[Text], own: Discovery) -> Iterator[str]:
    """What commands and the engine's variable name as the file that is run."""
    variable = rf"\b{own.main_variable}[=:\s]+(\S+)|" if own.main_variable else ""
    said = re.compile(variable + own.option)
    for each in texts:
        for found in said.finditer(_QUOTES.sub(" ", each.said.decode("utf-8", "replace"))):
            yield files.name(found[found.lastindex or 0])


def _is_of_another(document: Document, texts: Iterable[Text], own: Discovery, engines: Engines) -> bool:
    """Whether it sends to a service of compose files that run another engine, and nothing around it speaks of its own."""
    others = [each for name in engines.names if (each := engines.discovery(name)).name != own.name]
    images = "|".join(each.own_images for each in others if each.own_images)
    near = services_near(document, re.compile(rf"(?:{images})(?=[:@]|$)")) if images else []
    if not near or not _speaks_to(document, near[0]):
        return False
    longer = [word.encode() for each in others for word in each.image_words if any(one in word for one in own.image_words)]
    for text in texts:
        said = b"" if text.prose or text.is_config else text.said.lower()
        for longest in longer:
            said = said.replace(longest, b"")
        if any(word.encode() in said for word in own.image_words):
            return False
    return True
