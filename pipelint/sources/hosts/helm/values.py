"""What a chart's values hold: the texts in them that are configs, map by map, as folders of files."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.discovery import Engines
from pipelint.sources.hosts.protocol import Folder, ScalarText, Text, is_resource, quoted
from pipelint.sources.hosts.texts.layered import InnerText, WrappedText
from pipelint.yaml.text import scalar_map
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, read_yaml

_MOST_NODES = 200_000
"""Of one document that are looked at: real values have some thousand."""

_TEMPLATE = late(r"(?<!%)\{\{")  # not %{{, a date in a text
# Actions that may be whole lines, or decide on some: all others put a value into a line that stands there anyway.
_LINES = late(r"(?m)^[ \t]*\{\{|\{\{-?\s*(?:if|range|with|else|end|define|block|include|template|tpl|toYaml)\b|\{%")
_SECTIONS = {"input": "input", "extraInput": "input", "filter": "filter", "output": "output"}
"""The keys under which a chart takes the sections of a pipeline, each without the braces around it."""
_JOINED: tuple[str, ...] = ("service", "inputs", "extraInputs", "filters", "extraFilters", "outputs", "extraOutputs")
_JOINED += ("additionalInputs", "additionalFilters", "additionalOutputs")
"""The keys under which other charts take the parts of one file."""
_BESIDE = {"customParsers": "custom_parsers.conf", "parsers": "parsers.conf", "extraParsers": "parser_extra.conf"}
"""The files that these charts lay beside it, by their keys."""
_FOLDERS = ("extraFiles", "upstream")
"""Maps of other files that they lay there."""
_PLUGINS = late(rb"(?:\s|#[^\n]*\n)*(?:if\s|[a-z]\w*\s*\{)")
_LAYERS = ("inputs", "filters", "outputs")
"""Maps of one chart whose files are laid into one folder."""


@dataclass(frozen=True, slots=True)
class Values:
    """Values, of ``kind`` and ``name`` where a resource has them. ``holder``: the text of YAML in which they stand, if any."""

    file: SourceFile
    node: Mapping
    kind: str = ""
    name: str = ""
    holder: Document | None = None

    def text(self, scalar: Scalar) -> Text:
        """A scalar of them as a text."""
        return ScalarText(scalar) if self.holder is None else InnerText(self.holder, scalar)

    def folder(
        self, path: str, texts: dict[str, Text], unread: tuple[str, ...] = (), where: dict[str, str] | None = None
    ) -> Folder:
        """Texts of them that are files of one folder."""
        return Folder(self.file, self.kind, self.name, texts, unread, path=path, open=True, where=where or {})


def _scalars(node: Node | None) -> dict[str, Scalar]:
    values = node.values if isinstance(node, Mapping) else {}
    return {key: value for key, value in values.items() if isinstance(value, Scalar)}


def _texts(node: Node | None) -> dict[str, Scalar]:
    """Those of several lines: a config has them."""
    return {key: value for key, value in _scalars(node).items() if "\n" in value.value}


def values_of(file: SourceFile, node: Node | None, kind: str, name: str) -> Iterator[Values]:
    """The values that a resource of ``kind`` and ``name`` has: a map, or a text of YAML as far as it can be read."""
    if isinstance(node, Mapping):
        yield Values(file, node, kind, name)
    elif isinstance(node, Scalar):
        holder = Document("values", file, scalar_map(file.data, node))
        for root in read_yaml(holder.text).roots:
            if isinstance(root, Mapping):
                yield Values(file, root, kind, name, holder)


def folders_in(values: Values, engines: Engines, *, by_name: bool = False) -> Iterator[Folder]:
    """The texts of values that are configs, and what lies beside them. ``by_name``: only those with names of files."""
    return _Search(values, engines, by_name=by_name).folders()


class _Search:
    """Goes through values, each map once however many aliases lead to it."""

    def __init__(self, values: Values, engines: Engines, *, by_name: bool) -> None:
        self._values = values
        self._engines = engines
        self._by_name = by_name
        self._settings = frozenset[str]().union(*(engines.discovery(name).settings_files for name in engines.names))

    def folders(self) -> Iterator[Folder]:
        """All that the values hold, from the first to the last."""
        todo: list[tuple[Node, str]] = [(self._values.node, "")]
        seen: set[Node] = set()
        for _ in range(_MOST_NODES):
            if not todo:
                return
            node, path = todo.pop()
            if isinstance(node, Scalar) or node in seen:
                continue
            seen.add(node)
            if isinstance(node, Sequence):
                todo += reversed([(item, f"{path}[{number}]") for number, item in enumerate(node.items)])
                continue
            if is_resource(node):
                continue
            layers = self._layers(node)
            seen.update(node.values[layer] for layer in layers)
            if layers:
                yield self._layered(node, path, layers)
            joined = self._joined(node)
            if joined:
                seen.update(node.values[key] for key in _FOLDERS if key in node.values)
                yield self._values.folder(path, joined, where=dict(self._where(joined, node)))
                yield from self._left(node, path, joined)
            yield from self._of_map(node, path, {key for key in node.values if key in joined or _BESIDE.get(key) in joined})
            inner = [(value, f"{path}.{quoted(key)}" if path else quoted(key)) for key, value in node.values.items()]
            todo += reversed(inner)
        yield self._values.folder("", {}, (f"what comes after {_MOST_NODES:,} nodes",))

    def _layers(self, node: Mapping) -> list[str]:
        """The maps in ``node`` whose files are laid into one folder, where each of them is a config by itself."""
        if self._by_name or not {"inputs", "outputs"} <= node.values.keys():
            return []
        found = [layer for layer in _LAYERS if _texts(node.values.get(layer))]
        each = [(key, value) for layer in found for key, value in _texts(node.values[layer]).items()]
        if any(_TEMPLATE.search(value.value) or not self._is_config(key, value) for key, value in each):
            return []
        return found

    def _layered(self, node: Mapping, path: str, layers: list[str]) -> Folder:
        texts: dict[str, Text] = {}
        where: dict[str, str] = {}
        for layer in layers:
            for key, value in _texts(node.values[layer]).items():
                texts[f"{layer}_{key}"] = self._values.text(value)
                where[f"{layer}_{key}"] = f"{layer}.{quoted(key)}"
        return self._values.folder(path, texts, where=where)

    def _of_map(self, node: Mapping, path: str, joined: AbstractSet[str]) -> Iterator[Folder]:
        scalars, texts = _scalars(node), _texts(node)
        if not texts:
            return
        templates = tuple(f"{key}, a template of Helm," for key, value in texts.items() if _TEMPLATE.search(value.value))
        named = {key: self._values.text(value) for key, value in scalars.items() if "." in key}
        named = {key: text for key, text in named.items() if not _TEMPLATE.search(scalars[key].value)}
        if any(key in self._settings or self._is_config(key, scalars[key]) for key in named):
            yield self._values.folder(path, named, templates)
        if self._by_name:
            return
        sections = self._sections(scalars)
        if sections:
            yield self._values.folder(path, sections)
        for key, value in texts.items():
            if "." in key or key in sections or key in joined or _TEMPLATE.search(value.value):
                continue
            # Beside the parts of a file all that is of the same engine is a file, such as one of parsers.
            if self._is_config(key, value) or (joined and self._engines.sniff(value.encoded, key) is not None):
                yield self._values.folder(path, {key: self._values.text(value)})

    def _is_config(self, key: str, scalar: Scalar) -> bool:
        text = scalar.encoded
        engine = self._engines.sniff(text, key)
        return engine is not None and self._engines.discovery(engine).stands_alone(text)

    def _joined(self, node: Mapping) -> dict[str, Text]:
        """The parts of one file, which the chart joins, and files beside it that they name.

        Nothing where one of the parts is something else.
        """
        texts = _texts(node)
        found = {key: texts[key] for key in _JOINED if key in texts and not _LINES.search(texts[key].value)}
        told = {self._engines.sniff(value.encoded, key) for key, value in found.items()}
        if len(told) != 1 or None in told or not any(self._is_config(key, value) for key, value in found.items()):
            return {}
        others = {name: texts[key] for key, name in _BESIDE.items() if key in texts}
        others |= {name: value for key in _FOLDERS for name, value in _texts(node.values.get(key)).items()}
        found |= {
            name: value
            for name, value in others.items()
            if not _TEMPLATE.search(value.value) and any(name.encode() in part.encoded for part in found.values())
        }
        return {key: self._values.text(value) for key, value in found.items()}

    def _where(self, joined: dict[str, Text], node: Mapping) -> Iterator[tuple[str, str]]:
        """Where the files stand that were found by their names."""
        yield from ((name, key) for key, name in _BESIDE.items() if name in joined and key in node.values)
        for key in _FOLDERS:
            yield from ((name, f"{key}.{quoted(name)}") for name in _texts(node.values.get(key)) if name in joined)

    def _left(self, node: Mapping, path: str, joined: dict[str, Text]) -> Iterator[Folder]:
        """The files beside the joined one that it does not name, each by itself."""
        for key in _FOLDERS:
            for name, value in _texts(node.values.get(key)).items():
                if name not in joined and not _TEMPLATE.search(value.value) and self._is_config(name, value):
                    yield self._values.folder(f"{path}.{key}" if path else key, {name: self._values.text(value)})

    def _sections(self, scalars: dict[str, Scalar]) -> dict[str, Text]:
        """The sections of a pipeline, which the chart joins; nothing where one of them is something else."""
        found = {key: scalars[key] for key in _SECTIONS if key in scalars and scalars[key].value.strip()}
        if not {"input", "output"} <= found.keys() or not all(_PLUGINS.match(value.encoded) for value in found.values()):
            return {}
        if any(_TEMPLATE.search(value.value) for value in found.values()):
            return {}
        texts: dict[str, Text] = {
            key: WrappedText(self._values.text(value), f"{_SECTIONS[key]} {{\n".encode(), b"\n}\n")
            for key, value in found.items()
        }
        return texts if all(self._engines.sniff(text.value(), "") for text in texts.values()) else {}
