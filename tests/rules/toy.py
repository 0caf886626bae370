"""A little world of facts for the tests of the rule engine: boxes with things in them, and pages that judge them."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from pipelint.base.block import Block, Param
from pipelint.base.lean.once import cached_property
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.predicate.check.checker import Checker
from pipelint.predicate.evaluate.frame import EvalError, Frame
from pipelint.predicate.evaluate.link import link
from pipelint.predicate.schema import Schema
from pipelint.predicate.syntax.parse import parse
from pipelint.predicate.types import Typed, Variable


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Thing:
    """A parameter."""

    name: str
    value: str
    block: Block
    place: Place
    bytes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, eq=False)
class Box:
    """A stage."""

    colour: Colour
    plugin: str
    things: dict[str, Thing]
    block: Block
    colours: tuple[Colour, ...] = ()
    words: frozenset[str] = frozenset()
    numbers: tuple[int, ...] = ()
    parent: Box | None = None
    weight: float = 1.5
    full: bool = True
    odd: bytes = b""
    either: int | str = 0

    @property
    def place(self) -> Place:
        return self.block.head_place

    @property
    def count(self) -> int:
        """How many things."""
        return len(self.things)

    @cached_property
    def nearest(self) -> list[Box]:
        return [] if self.parent is None else [self.parent]

    def method(self) -> int:
        return 1


@dataclass(frozen=True)
class Config:
    """All boxes."""

    engine: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Nowhere:
    """A fact without a place."""

    name: str


SCHEMA = Schema(
    {
        "box": {"box": Box, "config": Config},
        "config": {"config": Config},
        "nowhere": {"it": Nowhere},
    }
)

TEXT = b"<box a>\n  size 12 # twelve\n  word hello\n</box>\n<box b>\n</box>\n"


def document(text: bytes = TEXT) -> Document:
    return Document.whole(SourceFile("toy.conf", text))


def place(doc: Document, part: str, start: int = 0) -> Place:
    at = doc.text.index(part.encode(), start)
    return Place(doc, Span(at, at + len(part.encode())))


def param(doc: Document, name: str, value: str) -> Param:
    whole = place(doc, f"{name} {value}")
    behind = whole.span.start + len(name) + 1
    return Param(name, value, Place(doc, Span(behind, whole.span.end)), Place(doc, Span(whole.span.start, behind - 1)))


def boxes() -> tuple[Box, Box]:
    """The boxes of TEXT: ``a`` holds two things and is inside ``b``."""
    doc = document()
    head = place(doc, "<box a>")
    block = Block(
        "box",
        "a",
        (param(doc, "size", "12"), param(doc, "word", "hello")),
        Place(doc, Span(0, doc.text.index(b"</box>") + 6)),
        head,
        place(doc, "a", 5),
    )
    second = place(doc, "<box b>")
    empty = Block("box", "b", (), place(doc, "<box b>\n</box>"), second, place(doc, "b>"))
    outer = Box(Colour.BLUE, "outer", {}, empty)
    things = {p.name: Thing(p.name, p.value, block, p.place, 12 if p.name == "size" else None) for p in block.params.values()}
    colours = (Colour.RED, Colour.BLUE)
    return Box(Colour.RED, "inner", things, block, colours, frozenset("zab"), (3, 1, 2), outer), outer


def typed(text: str, target: str = "box") -> Typed:
    scope = {name: Variable(kind) for name, kind in SCHEMA.variables(target).items()}
    return Checker(SCHEMA, scope).typed(parse(text))


def evaluate(text: str, steps: int = 200_000) -> object:
    """The value of ``text`` for the first box. Raises EvalError."""
    box, outer = boxes()
    values = {"box": box, "config": Config("fluentd", (box, outer))}
    return link(typed(text).code)(Frame(values, {}, steps))


ERROR = "an error value"


def value(text: str) -> object:
    """The value of ``text`` for the first box, or ERROR."""
    try:
        return evaluate(text)
    except EvalError:
        return ERROR


PAGE = """---
code: TT101
name: toy-rule
engine: any
category: performance
severity: warning
on: box
when: {when}
at: box
message: {message}
reason: It matters.
{more}---
# A toy is too large
## Why
Because.
## Bad
```fluentd runtime=cri
<box>
</box>
```
## Good
```fluentd
<box>
</box>
```
## References
- none
"""


def page(when: str = "true", message: str = "text", more: str = "") -> SourceFile:
    """A rule page; what is given stands in its front matter as it is."""
    text = PAGE.replace("{when}", when).replace("{message}", message).replace("{more}", more)
    return SourceFile("rules/tt101.md", text.encode())


# The same for pages of every engine.
SCHEMAS = dict.fromkeys(("fluentd", "logstash", "any"), SCHEMA)
