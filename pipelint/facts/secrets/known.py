"""Secrets: what must not be shown of configs, and texts without it. All that quotes a config goes through here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.span import Span
from pipelint.facts.secrets.masked import MASK, apart, masked, touching, within
from pipelint.facts.secrets.scan import scan, scan_file
from pipelint.facts.secrets.sections import Told, section_values, told
from pipelint.facts.secrets.values import Range

if TYPE_CHECKING:
    from pipelint.base.block import Block
    from pipelint.language.config import Config


# A shorter value may be a part of any word: it is hidden where nothing else stands beside it, a middling one between words.
_SHORT, _LONG = 5, 8
# No token of any service is shorter.
_TOKEN = 14
# So many are looked for: no real config has that many.
_MOST = 2_000
# A word of a language may stand for something else beside others.
_WORD = late(r"[A-Za-z]?(?:[a-z]{1,14}|[A-Z]{1,14})")


@dataclass(frozen=True, slots=True)
class Read:
    """A config as far as its secrets go: the documents that it was read from, and the sections in them.

    ``sound`` says that these are all that there is: nothing was refused.
    """

    engine: str
    documents: tuple[Document, ...]
    root: Block | None = None
    sound: bool = False

    @classmethod
    def of(cls, config: Config) -> Read:
        """Of a whole config."""
        return cls(config.engine.name, config.documents, config.root, not config.errors)


class Secrets:
    """What must not be shown of some configs, and of any other text what looks like a secret. Found when it is asked for."""

    def __init__(self, configs: Iterable[Read] = ()) -> None:
        self._known = tuple(map(_Known, configs))
        self._of: dict[Document, list[_Known]] = {}
        self._in_file: dict[SourceFile, list[Document]] = {}
        self._ranges: dict[Document | SourceFile, Sequence[Range]] = {}
        self._lines: dict[Document | SourceFile, dict[bytes, bytes]] = {}
        for known in self._known:
            for document in known.config.documents:
                self._of.setdefault(document, []).append(known)
                self._in_file.setdefault(document.file, []).append(document)

    def document(self, document: Document, start: int, end: int) -> bytes:
        """A part of a document's text as it may be shown."""
        return masked(document.text, self.in_document(document), start, end)

    def file(self, file: SourceFile, start: int, end: int) -> bytes:
        """A part of a file as it may be shown."""
        return masked(file.data, self.in_file(file), start, end)

    def around(self, file: SourceFile, start: int, end: int) -> Range:
        """A range of a file, made larger by what it has a part of: a secret is shown as one mask, marked as a whole or not."""
        for first, last in touching(self.in_file(file), start, end):
            start, end = min(start, first), max(end, last)
        return start, end

    def prose(self, said: str) -> str:
        """A text for people that may quote any of these configs, as it may be shown."""
        for known in self._known:
            said = known.values.hidden(said)
        # Most of what messages quote is a name, which holds nothing and looks like nothing.
        return said if len(said) < _TOKEN and said.isidentifier() else _without_looks(said)

    def lines(self, text: bytes, of: Document | SourceFile) -> bytes:
        """Lines that are to take the place of some of a document or file, as they may be shown."""
        if isinstance(of, Document) and of.sealed:
            return masked(text, [(0, len(text))])
        if isinstance(of, SourceFile) and any(document.sealed for document in self._in_file.get(of, ())):
            return self._known_lines(text, of)
        hidden = text.decode("utf-8", "surrogateescape")
        for known in self._of_text(of):
            hidden = known.values.hidden(hidden)
        raw = hidden.encode("utf-8", "surrogateescape")
        shown = masked(raw, apart(_looks(raw))).split(b"\n")
        there = self._masked_lines(of)
        # A line that only moves is shown as where it stands.
        return b"\n".join(_moved(line, now, there) for line, now in zip(text.split(b"\n"), shown, strict=True))

    def _known_lines(self, text: bytes, of: SourceFile) -> bytes:
        """Lines of a file of which nothing is shown that it does not have already, where that may be shown."""
        shown = dict(zip(of.data.split(b"\n"), masked(of.data, self.in_file(of)).split(b"\n"), strict=True))
        return b"\n".join(shown[line] if line in shown else masked(line, [(0, len(line))]) for line in text.split(b"\n"))

    def _of_text(self, of: Document | SourceFile) -> Iterable[_Known]:
        documents = [of] if isinstance(of, Document) else self._in_file.get(of, ())
        return dict.fromkeys(known for document in documents for known in self._of.get(document, ()))

    def _masked_lines(self, of: Document | SourceFile) -> dict[bytes, bytes]:
        """The lines of a text that have secrets, without blanks around them, with how they are shown."""
        if of not in self._lines:
            text, ranges = (of.text, self.in_document(of)) if isinstance(of, Document) else (of.data, self.in_file(of))
            pairs = zip(text.split(b"\n"), masked(text, ranges).split(b"\n"), strict=True)
            self._lines[of] = {line.strip(): shown.strip() for line, shown in pairs if line != shown}
        return self._lines[of]

    def in_document(self, document: Document) -> Sequence[Range]:
        """The secrets in a document's text, in order and apart."""
        if document.sealed:
            return [(0, len(document.text))]
        if document not in self._ranges:
            of = self._of.get(document, ())
            ranges = [one for known in of for one in known.in_document(document)] if of else _looks(document.text)
            self._ranges[document] = apart(ranges)
        return self._ranges[document]

    def in_file(self, file: SourceFile) -> Sequence[Range]:
        """The secrets in a file, in order and apart: those of its documents, and what is around these."""
        if file not in self._ranges:
            documents = list(dict.fromkeys(self._in_file.get(file, ())))
            if len(documents) == 1 and documents[0].text == file.data:
                return self.in_document(documents[0])
            inside = [document.map.to_file(Span(*one)) for document in documents for one in self.in_document(document)]
            self._ranges[file] = apart([*_looks(file.data), *((span.start, span.end) for span in inside)])
        return self._ranges[file]


def _moved(line: bytes, shown: bytes, there: Mapping[bytes, bytes]) -> bytes:
    bare = line.strip()
    return line.replace(bare, there[bare]) if bare in there else shown


@lru_cache(maxsize=512)
def _without_looks(said: str) -> str:
    """A text for people without what looks like a secret; an editor makes the same texts at every keystroke."""
    raw = said.encode("utf-8", "surrogatepass")
    found = scan(raw)
    return masked(raw, apart([*found.named, *found.shaped])).decode("utf-8", "surrogatepass")


def _looks(text: bytes) -> list[Range]:
    """What looks like a secret in a text that nobody has parsed."""
    found = scan_file(text)
    return [*found.named, *found.lines, *found.shaped]


class _Known:
    """The secrets of one config."""

    def __init__(self, config: Read) -> None:
        self.config = config
        self._told: dict[Document, Told] | None = None
        self._values: _Values | None = None

    @property
    def told(self) -> dict[Document, Told]:
        """What its sections say."""
        if self._told is None:
            self._told = {} if self.config.root is None else told(self.config.engine, self.config.root)
        return self._told

    def in_document(self, document: Document) -> list[Range]:
        """Those in a document, which may overlap."""
        said, found = self.told.get(document, Told()), scan_file(document.text)
        plain = apart(said.plain)
        named = [one for one in (*found.named, *found.lines) if not within(one, plain)]
        return [*named, *found.shaped, *said.secret]

    @property
    def values(self) -> _Values:
        """They as texts."""
        if self._values is None:
            config = self.config
            root = config.root if config.sound else None
            found = self._in_documents() if root is None else section_values(config.engine, root)
            self._values = _values_of(frozenset(found))
        return self._values

    def _in_documents(self) -> Iterator[str]:
        """Of a config that could not be read: what of it is in no section may be quoted, too."""
        yield from (value for said in self.told.values() for value in said.values)
        for document in self.config.documents:
            text = document.text
            yield from (text[start:end].decode("utf-8", "replace") for start, end in self.in_document(document))


class _Values:
    """Secrets, of which each line may be quoted by itself."""

    def __init__(self, values: Iterable[str]) -> None:
        self._whole = {line.strip() for value in values for line in value.split("\n")} - {""}
        some = [line for line in self._whole if len(line) >= _SHORT and not _WORD.fullmatch(line)]
        # The longest first, since one may begin with another.
        some.sort(key=lambda line: (-len(line), line))
        self._inside = re.compile("|".join(map(_bounded, some[:_MOST]))) if some else None

    def hidden(self, said: str) -> str:
        """A text without them."""
        if said.strip() in self._whole:
            return MASK
        return said if self._inside is None else self._inside.sub(MASK, said)


def _bounded(value: str) -> str:
    return re.escape(value) if len(value) >= _LONG else rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])"


@lru_cache(maxsize=16)
def _values_of(values: frozenset[str]) -> _Values:
    """These, made once for all versions of a config that has the same."""
    return _Values(values)
