"""Whether a text names a file: by its path, by a folder that holds it, or by a pattern."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.sources.kinds import is_build_name
from pipelint.sources.use.texts import Text

# What a path in a text begins after and ends before, and how much of a line is looked at.
_END = late(rb"[\s\"'`=,;()\[\]<>|&#:]")
_LONGEST = 300
# A character of a name, and what may not come after one.
_WORD, _MORE = late(rb"[\w.-]"), late(rb"[\w-]|\.\w")
# A file of a folder, which is then not meant as a whole.
_INSIDE = late(rb"/[\w.-]*\w")
# A word without a slash may be a folder where a line copies something, or after such a key.
_KEY = late(rb"(?i)(?:src|source|path|dir|directory|chdir|from-file|context|-v)[\"']?(?:[ \t]*[:=])?[ \t]*[\"']?$")
_MOVES = late(rb"(?i)(?:^|[\s;&|])(?:cp|mv|rsync|scp|tar|copy|add|in)[ \t]")
_MARKS, _VARIABLE = (b"$", b"{{"), late(rb"\$?\{\{[^{}\n]*\}\}|\$\{[^{}\n]*\}|\$\w+")
_BUILDS = late(rb"\b(?:build|context)\b")
# A drawing of folders, or a table.
_DRAWN = ("├", "└", "│", "|--", "`--")
# A web server's: what looks like a path there is one of its pages, and its own files elsewhere are no configs of an engine.
_PAGES, _SERVERS = late(rb"(?i)\bproxy_?pass\b"), ("/etc/nginx/", "/etc/httpd/", "/etc/apache2/")
# All that is in a folder.
_ALL = late(rb"(?mi)^[ \t]*(?:COPY|ADD)[ \t]+(?:--\S+[ \t]+)*\.?/?[ \t]|--from-file[= ][\"']?\.?/?(?:[\"'\s]|$)")
_COPIES = late(rb"(?i)[ \t]*(?:COPY|ADD)[ \t]")
# A folder of the machine that the compose file does not say.
_SOMEWHERE = late(rb"-[ \t]*[\"']?\$\{?(?!PWD\b)\w+[^\s:/]*/?:/")


def names(text: Text, path: str, home: str, words: Collection[str], *, copies: bool = True, folders: bool = True) -> bool:
    """Whether a text may name the file at ``path``; without ``copies`` by more than that an image gets it, without ``folders``
    not as one of a folder, nor by a pattern in a config beside it.

    An image that gets all of a folder may be one of the engine's where its Dockerfile has one of ``words``.
    """
    if b"kind: ConfigMap" in text.said or (text.is_config and _PAGES.search(text.said)):
        return False
    own = not text.builds or any(word.encode() in text.said for word in words) or b"FROM $" in text.said
    if copies and folders and own and not text.prose and files.inside(path, [text.folder]) and _ALL.search(text.said):
        return True
    name = files.name(path)
    if any(_leads(text, said, path, home, inner) for said, inner in _written(text, name, copies=copies)):
        return True
    above, folder = path, files.folder_by_name(path)
    while folders and above != home and files.inside(above := files.folder_by_name(above), [home]):
        if any(_takes_folder(text, said, above, home, line) for said, line in _folders(text, files.name(above), copies=copies)):
            return True
    # What is beside it includes it, or names files of other programs.
    if text.prose or (not folders and text.is_config and text.folder == folder):
        return False
    return any(_matches(text, pattern, folder, name, home) for pattern in _patterns(text, copies=copies and folders))


def _written(text: Text, name: str, *, copies: bool) -> Iterator[tuple[str, bool]]:
    """The paths to a file of this name as they stand in a text; whether each is one in a container, which is made of others."""
    inner = text.is_compose and _SOMEWHERE.search(text.said) is None
    for start, end in _words(text.said, name):
        line = _line(text.said, start)
        if _MORE.match(text.said, end) or (not copies and _COPIES.match(line)) or (text.prose and _is_drawn(line)):
            continue
        said = _path_before(text.said, start)
        taken = text.builds and _COPIES.match(line) is not None
        yield said + name, inner or taken or text.said[: start - len(said.encode())][-1:] == b":"


def _leads(text: Text, said: str, path: str, home: str, inner: bool) -> bool:
    """Whether what is written may be a path to the file or folder at ``path``."""
    plain = _known(said)
    if said.startswith("/"):
        if said.startswith(_SERVERS):
            return False
        # What is in an image comes from the folder of its Dockerfile.
        within = not text.builds or files.inside(path, [text.folder])
        return not inner and within and files.name(plain) == files.name(path)
    bases = [text.folder]
    while not text.is_compose and bases[-1] != home and files.inside(bases[-1], [home]):
        bases.append(files.folder_by_name(bases[-1]))
    found = [each for each in (posixpath.normpath(files.join(base, plain)) for base in bases) if files.exists(each)]
    return found[0] == path if found else f"/{path}".endswith("/" + plain.lstrip("./"))


def _known(said: str) -> str:
    """A path without what variables before it say."""
    kept = said.split("/")
    unknown = [at for at, each in enumerate(kept) if any(char in each for char in "${}%~")]
    return "/".join(kept[unknown[-1] + 1 :]) if unknown else said


def _folders(text: Text, name: str, *, copies: bool) -> Iterator[tuple[str, bytes]]:
    for start, end in _words(text.said, name):
        line = _line(text.said, start)
        if _MORE.match(text.said, end) or _INSIDE.match(text.said, end) or (not copies and _COPIES.match(line)):
            continue
        said = _path_before(text.said, start)
        at, after = start - len(said.encode()), text.said[end : end + 1]
        slash = "/" in said or after == b"/"
        copied = _MOVES.search(line) is not None or _KEY.search(text.said[max(0, at - _LONGEST) : at]) is not None
        if text.said[at - 1 : at] != b":" and (slash and copied if text.prose else slash or (copied and after != b":")):
            yield said + name, line


def _takes_folder(text: Text, said: str, folder: str, home: str, line: bytes) -> bool:
    """Whether a folder is named, and not just as what an image is built in: a Dockerfile there says what that takes."""
    inner = text.is_compose or text.builds
    if (folder == home and not said.startswith("/")) or not _leads(text, said, folder, home, inner):
        return False
    return not (_BUILDS.search(line) and any(map(is_build_name, files.entries(folder))))


def _patterns(text: Text, *, copies: bool) -> Iterator[str]:
    """The paths whose last part is, or has, a wildcard or a variable."""
    said = _VARIABLE.sub(b"?*", text.said) if any(mark in text.said for mark in _MARKS) else text.said
    at = said.find(b"*")
    while at >= 0:
        end = next((each.start() for each in _END.finditer(said, at, at + _LONGEST)), at + _LONGEST)
        pattern = _path_before(said, at) + said[at:end].decode("utf-8", "replace")
        above, _, last = pattern.rpartition("/")
        line = _line(said, at)
        # A variable alone may be anything, and a file beside others where a folder stands before it.
        wide = last.strip("?*") or above.strip("./?*") or ("?" not in last and _MOVES.search(line))
        if "*" in last and wide and (copies or not _COPIES.match(line)):
            yield pattern
        at = said.find(b"*", end)


def _matches(text: Text, pattern: str, folder: str, name: str, home: str) -> bool:
    """Whether a pattern may mean a file of this name in a folder."""
    above, _, last = pattern.rpartition("/")
    inner = text.is_compose or text.builds
    if not fnmatchcase(name, last) or (inner and (pattern.startswith("/") or not files.inside(folder, [text.folder]))):
        return False
    if "*" in above:
        return last.strip("?*") != ""
    if above in ("", "."):
        return text.folder == folder or not text.is_config
    if above.startswith("/"):
        return files.name(above) == files.name(folder) or text.folder == folder
    return _leads(text, above, folder, home, inner=False)


def _words(text: bytes, word: str) -> Iterator[tuple[int, int]]:
    said = word.encode("utf-8", "surrogateescape")
    at = text.find(said) if said else -1
    while at >= 0:
        if not _WORD.match(text[at - 1 : at]):
            yield at, at + len(said)
        at = text.find(said, at + len(said))


def _path_before(text: bytes, at: int) -> str:
    return _END.split(text[max(0, at - _LONGEST) : at])[-1].decode("utf-8", "replace")


def _line(text: bytes, at: int) -> bytes:
    start = max(text.rfind(b"\n", 0, at) + 1, at - _LONGEST)
    end = text.find(b"\n", at, at + _LONGEST)
    return text[start : end if end >= 0 else at + _LONGEST]


def _is_drawn(line: bytes) -> bool:
    said = line.decode("utf-8", "replace").lstrip()
    return said.startswith("|") or any(mark in said for mark in _DRAWN)
