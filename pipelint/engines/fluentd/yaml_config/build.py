"""From the values of a YAML config to its sections, in the way and the order of Fluentd's own builder.

Source: lib/fluent/config/yaml_parser/parser.rb of Fluentd 1.16.5. What makes that one raise an error is a syntax error here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.yaml_config.scalars import Kind
from pipelint.engines.fluentd.yaml_config.values import Atom, Entry, Item, Items, Table, Value, what
from pipelint.language.config import Ignored
from pipelint.language.limits import MAX_ERRORS
from pipelint.language.parsed import ROOT
from pipelint.language.syntax_problem import SyntaxProblem

MAX_DEPTH = 80
"""Levels of sections: aliases may nest what is not nested in the text."""
MAX_PARTS = 40_000
"""Sections and parameters: aliases may make a small text stand for very many."""
# In this order Fluentd takes the sections out of one item of a list.
SECTIONS = ("label", "source", "filter", "match", "worker")
_RESERVED = (("$type", "@type"), ("$label", "@label"), ("$id", "@id"))
_SECTION_HINT = "a mapping with source, filter, match, label or worker"
_LIST_HINT = 'a string such as "a,b", or !fluent/json before the list'
_JOINED = (
    "Fluentd joins the items of $tag with commas, and a comma outside braces is part of the tag:"
    " write the patterns as one string, separated by spaces"
)
_ARGS = {"label": "$name", "worker": "$arg", "filter": "$tag", "match": "$tag"}


class Builder:
    """Builds the sections of one config; gathers what is wrong with it and what of it has no effect."""

    def __init__(self, report: Callable[[SyntaxProblem], None]) -> None:
        self.ignored: list[Ignored] = []
        self._report = report
        self._left = MAX_PARTS
        self._errors = 0
        self._depth = 0

    def root(self, value: Value, document: Document) -> Block:
        """The whole config: ``system`` first, then what is in ``config``."""
        whole = Place(document, Span(0, len(document.text)))
        empty = Place(document, Span(0, 0))
        items: list[Block] = []
        if not isinstance(value, Table):
            self._error(f"the config is {what(value)}: Fluentd does not start", value.place, "a mapping with the key config")
            return Block(ROOT, "", (), whole, empty, empty)
        system, config = value.take("system"), value.take("config")
        if system is not None and _counts(system.value):
            items += self._system(system)
        if config is not None and _counts(config.value):
            items += self._sections(config.value, config.place)
        self._unknown_top(value)
        return Block(ROOT, "", tuple(items), whole, empty, empty)

    def _system(self, entry: Entry) -> list[Block]:
        if isinstance(entry.value, Items):
            self._ignore("system is a list: Fluentd ignores it", entry.place)
            return []
        return self._section(entry, self._table(entry, "system"))

    def _unknown_top(self, root: Table) -> None:
        for entry in root.entries.values():
            if entry.key.text in SECTIONS:
                message = f"Fluentd ignores {entry.key.text} at the top level of a YAML config: move it into the list config"
                self._ignore(message, entry.key.place)

    def _sections(self, value: Value, place: Place) -> list[Block]:
        """The sections of a list ``config``."""
        if not isinstance(value, Items):
            if not isinstance(value, Table) or value.entries:
                self._error(f"config is {what(value)}", place, "a list of sections, each after a dash")
            return []
        found: list[Block] = []
        for item in value.items:
            match item.value:
                case Table() as table:
                    found += self._item(table, item.place)
                case Items() as inner:
                    for each in inner.items:
                        found += self._included(each)
                case Atom():
                    self._error(f"an item of config is {what(item.value)}", item.place, _SECTION_HINT)
        return found

    def _item(self, table: Table, place: Place) -> list[Block]:
        """The sections of one item: Fluentd takes them out, so that an alias to it gives nothing any more."""
        found: list[Block] = []
        if table.taken and not table.entries:
            self._ignore("this alias is empty: Fluentd has already moved the sections out of its anchor", place)
        for name in SECTIONS:
            entry = table.take(name)
            if entry is not None and _counts(entry.value):
                found += self._named(entry, name)
        for entry in list(table.entries.values()):
            self._error(f"{entry.key.text or 'this'} is not a section of a YAML config", entry.key.place, _SECTION_HINT)
        return found

    def _included(self, item: Item) -> list[Block]:
        """The section of one item of an included file: Fluentd reads the first key of it alone."""
        table = item.value
        if not isinstance(table, Table):
            said = "an !include inside an included list" if isinstance(table, Items) else f"an item that is {what(table)}"
            self._error(f"{said}: Fluentd does not start", item.place, _SECTION_HINT)
            return []
        entries = list(table.entries.values())
        for entry in entries[1:]:
            message = f"Fluentd reads only the first section of an item in an included list and ignores this {entry.key.text}"
            self._ignore(message, entry.key.place)
        if not entries:
            return []
        name = entries[0].key.text
        table.take(name)
        if name in SECTIONS:
            return self._named(entries[0], name)
        self._ignore(f"Fluentd ignores {name} in an included list: it is not a section", entries[0].key.place)
        return []

    def _named(self, entry: Entry, name: str) -> list[Block]:
        """A source, filter, match, label or worker."""
        table = self._table(entry, name)
        if table is None or name == "source":
            return self._section(entry, table)
        table = table.copy()
        arg = table.take(_ARGS[name])
        if name not in ("label", "worker"):
            if arg is not None and isinstance(arg.value, Items) and len(arg.value.items) > 1:
                self._ignore(_JOINED, arg.place)
            return self._section(entry, table, arg)
        config = table.take("config")
        for other in table.entries.values():
            self._ignore(f"Fluentd reads only {_ARGS[name]} and config of a {name}", other.key.place)
        if config is None or isinstance(config.value, Atom):
            self._error(f"a {name} without a list config", entry.key.place, f"the sections of the {name} in a list config")
            return []
        return self._block(entry.key.place, entry, arg, lambda: self._sections(config.value, config.place))

    def _table(self, entry: Entry, name: str) -> Table | None:
        if isinstance(entry.value, Table):
            self._again(entry.value, entry.place)
            return entry.value
        self._error(f"{name} is {what(entry.value)}", entry.place if _counts(entry.value) else entry.key.place, "a mapping")
        return None

    def _section(self, entry: Entry, table: Table | None, arg: Entry | None = None) -> list[Block]:
        if table is None:
            return []
        return self._block(entry.key.place, entry, arg, lambda: self._body(table))

    def _again(self, table: Table, place: Place) -> None:
        if table.taken:
            self._ignore("Fluentd removed $type and the like from this section at its first use: they are missing here", place)

    def _body(self, table: Table) -> list[Param | Block]:
        """What stands in a section, in Fluentd's order."""
        items: list[Param | Block] = []
        for written, name in _RESERVED:
            entry = table.take(written)
            if entry is not None and _counts(entry.value):
                items += self._param(entry, name)
        for entry in list(table.entries.values()):
            match entry.value:
                case Atom():
                    items += self._param(entry, entry.key.text)
                case Table() as inner:
                    items += self._nested(entry, inner)
                case Items() as several:
                    items += self._list(entry, several)
        return items

    def _nested(self, entry: Entry, table: Table) -> list[Block]:
        self._again(table, entry.place)
        arg = table.take("$arg")
        return self._block(entry.key.place, entry, arg, lambda: self._body(table))

    def _list(self, entry: Entry, several: Items) -> list[Block]:
        found: list[Block] = []
        for item in several.items:
            if isinstance(item.value, Table):
                found += self._of_list(entry, item, item.value)
            else:
                said = f"an item of {entry.key.text} is {what(item.value)}: Fluentd reads a list as sections"
                self._error(said, item.place, _LIST_HINT)
                break  # the others are most likely of its kind
        return found

    def _of_list(self, entry: Entry, item: Item, table: Table) -> list[Block]:
        self._again(table, item.place)
        first = next(iter(table.entries.values()), None)
        head = table.entries.get((Kind.TEXT, "$type"), first)
        place = item.place if head is None or head.key.place.document is not item.place.document else head.key.place
        return self._block(place, Entry(entry.key, table, item.place), None, lambda: self._body(table))

    def _block(self, head: Place, entry: Entry, arg: Entry | None, body: Callable[[], Sequence[Param | Block]]) -> list[Block]:
        """The section of ``entry``, whose value stands at its place; nothing where it is too deep or one too many."""
        if self._depth >= MAX_DEPTH or not self._spend(entry.key.place):
            if self._depth >= MAX_DEPTH:
                self._error(f"sections are nested deeper than {MAX_DEPTH} levels; what is inside is not read", head)
            return []
        self._depth += 1
        items = body()
        self._depth -= 1
        text, arg_place = "", Place(head.document, Span(head.span.end, head.span.end))
        if arg is not None and _counts(arg.value):
            text, arg_place = self._arg(arg.value, arg.key.text), arg.place
        start = min(head.span.start, entry.place.span.start)
        place = Place(head.document, Span(start, max(head.span.end, entry.place.span.end)))
        return [Block(entry.key.text, text, tuple(items), place, head, arg_place)]

    def _arg(self, value: Value, name: str) -> str:
        match value:
            case Atom():
                return value.text if value.counts else ""
            case Items():
                return ",".join(self._arg(item.value, name) for item in value.items)
            case Table():
                self._ignore(f"{name} is a mapping: Fluentd uses it as Ruby prints it", value.place)
                return ""

    def _param(self, entry: Entry, name: str) -> list[Param]:
        value = entry.value
        if not isinstance(value, Atom):
            if name != "@id":  # a name that nobody uses may be anything
                self._error(f"{entry.key.text} is {what(value)}", entry.place, "a string")
            return []
        if value.endless:
            self._error("this alias is inside its own anchor: Fluentd never finishes reading it", entry.place)
            return []
        if not self._spend(entry.key.place):
            return []
        # Nil is no empty text: a plugin takes it for "not set", and what it makes of that is its own.
        unknown = value.embedded or value.kind is Kind.NIL
        return [Param(name, value.text, entry.place, entry.key.place, unknown)]

    def _spend(self, place: Place) -> bool:
        self._left -= 1
        if self._left == -1:
            self._error(f"this config expands to more than {MAX_PARTS:,} sections and parameters: the rest is not read", place)
        return self._left >= 0

    def _error(self, message: str, place: Place, expected: str = "") -> None:
        self._errors += 1
        if self._errors <= MAX_ERRORS:
            self._report(SyntaxProblem(message, place, expected))

    def _ignore(self, message: str, place: Place) -> None:
        if len(self.ignored) < MAX_ERRORS:
            self.ignored.append(Ignored(message, place))


def _counts(value: Value) -> bool:
    """Whether Ruby takes it for true."""
    return not isinstance(value, Atom) or value.counts
