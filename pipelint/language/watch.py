"""Watch: notes what is read of the sections that somebody types in, so that a later version can be asked the same again.

What was found out about the rest of a config while it was watched holds for all versions that answer alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from pipelint.base.block import Block, Param
from pipelint.base.lean.record_init import FIELDS
from pipelint.base.text import document as texts
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.language import config as configs
from pipelint.language.config import Config

Path = tuple[int, ...]
"""Where a section stands: its number among those inside the same one, of each section around it, outermost first."""

_T = TypeVar("_T")

# So many sections are watched at most. Somebody types in one of them; a text that is read for the first time has all of its own.
_MOST = 64


class _Reads:
    """What was read: of sections, with what that was, and bytes of documents as they are written, None for all of one."""

    def __init__(self) -> None:
        self.answers: dict[tuple[Path, str, object], object] = {}
        self.texts: dict[tuple[int, Span | None], tuple[Document, Span | None]] = {}

    def add(self, other: _Reads) -> None:
        """Those too."""
        self.answers |= other.answers
        self.texts |= other.texts


class Watch:
    """What is read of the sections of a config that were not copied from an earlier version, from ``begin`` to ``end``."""

    def __init__(self, root: Block) -> None:
        self._blocks: list[tuple[Path, Block]] = []
        self._params: dict[int, tuple[Path, Param]] = {}
        self._views: dict[int, dict[str, Param]] = {}
        self._direct = _Reads()
        self._into: _Reads | None = self._direct
        self._of_config: dict[tuple[Hashable, ...], tuple[object, _Reads]] = {}
        todo: list[tuple[Path, Block]] = [((), root)]
        while todo and len(self._blocks) <= _MOST:
            path, block = todo.pop()
            if block.alone is None:
                self._blocks.append((path, block))
                todo += [((*path, number), inner) for number, inner in enumerate(block.blocks)]
        self.possible = len(self._blocks) <= _MOST
        self.paths = {id(block): path for path, block in self._blocks}

    def begin(self) -> None:
        """Notes what is read from now on."""
        global _now
        for path, block in self._blocks:
            self._views[id(block)] = _Params(block.params, path)
            for param in block.params.values():
                self._params[id(param)] = path, param
                _become(param, _WatchedParam)
            _become(block, _WatchedBlock)
        _now = configs.watching = self
        texts.watching = self.text

    def end(self) -> None:
        """Notes no more, and leaves the sections as they were."""
        global _now
        if _now is self:
            _now = configs.watching = texts.watching = None
            for _, param in self._params.values():
                _become(param, Param)
            for _, block in self._blocks:
                _become(block, Block)
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

    def holds(self, twins: Mapping[int, Block], new: Config, unchanged: Callable[[Document, Span | None], bool]) -> bool:
        """Whether in ``new`` all is read that was read. ``unchanged`` says whether bytes of a document are as they were."""
        at = {path: twins[id(block)] for path, block in self._blocks}

        def hold(reads: _Reads) -> bool:
            asked = ((_ASKED[kind](at[path], key), answer) for (path, kind, key), answer in reads.answers.items())
            return all(same(*each) for each in asked) and all(unchanged(*text) for text in reads.texts.values())

        noted = self._of_config.items()
        return hold(self._direct) and all(hold(reads) or same(said, new.noted(*asked), twins) for asked, (said, reads) in noted)

    def answer(self, path: Path, kind: str, key: object, answer: object) -> None:
        """Notes what was read."""
        if self._into is not None:
            self._into.answers.setdefault((path, kind, key), answer)

    def text(self, document: Document, span: Span | None) -> None:
        """Notes bytes of a document that are read."""
        if self._into is not None:
            self._into.texts[id(document), span] = document, span

    def params(self, block: Block) -> dict[str, Param]:
        """The parameters of a watched section, which note what is asked of them."""
        return _params(block) if self._into is None else self._views.get(id(block), _params(block))

    def of_param(self, param: Param, kind: str, value: object) -> None:
        """Notes what was read of a parameter."""
        if id(param) in self._params:
            self.answer(self._params[id(param)][0], kind, param.name, value)

    def noted(self, block: Block, make: Callable[[Block], _T]) -> _T:
        """What is noted of a watched section: only what it says counts, not what it reads."""
        with self.noting(None):
            said = Block.noted(block, make)
        # A class makes a place to write into, which says nothing yet.
        if id(block) in self.paths and not isinstance(make, type):
            self.answer(self.paths[id(block)], "noted", make, said)
        return said

    def of_config(self, config: Config, make: Callable[..., _T], *of: Hashable) -> _T:
        """The same of what is noted of a whole config, which is asked for again where what it reads has changed."""
        into, key = self._into, (make, *of)
        if into is None:
            return make(config, *of)
        reads = self._of_config[key][1] if key in self._of_config else _Reads()
        with self.noting(reads):
            said = config.plainly_noted(make, *of)
        self._of_config.setdefault(key, (said, reads))
        if into is not self._direct:
            into.add(reads)
        return said

    def items(self, block: Block) -> None:
        """All of a section is read."""
        if id(block) in self.paths:
            self.answer(self.paths[id(block)], "items", None, _all_of_it(block))


_now: Watch | None = None
_become = object.__dict__["__class__"].__set__
_params: Callable[[Block], dict[str, Param]] = Block.params.__get__  # type: ignore[attr-defined]
_items = Block.items.__get__  # type: ignore[attr-defined]


def _of_param(name: str) -> property:
    slot = Param.__dict__[name]

    def read(param: Param) -> object:
        value = slot.__get__(param)
        if _now is not None:
            _now.of_param(param, name, value)
        return value

    return property(read, slot.__set__)


class _WatchedParam(Param):
    """A parameter of a watched section."""

    __slots__ = ()
    __class__ = property(lambda _: Param)  # type: ignore[assignment]
    value = _of_param("value")  # type: ignore[assignment]
    embedded = _of_param("embedded")  # type: ignore[assignment]
    data = _of_param("data")  # type: ignore[assignment]


class _WatchedBlock(Block):
    """A watched section."""

    __slots__ = ()
    __class__ = property(lambda _: Block)  # type: ignore[assignment]

    @property
    def params(self) -> dict[str, Param]:  # type: ignore[override]
        return _params(self) if _now is None else _now.params(self)

    @property
    def items(self) -> tuple[Param | Block, ...]:  # type: ignore[override]
        if _now is not None:
            _now.items(self)
        found: tuple[Param | Block, ...] = _items(self)
        return found

    @property
    def names(self) -> Collection[str]:
        return self.params

    def noted(self, make: Callable[[Block], _T]) -> _T:
        return Block.noted(self, make) if _now is None else _now.noted(self, make)


class _Params(dict[str, Param]):
    """The parameters of a watched section by name."""

    def __init__(self, params: dict[str, Param], path: Path) -> None:
        super().__init__(params)
        self.path = path

    def __getitem__(self, name: str) -> Param:
        self._has(name)
        return super().__getitem__(name)

    def get(self, name: str, default: object = None) -> object:  # type: ignore[override]
        self._has(name)
        return super().get(name, default)  # type: ignore[arg-type]

    def __contains__(self, name: object) -> bool:
        self._has(name)
        return super().__contains__(name)

    def _has(self, name: object) -> None:
        if _now is not None:
            _now.answer(self.path, "has", name, super().__contains__(name))


def _of_all(name: str) -> Callable[..., object]:
    plain: Callable[..., object] = getattr(dict, name)

    def read(self: _Params, *others: object) -> object:
        if _now is not None:
            _now.answer(self.path, "names", None, tuple(dict.keys(self)))
        return plain(self, *others)

    return read


for _name in ("__iter__", "__len__", "__reversed__", "__eq__", "__ne__", "__or__", "__ror__", "keys", "values", "items", "copy"):
    setattr(_Params, _name, _of_all(_name))


def _part(name: str) -> Callable[[Block, object], object]:
    def ask(block: Block, key: object) -> object:
        param = block.params.get(str(key))
        return None if param is None else getattr(param, name)

    return ask


def _all_of_it(block: Block, _: object = None) -> object:
    params = [item for item in _items(block) if isinstance(item, Param)] if block.alone is None else block.items
    return tuple((item.name, item.value, item.embedded, item.data) for item in params if isinstance(item, Param))


# How the same is asked of another version, by the kind of question.
_ASKED: Mapping[str, Callable[..., object]] = {
    "has": lambda block, key: key in block.params,
    "names": lambda block, _: tuple(block.params),
    "items": _all_of_it,
    "noted": lambda block, key: block.noted(key),
    "value": _part("value"),
    "embedded": _part("embedded"),
    "data": _part("data"),
}


def _alike(one: Block, other: Block) -> bool:
    """Whether two sections are the same but for their parameters, and what is in the sections inside."""
    if (one.name, one.arg, one.open, one.asks, len(one.blocks)) != (other.name, other.arg, other.open, other.asks, len(other.blocks)):
        return False
    asked, now = one.condition, other.condition
    return asked is None or now is None or asked.place.text == now.place.text


def same(one: object, other: object, twins: Mapping[int, Block] | None = None, known: set[tuple[int, int]] | None = None) -> bool:
    """Whether two things say the same, wherever they stand. Sections are the same where ``twins`` or their copies say so."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Place | Document):
        return True
    if isinstance(one, Block) and isinstance(other, Block):
        return twins is not None and (twins.get(id(one)) is other or (one.alone is not None and one.alone is other.alone))
    # What knows each other is compared once.
    known = set() if known is None else known
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(same(*pair, twins, known) for pair in zip(one, other, strict=True))  # type: ignore[arg-type]
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key], twins, known) for key in one)  # type: ignore[call-overload,index]
    fields = getattr(type(one), FIELDS, None)
    if fields is None:
        return bool(one == other)
    if (id(one), id(other)) in known:
        return True
    known.add((id(one), id(other)))
    names = [name for name, spec in fields.items() if spec.compare]
    return all(same(getattr(one, name), getattr(other, name), twins, known) for name in names)
