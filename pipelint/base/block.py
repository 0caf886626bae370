"""Param and Block: the sections and parameters of a config, alike for every engine."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.condition import Condition
from pipelint.base.document import Place
from pipelint.base.record import dataclass, field
from pipelint.base.value import Value


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter: its name, the value as the engine reads it (quotes and escapes resolved), and where both stand.

    ``embedded`` is true where the value holds code that the engine would run (``#{...}``): ``value`` then has it verbatim
    and its result is unknown. A parameter without a value has the value ``""`` and an empty place behind its name.
    ``data`` is the value with its structure, of an engine whose values have one.
    """

    name: str
    value: str
    place: Place
    name_place: Place
    embedded: bool = False
    data: Value | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """One section (``<source>``, ``<parse>``; Logstash: a section or plugin) with what it holds, in source order.

    ``arg`` is the text behind the name (a tag pattern, a label, buffer keys). ``place`` is the whole section, ``head_place``
    its opening tag alone. ``params`` and ``blocks`` are what ``items`` holds of either, parameters by name. ``condition`` is
    what an ``if`` asks (Logstash).
    """

    name: str
    arg: str
    items: tuple[Param | Block, ...]
    place: Place
    head_place: Place
    arg_place: Place
    condition: Condition | None = None

    params: dict[str, Param] = field(init=False, repr=False, compare=False)
    blocks: tuple[Block, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Of a repeated parameter the last counts, at the position of the first, as in the engine.
        object.__setattr__(self, "params", {item.name: item for item in self.items if isinstance(item, Param)})
        object.__setattr__(self, "blocks", tuple(item for item in self.items if isinstance(item, Block)))

    def param(self, name: str) -> Param | None:
        """The parameter called ``name``, or None."""
        return self.params.get(name)

    def value(self, name: str, default: str = "") -> str:
        """The value of parameter ``name``, or ``default``."""
        found = self.params.get(name)
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
