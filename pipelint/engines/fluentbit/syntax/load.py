"""Loading a Fluent Bit config: its documents read, what they include put where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document
from pipelint.engines.fluentbit.discovery.include import include_target
from pipelint.engines.fluentbit.syntax.formats import is_yaml, read
from pipelint.engines.fluentbit.syntax.section import Include, Section, Variable, block_of, whole
from pipelint.language.config import Ignored, IncludeProblem
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from pipelint.sources import Bundle, Entry

MAX_DOCUMENTS = 1_000
"""Fluent Bit's own limit of files."""


class Loader:
    """Reads the documents of one entry, each once: Fluent Bit stops at a file that it has read before."""

    def __init__(self, entry: Entry, replaced: Mapping[Document, Document]) -> None:
        self.entry = entry
        self.bundle: Bundle = entry.bundle
        self.replaced = replaced
        self.documents: dict[Document, None] = {}  # as they are read
        self.errors: list[SyntaxProblem] = []
        self.includes: list[IncludeProblem] = []
        self.ignored: list[Ignored] = []
        self.said: list[Section | Variable] = []
        self.service: Section | None = None
        self.met: set[Document] = set()
        self.yaml = False
        self.main: Document | None = None

    def load(self) -> Block:
        """All root documents as one section, with what they include."""
        for document in self.entry.documents:
            self.main, self.yaml = document, is_yaml(document)
            self._document(document)
        items = [block_of(each) if isinstance(each, Section) else _param(each) for each in self.said]
        return whole(next(iter(self.documents)), [item for item in items if item is not None], is_open=bool(self.includes))

    def _document(self, document: Document) -> None:
        text = self.replaced.get(document, document)
        self.met.add(document)
        self.documents[text] = None
        found = read(text, yaml=self.yaml)
        self.errors += found.errors
        self.ignored += found.ignored
        for item in found.items:
            if isinstance(item, Include):
                self._include(item, document)
            elif isinstance(item, Section) and item.kind == "service":
                self._service(item)
            else:
                self.said.append(item)

    def _service(self, section: Section) -> None:
        """Of several there is one with the keys of all."""
        if self.service is None:
            self.service = section
            self.said.append(section)
            return
        if self.yaml and section.name.lower() == self.service.name.lower() == "service":
            message = "a second service section: Fluent Bit takes one, over all included files"
            self.errors.append(SyntaxProblem(message, section.head_place, "its keys in the first one", local=True))
        self.service.props += section.props
        self.service.groups += section.groups

    def _include(self, include: Include, document: Document) -> None:
        """Puts what is included where it stands. Of classic files the folder of the main one counts, of YAML that of each."""
        target = include_target(include.path)
        found = self.bundle.resolve(target, document if self.yaml or self.main is None else self.main)
        if found.problem:
            self._problem(include, found.problem, found.detail)
        elif not found.documents and not self.yaml:
            self._problem(include, "missing", "no file has such a name")
        for inner in found.documents:
            if inner in self.met:
                message = "this file was read before, and Fluent Bit reads none twice"
                self.errors.append(SyntaxProblem(message, include.place, "another file", local=True))
            elif len(self.met) >= MAX_DOCUMENTS:
                if not any(known.problem == "limit" for known in self.includes):
                    self._problem(include, "limit", f"more than {MAX_DOCUMENTS} files")
            else:
                self._document(inner)

    def _problem(self, include: Include, kind: str, detail: str) -> None:
        self.includes.append(IncludeProblem(include.path, kind, detail, include.place))


def _param(variable: Variable) -> Param | None:
    """A variable as a parameter of the root, ``name=value`` of ``@SET``; nothing of one that means nothing."""
    if variable.value is None or (variable.meta and variable.name.upper() != "SET"):
        return None
    value = variable.value
    text = value.text if variable.meta else f"{variable.name}={value.text}"
    return Param("@SET", text, value.content_place, variable.place)
