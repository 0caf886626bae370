"""Private keys that a config names and that lie in its project, where everybody who reads it has them."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from itertools import islice

from pipelint.base.block import Block
from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, source_at
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.language.config import Config

# One that is encrypted asks for a passphrase.
_KEY = late(r"\A\s*(?:Bag Attributes\b[^-]*)?-----BEGIN (?:(?:RSA|EC|DSA) )?PRIVATE KEY-----(?!\s*Proc-Type: 4,ENCRYPTED)")
_PATH = late(r"[\w./@+-]*[/.][\w./@+-]+")
# Folders on the way up that may have the file system of the machine as it is.
_MOST = 4


def private_keys(config: Config) -> list[tuple[str, str, Place]]:
    """Those in a work tree of git that it does not leave out, and those that stand in a compose file: the parameter that names
    one, the file as it is shown, and the parameter's place."""
    blocks = () if config.entry.kubernetes else config.root.walk()
    params = [param for block in blocks for name in block.noted(_named) if (param := block.param(name)) is not None]
    return [(each.name, file, each.place) for each in params if (file := _key_at(each.place.document, each.value))]


def _named(block: Block) -> tuple[str, ...]:
    """The parameters that may name a key."""
    return tuple(name for name, param in block.params.items() if "key" in name.lower() and _PATH.fullmatch(param.value))


def _key_at(document: Document, path: str) -> str:
    """The file of the project which is the one at ``path``, where that is a key; "" where none is."""
    # Imported here: few configs name a key.
    from pipelint.facts.grok.whereabouts import brought
    from pipelint.sources.compose.services import services_of
    from pipelint.sources.compose.starts import content_of

    file = document.file
    if not file.project or file.path.startswith("<"):
        return ""
    said = ((each, content_of(each, path)) for each in services_of(document)) if path.startswith("/") else ()
    if (held := next((each for each, text in said if _KEY.search(text)), None)) is not None:
        return files.name(held.place.document.file.path)
    roots = [each for each in file.project if files.exists(files.join(each, ".git"))]
    if not roots:
        return ""
    above = islice(files.folders_within(full_path(file), roots), _MOST)
    beside = [files.join(files.folder_by_name(full_path(file)), path)]
    there = [*brought(document, path), *(each + path for each in above)] if path.startswith("/") else beside
    read = next((found for each in there if (found := source_at(posixpath.normpath(each), roots)) is not None), None)
    if read is None or _KEY.search(read.data.decode("utf-8", "replace")) is None or _is_left_out(full_path(read), roots):
        return ""
    return read.shown or read.path


def _is_left_out(path: str, roots: Sequence[str]) -> bool:
    """Whether git leaves it out, or a folder on the way to it."""
    for folder in files.folders_within(path, roots):
        if files.name(path) in files.ignored(folder, folder):
            return True
        path = folder
    return False
