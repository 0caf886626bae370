"""YAML that is a template, or has some in its texts: it is read with marks in the place of actions, and then the texts in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.lean.late import late
from pipelint.base.text.changes import Change
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.sourcemap import SourceMap, SourceMapError
from pipelint.base.text.span import Span
from pipelint.sources.discovery import Engines
from pipelint.sources.hosts.config_map import ConfigMaps
from pipelint.sources.hosts.helm.files import HelmValues
from pipelint.sources.hosts.protocol import Host, ScalarText
from pipelint.sources.hosts.read import read_hosts
from pipelint.sources.templates.maps import changed
from pipelint.sources.templates.marks import MARK
from pipelint.sources.templates.reading import read_template
from pipelint.sources.templates.texts import TextFolder, language_of
from pipelint.yaml.text import scalar_document

# What only a template says, and no manifest that happens to hold texts with braces.
_HELM = late(
    rb"\{\{-?\s*(?:/\*|(?:if|range|with|include|template|tpl|toYaml|end|define)\b|\$"
    rb"|\.(?:Values|Release|Chart|Files|Capabilities|Template)\b)|\{%"
)
_BLOCK = late(rb"[:-][ \t]+[|>][-+0-9]*[ \t]*(?:#.*)?$")
_INDENT = late(rb"\bn?indent[ (]+(\d+)")


def manifest_folders(file: SourceFile, engines: Engines) -> list[list[TextFolder]]:
    """The ConfigMaps of a manifest that is a template, or the files in values of a chart, each in all readings of it."""
    if _HELM.search(file.data) is None:
        return []
    hosts = [host for host in (ConfigMaps(), HelmValues(engines)) if host.may_be_in(file, yaml=True)]
    if not hosts:
        return []
    language = language_of(file)
    template = None if language is None else read_template(file.data, language)
    if template is None:
        return []
    found: dict[tuple[str, int], list[TextFolder]] = {}
    for pieces in template.readings():
        seen: dict[str, int] = {}
        for folder in _folders(file, SourceMap.join(file.data, pieces), hosts):
            key = folder.label, seen.get(folder.label, 0)
            seen[folder.label] = key[1] + 1
            found.setdefault(key, []).append(folder)
    return list(found.values())


def _folders(file: SourceFile, source: SourceMap, hosts: Sequence[Host]) -> Iterator[TextFolder]:
    """What hosts hold in one reading."""
    try:
        read = changed(source, list(_in_yaml(source)))
    except SourceMapError:
        return
    yaml = Document(file.path, file, read)
    found = read_hosts(SourceFile(file.path, read.text), hosts, yaml=True)
    for folder in found.folders:
        scalars = {name: text.scalar for name, text in folder.texts.items() if isinstance(text, ScalarText)}
        texts = {name: scalar_document(name, yaml, scalar, "").map for name, scalar in scalars.items()}
        called = MARK.sub(rb"{{\2}}", folder.name.encode()).decode()
        yield TextFolder(folder.kind, called, texts, folder.kubernetes, folder.path, folder.where, folder.open)


def _in_yaml(source: SourceMap) -> Iterator[Change]:
    """Changes after which what may be any lines stands in the texts of block scalars alone, indented as these are."""
    parent: int | None = None  # of the block scalar that the line is in, and its own indentation
    indent: bytes | None = None
    at = 0
    for line in source.text.splitlines(keepends=True):
        bare = line.strip()
        blanks = len(line) - len(line.lstrip(b" "))
        found = MARK.search(bare)
        start, at = at, at + len(line)
        if found is not None and found[0] == bare and found[1]:
            action = source.to_file(Span(start + line.index(bare), start + line.index(bare) + len(bare))).cut(source.file)
            said = _INDENT.search(action)
            depth = blanks if said is None else int(said[1])
            if parent is not None and depth > parent:
                indent = indent or b" " * max(depth, parent + 1)
                yield Change(Span(start, start + line.index(bare)), indent)
            else:
                yield Change(Span(start, at), b"")
            continue
        if not bare:
            continue
        if parent is not None and blanks > parent:
            indent = indent or line[:blanks]
            continue
        opens = not bare.startswith(b"#") and _BLOCK.search(bare) is not None
        parent, indent = (blanks, None) if opens else (None, None)
