"""Loading a Fluent Bit config: its documents read, what they include put where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.disk import files
from pipelint.base.text.document import Document
from pipelint.engines.fluentbit.config import Named
from pipelint.engines.fluentbit.discovery.gathered import gathered
from pipelint.engines.fluentbit.discovery.include import in_container, include_target
from pipelint.engines.fluentbit.discovery.named import (
    OF_SERVICE,
    OF_UPSTREAM,
    PARSERS_FILE,
    UPSTREAM,
    UPSTREAM_PLUGINS,
    is_stock,
    named_target,
    option_files,
)
from pipelint.engines.fluentbit.syntax.formats import is_yaml, read
from pipelint.engines.fluentbit.syntax.section import Include, Indent, Prop, Section, Variable, block_of, string, whole
from pipelint.language.config import Ignored, IncludeProblem
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from pipelint.sources import Bundle, Entry
    from pipelint.sources.entry import Included
    from pipelint.sources.glob import Target

PARTS = ("service", "inputs", "extraInputs", "filters", "extraFilters", "outputs", "extraOutputs")
"""What charts call the parts of the main file, in its order."""
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
        self.parts = False
        self.indent = Indent()
        self.named: list[Named] = []
        self.absent: list[IncludeProblem] = []  # of these
        self.of_named: list[Block] = []

    def load(self) -> Block:
        """All root documents as one section, with what they include, and what is used of the files that they name."""
        for document in self._in_order():
            self.read(document)
        is_open = bool(self.includes)
        self._read_named()
        items = [block_of(each) if isinstance(each, Section) else _param(each) for each in self.said]
        found = [item for item in items if item is not None]
        return whole(next(iter(self.documents)), [*found, *self.of_named], is_open=is_open)

    def _in_order(self) -> Sequence[Document]:
        """The root documents; parts of one file, which a chart joins, in the order of that."""
        documents = self.entry.documents
        if len(documents) < 2 or any(document.name not in PARTS for document in documents):
            return documents
        self.parts = True
        return sorted(documents, key=lambda document: PARTS.index(document.name))

    def read(self, document: Document) -> None:
        """Reads a file with what it includes, from where it stands."""
        self.main, self.yaml = document, is_yaml(document)
        self._document(document)

    def _read_named(self) -> None:
        """The files that the service section, outputs and commands name, each read once, however often it is named."""
        variables = dict(_variables(self.said))
        for prop, kinds in (*_naming(self.said), *self._options()):
            if len(self.named) == MAX_DOCUMENTS or len(self.documents) >= MAX_DOCUMENTS:
                break
            made = self._of_named(prop, kinds, variables)
            self.named.append(made)
            if made.problem and not is_stock(made.path):
                # It may be in the image, whatever is missing here.
                absent = made.problem == "missing" or made.path.startswith("/")
                self.absent.append(IncludeProblem(made.path, "elsewhere" if absent else made.problem, "", made.place))

    def _options(self) -> Iterator[tuple[Prop, tuple[str, ...]]]:
        """The files of parsers that the commands of containers name."""
        for workload in self.entry.workloads:
            place = workload.container.place
            for path in option_files(workload.container.words):
                yield Prop(PARSERS_FILE, place, string(path, place)), OF_SERVICE[PARSERS_FILE]

    def _of_named(self, prop: Prop, kinds: tuple[str, ...], variables: Mapping[str, str]) -> Named:
        place = prop.value.content_place
        target = named_target(prop.value.text, variables)
        path = target.path or prop.value.text
        main = self.main or place.document
        found = self.bundle.resolve(target, main)
        sure = bool(found.documents)
        if not sure:
            others = (self.bundle.resolve(each, main) for each in in_container(target))
            found = next((each for each in others if each.documents), found)
        if not found.documents:
            return Named(prop.key, path, place, problem=found.problem or "missing")
        (document,) = found.documents
        text = self.replaced.get(document, document)
        if text in self.documents:
            known = next((each.documents for each in self.named if each.documents[:1] == (text,)), ())
            return Named(prop.key, path, place, known, sure=sure)
        inner = Loader(self.entry, self.replaced)
        inner.read(document)
        self.documents |= inner.documents
        self.errors += inner.errors
        self.ignored += inner.ignored
        self.includes += inner.includes
        blocks = (block_of(each) for each in inner.said if isinstance(each, Section))
        self.of_named += [block for block in blocks if block.name in kinds]
        return Named(prop.key, path, place, tuple(inner.documents), sure=sure and not inner.includes)

    def _document(self, document: Document) -> None:
        text = self.replaced.get(document, document)
        self.met.add(document)
        self.documents[text] = None
        # One file has one indentation.
        found = read(text, self.indent if self.parts and document in self.entry.documents else Indent(), yaml=self.yaml)
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
        here = document if self.yaml or self.main is None else self.main
        found = self.bundle.resolve(target, here)
        if not found.documents:
            found = next((each for each in self._in_container(target, here) if each.documents), found)
        if found.problem:
            self._problem(include, found.problem, found.detail)
            if found.problem == "elsewhere" and self.said and isinstance(self.said[-1], Section):
                self.said[-1].is_open = True  # a template may put keys there
        elif not found.documents:
            if not self.yaml and any(fnmatchcase(files.name(each), target.path) for each in gathered(here.file)):
                self._problem(include, "elsewhere", "a Dockerfile copies it there")
            elif self.yaml:
                self.absent.append(IncludeProblem(include.path, "empty", "", include.place))
            else:
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

    def _in_container(self, target: Target, here: Document) -> Iterator[Included]:
        """What lies beside the config as the absolute path of an include has it in a container."""
        for each in in_container(target):
            found = self.bundle.resolve(each, here)
            if self.met.isdisjoint(found.documents):
                yield found

    def _problem(self, include: Include, kind: str, detail: str) -> None:
        self.includes.append(IncludeProblem(include.path, kind, detail, include.place))


def _naming(said: Sequence[Section | Variable]) -> Iterator[tuple[Prop, tuple[str, ...]]]:
    """The keys that name a file, with the sections that are used of it."""
    for section in said:
        if isinstance(section, Section) and section.kind == "service":
            yield from ((prop, OF_SERVICE[prop.key]) for prop in section.props if prop.key in OF_SERVICE)
        elif isinstance(section, Section) and section.kind == "output":
            plugin = next((prop.value.text.lower() for prop in section.props if prop.key == "name"), "")
            if plugin in UPSTREAM_PLUGINS:
                yield from ((prop, OF_UPSTREAM) for prop in section.props if prop.key == UPSTREAM)


def _variables(said: Sequence[Section | Variable]) -> Iterator[tuple[str, str]]:
    """What the config sets, in its order."""
    for each in said:
        param = _param(each) if isinstance(each, Variable) else None
        if param is not None:
            name, _, value = param.value.partition("=")
            yield name, value


def _param(variable: Variable) -> Param | None:
    """A variable as a parameter of the root, ``name=value`` of ``@SET``; nothing of one that means nothing."""
    if variable.value is None or (variable.meta and variable.name.upper() != "SET"):
        return None
    value = variable.value
    text = value.text if variable.meta else f"{variable.name}={value.text}"
    return Param("@SET", text, value.content_place, variable.place)
