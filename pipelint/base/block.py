"""Param and Block: the sections and parameters of a config, alike for every engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place

if TYPE_CHECKING:
    from pipelint.base.condition import Condition
    from pipelint.base.value import Value

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter: its name, the value as the engine reads it (quotes and escapes resolved), and where both stand.

    ``embedded`` is true where the value holds code that the engine would run (``#{...}``): ``value`` then has it verbatim
    and its result is unknown. A parameter without a value has the value ``""`` and an empty place after its name.
    ``data`` is the value with its structure, of an engine whose values have one.

    One that ``moved`` has made has its places and ``data`` when it is first asked for them.
    """

    name: str
    value: str
    place: Place
    name_place: Place
    embedded: bool = False
    data: Value | None = None

    _alone: Param | None = field(init=False, repr=False, compare=False, default=None)
    _mover: Mover | None = field(init=False, repr=False, compare=False, default=None)

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """What a moved parameter has not been asked for before."""
            make = _LATE_OF_PARAMS.get(name)
            if make is None or self._alone is None:
                raise AttributeError(f"a parameter has no {name!r}", name=name, obj=self)
            value = make(self, self._alone, self._mover)
            object.__setattr__(self, name, value)
            return value

    def moved(self, mover: Mover) -> Param:
        """A copy of this parameter at the places that ``mover`` gives."""
        made = Param.__new__(Param)
        _put(made, "name", self.name)
        _put(made, "value", self.value)
        _put(made, "embedded", self.embedded)
        _put(made, "_alone", self)
        _put(made, "_mover", mover)
        return made


@dataclass(frozen=True, slots=True)
class Block:
    """One section (``<source>``, ``<parse>``; Logstash: a section or plugin) with what it holds, in source order.

    ``arg`` is the text after the name (a tag pattern, a label, buffer keys). ``place`` is the whole section, ``head_place``
    its opening tag alone. ``params`` and ``blocks`` are what ``items`` holds of either, parameters by name. ``condition`` is
    what an ``if`` asks (Logstash). ``open``: it includes what was not found, which may bring it more parameters and sections.

    One that ``moved`` has made has all but its name and ``arg`` when it is first asked for it.
    """

    name: str
    arg: str
    items: tuple[Param | Block, ...]
    place: Place
    head_place: Place
    arg_place: Place
    condition: Condition | None = None
    open: bool = False

    params: dict[str, Param] = field(init=False, repr=False, compare=False)
    blocks: tuple[Block, ...] = field(init=False, repr=False, compare=False)
    _alone: Block | None = field(init=False, repr=False, compare=False, default=None)
    _mover: Mover | None = field(init=False, repr=False, compare=False, default=None)
    _notes: dict[object, object] | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        # Of a repeated parameter the last counts, at the position of the first, as in the engine.
        object.__setattr__(self, "params", {item.name: item for item in self.items if isinstance(item, Param)})
        object.__setattr__(self, "blocks", tuple(item for item in self.items if isinstance(item, Block)))

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """What a moved section has not been asked for before."""
            make = _LATE.get(name)
            if make is None or self._alone is None:
                raise AttributeError(f"a section has no {name!r}", name=name, obj=self)
            value = make(self, self._alone, self._mover)
            object.__setattr__(self, name, value)
            return value

    @property
    def alone(self) -> Block | None:
        """Of a moved section the one that it is a copy of, in a document of its own; the same for all copies."""
        return self._alone

    @property
    def asks(self) -> bool:
        """Whether it has a condition."""
        return self.question is not None

    @property
    def question(self) -> Condition | None:
        """The condition for what it asks, not where it stands: its places may be those of any copy."""
        return (self._alone or self).condition

    def with_notes_of(self, other: Block) -> Block:
        """This section, which has the same text as another one, with what was noted of that."""
        _put(self, "_notes", (other._alone or other)._notes)
        return self

    def moved(self, mover: Mover) -> Block:
        """A copy of this section, which stands alone, at the places that ``mover`` gives."""
        made = Block.__new__(Block)
        _put(made, "name", self.name)
        _put(made, "arg", self.arg)
        _put(made, "open", self.open)
        _put(made, "_alone", self)
        _put(made, "_mover", mover)
        return made

    def noted(self, make: Callable[[Block], _T]) -> _T:
        """What ``make`` says of the section, asked once for it and all its moved copies.

        It must follow from the section's text alone, and tell no place: it may be asked of a copy in another document. A
        class makes a place for what others find out about the section.
        """
        whole = self._alone or self
        notes = whole._notes
        if notes is None:
            _put(whole, "_notes", notes := {})
        if make not in notes:
            notes[make] = make(whole)
        return notes[make]  # type: ignore[return-value]

    def param(self, name: str) -> Param | None:
        """The parameter called ``name``, or None."""
        return self.params[name] if name in (self._alone or self).params else None

    @property
    def names(self) -> Collection[str]:
        """The names of its parameters, in their order."""
        return (self._alone or self).params.keys()

    def value(self, name: str, default: str = "") -> str:
        """The value of parameter ``name``, or ``default``."""
        found = (self._alone or self).params.get(name)
        return default if found is None else found.value

    def block(self, name: str) -> Block | None:
        """The first section called ``name`` directly inside, or None."""
        return next((b for b in self.blocks if b.name == name), None)

    def walk(self) -> Iterator[Block]:
        """This section and all inside it, outermost first."""
        todo = [self]
        while todo:
            block = todo.pop()
            yield block
            todo.extend(reversed(block.blocks))


@dataclass(frozen=True, slots=True)
class Guard:
    """A branch on the way to a plugin, and whether its condition must hold or (``holds`` false, an ``else``) must not."""

    branch: Block
    holds: bool
    text: str = field(init=False, compare=False)  # the condition as it is written, with single blanks

    def __post_init__(self) -> None:
        _put(self, "text", self.branch.noted(_asked))

    @property
    def condition(self) -> Condition:
        """The branch's."""
        condition = self.branch.condition
        assert condition is not None  # an else asks nothing, and guards nothing
        return condition


def _asked(branch: Block) -> str:
    return "" if branch.condition is None else " ".join(branch.condition.place.text.split())


class Mover(Protocol):
    """Gives copies at other places."""

    def place(self, place: Place) -> Place:
        """Of a place."""
        ...

    def condition(self, condition: Condition) -> Condition:
        """Of a condition."""
        ...


_put = object.__setattr__


def _items(moved: Block, alone: Block, mover: Mover) -> tuple[Param | Block, ...]:
    """The items in order: of parameters and sections those that ``params`` and ``blocks`` have."""
    blocks = iter(moved.blocks)
    items: list[Param | Block] = []
    for item in alone.items:
        if isinstance(item, Block):
            items.append(next(blocks))
        else:
            # One that a later one of its name overrides is in no other place.
            items.append(moved.params[item.name] if alone.params[item.name] is item else item.moved(mover))
    return tuple(items)


def _condition(_: Block, alone: Block, mover: Mover) -> Condition | None:
    return None if alone.condition is None else mover.condition(alone.condition)


# How a part of a moved parameter is made. Of a structured value the place is one and the same.
_LATE_OF_PARAMS: dict[str, Callable[[Param, Param, Mover], object]] = {
    "place": lambda moved, alone, mover: mover.place(alone.place) if moved.data is None else moved.data.place,
    "name_place": lambda _, alone, mover: mover.place(alone.name_place),
    "data": lambda _, alone, mover: None if alone.data is None else alone.data.moved(mover),
}
# How a part of a moved section is made.
_LATE: dict[str, Callable[[Block, Block, Mover], object]] = {
    "items": _items,
    "params": lambda _, alone, mover: {name: param.moved(mover) for name, param in alone.params.items()},
    "blocks": lambda _, alone, mover: tuple([block.moved(mover) for block in alone.blocks]),
    "place": lambda _, alone, mover: mover.place(alone.place),
    "head_place": lambda _, alone, mover: mover.place(alone.head_place),
    "arg_place": lambda _, alone, mover: mover.place(alone.arg_place),
    "condition": _condition,
    "_notes": lambda *_: None,
}
