"""Reads Fluent Bit's YAML format: what may stand where is what the states of its own reader take."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.base.value import Value
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.syntax.holes import filled
from pipelint.engines.fluentbit.syntax.keys import snake_case
from pipelint.engines.fluentbit.syntax.nodes import SPACES, Nodes, Refused
from pipelint.engines.fluentbit.syntax.section import MAX_LINES, Group, Include, Prop, Read, Section, Variable, string, too_many
from pipelint.language.limits import MAX_ERRORS, size_problem
from pipelint.language.syntax_problem import SyntaxProblem
from pipelint.yaml.tree import Mapping, Node, Scalar, read_yaml, scalars_of

_SIGNALS = ("logs", "metrics", "traces")
_PIPELINE = {"inputs": "input", "filters": "filter", "outputs": "output"}
_VARIABLE = ("name", "value", "uri", "refresh_interval")
# Sections of which each item is one: by their key the kind, the key of a list of groups in it, and what these are called.
_LISTS = {
    "parsers": ("parser", "", ""),
    "stream_processor": ("stream_processor", "", ""),
    "multiline_parsers": ("multiline_parser", "rules", "rule"),
    "upstream_servers": ("upstream_servers", "nodes", "upstream_node"),
}


def read_yaml_format(document: Document) -> Read:
    """What a document in the YAML format says."""
    found = Read()
    if problem := size_problem(document):
        found.errors.append(problem)
        return found
    text = filled(document)
    stream = read_yaml(text)
    if stream.error is not None:
        at = min(stream.error.offset, len(document.text))
        place = Place(document, Span(at, min(at + 1, len(document.text))))
        found.errors.append(SyntaxProblem(stream.error.message, place))
        return found
    if len(scalars_of(stream.roots)) > MAX_LINES:
        return too_many(found, document, "keys and values")
    for root in stream.roots:
        _Reader(document, text, found).document_of(root)
    return found


class _Reader:
    """Goes through the nodes of a document. After one that Fluent Bit refuses it goes on with the next section."""

    def __init__(self, document: Document, text: bytes, found: Read) -> None:
        self.nodes = Nodes(document, text, found.errors)
        self.found = found

    def document_of(self, root: Node) -> None:
        """One YAML document of the text: a mapping of sections."""

        def sections() -> None:
            for key, value in self.nodes.pairs(self.nodes.mapping(root, "this file", "a mapping of sections, such as pipeline")):
                self._try(self._top, key, value)

        self._try(sections)

    def _try(self, read: Callable[..., None], *given: object) -> None:
        try:
            if len(self.found.errors) <= MAX_ERRORS:
                read(*given)
        except Refused:
            pass

    def _each(self, items: Iterable[Node], read: Callable[..., None], *given: object) -> None:
        for item in items:
            self._try(read, *given, item)

    def _top(self, key: Scalar, value: Node) -> None:
        match name := key.value.lower():
            case "env":
                self._env(value)
            case "includes":
                for item in self.nodes.items(value, name, "a list of paths"):
                    path = self.nodes.scalar(item, "a path")
                    self.found.items.append(Include(path.value, self.nodes.place(path)))
            case "plugins":
                section = self._section("plugins", key)
                for item in self.nodes.items(value, name, "a list of paths"):
                    place = self.nodes.place(self.nodes.scalar(item, "a path"))
                    nothing = string("", Place(place.document, Span(place.span.end, place.span.end)))
                    section.props.append(Prop(snake_case(self.nodes.scalar(item, "a path").value), place, nothing))
            case "pipeline":
                self._pipeline(value)
            case "customs":
                self._each(self.nodes.items(value, name, "a list of plugins"), self._plugin, name)
            case "parsers" | "stream_processor" | "multiline_parsers" | "upstream_servers":
                self._each(self.nodes.items(value, name, "a list of mappings"), self._listed, *_LISTS[name])
            case _:
                self._settings(key, value)

    def _env(self, value: Node) -> None:
        """Variables as a mapping, or as a list of mappings."""
        if isinstance(value, Mapping):
            for key, node in self.nodes.pairs(value):
                self._variable(key, self.nodes.scalar(node, "the value of a variable"))
            return
        for item in self.nodes.items(value, "env", "a mapping of variables"):
            given: dict[str, Scalar] = {}
            for key, node in self.nodes.pairs(self.nodes.mapping(item, "an item of env", "name and value")):
                text = self.nodes.scalar(node, "the value of a variable")
                if key.value.lower() in _VARIABLE:
                    given[key.value.lower()] = text
                elif "name" not in given:
                    given |= {"name": key, "value": text}
            if "name" in given:
                uri, refresh = (given[each].value if each in given else "" for each in _VARIABLE[2:])
                self._variable(given["name"], given.get("value"), uri, int(types.seconds(refresh)))

    def _variable(self, name: Scalar, value: Scalar | None, uri: str = "", refresh: int = 0) -> None:
        made = None if value is None else self.nodes.structure(value, typed=False)
        self.found.items.append(Variable(name.value, made, self.nodes.place(name), uri, refresh))

    def _settings(self, key: Scalar, value: Node) -> None:
        """``service``, ``extensions``, and what Fluent Bit has no use for. Only the former two may hold mappings."""
        section = self._section(key.value, key)
        name = key.value.lower()
        for inner, node in self.nodes.pairs(self.nodes.mapping(value, name, "a mapping of keys and values")):
            if name == "extensions" or (name == "service" and isinstance(node, Mapping)):
                made = self.nodes.structure(node)
            else:
                made = self.nodes.string(self.nodes.scalar(node, f"the value of {inner.value}"))
            # A key whose value is blanks is passed over.
            self._add(section, inner, made)

    def _pipeline(self, value: Node) -> None:
        for key, node in self.nodes.pairs(self.nodes.mapping(value, "pipeline", "inputs, filters and outputs")):
            self._try(self._part, key, node)

    def _part(self, key: Scalar, node: Node) -> None:
        name = key.value.lower()
        kind = _PIPELINE.get(name, name)
        if name not in _PIPELINE:
            self.nodes.report(
                key, f"a pipeline has no {key.value}", "inputs, filters or outputs", mended=kind in _PIPELINE.values()
            )
        if kind in _PIPELINE.values():
            self._each(self.nodes.items(node, key.value, "a list of plugins"), self._plugin, kind)

    def _plugin(self, kind: str, item: Node) -> None:
        mapping = self.nodes.mapping(item, "an item of this list", "a mapping with the name of a plugin")
        section = self._section(kind, mapping)
        later: list[tuple[Scalar, Value]] = []
        for key, node in self.nodes.pairs(mapping):
            if isinstance(node, Scalar):
                later.append((key, self._text(key, node)))
            elif key.value == "processors" and isinstance(node, Mapping):
                self._processors(section, key, node)
            elif key.value in ("routes", "processors") or (
                key.value == "telemetry" and isinstance(node, Mapping) and kind == "input"
            ):
                later.append((key, self.nodes.structure(node)))
            elif isinstance(node, Mapping):
                # Fluent Bit stores an empty list at once, and the keys in a group.
                self._add(section, key, self.nodes.listed(key, []))
                self._group(section, key.value, key, node)
            else:
                later.append((key, self.nodes.strings(node, key.value)))
        for key, value in later:
            self._add(section, key, value)

    def _processors(self, section: Section, key: Scalar, node: Mapping) -> None:
        group = Group("processors", self.nodes.place(key))
        section.groups.append(group)
        for signal, listed in self.nodes.pairs(node):
            if signal.value.lower() not in _SIGNALS:
                self.nodes.refuse(signal, f"there are no processors of {signal.value}", "logs, metrics or traces")
            items = self.nodes.items(listed, signal.value, "a list of processors")
            mappings = [self.nodes.mapping(item, "a processor", "a mapping with its name") for item in items]
            if mappings:
                made = self.nodes.listed(listed, [self.nodes.structure(each, typed=False) for each in mappings])
                group.props.append(Prop(signal.value.lower(), self.nodes.place(signal), made))
                section.end = max(section.end, made.place.span.end)

    def _listed(self, kind: str, list_key: str, group: str, item: Node) -> None:
        """A parser, a stream task, an upstream: single values, and a list of groups of them."""
        mapping = self.nodes.mapping(item, "an item of this list", "a mapping")
        section = self._section(kind, mapping)
        for key, node in self.nodes.pairs(mapping):
            if not list_key or key.value != list_key:
                value = self.nodes.scalar(node, f"the value of {key.value}")
                self._add(section, key, self.nodes.string(value))
                continue
            for one in self.nodes.items(node, list_key, "a list of mappings"):
                inner = self.nodes.mapping(one, f"an item of {list_key}", "a mapping")
                if kind == "multiline_parser":
                    self._add(section, key, self.nodes.listed(key, []))
                self._group(section, group, inner, inner)

    def _group(self, section: Section, name: str, head: Node, node: Mapping) -> None:
        made = Group(name, self._head(head))
        section.groups.append(made)
        for key, value in self.nodes.pairs(node):
            text = self._text(key, self.nodes.scalar(value, f"the value of {key.value}"))
            made.props.append(Prop(snake_case(key.value).strip(SPACES), self.nodes.place(key), text))
            section.end = max(section.end, text.place.span.end)

    def _text(self, key: Scalar, node: Scalar) -> Value:
        """A single value, which must not be blanks alone: Fluent Bit stops there."""
        if node.value and not node.value.strip(SPACES):
            self.nodes.refuse(node, f"the value of {key.value} is only blanks", "a value")
        return self.nodes.string(node)

    def _add(self, section: Section, key: Scalar, value: Value) -> None:
        place = self.nodes.place(key)
        section.end = max(section.end, value.place.span.end, place.span.end)
        section.props.append(Prop(snake_case(key.value).strip(SPACES), place, value))

    def _section(self, name: str, head: Node) -> Section:
        section = Section(name, self._head(head), head.start)
        self.found.items.append(section)
        return section

    def _head(self, node: Node) -> Place:
        """What stands for the head of a section: the name of its plugin, or its first key."""
        if isinstance(node, Mapping) and node.pairs:
            return self.nodes.place(node.values.get("name", node.pairs[0].key))
        return self.nodes.place(node)
