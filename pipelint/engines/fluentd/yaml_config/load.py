"""Loads a config in Fluentd's YAML format: its documents read, what they include put in place, its sections built."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.discovery.include import yaml_include_target
from pipelint.engines.fluentd.yaml_config.build import Builder
from pipelint.engines.fluentd.yaml_config.read import Reader
from pipelint.engines.fluentd.yaml_config.scalars import Kind
from pipelint.engines.fluentd.yaml_config.values import Atom, Item, Items, Value, what
from pipelint.language import limits
from pipelint.language.config import Ignored, IncludeProblem
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from pipelint.sources import Bundle

# Only text that begins as JSON is read with surrogate pairs.
_SURROGATE = late(rb"\A\s*\{(?:[^\\]|\\[^u]|\\u(?![dD][89a-fA-F]))*(\\u[dD][89a-fA-F][0-9a-fA-F]{2})")
MAX_CHAIN = 5
"""Files that include each other in a row. An included list may include more only inside of a section."""
MAX_DOCUMENTS = 1_000
"""Included documents, counting repeated ones, as in the v1 format."""


class YamlLoader:
    """Reads one main document and what it includes. Each is read anew at each include, as Fluentd does."""

    def __init__(self, bundle: Bundle, replaced: Mapping[Document, Document]) -> None:
        self.documents: dict[Document, None] = {}
        self.errors: list[SyntaxProblem] = []
        self.includes: list[IncludeProblem] = []
        self.ignored: list[Ignored] = []
        self.unmatched = False
        self._bundle = bundle
        self._replaced = replaced
        self._count = 0

    def load(self, document: Document) -> Block:
        """The sections of ``document``, a main config; its root is empty where the YAML is broken."""
        builder = Builder(self._report)
        value = self._value(document, ())
        if value is None:
            empty = Place(document, Span(0, 0))
            return Block("ROOT", "", (), Place(document, Span(0, len(document.text))), empty, empty)
        root = builder.root(value, document)
        self.ignored += builder.ignored
        return root

    def _report(self, problem: SyntaxProblem) -> None:
        if problem not in self.errors and len(self.errors) <= limits.MAX_ERRORS:
            self.errors.append(problem)

    def _value(self, document: Document, open_now: tuple[Document, ...]) -> Value | None:
        from pipelint.yaml.tree import read_yaml

        read = self._replaced.get(document, document)
        self._count += 1
        self.documents[read] = None
        if problem := limits.size_problem(read):
            self._report(problem)
            return None
        stream = read_yaml(read.text)
        if stream.error is not None and len(stream.roots) < 2:
            at = min(stream.error.offset, len(read.text))
            self._report(SyntaxProblem(stream.error.message, Place(read, Span(at, min(at + 1, len(read.text))))))
            return None
        if found := _SURROGATE.search(read.text):
            # Kubernetes reads such JSON, and so does our reader of YAML; Ruby's does not.
            place = Place(read, Span(*found.span(1)))
            self._report(SyntaxProblem("half a surrogate pair in a string: Ruby cannot read this YAML", place))
            return None
        if not stream.roots:
            self._report(SyntaxProblem("this file is empty: Fluentd does not start", Place(read, Span(0, 0))))
            return None
        here = (*open_now, document)
        return Reader(read, lambda path: self._included(path, document, here), self._report).value(stream.roots[0])

    def _included(self, path: Atom, document: Document, open_now: tuple[Document, ...]) -> list[Item]:
        """The items of the lists that the files of an ``!include`` hold."""
        found = self._bundle.resolve(yaml_include_target(path.text), document)
        if found.problem:
            self._problem(path, found.problem, found.detail)
        self.unmatched |= not found.problem and not found.documents
        items: list[Item] = []
        for inner in found.documents:
            if inner in open_now:
                self._problem(path, "cycle", " includes ".join(d.name for d in (*open_now[open_now.index(inner) :], inner)))
                continue
            if self._count > MAX_DOCUMENTS or len(open_now) > MAX_CHAIN:
                self._problem(path, "limit", f"more than {MAX_DOCUMENTS} included documents, or {MAX_CHAIN} nested ones")
                break
            value = self._value(inner, open_now)
            if isinstance(value, Items):
                items += value.items
            elif value is not None:
                self._report(SyntaxProblem(f"an included YAML file must hold a list, and this is {what(value)}", *_at(value)))
        return items

    def _problem(self, path: Atom, kind: str, detail: str) -> None:
        problem = IncludeProblem(path.text, kind, detail, path.place)
        if not any(known.place == problem.place and known.problem == kind for known in self.includes):
            self.includes.append(problem)


def _at(value: Value) -> tuple[Place, str]:
    """Where to show that a value is no list, and what to write."""
    first = next(iter(value.entries.values())).key.place if not isinstance(value, Atom | Items) and value.entries else None
    hint = "a dash before each section" if not isinstance(value, Atom) or value.kind is not Kind.NIL else "sections after dashes"
    return first or value.place, hint
