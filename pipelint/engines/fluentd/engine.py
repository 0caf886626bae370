"""The Fluentd engine: what the rest of pipelint asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.disk import files
from pipelint.base.lean.once import cached_property
from pipelint.base.text.document import Document
from pipelint.base.writer import Writer
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.formats import FormatWriter
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.load import Loader
from pipelint.language.config import Config
from pipelint.language.parsed import Parsed, forget_oldest
from pipelint.sources import Entry

if TYPE_CHECKING:
    from pipelint.base.text.span import Span
    from pipelint.cost.events.work import CostRules
    from pipelint.engines.launch import Launch
    from pipelint.facts.engine import EngineFacts
    from pipelint.language.editing import Editing
    from pipelint.language.layout import Layout
    from pipelint.language.refactoring import Refactorings
    from pipelint.language.syntax_problem import SyntaxProblem
    from pipelint.stats.model import Monitor
    from pipelint.trace.model import Tracer

# Sections of the config are somewhere else: what routes there is not known.
_ELSEWHERE = ("elsewhere", "outside", "remote", "missing", "unreadable", "invalid", "limit")


class FluentdEngine:
    """Reads Fluentd configs. Documents that it has parsed before are not parsed again."""

    name = "fluentd"
    in_processes = True
    types = types
    example = "<source>\n  @type forward\n</source>\n<match **>\n  @type stdout\n</match>\n"

    def __init__(self) -> None:
        self._parsed: dict[Document, Parsed] = {}
        self._writer = FormatWriter()
        self.writer: Writer = self._writer

    def load(self, entry: Entry, replaced: Mapping[Document, Document] | None = None) -> Config:
        """The config of ``entry``, with ``replaced`` documents read in the place of their keys."""
        known = self._parsed if replaced is None else dict(self._parsed)
        loader = Loader(entry, replaced or {}, known)
        root = loader.load()
        away = [problem.place for problem in loader.includes if problem.problem in _ELSEWHERE]
        elsewhere = loader.unmatched or not loader.inner.issuperset(away)
        if loader.yaml:
            self._writer.know_yaml(loader.yaml)
        forget_oldest(self._parsed, len(loader.documents))
        filled = not (away or loader.inner_gaps)
        part = _is_part(entry, loader, root)
        complete = not (loader.errors or elsewhere or entry.partial or (part and not entry.kubernetes))
        graph = build(root, complete=complete, whole=len(entry.documents) == 1 and not part, filled=filled)
        return Config(
            self,
            entry,
            tuple(loader.documents),
            root,
            tuple(loader.errors),
            tuple(loader.includes),
            graph,
            tuple(loader.ignored),
        )

    @cached_property
    def facts(self) -> EngineFacts:
        """What is known of its configs."""
        from pipelint.engines.fluentd.facts.engine import FluentdFacts

        return FluentdFacts()

    @cached_property
    def costs(self) -> CostRules:
        """What its stages do with events."""
        from pipelint.engines.fluentd.cost.rules import FluentdRules

        return FluentdRules()

    @property
    def refactorings(self) -> Refactorings | None:
        """What can be written otherwise."""
        from pipelint.engines.fluentd.refactor.label import FluentdRefactorings

        return FluentdRefactorings()

    @cached_property
    def editing(self) -> Editing:
        """What it offers an editor."""
        from pipelint.engines.fluentd.complete.editing import FluentdEditing

        return FluentdEditing()

    @property
    def launch(self) -> Launch | None:
        """How it is run on a config."""
        from pipelint.engines.fluentd.launch import FluentdLaunch

        return FluentdLaunch()

    @property
    def monitor(self) -> Monitor | None:
        """How its monitoring API is read."""
        from pipelint.engines.fluentd.monitor import FluentdMonitor

        return FluentdMonitor()

    @cached_property
    def tracer(self) -> Tracer | None:
        """How its stages treat events."""
        from pipelint.engines.fluentd.trace.tracer import FluentdTracer

        return FluentdTracer()

    def layout(self, document: Document, but: Collection[Span] = ()) -> Layout | None:
        """A text as its tokens without those of the sections ``but``, as it is formatted; None where it is YAML."""
        from pipelint.engines.fluentd.syntax.format import layout
        from pipelint.engines.fluentd.yaml_config.detect import is_yaml_config

        return None if is_yaml_config(document.text, document.name) else layout(document, self._parsed.get(document), but)

    def tree(self, document: Document) -> tuple[tuple[SyntaxProblem, ...], Mapping[str, object]]:
        """The errors of a text, and its tree in the shape of the engine's own parser."""
        from pipelint.engines.fluentd.syntax.parse import parse
        from pipelint.engines.fluentd.syntax.tree import element
        from pipelint.engines.fluentd.yaml_config.detect import is_yaml_config

        if not is_yaml_config(document.text, document.name):
            parsed = parse(document)
            return tuple(parsed.errors), element(parsed.root)
        from pipelint.engines.fluentd.yaml_config.load import YamlLoader
        from pipelint.sources.bundle import NoBundle

        loader = YamlLoader(NoBundle(), {})
        root = loader.load(document)
        return tuple(loader.errors), {} if loader.errors else element(root)


def _is_part(entry: Entry, loader: Loader, root: Block) -> bool:
    """Whether it seems to be included by a main file elsewhere, such as the one of the image.

    So is a key of a manifest, or a template, and a file of a folder like ``conf.d`` or with a number in front of its name. A main
    file has the name of one, includes others, or says with ``<system>`` what holds for the whole process.
    """
    names = {files.name(document.name) for document in entry.documents}
    if not (entry.kubernetes or entry.loose or _is_numbered(entry)) or names & FluentdDiscovery.main_files:
        return False
    return len(loader.documents) == len(entry.documents) and root.block("system") is None


def _is_numbered(entry: Entry) -> bool:
    """Whether it lies where files are read together, or has a place among them."""
    first = entry.documents[0]
    if first.part or first.file.path.startswith("<"):
        return False
    name = files.name(first.file.path)
    rest = name.lstrip("0123456789")
    return files.folder_by_name(first.file.path).endswith(".d") or (rest != name and rest[:1] in ("-", "_"))
