"""Texts in shell commands: heredocs of Dockerfiles, and the argument of an engine's option that takes a config.

In a heredoc whose word has no quotes the shell, or Docker, puts variables in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.text.changes import Change
from pipelint.base.text.document import SourceFile
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.sources.templates.heredoc import MAX_HEREDOCS, Heredoc, heredoc_folder, heredoc_map
from pipelint.sources.templates.maps import changed
from pipelint.sources.templates.marks import OPEN, Names, value_mark
from pipelint.sources.templates.texts import TextFolder

_INSTRUCTION = late(rb"^[ \t]*(?:(?P<copy>COPY|ADD)|RUN)[ \t][^\n]*?<<(?P<rest>[^\n]*)\n", re.MULTILINE | re.IGNORECASE)
_COMMAND = late(rb"^[ \t]*(?P<copy>(?!))?[^\s#][^\n]*?<<[^\n]*\n", re.MULTILINE)
_WORD = late(rb"(?<!<)<<(?!<)(?P<strip>-?)(?P<quote>[\"']?)(?P<word>\w+)(?P=quote)")
_TARGET = late(rb">>?[ \t]*[\"']?([\w./${}-]+)|\btee[ \t]+(?:-\w+[ \t]+)*[\"']?([\w./${}-]+)")
_VARIABLE = late(rb"\\([$`\\\n])|\$(\w+|\{[^{}\n]*\}|\([^()\n]*\))|`[^`\n]*`")
# An option that takes a config in the place of a file.
_OPTION = late(rb"[ \t](?:-e|--config\.string)[ \t=]+'(?P<text>[^']*)'")


def shell_folders(file: SourceFile) -> Iterator[list[TextFolder]]:
    """The texts in a Dockerfile or a unit of systemd, each in its one reading."""
    if OPEN in file.data:
        return
    for folder in islice(_heredocs(SourceMap.identity(file.data), _INSTRUCTION), MAX_HEREDOCS):
        yield [folder]
    yield from islice(_options(file.data), MAX_HEREDOCS)


def script_folders(readings: Sequence[SourceMap]) -> Iterator[list[TextFolder]]:
    """The heredocs of a shell script, each in those readings that have it at the same turn."""
    for turn in islice(zip_longest(*(_heredocs(source, _COMMAND) for source in readings)), MAX_HEREDOCS):
        there = [folder for folder in turn if folder is not None]
        yield [folder for folder in there if folder.texts.keys() == there[0].texts.keys()]


def is_script(text: bytes) -> bool:
    """Whether a text is a shell script: what it quotes is a config, and never all of it."""
    return text.lstrip().startswith(b"#!")


def _heredocs(source: SourceMap, command: re.Pattern[bytes]) -> Iterator[TextFolder]:
    at = missing = 0
    data = source.text
    while (found := command.search(data, at)) and missing < MAX_HEREDOCS:
        at = found.end()
        for word in _WORD.finditer(found[0]):
            end = re.compile(rb"^" + (rb"\t*" if word["strip"] else b"") + word["word"] + rb"\r?$", re.MULTILINE).search(data, at)
            if end is None:
                missing += 1
                break
            line = source.file.count(b"\n", 0, source.to_file(Span(at, at)).start)
            heredoc = Heredoc(Span(at, end.start()), _target(found, word), line, b"\t" if word["strip"] else b"")
            text = heredoc_map(source, heredoc)
            at = min(len(data), end.end() + 1)
            yield heredoc_folder(heredoc, text if word["quote"] else changed(text, list(_variables(text.text))))


def _options(data: bytes) -> Iterator[list[TextFolder]]:
    for found in _OPTION.finditer(data):
        line = data.rfind(b"\n", 0, found.start()) + 1
        if OPEN in found["text"] or data[line : found.start()].lstrip().startswith(b"#"):
            continue
        span = Span(*found.span("text"))
        number = data.count(b"\n", 0, found.start()) + 1
        source = SourceMap.join(data, [(span.cut(data), span)] if span.cut(data) else [])
        yield [TextFolder("", "", {"option.conf": source}, where={"option.conf": f"option -e in line {number}"})]


def _target(instruction: re.Match[bytes], word: re.Match[bytes]) -> str:
    """The name of the file that a heredoc becomes, "" where that is not said."""
    if instruction["copy"]:
        last = instruction[0].split()[-1]
        path = word["word"] if last.endswith(b"/") else last
    else:
        found = _TARGET.search(instruction[0])
        path = b"" if found is None else found[1] or found[2]
    return files.name(path.decode("utf-8", "replace"))


def _variables(text: bytes) -> Iterator[Change]:
    names = Names()
    for found in _VARIABLE.finditer(text):
        if found[1]:
            yield Change(Span(*found.span()), b"" if found[1] == b"\n" else found[1])
        else:
            yield Change(Span(*found.span()), value_mark(names.of(found[0])))
