"""Formats configs in memory: the white space between the tokens of their texts, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.finding import Note, Problem
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.changes import Change, spliced
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.sourcemap import SourceMap
from pipelint.checker.result import Checked, Loaded
from pipelint.checker.run import each_config
from pipelint.engines.parts import parts_of
from pipelint.fixes.apply import Fixed
from pipelint.fixes.files import rewrite
from pipelint.language.layout import Layout, changes

if TYPE_CHECKING:
    from pipelint.checker.named_files import NamedFiles
    from pipelint.engines.parts import Parts
    from pipelint.language.config import Config
    from pipelint.settings.model import Settings
    from pipelint.settings.project import Project


@dataclass(frozen=True, slots=True)
class Formatted:
    """The new bytes of the files that change, of how many there are; what could not be formatted, and what was left as it is."""

    files: dict[SourceFile, bytes]
    count: int
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]


class NotFormattedError(ValueError):
    """A text that stays as it is: why, as a problem or a note."""

    def __init__(self, said: Problem | Note) -> None:
        super().__init__(said.message)
        self.said = said


def format_configs(loaded: Loaded, project: Project, wanted: Callable[[Config, Document], bool]) -> Formatted:
    """Formats the documents of loaded configs that are ``wanted``, each once; nothing is written."""
    done, said = Fixed(), dict[tuple[str, str], Problem | Note]()
    seen: set[str] = set()

    def format_one(config: Config, settings: Settings, _: NamedFiles) -> Checked:
        for document in config.documents:
            if wanted(config, document) and done.of(document) is None:
                seen.add(document.file.path)
                try:
                    made = format_changes(document, parts_of(config))
                    done.put(document, spliced(document.text, made))
                except NotFormattedError as error:
                    said.setdefault((error.said.path, error.said.message), error.said)
        return Checked(config, (), None, settings)

    report = each_config(replace(loaded, problems=(), notes=()), project, format_one)
    written = rewrite(dict(done.texts.values()), "not formatted")
    problems = (*report.problems, *(each for each in said.values() if isinstance(each, Problem)), *written.problems)
    return Formatted(written.files, len(seen), problems, tuple(each for each in said.values() if isinstance(each, Note)))


def format_changes(document: Document, parts: Parts, only: Callable[[Change], bool] | None = None) -> list[Change]:
    """What formatting changes in a document's text, of that what ``only`` takes. Raises NotFormattedError.

    The new text is read again: its sections, values and tokens are the same.
    """
    before = parts.layout(document)
    if before is None:
        raise _left(document, "left as it is: pipelint formats no file of this kind")
    if before.errors:
        raise NotFormattedError(_syntax(document, before))
    made = changes(document.text, before.tokens, closed=document.text == document.file.data)
    made = made if only is None else [change for change in made if only(change)]
    if not made:
        return []
    new = spliced(document.text, made)
    after = parts.layout(replace(document, file=SourceFile(document.file.path, new), map=SourceMap.identity(new)))
    if after is None or after.errors or list(_said(document.text, before)) != list(_said(new, after)):
        path = document.file.path
        raise NotFormattedError(Problem(path, "not formatted: the result would read differently (a bug in pipelint)"))
    if document.back is not None and not document.back.takes(document.text, made):
        raise _left(document, "left as it is: what its template puts in stands in the way")
    return made


def _left(document: Document, why: str) -> NotFormattedError:
    return NotFormattedError(Note(document.file.path, f"{document.part}: {why}" if document.part else why, important=True))


def _syntax(document: Document, layout: Layout) -> Problem:
    error = layout.errors[0]
    file = document.file
    if document.sealed:
        return Problem(file.path, f"{document.part}: not formatted: it has a syntax error")
    expected = f" (expected {error.expected})" if error.expected else ""
    return Problem(file.path, f"not formatted: {error.message}{expected}", file, error.place.file_span)


def _said(text: bytes, layout: Layout) -> Iterator[object]:
    """What a text says: its tokens, and its sections with what the engine reads in them."""
    yield [text[token.start : token.end] for token in layout.tokens]
    for block in layout.root.walk():
        yield block.name, block.arg.split(), len(block.blocks), _values(block)


def _values(block: Block) -> Sequence[object]:
    """Names and values; of a structured one the tokens say it all."""
    return [(param.name, param.embedded, param.value if param.data is None else "") for param in block.params.values()]
