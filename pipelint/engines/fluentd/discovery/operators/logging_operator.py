"""The logging operator's Flow and Output (also of a cluster) and Logging: what it would write of them, with places.

Routes, which are made of all flows of a cluster, are missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint._native import YamlResources
from pipelint.base.text.document import SourceFile
from pipelint.engines.fluentd.discovery.operators.logging_sections import LOG_KEY, flow_text, output_text, process_texts
from pipelint.sources.hosts.protocol import Folder, ScalarText, Text, inner, label, resource_name
from pipelint.sources.hosts.texts.rendered import RenderedText
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, read_yaml

_GROUP = "logging.banzaicloud.io/"
_FLOWS: dict[str, tuple[tuple[str, str], ...]] = {
    "Flow": (("localOutputRefs", "Output"), ("outputRefs", "Output"), ("globalOutputRefs", "ClusterOutput")),
    "ClusterFlow": (("globalOutputRefs", "ClusterOutput"), ("outputRefs", "ClusterOutput")),
}
_OUTPUTS = ("Output", "ClusterOutput")
_LOGGING = "Logging"
_PROCESS = "FluentdConfig"
"""What a Logging says of the process, as a resource of its own."""


class LoggingOperator:
    """Flows with the outputs of the same file that they name, outputs that none names, what a Logging says itself."""

    kinds = (*_FLOWS, *_OUTPUTS, _LOGGING, _PROCESS)
    certain = False

    def __init__(self) -> None:
        self._outputs: dict[tuple[str, str], Mapping] | None = None
        self._used: set[tuple[str, str]] = set()
        self._log_key = LOG_KEY

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the API group."""
        return yaml and _GROUP.encode() in file.data

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The config of a flow, or of an output; those of a Logging."""
        spec = node.values.get("spec")
        if not node.text("apiVersion").startswith(_GROUP) or not isinstance(spec, Mapping):
            return
        if self._outputs is None:
            self._outputs = self._look(file)
        called = label(kind, resource_name(node))
        if kind in _FLOWS:
            yield from self._flow(file, spec, kind, called)
        elif kind == _LOGGING:
            yield from self._before_flows(file, node, kind, "fluentd", spec.values.get("fluentd"))
            if isinstance(flow := spec.values.get("defaultFlow"), Mapping):
                yield from self._flow(file, flow, "ClusterFlow", f"{called}, spec.defaultFlow")
            if isinstance(raw := spec.values.get("flowConfigOverride"), Scalar):
                where = {"app.conf": f"{called}, spec.flowConfigOverride"}
                yield Folder(file, "", "", {"app.conf": ScalarText(raw)}, path="", where=where, open=True)
        elif kind == _PROCESS:
            yield from self._before_flows(file, node, kind, "", spec)
        elif _key(kind, node) not in self._used:
            yield from _folder(file, {"output.conf": (called, output_text(file.data, spec, alone=True))})

    def _flow(self, file: SourceFile, spec: Mapping, kind: str, called: str) -> Iterator[Folder]:
        """The config of a flow, with the outputs of its file that it names."""
        refs = list(_refs(kind, spec))
        there = {ref: output for ref in refs if (output := (self._outputs or {}).get(ref)) is not None}
        text = flow_text(file.data, spec, [_file_name(ref) for ref in refs], self._log_key, bare=bool(there))
        texts = {"flow.conf": (called, text)}
        for ref, output in there.items():
            if isinstance(outer := output.values.get("spec"), Mapping):
                texts[_file_name(ref)] = label(ref[0], resource_name(output)), output_text(file.data, outer, alone=False)
        yield from _folder(file, texts)

    def _before_flows(self, file: SourceFile, node: Mapping, kind: str, key: str, process: Node | None) -> Iterator[Folder]:
        """What comes before all flows, as one config. ``key`` has ``process`` in the resource."""
        made = process_texts(file.data, inner(node, "spec", "globalFilters"), process, self._log_key)
        texts: dict[str, Text] = {}
        where: dict[str, str] = {}
        for number, (what, text) in enumerate(made.items(), 1):
            if text.value() and text.is_in_order:
                texts[f"{number}.conf"] = text
                where[f"{number}.conf"] = what if what == "globalFilters" or not key else f"{key}.{what}"
        if texts:
            yield Folder(file, kind, resource_name(node), texts, path="spec", where=where, open=True)

    def _look(self, file: SourceFile) -> dict[tuple[str, str], Mapping]:
        """The outputs of a file. Notes which of them its flows name, and the field that a Logging says."""
        found: dict[tuple[str, str], Mapping] = {}
        for node, kind in YamlResources(list(read_yaml(file.data).roots), list(self.kinds)):
            spec = node.values.get("spec")
            if kind in _OUTPUTS:
                found[_key(kind, node)] = node
            elif kind in _FLOWS:
                self._used.update(_refs(kind, spec))
            elif kind == _LOGGING and isinstance(spec, Mapping):
                self._used.update(_refs("ClusterFlow", spec.values.get("defaultFlow")))
                if spec.text("enableDockerParserCompatibilityForCRI") == "true":
                    self._log_key = "log"
        return found


def _folder(file: SourceFile, texts: dict[str, tuple[str, RenderedText]]) -> Iterator[Folder]:
    """A folder of what is there of texts, by their names, each with what it is called."""
    there: dict[str, Text] = {name: text for name, (_, text) in texts.items() if text.value() and text.is_in_order}
    if there:
        yield Folder(file, "", "", there, path="", where={name: texts[name][0] for name in there}, open=True)


def _key(kind: str, node: Mapping) -> tuple[str, str]:
    return kind, resource_name(node).rpartition("/")[2]


def _file_name(ref: tuple[str, str]) -> str:
    return f"{ref[0].lower()}-{ref[1]}.conf"


def _refs(kind: str, spec: Node | None) -> Iterator[tuple[str, str]]:
    for key, target in _FLOWS[kind]:
        listed = inner(spec, key)
        for item in listed.items if isinstance(listed, Sequence) else ():
            if isinstance(item, Scalar):
                yield target, item.value
