"""Loading a Fluentd config: its documents parsed, its includes put in their place, its stage graph built."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.lean.once import cached_property
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.syntax.parse import INCLUDE, parse
from pipelint.engines.fluentd.yaml_config.detect import is_yaml_config, is_yaml_part
from pipelint.language.config import Ignored, IncludeProblem
from pipelint.language.limits import MAX_NODES
from pipelint.language.parsed import Parsed
from pipelint.language.reparse import earlier
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from pipelint.sources import Bundle, Entry
    from pipelint.sources.glob import Target

# A config that includes more documents (counting repeated ones) is cut off there; real ones have a few dozen.
MAX_DOCUMENTS = 1_000

# Sections in which no other stage and no route can stand: what is included into them changes none.
_INNER = frozenset({"buffer", "extract", "format", "inject", "labels", "parse", "record"})

_YAML_IN_V1 = "this file is YAML, but a config in the v1 format parses its includes as v1 and finds no section in it"


class Loader:
    """Reads the documents of one entry. Each is parsed once, and put in wherever it is included."""

    def __init__(self, entry: Entry, replaced: Mapping[Document, Document], parsed: dict[Document, Parsed]) -> None:
        self.entry = entry
        self.bundle: Bundle = entry.bundle
        self.replaced = replaced
        self.parsed = parsed
        self.documents: dict[Document, None] = {}
        self.errors: list[SyntaxProblem] = []
        self.includes: list[IncludeProblem] = []
        self.said: set[tuple[int, Span, str]] = set()
        self.ignored: list[Ignored] = []
        self.yaml: dict[Document, None] = {}  # those in the YAML format
        self.count = self.nodes = 0
        self.gaps = 0  # includes so far that brought nothing, or not all
        self.unmatched = False  # whether a glob matched nothing: there may be files where the config is used
        self.inner: set[Place] = set()  # what is included into sections that hold no stages
        self.inner_gaps = False  # whether a glob among these matched nothing

    def load(self) -> Block:
        """All root documents as one section, includes resolved."""
        roots = [self.given(self.main(document)) for document in self.entry.documents]
        if len(roots) == 1:
            return roots[0]
        items = tuple(item for root in roots for item in root.items)
        first = roots[0]
        return Block(first.name, "", items, first.place, first.head_place, first.arg_place)

    def given(self, root: Block) -> Block:
        """A root section with the values put in that what runs the config gives its variables."""
        if not any(param.embedded for param in root.params.values()) and not any(each.noted(_embeds) for each in root.blocks):
            return root
        # Imported here: most configs ask for no variable.
        from pipelint.engines.fluentd.discovery.given import names_of, variables_of, with_given

        return with_given(root, variables_of(self.entry), names_of(self.entry))

    def main(self, document: Document) -> Block:
        """The root section of a main document, in either of Fluentd's formats."""
        if not is_yaml_config(self.replaced.get(document, document).text, document.name):
            return self.document(document, ())
        # Imported here, as all of YAML is: most configs are in the v1 format.
        from pipelint.engines.fluentd.yaml_config.load import YamlLoader

        loader = YamlLoader(self.bundle, self.replaced)
        root = loader.load(document)
        self.documents |= loader.documents
        self.yaml |= loader.documents
        self.errors += loader.errors
        self.includes += loader.includes
        self.ignored += loader.ignored
        self.unmatched |= loader.unmatched
        return root

    def document(self, document: Document, open_now: tuple[Document, ...]) -> Block:
        """The root section of a document with its includes resolved; ``open_now`` are those that include it."""
        self.count += 1
        read = self.replaced.get(document, document)
        if read not in self.parsed:
            self.parsed[read] = parse(read, earlier(self.parsed, read))
        found = self.parsed[read]
        self.nodes += found.tree.root_node.descendant_count
        if open_now and self.nodes > MAX_NODES:
            return Block(found.root.name, "", (), found.root.place, found.root.head_place, found.root.arg_place)
        first = read not in self.documents
        if first:
            self.documents[read] = None
            self.errors.extend(found.errors)
        # Without the word there is no include, and most files have none.
        root = self.resolve(found.root, document, (*open_now, document)) if b"include" in read.text else found.root
        # What is included again stands there again: no section that holds others is in two places.
        return root if first else _anew(root)

    def resolve(self, block: Block, document: Document, open_now: tuple[Document, ...]) -> Block:
        """``block`` with what its includes stand for in their place; itself where it has none. Depth is bounded by the parser."""
        if not any(inner.name == INCLUDE or inner.noted(_includes) for inner in block.blocks):
            return block
        items: list[Param | Block] = []
        is_open = False
        for item in block.items:
            if isinstance(item, Param):
                items.append(item)
            elif item.name == INCLUDE:
                gaps = self.gaps
                if block.name in _INNER:
                    self.inner.add(item.arg_place)
                items.extend(self.included(item, document, open_now))
                is_open |= self.gaps > gaps
            else:
                items.append(self.resolve(item, document, open_now))
        return Block(block.name, block.arg, tuple(items), block.place, block.head_place, block.arg_place, open=is_open)

    def included(self, include: Block, document: Document, open_now: tuple[Document, ...]) -> tuple[Param | Block, ...]:
        """What an ``@include`` stands for."""
        if not include.arg:
            return ()
        if self.full:
            return self.too_many(include)
        # Imported here: most configs include nothing.
        from pipelint.engines.fluentd.discovery.include import EMPTY, beside_main, include_target, with_variables

        target = include_target(with_variables(include.arg, self.variables) if "#{" in include.arg else include.arg)
        found = self.bundle.resolve(target, document)
        if target.path == EMPTY and "#{" in include.arg and not found.documents:
            return ()
        if found.problem == "outside" and not found.documents and (near := beside_main(target)) is not None:
            beside = self.bundle.resolve(near, open_now[0])
            found = beside if beside.documents else found
        if found.problem:
            by_default = "#{" in include.arg and found.problem == "missing"
            hidden = found.problem == "elsewhere" and "#{" not in include.arg and self.hidden(target)
            kind, detail = ("missing", "") if hidden else (found.problem, found.detail)
            self.problem(include, "elsewhere" if by_default else kind, detail)
        if not found.problem and not found.documents:
            inside = include.arg_place in self.inner
            self.unmatched |= not inside
            self.inner_gaps |= inside
            self.gaps += 1
        items: list[Param | Block] = []
        for inner in found.documents:
            if inner in open_now:
                start = open_now.index(inner)
                chain = " includes ".join(d.name for d in (*open_now[start:], inner))
                self.problem(include, "cycle", chain)
                continue
            if self.full:
                return (*items, *self.too_many(include))
            if is_yaml_part(inner.text):
                self.ignored.append(Ignored(_YAML_IN_V1, include.arg_place))
            items.extend(self.document(inner, open_now).items)
            if self.nodes > MAX_NODES:
                return (*items, *self.too_many(include))
        return tuple(items)

    def hidden(self, target: Target) -> bool:
        """Whether no file can be where ``target`` leads: a ConfigMap without it is mounted over the folder, in each pod."""
        if target.problem or target.is_glob or self.entry.partial or self.entry.loose:
            return False
        for workload in self.entry.workloads:
            mount = workload.mounts[0]
            path = target.path if target.path.startswith("/") else f"{mount.path.rstrip('/')}/{target.path}"
            known = workload.certain and len(workload.mounts) == 1 and mount.whole and ".." not in path
            if not known or workload.container.mount(path) is not mount:
                return False
        return bool(self.entry.workloads)

    @cached_property
    def variables(self) -> dict[str, str]:
        """What the pods that run the config have in variables of the environment, where all of them have the same."""
        containers = [each.container for each in self.entry.workloads]
        said = [{one.name: one.value for one in each.env if one.value is not None} for each in containers]
        return {name: value for name, value in said[0].items() if all(other.get(name) == value for other in said)} if said else {}

    @property
    def full(self) -> bool:
        """Whether there are as many documents as may be, or with more nodes than may be."""
        return self.count >= MAX_DOCUMENTS or self.nodes > MAX_NODES

    def too_many(self, include: Block) -> tuple[Param | Block, ...]:
        """Nothing, for an include that is one too many; the first of these is reported."""
        if not any(known.problem == "limit" for known in self.includes):
            self.problem(include, "limit", f"more than {MAX_DOCUMENTS} included documents, or {MAX_NODES:,} syntax nodes")
        return ()

    def problem(self, include: Block, kind: str, detail: str) -> None:
        """Notes what is wrong with an include, once for each place."""
        self.gaps += 1
        said = (id(include.arg_place.document), include.arg_place.span, kind)
        if said not in self.said:
            self.said.add(said)
            self.includes.append(IncludeProblem(include.arg, kind, detail, include.arg_place))


def _includes(block: Block) -> bool:
    """Whether something is included in a section."""
    return any(inner.name == INCLUDE for inner in block.walk())


def _embeds(block: Block) -> bool:
    """Whether Ruby makes a value in a section."""
    return any(param.embedded for inner in block.walk() for param in inner.params.values())


def _anew(block: Block) -> Block:
    """A section of its own that says the same, as far as it holds others that hold some."""
    if not any(inner.blocks for inner in block.blocks):
        return block
    items = tuple(item if isinstance(item, Param) else _anew(item) for item in block.items)
    return Block(block.name, block.arg, items, block.place, block.head_place, block.arg_place, open=block.open)
