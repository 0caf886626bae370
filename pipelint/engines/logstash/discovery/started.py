"""What the command that starts Logstash says: which file of a folder it is started with, and whether it has one worker."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document
from pipelint.language.config import Config
from pipelint.sources.compose.commands import commands_around
from pipelint.sources.compose.services import Service, services_of
from pipelint.sources.images.around import start_words, starts_of

# --path.config and its short form, with the value in the same word or the next.
_OPTION = late(r"(?:-f|--path\.config)(?:=|(?=/)|$)")
_PATTERN = late(r"[*?\[{$]")
# One worker, or as many as a variable says; the images take the setting from the environment, too (env2yaml).
_ONE_WORKER = late(r"(?:^|[\s\"',\[])(?:-w|--pipeline\.workers)[\s\"',=]{0,9}(?:1(?!\d)|\$)")
_VARIABLE = "PIPELINE_WORKERS"
_VARIABLE_ONE = late(rf"(?mi)^[ \t]*ENV[ \t](?:[^\n]*[ \t])?{_VARIABLE}[ \t=]+[\"']?1\b")
_COMMANDS = late(r"[;|&\n]")


def started_alone(document: Document, image: re.Pattern[str]) -> frozenset[str]:
    """The names of the files in the folder of ``document`` with which the services that have it start Logstash, a file each.

    None where one of them is started otherwise. Where no service has the folder a command may name a file of it all the same:
    of a service that is known in part, or whose image has the folder, or of the Dockerfiles around it.
    """
    found = services_of(document)
    folder = files.folder_by_name(document.file.path)
    if not found:
        around = commands_around(document.file, files.name(folder))
        words = [each.words for each in around if "logstash" in each.words or image.search(each.image)]
        words = words or [each for each in start_words(document.file) if any(word.endswith("logstash") for word in each)]
        said = [each for each in words if any(f"/{files.name(folder)}" in word for word in each)]
        names = [next(_unmapped(each, folder), "") for each in said]
        return frozenset(names) if all(names) else frozenset()
    services = [each for each in found if image.search(each.image) or "logstash" in each.words]
    names = [next(_names(each, folder), "") for each in services]
    return frozenset(names) if all(names) else frozenset()


def passes_over(document: Document, image: re.Pattern[str]) -> bool:
    """Whether all services that have a list of pipelines start Logstash with one file: it reads no list then (multi_local.rb)."""
    services = [each for each in services_of(document) if image.search(each.image)]
    return bool(services) and all(map(_starts_one, services))


def _starts_one(service: Service) -> bool:
    """Whether its command, of Logstash or what the image adds to it, names one file that the host has."""
    own, given = any(word.startswith("-") or word.endswith("logstash") for word in service.words[:1]), _given(service.words)
    return own and given != "" and files.is_file(service.on_host(given))


def _names(service: Service, folder: str) -> Iterator[str]:
    """The one file of the folder that its command names."""
    given = _given(service.words)
    for mount in service.mounts if given else ():
        inside = posixpath.relpath(given, mount.path) if mount.host_path and mount.covers(given) else ".."
        path = posixpath.normpath(posixpath.join(mount.host_path, inside))
        if not inside.startswith("..") and files.folder_by_name(path) == folder and files.is_file(path):
            yield files.name(path)


def _unmapped(words: Iterable[str], folder: str) -> Iterator[str]:
    """The file of a command in a folder of the same name, where this one has such a file."""
    above, name = posixpath.split(_given(words))
    if above.startswith("/") and files.name(above) == files.name(folder) and files.is_file(files.join(folder, name)):
        yield name


def _given(words: Iterable[str]) -> str:
    """The one path that a command says, "" for none and for a pattern."""
    plain = [word.strip("\"'") for word in words]
    given = [found for at, word in enumerate(plain) if (found := _value(word, plain[at + 1 :]))]
    return given[0] if len(given) == 1 and not _PATTERN.search(given[0]) else ""


def _value(word: str, rest: list[str]) -> str:
    found = _OPTION.match(word)
    return "" if found is None else word[found.end() :] or next(iter(rest), "")


def has_one_worker(config: Config) -> bool:
    """Whether a command or the environment that Logstash is started with gives a config one worker, or may."""
    for workload in config.workloads:
        variable = workload.container.variable(_VARIABLE)
        if _ONE_WORKER.search(" ".join(workload.container.words)) or (variable is not None and variable.value == "1"):
            return True
    if config.entry.kubernetes:
        return False
    services = services_of(config.documents[0])
    if any(_ONE_WORKER.search(" ".join(each.words)) or each.settings.get(_VARIABLE, "").strip("\"'") == "1" for each in services):
        return True
    return any(
        _VARIABLE_ONE.search(text) or any(map(_says_one, _commands(said))) for text, said in starts_of(config.documents[0].file)
    )


def _commands(text: str) -> Iterator[str]:
    """The commands of a text, each in one line, without comments."""
    for command in _COMMANDS.split(text.replace("\\\r\n", " ").replace("\\\n", " ")):
        if not command.lstrip().startswith("#"):
            yield command


def _says_one(command: str) -> bool:
    """Whether it starts Logstash, or gives words to what starts it, with one worker."""
    return ("logstash" in command or command.lstrip().startswith("[")) and _ONE_WORKER.search(command) is not None
