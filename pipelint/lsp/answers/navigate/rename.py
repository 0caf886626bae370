"""Rename: a name in all places of a config, made on a copy that must then mean the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from pipelint.base.finding import Edit
from pipelint.base.text.changes import changed_lines, narrowed
from pipelint.base.text.locate import locate
from pipelint.checker.trial.trial import edited
from pipelint.engines.parts import parts_of
from pipelint.facts.editing.fields import characters
from pipelint.fixes.files import rewrite
from pipelint.lsp.answers.navigate.names import symbol_at, wholes_at
from pipelint.lsp.answers.navigate.renamed_fields import field_named, field_places
from pipelint.lsp.answers.navigate.same import Names, differs
from pipelint.lsp.positions import Positions

if TYPE_CHECKING:
    from pipelint.base.text.document import Document, Place, SourceFile
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot

# What code of the config, or the environment, makes of a name is not known.
_CODE = ("#{", "${", "%{")


class RefusedError(JsonRpcException):
    """Why something is not renamed, as the editor shows it. The code is the protocol's for a request that failed."""

    CODE = -32803


def renamable(snapshot: Snapshot, position: lsp.Position) -> lsp.PrepareRenamePlaceholder | None:
    """The name at a position that could be renamed; None where there is none."""
    at = snapshot.at(snapshot.positions.offset(position))
    named = None if at is None else _named(at[0].config, at[1])
    if named is None:
        return None
    return lsp.PrepareRenamePlaceholder(snapshot.positions.range(_bare(named[1], named[0].old).file_span), named[0].old)


def rename(
    snapshot: Snapshot,
    position: lsp.Position,
    new: str,
    uri: str,
    encoding: str,
    opened: Callable[[str], tuple[str, bytes] | None],
) -> lsp.WorkspaceEdit | None:
    """The edits that give the name at a position a new one everywhere. Raises RefusedError.

    ``opened`` gives the URI and the text of a file that is open.
    """
    offset = snapshot.positions.offset(position)
    at = snapshot.at(offset)
    named = None if at is None else _named(at[0].config, at[1])
    if at is None or named is None:
        return None
    if new == named[0].old:
        return lsp.WorkspaceEdit(document_changes=[])
    texts: dict[Document, bytes] = {}
    wholes = list(wholes_at(at[0].config, snapshot, offset))
    if wholes and any(same is None for _, same in wholes):
        raise RefusedError("save this file first: other files on disk are read together with it")
    for config, place in wholes or [(at[0].config, at[1])]:
        here = None if place is None else _named(config, place)
        if here is not None:
            texts |= _edited(config, here[0], new)
    made = rewrite(texts)
    if made.problems:
        raise RefusedError(f"not renamed: {made.problems[0].message.removeprefix('not fixed: ')}")
    changes = [_changes(file, data, snapshot, uri, encoding, opened) for file, data in made.files.items()]
    return lsp.WorkspaceEdit(document_changes=[*changes])


def _named(config: Config, place: Place) -> tuple[Names, Place] | None:
    """What is called how at a place, and where that is written."""
    symbol = symbol_at(config, place)
    if symbol is not None:
        return Names(symbol.kind, symbol.name), symbol.place
    field = field_named(config, place)
    return None if field is None else (Names("field", field.path[-1], field.path), field.place)


def _edited(config: Config, names: Names, new: str) -> dict[Document, bytes]:
    """The texts of a config with a new name. Raises RefusedError where the config would not mean the same with it."""
    if config.errors:
        raise RefusedError("the config has syntax errors: correct them first")
    if config.entry.readings:
        raise RefusedError("the config is a template: what is not in this reading of it may have the name too")
    if names.kind == "field":
        places = list(_of_field(config, names))
    else:
        same = [s for s in parts_of(config).editing.symbols(config) if (s.kind, s.name) == (names.kind, names.old)]
        if any(symbol.fixed for symbol in same):
            raise RefusedError(f"{names.old} means something to the engine itself")
        if any((s.kind, s.name) == (names.kind, new) for s in parts_of(config).editing.symbols(config)):
            raise RefusedError(f"there is another {names.kind} {new}")
        places = [symbol.place for symbol in same]
    edits = [_edit(place, names, new) for place in dict.fromkeys(places)]
    changed = edited(config.documents, edits)
    after = config.engine.load(config.entry, changed)
    if (why := differs(config, after, names, new)) is not None:
        raise RefusedError(f"{new!r} cannot be its name: {why}")
    return {document: made.text for document, made in changed.items()}


def _of_field(config: Config, names: Names) -> Iterator[Place]:
    found = field_places(config, names.path)
    if isinstance(found, str):
        raise RefusedError(f"the field {names.old} is not renamed: {found}")
    yield from found


def _edit(place: Place, names: Names, new: str) -> Edit:
    bare = _bare(place, names.old)
    if bare.text != names.old or any(mark in names.old for mark in _CODE):
        raise RefusedError(f"{names.old} is not written as it is read at line {locate(place).start.line}")
    if place.document.sealed:
        raise RefusedError(f"{names.old} stands in a text that is not shown")
    return Edit(bare.document, bare.span, new)


def _bare(place: Place, name: str) -> Place:
    """A name without the quotes around it."""
    return characters(place, name, 0, len(name))


def _changes(
    file: SourceFile,
    data: bytes,
    snapshot: Snapshot,
    uri: str,
    encoding: str,
    opened: Callable[[str], tuple[str, bytes] | None],
) -> lsp.TextDocumentEdit:
    version, there = snapshot.version, uri
    if file.path != snapshot.path:
        its = opened(file.path)
        if its is not None and its[1] != file.data:
            raise RefusedError(f"save {Path(file.path).name} first: the name stands in it")
        version, there = None, Path(file.path).absolute().as_uri() if its is None else its[0]
    positions = Positions(file.data, encoding)
    edits: list[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit] = []
    for change in changed_lines(file.data, data):
        small = narrowed(file.data, change)
        edits.append(lsp.TextEdit(positions.range(small.span), small.text.decode("utf-8", "replace")))
    return lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(there, version), edits)
