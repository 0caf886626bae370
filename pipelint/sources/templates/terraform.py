"""Terraform: the texts of its heredocs, in which ``${...}`` and ``%{...}`` are unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pipelint.base.lean.late import late
from pipelint.base.text.document import SourceFile
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.sources.templates.actions import Language
from pipelint.sources.templates.heredoc import MAX_HEREDOCS, Heredoc, heredoc_folder, heredoc_map
from pipelint.sources.templates.marks import OPEN
from pipelint.sources.templates.shell import is_script, script_folders
from pipelint.sources.templates.texts import TextFolder, template_maps

# What stands in a .tf up to the next heredoc: strings and comments may hold what looks like one.
_TOKEN = late(
    rb"\"(?:[^\"\\\n]|\\.)*\"?|#[^\n]*|//[^\n]*|/\*.*?(?:\*/|\Z)|<<(?P<strip>-?)(?P<word>[A-Za-z_]\w*)[ \t\r]*\n",
    re.DOTALL,
)
_KEY = late(rb"\"?([\w./-]+)\"?[ \t]*[=:][ \t(]*(?:[\w.]+\([ \t]*)*\Z")


def terraform_folders(file: SourceFile) -> Iterator[list[TextFolder]]:
    """The heredocs of a .tf, each in its readings."""
    if OPEN in file.data:
        return
    for heredoc in islice(_heredocs(file.data), MAX_HEREDOCS):
        source = heredoc_map(SourceMap.identity(file.data), heredoc)
        maps = template_maps(source, Language.TERRAFORM) or ([source] if _is_plain(source) else [])
        if maps and is_script(maps[0].text):
            yield from script_folders(maps)
        elif maps:
            yield [heredoc_folder(heredoc, each) for each in maps]


def _is_plain(source: SourceMap) -> bool:
    return b"${" not in source.text and b"%{" not in source.text


def _heredocs(data: bytes) -> Iterator[Heredoc]:
    at = counted = line = 0
    while found := _TOKEN.search(data, at):
        at = found.end()
        if found["word"] is None:
            continue
        end = re.compile(rb"^[ \t]*" + found["word"] + rb"[ \t]*\r?$", re.MULTILINE).search(data, at)
        if end is None:
            return
        key = _KEY.search(data, max(0, found.start() - 200), found.start())
        line += data.count(b"\n", counted, at)
        counted = at
        name = "" if key is None else key[1].decode()
        yield Heredoc(Span(at, end.start()), name, line, b" \t" if found["strip"] else b"")
        at = end.end()
