"""Section: what both formats are read into, as Fluent Bit itself stores a config before it makes plugins of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.base.value import Value, ValueKind
from pipelint.language.config import Ignored
from pipelint.language.syntax_problem import SyntaxProblem

# In the order in which Fluent Bit compares a name with them.
_KINDS = {
    "service": "service",
    "parser": "parser",
    "multiline_parser": "multiline_parser",
    "stream_processor": "stream_processor",
    "plugins": "plugins",
    "upstream_servers": "upstream_servers",
    "custom": "custom",
    "customs": "custom",
    "input": "input",
    "inputs": "input",
    "filter": "filter",
    "filters": "filter",
    "output": "output",
    "outputs": "output",
}
MAX_LINES = 50_000
"""Lines of a document with text, as many as configs of other engines may have; of YAML its single values."""
UNSAID = "${.}"
"""The value of a key that has none: a variable without a name, whose value nobody knows."""
OTHER = "other"
"""The kind of a section that Fluent Bit stores and does not use."""
_ACTION = late(r"\{\{[^{}]*\}\}")


def kind_of(name: str) -> str:
    """The kind of section that Fluent Bit takes a name for: the first one that begins with it, whatever the case."""
    lower = name.lower()
    return next((kind for full, kind in _KINDS.items() if full.startswith(lower)), OTHER)


@dataclass(frozen=True, slots=True)
class Prop:
    """A key with its value. ``key`` is as Fluent Bit stores it: in lower case, and of YAML's camelCase its words."""

    key: str
    key_place: Place
    value: Value


@dataclass(slots=True)
class Group:
    """A group inside of a section: processors, the rules of a multiline parser, the nodes of an upstream."""

    name: str
    head_place: Place
    props: list[Prop] = field(default_factory=list)


@dataclass(slots=True)
class Section:
    """A section: its name as written, and the kind that this stands for. ``end`` is the offset after it.

    ``is_open``: what was not found may bring it more keys.
    """

    name: str
    head_place: Place
    end: int
    props: list[Prop] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    is_open: bool = False

    @property
    def kind(self) -> str:
        """What Fluent Bit takes it for."""
        return kind_of(self.name)


@dataclass(frozen=True, slots=True)
class Variable:
    """What an entry of YAML's ``env`` says, or a line that begins with @ (``meta``).

    Of the latter ``name`` is what follows the @, and only of ``SET`` the value means something: ``name=value``. An entry whose
    value comes from a ``uri`` has that, read anew each ``refresh`` seconds, and no value.
    """

    name: str
    value: Value | None
    place: Place
    uri: str = ""
    refresh: int = 0
    meta: bool = False


@dataclass(frozen=True, slots=True)
class Include:
    """A path or glob that is included, and where it stands."""

    path: str
    place: Place


@dataclass(slots=True)
class Indent:
    """What the lines of a file in the classic format begin with, and where that was first seen; empty before."""

    text: bytes = b""
    place: Place | None = None


@dataclass(slots=True)
class Read:
    """What a document says, in its order; what is wrong with it, and what has no effect."""

    items: list[Section | Variable | Include] = field(default_factory=list)
    errors: list[SyntaxProblem] = field(default_factory=list)
    ignored: list[Ignored] = field(default_factory=list)


def too_many(found: Read, document: Document, what: str) -> Read:
    """Nothing of a document with more than MAX_LINES, and one error."""
    message = f"this config is too large: it has more than {MAX_LINES:,} {what}; it was not read"
    found.items, found.ignored = [], []
    found.errors = [SyntaxProblem(message, Place(document, Span(0, 0)), "several files that include each other")]
    return found


def string(text: str, place: Place) -> Value:
    """A value without parts."""
    return Value(ValueKind.STRING, text, place, place)


def block_of(section: Section) -> Block:
    """A section as a block: named by its kind, or of another one by its name."""
    # The names of keys are compared without case.
    items = [(prop.key_place.span.start, item) for prop in section.props for item in _property(prop)]
    for group in section.groups:
        inner = [item for prop in group.props for item in _property(prop, folded=group.name == "processors")]
        items.append((group.head_place.span.start, _block(group.name, group.head_place, inner)))
    if section.groups:
        # YAML's groups come first in what Fluent Bit stores, wherever they stand.
        items.sort(key=lambda item: item[0])
    name = section.name.lower() if section.kind == OTHER else section.kind
    return _block(name, section.head_place, [item for _, item in items], section.end, is_open=section.is_open)


def _property(prop: Prop, *, folded: bool = False) -> Iterator[Param | Block]:
    return _items(prop.key.lower(), prop.key_place, prop.value, folded=folded)


def _items(key: str, key_place: Place, value: Value, *, folded: bool = False) -> Iterator[Param | Block]:
    """A key as parameters and sections: of a list one each, as the classic format has it.

    ``folded``: the keys of its mappings are in lower case; those of processors are compared without case.
    """
    if value.kind is ValueKind.ARRAY:
        for item in value.items:
            yield from _items(key, key_place, item, folded=folded)
    elif value.kind is ValueKind.HASH:
        keys = [(entry.key.text.lower() if folded else entry.key.text, entry) for entry in value.entries]
        inner = [item for text, entry in keys for item in _items(text, entry.key.place, entry.value)]
        yield _block(key, key_place, inner, value.place.span.end)
    else:
        yield Param(key, value.text, value.content_place, key_place, embedded=_filled_in(value.text))


def _filled_in(text: str) -> bool:
    # What the environment puts in is known when Fluent Bit starts; what a template's program puts in, before that.
    return "${" in text or ("{{" in text and _ACTION.search(text) is not None)


def _block(name: str, head: Place, items: Sequence[Param | Block], end: int = 0, *, is_open: bool = False) -> Block:
    # The service section may have keys of other files.
    own = [item for item in items if item.place.document is head.document]
    first = min([head.span.start, *((item.name_place if isinstance(item, Param) else item.place).span.start for item in own)])
    last = max([end, head.span.end, *(item.place.span.end for item in own)])
    arg = Place(head.document, Span(head.span.end, head.span.end))
    return Block(name, "", tuple(items), Place(head.document, Span(first, last)), head, arg, open=is_open)


def whole(document: Document, items: Sequence[Param | Block], *, is_open: bool = False) -> Block:
    """The root of a config whose first document this is."""
    empty = Place(document, Span(0, 0))
    return Block("ROOT", "", tuple(items), Place(document, Span(0, len(document.text))), empty, empty, open=is_open)
