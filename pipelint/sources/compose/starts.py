"""What builds an image, copies files to a machine or runs before an engine does: the texts of such files around a config."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, source_at, sources_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.sources.compose.mounts import items_of
from pipelint.sources.compose.services import Service
from pipelint.sources.images.around import place_of, script_of, taking
from pipelint.sources.images.dockerfile import FROM, start_of
from pipelint.yaml.tree import Mapping, read_yaml

# Folders above a config that are looked into, and files of each.
_UP = 4
_MOST = 40
_RECIPES = ("dockerfile", "containerfile")
_STARTS = (".yaml", ".yml", ".sh", ".tf", ".hcl", ".service", ".ps1")
_LISTS = late(r"\.env(?:\..+)?|.+\.env")
_FILLS_IN = late(rb"[^#]*\benvsubst\b(?P<list>[^<>|&;]*)")

# What hands signals on or ends more than one process, and systems whose images start nothing by themselves.
_INITS = frozenset(("tini", "dumb-init", "catatonit", "supervisord", "s6-svscan", "init", "my_init"))
_SYSTEMS = "alpine|debian|ubuntu|ruby|centos|rockylinux|almalinux|fedora|amazonlinux"
_SYSTEM = late(rf"(?:docker\.io/)?(?:library/)?(?:{_SYSTEMS})(?:[:@].*)?")
_SHELL = late(r"(?:/bin/|/usr/bin/)?(?:sh|bash|ash|dash)|-c|-e|-x")
_SHELL_SCRIPT = late(r"#![ \t]*/(?:usr/)?bin/(?:env[ \t]+)?(?:ba|da|a)?sh\b")
_OTHERWISE = late(r"(?m)^[^#\n]*(?:\b(?:exec|trap|wait|nohup|tini|dumb-init|supervisord)\b|(?<![&>])&[ \t]*$)|<<")


def may_start(name: str) -> bool:
    """Whether a file of this name may say what builds or starts something."""
    lower = name.lower()
    return lower.endswith(_STARTS) or lower.startswith(_RECIPES) or lower == "makefile"


def texts_around(document: Document) -> Iterator[bytes]:
    """Those beside a config and above it, but its own file."""
    file = document.file
    own = full_path(file)
    for folder in folders_above(document):
        found = sources_in(folder, file.project, may_start, _MOST)
        yield from (read.data for read in found if document.part or read.path != own)


def filled_in(document: Document, name: str) -> bool:
    """Whether a script around a config runs envsubst over its file, in which a variable is written as a shell's."""
    written = re.compile(rb"\$(?:%b\b|\{%b\})" % ((re.escape(name.encode()),) * 2))
    return written.search(document.file.bytes) is not None and _fills_in(document, name.encode())


def told_around(document: Document, name: str) -> bool:
    """Whether a script or a list of variables around a config names a variable."""
    wanted = re.compile(rb"\b%b\b" % re.escape(name.encode()))
    lists = (
        one.data for folder in folders_above(document) for one in sources_in(folder, document.file.project, _LISTS.fullmatch)
    )
    return any(wanted.search(text) for each in (texts_around(document), lists) for text in each if text != document.file.data)


def _fills_in(document: Document, name: bytes) -> bool:
    own = files.name(document.file.path).encode()
    lines = (line for text in texts_around(document) if b"envsubst" in text for line in text.splitlines())
    found = (each for line in lines if own in line or b".y" not in line for each in [_FILLS_IN.match(line)] if each is not None)
    # A list of variables, as in envsubst '$A $B', leaves all others to the engine.
    return any(b"$" not in each["list"] or name in each["list"] for each in found)


def folders_above(document: Document) -> Iterator[str]:
    """The folder of a config and the next ones above it, as far as the project reaches."""
    return islice(files.folders_within(full_path(document.file), document.file.project), _UP)


def held_by_a_shell(document: Document, program: re.Pattern[str]) -> Iterator[Place]:
    """The last lines of scripts that start a program, which ``program`` finds by its line, and wait for it.

    Those with which the images begin that Dockerfiles make with the config in them, and no init.
    """
    for folder, text in taking(document.file):
        bases, start = FROM.findall(text), start_of(text)
        if not bases or any(files.name(word) in _INITS for words in start.values() for word in words):
            continue
        # An image of something else may have an entry point of its own.
        if "ENTRYPOINT" in start or _SYSTEM.fullmatch(bases[-1]):
            said = start.get("ENTRYPOINT") or start.get("CMD", [])
            words = [word for word in said if not _SHELL.fullmatch(word)]
            script = script_of(folder, document.file, text, words[0]) if words else None
            lines = "" if script is None else script.data.decode()
            if script is not None and (found := _child(lines, program)) is not None:
                yield place_of(Document.whole(script), lines, found.start(1), len(found[1]))


def held_by_its_script(service: Service, program: re.Pattern[str]) -> Place | None:
    """Where such a script stands with which a service starts: in a file of the host, else the service that has its text."""
    words = [word.strip("\"'") for word in service.words]
    named = [word for word in words if not _SHELL.fullmatch(word)]
    if not named or "-c" in words or any(files.name(word) in _INITS for word in words):
        return None
    for mount in service.mounts:
        if mount.path == named[0]:
            project = service.place.document.file.project
            script = source_at(mount.host_path, project) if mount.host_path else None
            text = content_of(service, mount.path) if script is None else script.data.decode()
            if (found := _child(text, program)) is not None:
                return service.place if script is None else place_of(Document.whole(script), text, found.start(1), len(found[1]))
    return None


def content_of(service: Service, target: str) -> str:
    """The text that a service has as a file of its compose file's ``configs``."""
    root = next(iter(read_yaml(service.place.document.file.bytes).roots), None)
    services, texts = (root.values.get(key) if isinstance(root, Mapping) else None for key in ("services", "configs"))
    node = services.values.get(service.name) if isinstance(services, Mapping) else None
    for each in items_of(node.values.get("configs") if isinstance(node, Mapping) else None):
        if isinstance(each, Mapping) and each.text("target") == target and isinstance(texts, Mapping):
            said = texts.values.get(each.text("source"))
            return said.text("content") if isinstance(said, Mapping) else ""
    return ""


def _child(text: str, program: re.Pattern[str]) -> re.Match[str] | None:
    """The last command of a shell script, where that starts the program as a child of the shell and waits for it."""
    found = None if _SHELL_SCRIPT.match(text) is None or _OTHERWISE.search(text) else [*program.finditer(text)]
    return found[-1] if found and not text[found[-1].end() :].strip() else None
