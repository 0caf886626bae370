"""What an include stands for: of Fluentd's two formats, and the ``path.config`` of a Logstash pipeline."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.text.document import Document, Place
from pipelint.base.text.lines import lines_of
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.discovery.include import include_target, yaml_include_target
from pipelint.sources.glob import Budget, TooManyFiles

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot

# The path is in quotes, or goes on to a comment behind a blank.
_INCLUDE = re.compile(rb"""[ \t]*@?include[ \t]+(?:"([^"]*)"|'([^']*)'|([^"'#].*?))[ \t]*(?:(?<=[ \t"'])#.*)?\Z""")
_LONGEST = 4096  # bytes of a line that is looked at
_YAML = re.compile(rb"""!include[ \t]+("[^"\r\n]*"|'[^'\r\n]*'|[^\s,\]}]+)""")


def included(config: Config, place: Place, snapshot: Snapshot, uri: str) -> Iterator[lsp.Location]:
    """The beginnings of what an include on the line of ``place`` stands for."""
    if config.engine.name == "fluentd":
        yield from (_start(document, snapshot, uri) for document in _documents(config, place))


def _documents(config: Config, place: Place) -> Iterator[Document]:
    document = place.document
    lines = lines_of(document.text)
    number = lines.line(place.span.start)
    line = lines.content(number)[:_LONGEST]
    resolve = config.entry.bundle.resolve
    if b"!include" in line:
        for found in _YAML.finditer(line):
            yield from resolve(yaml_include_target(found[1].strip(b"\"'").decode("utf-8", "replace")), document).documents
    elif (include := _INCLUDE.match(line)) is not None:
        path = next(part for part in include.groups() if part is not None)
        yield from resolve(include_target(path.decode("utf-8", "replace")), document).documents


def _start(document: Document, snapshot: Snapshot, uri: str) -> lsp.Location:
    if snapshot.holds(document):
        return lsp.Location(uri, snapshot.positions.range(document.map.to_file(Span(0, 0))))
    return _beginning(document.file.path)


def path_configs(snapshot: Snapshot, offset: int) -> Iterator[lsp.Location]:
    """The files of the ``path.config`` at a byte of a pipelines.yml."""
    from pipelint.engines.logstash.discovery.paths import config_files

    for checked in snapshot.checked:
        for block in checked.config.graph.pipelines.values():
            param = block.param("path.config")
            if param is None or not snapshot.holds(param.place.document):
                continue
            span = param.place.file_span
            if span.start <= offset <= span.end:
                try:
                    files = config_files(param.value, os.path.dirname(snapshot.path), Budget(), param.place.document.file.project)  # noqa: PTH120
                except (TooManyFiles, ValueError):
                    return
                yield from map(_beginning, files)


def _beginning(path: str) -> lsp.Location:
    zero = lsp.Position(0, 0)
    return lsp.Location(Path(path).absolute().as_uri(), lsp.Range(zero, zero))
