"""Configs that nothing around them names, beside one that is named: a draft, or what was run before."""

from __future__ import annotations

import re

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in, wanted_in
from pipelint.base.disk.asked import follows
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.discovery.include import include_patterns
from pipelint.sources.compose.services import services_of
from pipelint.sources.compose.starts import folders_above, text_of

_MOST = 40
# The file that an image runs by its variable.
_RUN = late(rb"(?m)\bFLUENTD_CONF[=:\s]+[\"']?(?:[^\s\"']*/)?([\w.-]+)")
# A pattern for the files of a folder in that of the config.
_BELOW = late(r"(?:\./)?[\w-][\w.-]*/")
# What comes after the name of a folder of which no file is named by itself.
_NOT_ONE_FILE = rb"(?!/[\w.-]*\w)"
_COMMENT = late(rb"(?m)^[ \t]*#(?!!).*$")
# All of a folder, or all configs of one.
_ALL = late(
    rb"(?mi)^[ \t]*(?:COPY|ADD)[ \t]+(?:--\S+[ \t]+)*\.?/?[ \t]|\*\.conf|\bfileglob\b|--from-file[= ][\"']?\.?/?(?:[\"'\s]|$)"
)


def is_unnamed(document: Document) -> bool:
    """Whether what builds or starts images around it names another config of its folder, and neither it nor the folder."""
    file = document.file
    name = files.name(file.path)
    if not name.endswith(".conf"):
        return False
    folder = files.folder_by_name(full_path(file))
    beside = [each for each in wanted_in(folder, (".conf",))[:_MOST] if each != name]
    text, takes_all = _said(tuple(folders_above(document)), file.project) if beside else (b"", False)
    named = [each for each in beside if _names(text, each)]
    if takes_all or not named or _names(text, name) or _names(text, files.name(folder), _NOT_ONE_FILE):
        return False
    # The images run a file of its name, if nothing names another one.
    if name in FluentdDiscovery.main_files and not {*_RUN.findall(text)} & {each.encode() for each in named}:
        return False
    read = [each for each in sources_in(folder, file.project, (".conf",), _MOST) if files.name(each.path) != name]
    if not any(_is_config(each) for each in read if files.name(each.path) in named):
        return False
    included = (each for one in read for each in include_patterns(one.data))
    # An image that is built in the folder takes what its Dockerfile names.
    mounts = [mount.host_path for service in services_of(document) for mount in service.mounts if mount.host_path]
    may_include = any(files.name(each) == name or ("*" in each and not _BELOW.match(each)) for each in included)
    return not may_include and not files.within(file.path, mounts)


@follows
def _said(folders: tuple[str, ...], project: tuple[str, ...], /) -> tuple[bytes, bool]:
    """What builds or starts images says in some folders, and whether it takes all that is in one."""
    text = text_of(folders, project)
    said = _COMMENT.sub(b"", text) if text else text
    return said, bool(said) and _ALL.search(said) is not None


def _is_config(file: SourceFile) -> bool:
    return FluentdDiscovery().claims(file.data, file.path) is not None


def _names(text: bytes, name: str, after: bytes = b"") -> bool:
    word = name.encode("utf-8", "surrogateescape")
    return word in text and re.search(rb"(?<![\w.-])%s(?![\w.-])%s" % (re.escape(word), after), text) is not None
