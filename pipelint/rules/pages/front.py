"""The YAML front matter of a rule page: texts, lists and mappings that know where they stand in the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import SourceFile
from pipelint.base.text.sourcemap import SourceMap, SourceMapError
from pipelint.base.text.span import Span
from pipelint.rules.errors import RulePageError
from pipelint.yaml.scalar import decode_scalar

if TYPE_CHECKING:
    import yaml

TAGGED = "YAML reads a string that begins with ! or & as a tag or an anchor: put it in quotes"
MAX_DEPTH = 8  # levels of lists and mappings; a rule has four


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar: always its text. ``indent`` is the column of the mapping or list that holds it."""

    value: str
    file: SourceFile
    span: Span
    indent: int

    def part(self, start: int, end: int) -> Span:
        """Where characters ``start`` to ``end`` of the value stand in the page."""
        try:
            source = SourceMap.join(self.file.data, decode_scalar(self.file.data, self.span, self.indent))
            lo, hi = (len(self.value[:at].encode()) for at in (start, end))
            if source.text == self.value.encode():
                return source.to_file(Span(lo, min(hi, len(source.text))))
        except (SourceMapError, IndexError):
            pass
        return self.span  # YAML that the decoder reads otherwise than the parser: the whole scalar is the place


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Front, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping: its values by key, and where the keys stand."""

    values: dict[str, Front]
    keys: dict[str, Text]
    span: Span


Front = Text | Items | Fields


def read_front(file: SourceFile, span: Span) -> Front:
    """The YAML document at ``span`` of the page. Aliases are refused. Raises RulePageError."""
    import yaml

    text = span.cut(file.data).decode()
    reader = _Reader(file, span.start, text)
    try:
        events = yaml.parse(text, Loader=yaml.SafeLoader)
        return reader.document(events)
    except yaml.MarkedYAMLError as error:
        tagged = error.context == "while scanning a tag"
        mark = error.context_mark if tagged else error.problem_mark
        at = 0 if mark is None else mark.index
        raise reader.error(TAGGED if tagged else f"YAML: {error.problem}", at, at) from None
    except yaml.YAMLError as error:
        at = getattr(error, "position", 0)
        raise reader.error("YAML: a character that YAML does not allow", at, at + 1) from None


@dataclass(slots=True)
class _Reader:
    """Builds the tree from the parser's events."""

    file: SourceFile
    start: int
    text: str
    depth: int = field(default=0)

    def error(self, message: str, at: int, end: int) -> RulePageError:
        return RulePageError(self.file, self.span(at, end), message)

    def span(self, at: int, end: int) -> Span:
        lo = self.start + len(self.text[:at].encode())
        return Span(lo, lo + len(self.text[at:end].encode()))

    def document(self, events: Iterator[yaml.Event]) -> Front:
        import yaml

        tree: Front | None = None
        for event in events:
            if isinstance(event, yaml.NodeEvent):
                if tree is not None:
                    raise self.error("the front matter must be a single YAML document", *_marks(event))
                tree = self.node(event, events, 0)
        if tree is None:
            raise self.error("the front matter is empty", 0, 0)
        return tree

    def node(self, event: yaml.Event, events: Iterator[yaml.Event], indent: int) -> Front:
        import yaml

        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and (event.tag or event.anchor):
            raise self.error(TAGGED, *_marks(event))
        if isinstance(event, yaml.ScalarEvent):
            return Text(event.value, self.file, self.span(*_marks(event)), indent)
        if isinstance(event, yaml.AliasEvent):
            raise self.error("rule pages cannot use YAML aliases", *_marks(event))
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(f"nested deeper than {MAX_DEPTH} levels", *_marks(event))
        column = 0 if event.start_mark is None else event.start_mark.column
        found = self.items(event, events, column) if isinstance(event, yaml.SequenceStartEvent) else None
        found_fields = self.fields(event, events, column) if found is None else found
        self.depth -= 1
        return found_fields

    def items(self, start: yaml.Event, events: Iterator[yaml.Event], indent: int) -> Items:
        import yaml

        items: list[Front] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                return Items(tuple(items), self.span(_marks(start)[0], _marks(event)[1]))
            items.append(self.node(event, events, indent))
        raise self.error("unterminated list", *_marks(start))

    def fields(self, start: yaml.Event, events: Iterator[yaml.Event], indent: int) -> Fields:
        import yaml

        values: dict[str, Front] = {}
        keys: dict[str, Text] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                return Fields(values, keys, self.span(_marks(start)[0], _marks(event)[1]))
            key = self.node(event, events, indent)
            if not isinstance(key, Text):
                raise self.error("a key must be a word", *_marks(event))
            if key.value in values:
                raise RulePageError(self.file, key.span, f'duplicate key "{key.value}"')
            keys[key.value] = key
            values[key.value] = self.node(next(events), events, indent)
        raise self.error("unterminated mapping", *_marks(start))


def _marks(event: yaml.Event) -> tuple[int, int]:
    start, end = event.start_mark, event.end_mark
    assert start is not None and end is not None, "yaml.parse marks every event"
    return start.index, end.index
