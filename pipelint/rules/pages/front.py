"""The YAML front matter of a rule page: texts, lists and mappings that know where they stand in the page."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.rules.errors import RulePageError
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, YamlError, read_yaml

TAGGED = "YAML reads a string that begins with ! or & as a tag or an anchor: put it in quotes"
ALIAS = "rule pages cannot use YAML aliases"
MAX_DEPTH = 8  # levels of lists and mappings; a rule has four


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar: always its text. ``scalar`` is of the front matter, which begins ``shift`` bytes into the page."""

    value: str
    file: SourceFile
    span: Span
    scalar: Scalar
    shift: int

    def part(self, start: int, end: int) -> Span:
        """Where characters ``start`` to ``end`` of the value stand in the page."""
        source = SourceMap.decoded(b"", *self.scalar.mapped())
        lo, hi = (len(self.value[:at].encode()) for at in (start, end))
        try:
            return source.to_file(Span(lo, min(hi, len(source.text)))).shift(self.shift)
        except IndexError:
            return self.span


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
    reader = _Reader(file, span.start)
    data = span.cut(file.data)
    stream = read_yaml(data)
    if stream.error is not None:
        raise reader.refused(data, stream.error)
    if not stream.roots:
        raise reader.error("the front matter is empty", Span(0, 0))
    if len(stream.roots) > 1:
        raise reader.error("the front matter must be a single YAML document", _span(stream.roots[1]))
    return reader.node(stream.roots[0], 1)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Makes values of nodes; their places are those of the front matter, which begins at ``start`` of the page."""

    file: SourceFile
    start: int

    def error(self, message: str, at: Span) -> RulePageError:
        return RulePageError(self.file, at.shift(self.start), message)

    def refused(self, data: bytes, error: YamlError) -> RulePageError:
        """What is said of a page that is no YAML."""
        said, at = error.message.removeprefix("YAML error: "), min(error.offset, len(data))
        if "undefined alias" in said:
            return self.error(ALIAS, Span(at, at))
        if said.startswith(("while scanning a tag", "while parsing a tag")):
            at = max(data.rfind(blank, 0, at) for blank in (b" ", b"\n")) + 1
            return self.error(TAGGED, Span(at, at))
        return self.error(f"YAML: {said}", Span(at, at))

    def node(self, node: Node, depth: int) -> Front:
        """A value, on this level of lists and mappings."""
        if node.tag or node.anchored:
            raise self.error(TAGGED, _span(node))
        if isinstance(node, Scalar):
            return Text(node.value, self.file, _span(node).shift(self.start), node, self.start)
        if depth > MAX_DEPTH:
            raise self.error(f"nested deeper than {MAX_DEPTH} levels", Span(node.start, node.start))
        if isinstance(node, Mapping):
            return self.fields(node, depth)
        if node.aliases:
            raise self.error(ALIAS, Span(*next(iter(node.aliases.values()))))
        items = tuple(self.node(item, depth + 1) for item in node.items)
        return Items(items, _span(node).shift(self.start))

    def fields(self, node: Mapping, depth: int) -> Fields:
        values: dict[str, Front] = {}
        keys: dict[str, Text] = {}
        for pair in node.pairs:
            key = self.node(pair.key, depth + 1)
            if not isinstance(key, Text):
                raise self.error("a key must be a word", _span(pair.key))
            if key.value in values:
                raise RulePageError(self.file, key.span, f'duplicate key "{key.value}"')
            if pair.alias is not None:
                raise self.error(ALIAS, Span(*pair.alias))
            keys[key.value] = key
            values[key.value] = self.node(pair.value, depth + 1)
        return Fields(values, keys, _span(node).shift(self.start))


def _span(node: Node) -> Span:
    """From a node's beginning to its end, of a list or mapping without brackets to that of its last scalar."""
    last = node
    while not isinstance(last, Scalar) and not last.end:
        inside = last.items if isinstance(last, Sequence) else [pair.value for pair in last.pairs]
        if not inside:
            break
        last = inside[-1]
    return Span(node.start, max(node.start, last.end))
