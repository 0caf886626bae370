"""Watch: notes what is read of the sections that somebody types in, so that a later version can be asked the same again.

What was found out about the rest of a config while it was watched holds for all versions that answer alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol, TypeVar

from pipelint.base.block import Block, Param
from pipelint.base.lean.record_init import FIELDS, Spec
from pipelint.base.text import document as texts
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.language import config as configs
from pipelint.language.config import Config
from pipelint.language.watch import watched

Path = tuple[int, ...]
"""Where a section stands: its number among those inside the same one, of each section around it, outermost first."""

_T = TypeVar("_T")

# So many sections are watched at most. Somebody types in one of them; a text that is read for the first time has all of its own.
_MOST = 64


class Moves(Protocol):
    """Where what stood in one version of a config stands in another."""

    def leaves(self, document: Document, span: Span | None) -> bool:
        """Whether these bytes, or all of a document, are as they were."""
        ...

    def leaves_file(self, file: SourceFile) -> bool:
        """Whether all of a file is as it was, one that none of the config's documents stands in included."""
        ...

    def same_place(self, one: Place, other: Place) -> bool:
        """Whether a place is now where the other one is."""
        ...


class _Reads:
    """What was read: of sections, with what that was, bytes of documents as they are written, None for all of one, and files."""

    def __init__(self) -> None:
        self.answers: dict[tuple[Path, str, object], object] = {}
        self.texts: dict[tuple[int, Span | None], tuple[Document, Span | None]] = {}
        self.files: dict[int, SourceFile] = {}

    def add(self, other: _Reads) -> None:
        """Those too."""
        self.answers |= other.answers
        self.texts |= other.texts
        self.files |= other.files


class Watch:
    """What is read of the sections of a config that were not copied from an earlier version, from ``begin`` to ``end``."""

    def __init__(self, root: Block) -> None:
        self._blocks: list[tuple[Path, Block]] = []
        self._params: dict[int, tuple[Path, str]] = {}
        self._views: dict[int, watched.WatchedParams] = {}
        self._direct = _Reads()
        self._into: _Reads | None = self._direct
        self._of_config: dict[tuple[Callable[..., object], tuple[Hashable, ...]], tuple[object, _Reads]] = {}
        todo: list[tuple[Path, Block]] = [((), root)]
        while todo and len(self._blocks) <= _MOST:
            path, block = todo.pop()
            if block.alone is None:
                self._blocks.append((path, block))
                todo += [((*path, number), inner) for number, inner in enumerate(block.blocks)]
        self._outer: set[tuple[Callable[..., object], tuple[Hashable, ...]]] = set()
        self.possible = len(self._blocks) <= _MOST
        self.paths = {id(block): path for path, block in self._blocks}

    @property
    def sections(self) -> list[Block]:
        """The sections that are watched."""
        return [block for _, block in self._blocks]

    def begin(self) -> None:
        """Notes what is read from now on."""
        for path, block in self._blocks:
            self._params |= {id(param): (path, param.name) for param in block.params.values()}
            self._views[id(block)] = watched.WatchedParams(block)
            watched.watched(block)
        watched.listener = configs.watching = self
        texts.watching, texts.watching_file = self._text, self._file

    def end(self) -> None:
        """Notes no more, and leaves the sections as they were."""
        if watched.listener is self:
            watched.listener = configs.watching = texts.watching = texts.watching_file = None
            for _, block in self._blocks:
                watched.plain(block)
            self._views.clear()

    @contextmanager
    def noting(self, into: _Reads | None) -> Iterator[None]:
        """What is read inside is noted there; None for nowhere."""
        before, self._into = self._into, into
        try:
            yield
        finally:
            self._into = before

    def twins(self, old: Config, new: Config) -> dict[int, Block] | None:
        """By the identity of a watched section of ``old`` that of ``new`` which stands in its place.

        None where something has changed that was not watched.
        """
        found: dict[int, Block] = {}
        todo = [(old.root, new.root)]
        while todo:
            one, other = todo.pop()
            if id(one) not in self.paths:
                if one.alone is not other.alone and one.place.text != other.place.text:
                    return None
                continue
            if not _alike(one, other):
                return None
            found[id(one)] = other
            todo += zip(one.blocks, other.blocks, strict=True)
        return found

    def holds(self, twins: Mapping[int, Block], new: Config, moves: Moves) -> bool:
        """Whether in ``new`` all is read that was read."""
        at = {path: twins[id(block)] for path, block in self._blocks}

        def hold(reads: _Reads) -> bool:
            asked = ((answer, watched.ASKED[kind](at[path], key)) for (path, kind, key), answer in reads.answers.items())
            left = all(moves.leaves(*text) for text in reads.texts.values()) and all(map(moves.leaves_file, reads.files.values()))
            return left and all(same(*each, moves) for each in asked)

        # What only others of these asked for counts as far as these say something else.
        noted = [(key, said) for key, said in self._of_config.items() if key in self._outer]
        return hold(self._direct) and all(
            hold(reads) or same(said, new.noted(make, *of), moves, twins) for (make, of), (said, reads) in noted
        )

    def params(self, block: Block) -> dict[str, Param] | None:
        """The parameters of a watched section, which tell what is asked of them."""
        return None if self._into is None else self._views.get(id(block))

    def of_param(self, param: Param, kind: str, value: object) -> None:
        """Notes what was read of a parameter."""
        if self._into is not None and id(param) in self._params:
            path, name = self._params[id(param)]
            self._into.answers.setdefault((path, kind, name), value)

    def of_block(self, block: Block, kind: str, key: object, said: object) -> None:
        """Notes what was read of a section."""
        if self._into is not None and id(block) in self.paths:
            self._into.answers.setdefault((self.paths[id(block)], kind, key), said)

    def noted(self, block: Block, make: Callable[[Block], _T]) -> _T:
        """What is noted of a watched section: only what it says counts, not what it reads."""
        with self.noting(None):
            said = Block.noted(block, make)
        # A class makes a place to write into, which says nothing yet.
        if not isinstance(make, type):
            self.of_block(block, "noted", make, said)
        return said

    def of_config(self, config: Config, make: Callable[..., _T], *of: Hashable) -> _T:
        """The same of what is noted of a whole config, which is asked for again where what it reads has changed."""
        into, key = self._into, (make, of)
        if into is None:
            return make(config, *of)
        reads = self._of_config[key][1] if key in self._of_config else _Reads()
        with self.noting(reads):
            said = config.plainly_noted(make, *of)
        self._of_config.setdefault(key, (said, reads))
        if into is self._direct:
            self._outer.add(key)
        else:
            into.add(reads)
        return said

    def _text(self, document: Document, span: Span | None) -> None:
        if self._into is not None:
            self._into.texts[id(document), span] = document, span

    def _file(self, file: SourceFile) -> None:
        if self._into is not None:
            self._into.files[id(file)] = file


def _alike(one: Block, other: Block) -> bool:
    """Whether two sections are the same but for their parameters, and what is in the sections inside."""
    asked, now = one.condition, other.condition
    return _shape(one) == _shape(other) and (asked is None or now is None or asked.place.text == now.place.text)


def _shape(block: Block) -> tuple[object, ...]:
    """What the parameters have no say in, and how many of these are overridden by others of their names."""
    inside = len(block.blocks)
    return block.name, block.arg, block.open, block.asks, inside, len(block.items) - len(block.params) - inside


def same(
    one: object,
    other: object,
    moves: Moves,
    twins: Mapping[int, Block] | None = None,
    known: set[tuple[int, int]] | None = None,
) -> bool:
    """Whether two things say the same of the same places. Sections are the same where ``twins`` or their copies say so."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Place) and isinstance(other, Place):
        return moves.same_place(one, other)
    if isinstance(one, Document):
        return True
    if isinstance(one, Block) and isinstance(other, Block):
        return twins is not None and (twins.get(id(one)) is other or (one.alone is not None and one.alone is other.alone))
    # What knows each other is compared once.
    known = set() if known is None else known
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(same(*pair, moves, twins, known) for pair in zip(one, other, strict=True))
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[key], other[key], moves, twins, known) for key in one)
    fields: Mapping[str, Spec] | None = getattr(type(one), FIELDS, None)
    if fields is None:
        return bool(one == other)
    if (id(one), id(other)) in known:
        return True
    known.add((id(one), id(other)))
    # What is equal wherever it stands is still said of a place.
    names = [name for name, spec in fields.items() if spec.compare or isinstance(getattr(one, name, None), Place)]
    return all(same(getattr(one, name), getattr(other, name), moves, twins, known) for name in names)
