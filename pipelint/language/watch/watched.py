"""Sections and parameters that tell a listener what is asked of them. Nobody who asks sees a difference."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Set
from typing import Any, Protocol, TypeVar

from pipelint.base.block import Block, Param

_T = TypeVar("_T")


class Listener(Protocol):
    """Is told what is asked of watched sections."""

    def of_param(self, param: Param, kind: str, value: object) -> None:
        """A part of a parameter."""
        ...

    def of_block(self, block: Block, kind: str, key: object, said: object) -> None:
        """Something about a section."""
        ...

    def noted(self, block: Block, make: Callable[[Block], _T]) -> _T:
        """``Block.noted``."""
        ...

    def params(self, block: Block) -> dict[str, Param] | None:
        """The parameters that tell what is asked of them; None for those as they are."""
        ...


listener: Listener | None = None
"""Who listens now."""

_become: Callable[[object, type], None] = object.__dict__["__class__"].__set__
_BLOCK: Any = Block
_PARAM: Any = Param


def _of_param(name: str) -> Any:
    slot = _PARAM.__dict__[name]

    def read(param: Param) -> object:
        value = slot.__get__(param)
        if listener is not None:
            listener.of_param(param, name, value)
        return value

    return property(read, slot.__set__)


class _WatchedParam(_PARAM):  # type: ignore[misc]
    __slots__ = ()
    __class__ = property(lambda _: Param)
    value, embedded, data = _of_param("value"), _of_param("embedded"), _of_param("data")


class _WatchedBlock(_BLOCK):  # type: ignore[misc]
    __slots__ = ()
    __class__ = property(lambda _: Block)

    @property
    def params(self) -> dict[str, Param]:
        found = None if listener is None else listener.params(self)
        return plain_params(self) if found is None else found

    @property
    def names(self) -> Collection[str]:
        return _WatchedNames(self.params)

    @property
    def items(self) -> tuple[Param | Block, ...]:
        if listener is not None:
            listener.of_block(self, "items", None, all_of_it(self))
        return plain_items(self)

    def noted(self, make: Callable[[Block], _T]) -> _T:
        return Block.noted(self, make) if listener is None else listener.noted(self, make)


class _WatchedNames(Set[str]):
    """The names of parameters, a set as those of a plain section are; each question about it is one about the parameters."""

    def __init__(self, params: dict[str, Param]) -> None:
        self._params = params

    def __contains__(self, name: object) -> bool:
        return name in self._params

    def __iter__(self) -> Iterator[str]:
        return iter(self._params)

    def __len__(self) -> int:
        return len(self._params)

    @classmethod
    def _from_iterable(cls, names: Iterable[str]) -> frozenset[str]:  # type: ignore[override]
        return frozenset(names)


class WatchedParams(dict[str, Param]):
    """The parameters of a watched section by name."""

    def __init__(self, block: Block) -> None:
        super().__init__(plain_params(block))
        self._block = block

    def __getitem__(self, name: str) -> Param:
        self._has(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """As a dict."""
        self._has(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self._has(name)
        return super().__contains__(name)

    def _has(self, name: object) -> None:
        if listener is not None:
            listener.of_block(self._block, "has", name, super().__contains__(name))


def _of_all(name: str) -> Callable[..., object]:
    plain: Callable[..., object] = getattr(dict, name)

    def read(self: WatchedParams, *others: object) -> object:
        if listener is not None:
            listener.of_block(self._block, "names", None, tuple(dict.keys(self)))
        return plain(self, *others)

    return read


for _name in ("__iter__", "__len__", "__reversed__", "__eq__", "__ne__", "__or__", "__ror__", "keys", "values", "items", "copy"):
    setattr(WatchedParams, _name, _of_all(_name))


def watched(block: Block) -> None:
    """Has a section and its parameters tell what is asked of them."""
    for param in block.params.values():
        _become(param, _WatchedParam)
    _become(block, _WatchedBlock)


def plain(block: Block) -> None:
    """Has them tell nothing any more."""
    _become(block, Block)
    for param in block.params.values():
        _become(param, Param)


plain_params: Callable[[Block], dict[str, Param]] = _BLOCK.params.__get__
"""The parameters of a section that is no copy, unheard."""
plain_items: Callable[[Block], tuple[Param | Block, ...]] = _BLOCK.items.__get__


def all_of_it(block: Block, _: object = None) -> object:
    """All that is written in the parameters of a section, unheard."""
    items = plain_items(block) if block.alone is None else block.items
    params = [item for item in items if isinstance(item, Param)]
    return tuple(tuple(_plain(param, name) for name in ("name", "value", "embedded", "data")) for param in params)


def _plain(param: Param, name: str) -> object:
    try:
        return _PARAM.__dict__[name].__get__(param)
    except AttributeError:
        return getattr(param, name)  # of a copy it is made when it is asked for


def _part(name: str) -> Callable[[Block, object], object]:
    def ask(block: Block, key: object) -> object:
        param = block.params.get(str(key))
        return None if param is None else getattr(param, name)

    return ask


# How the same is asked of any section, by the kind of question.
ASKED: dict[str, Callable[[Any, Any], object]] = {
    "has": lambda block, key: key in block.params,
    "names": lambda block, _: tuple(block.params),
    "items": all_of_it,
    "noted": lambda block, key: block.noted(key),
    "value": _part("value"),
    "embedded": _part("embedded"),
    "data": _part("data"),
}
