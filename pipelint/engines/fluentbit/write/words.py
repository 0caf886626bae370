"""What a document says, word by word: so an edit is checked, and nothing but what was asked for may have changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import edited_text
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.engines.fluentbit.syntax.formats import is_yaml, read
from pipelint.engines.fluentbit.syntax.section import Indent, Section, Variable, block_of

Said = tuple[str, ...]
"""``[`` and the name of a section, ``]`` at its end, or what a key, a variable or an include says."""
_CLOSE: Said = ("]",)
_Range = tuple[int, int]


class Word(NamedTuple):
    """What is said, and where: the range of a key and of its value, or that of a section's head alone."""

    said: Said
    places: tuple[_Range, ...]


class Part(NamedTuple):
    """A section that can be read again by itself: its bytes up to the next one, and its words (the last excluded)."""

    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True)
class Words:
    """The words of a document in its order, and how much is wrong with it and ignored of it."""

    document: Document
    yaml: bool
    words: Sequence[Word]
    wrong: tuple[int, int]
    indent: Indent

    @cached_property
    def parts(self) -> list[Part]:
        """Sections in the classic format after the first indented line, of a document with nothing wrong in it.

        From one to the next the format hands on nothing but the indentation.
        """
        first = self.indent.place
        if self.yaml or first is None or self.wrong != (0, 0):
            return []
        tops, at = [], 0
        while at < len(self.words):
            tops.append(at)
            at = self.closing(at) + 1 if self.words[at].said[0] == "[" else at + 1
        parts = []
        for top, after in zip(tops, [*tops[1:], None], strict=True):
            # What is no section ends none: keys may follow it.
            if all(self.words[each].said[0] == "[" for each in (top, after) if each is not None):
                start = self.words[top].places[0][0]
                end = len(self.document.text) if after is None else self.words[after].places[0][0]
                parts += [Part(start, end, top, len(self.words) if after is None else after)] if start > first.span.end else []
        return parts

    @cached_property
    def _numbers(self) -> dict[tuple[_Range, ...], int]:
        """The first word of each place."""
        return {word.places: number for number, word in reversed([*enumerate(self.words)])}

    def param(self, param: Param) -> int:
        """The number of the word that a parameter is. Raises WriterError."""
        return self._at(*_places(param))

    def section(self, block: Block) -> int:
        """The number of the word that begins a section. Raises WriterError."""
        mine = [item for item in block.items if isinstance(item, Param) and item.name_place.document is self.document]
        return self._at(_range(block.head_place.span)) if not mine else self.opening(self.param(mine[-1]))

    def opening(self, number: int) -> int:
        """The word that begins the section in which a word is; -1 for the whole document."""
        depth = 0
        for before in range(number - 1, -1, -1):
            said = self.words[before].said
            if said == _CLOSE:
                depth += 1
            elif said[0] == "[":
                if depth == 0:
                    return before
                depth -= 1
        return -1

    def closing(self, number: int) -> int:
        """The word that ends the section which a word begins."""
        end = number + 1
        while self.words[end].said != _CLOSE:
            end = self.closing(end) + 1 if self.words[end].said[0] == "[" else end + 1
        return end

    def _at(self, *places: _Range) -> int:
        if places not in self._numbers:
            raise WriterError("this does not stand in the text")
        return self._numbers[places]

    def verify(self, edit: Edit, wanted: Sequence[Said]) -> Edit:
        """The edit, if the text says ``wanted`` when it is made. Raises WriterError if not."""
        return self._verified(edit, wanted, self.after(edit))

    def _verified(self, edit: Edit, wanted: Sequence[Said], after: Words) -> Edit:
        if [word.said for word in after.words] != list(wanted) or after.wrong != self.wrong:
            raise WriterError("the layout of this text does not allow the change")
        return edit

    def verify_added(self, edit: Edit, inside: int, added: Sequence[Said]) -> Edit:
        """The edit, if it adds these words to the section that the word ``inside`` begins, and no more. Raises WriterError."""
        after = self.after(edit)
        new = range(edit.span.start, edit.span.start + len(edit.text.encode()) + 1)
        later = range(max(inside, 0), len(after.words))
        first = next((at for at in later if (places := after.words[at].places) and places[0][0] in new), None)
        if first is None or after.opening(first) != inside:
            raise WriterError("the layout of this text does not allow the change")
        said = [word.said for word in self.words]
        return self._verified(edit, [*said[:first], *added, *said[first:]], after)

    def after(self, edit: Edit) -> Words:
        """The words when an edit is made. Those of sections after the one that it is in have the places of before."""
        part = next((part for part in self.parts if part.start <= edit.span.start and edit.span.end <= part.end), None)
        if part is not None:
            text = edited_text(self.document.text[: part.end], [edit])[part.start :]
            if text.startswith(b"[") and (text.endswith(b"\n") or part.end == len(self.document.text)):
                again = _words(self._with(text), yaml=False, indent=self.indent)
                moved = [Word(word.said, tuple((a + part.start, b + part.start) for a, b in word.places)) for word in again.words]
                words = [*self.words[: part.first], *moved, *self.words[part.last :]]
                return Words(self.document, False, words, again.wrong, self.indent)
        return _words(self._with(edited_text(self.document.text, [edit])), yaml=self.yaml)

    def _with(self, text: bytes) -> Document:
        return Document.whole(SourceFile(self.document.file.path, text))


def words_of(document: Document, item: Block | Param) -> Words:
    """The words of the document that holds an item. An included file is in the format of the one that includes it."""
    yaml = is_yaml(document)
    found = _words_before(document, yaml)
    try:
        if isinstance(item, Param):
            found.param(item)
        elif len(item.head_place.span):
            found.section(item)
    except WriterError:
        return _words_before(document, not yaml)
    return found


# Each fix of a text asks for the same.
@lru_cache(maxsize=2)
def _words_before(document: Document, yaml: bool) -> Words:
    return _words(document, yaml=yaml)


def section_words(name: str, params: Sequence[tuple[str, str]]) -> list[Said]:
    """The words of a section with these keys."""
    return [("[", name), *(("key", key, value) for key, value in params), _CLOSE]


def _words(document: Document, *, yaml: bool, indent: Indent | None = None) -> Words:
    indent = indent or Indent()
    found = read(document, indent, yaml=yaml)
    words: list[Word] = []
    for item in found.items:
        if isinstance(item, Section):
            words += _of_block(block_of(item))
        elif isinstance(item, Variable):
            words.append(_of_variable(item))
        else:
            words.append(Word(("include", item.path), (_range(item.place.span),)))
    return Words(document, yaml, words, (len(found.errors), len(found.ignored)), indent)


def _of_block(block: Block) -> Iterator[Word]:
    yield Word(("[", block.name), (_range(block.head_place.span),))
    for item in sorted(block.items, key=_start):
        if isinstance(item, Block):
            yield from _of_block(item)
        else:
            yield Word(("key", item.name, item.value), _places(item))
    yield Word(_CLOSE, ())


def _of_variable(variable: Variable) -> Word:
    place, value = _range(variable.place.span), variable.value
    if value is None:
        return Word(("@", variable.name, variable.uri, str(variable.refresh)), (place,))
    # What sets a variable is a parameter of the whole config.
    name = ("key", "@SET") if variable.meta and variable.name.upper() == "SET" else ("@", variable.name)
    return Word((*name, value.text), (place, _range(value.content_place.span)))


def _start(item: Param | Block) -> _Range:
    """Where an item stands: several sections of a list have the same head."""
    if isinstance(item, Param):
        return _range(item.name_place.span)
    inner = min((_start(each) for each in item.items), default=(0, 0))
    return item.head_place.span.start, inner[0]


def _places(param: Param) -> tuple[_Range, _Range]:
    return _range(param.name_place.span), _range(param.place.span)


def _range(span: Span) -> _Range:
    return span.start, span.end
