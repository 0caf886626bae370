"""Loading Logstash pipelines: the documents of each parsed and joined in order, its settings beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.logstash.discovery.unknowns import gaps
from pipelint.engines.logstash.syntax.parse import parse
from pipelint.language import limits
from pipelint.language.parsed import ROOT, Parsed
from pipelint.language.reparse import earlier
from pipelint.language.syntax_problem import SyntaxProblem
from pipelint.sources.entry import Entry, Pipeline
from pipelint.sources.templates.marks import OPEN

PIPELINE = "pipeline"


class Loader:
    """Reads the pipelines of one entry. Each document is parsed once, though several pipelines may hold it."""

    def __init__(self, entry: Entry, replaced: Mapping[Document, Document], parsed: dict[Document, Parsed]) -> None:
        self.entry = entry
        self.replaced = replaced
        self.parsed = parsed
        self.documents: dict[Document, None] = {}
        self.errors: list[SyntaxProblem] = []
        self.nodes = 0
        self.full = False

    def load(self) -> Block:
        """One block ``ROOT`` with a block ``pipeline`` for each pipeline, which holds its settings and sections."""
        pipelines = self.entry.pipelines or (Pipeline("main", self.entry.documents),)
        blocks = tuple(self.pipeline(pipeline) for pipeline in pipelines)
        whole, empty = self._places(self.entry.documents)
        return Block(ROOT, "", blocks, whole, empty, empty)

    def pipeline(self, pipeline: Pipeline) -> Block:
        """The block of one pipeline. Its place is its item in pipelines.yml, else its first document."""
        roots = [self.document(document) for document in pipeline.documents]
        items: tuple[Param | Block, ...] = (*pipeline.settings, *(item for root in roots for item in root.items))
        whole, empty = self._places(pipeline.documents)
        place = pipeline.place or whole
        return Block(PIPELINE, pipeline.id, items, place, pipeline.place or empty, empty)

    def document(self, document: Document) -> Block:
        """The sections of one document."""
        read = self.replaced.get(document, document)
        if self.full:
            return self.nothing(read)
        if read not in self.parsed:
            self.parsed[read] = parse(read, earlier(self.parsed, read))
        found = self.parsed[read]
        self.nodes += found.tree.root_node.descendant_count
        if self.documents and self.nodes > limits.MAX_NODES:
            self.full = True
            self.errors.append(limits.joined_problem(read))
            return self.nothing(read)
        if read not in self.documents:
            self.documents[read] = None
            self.errors.extend(found.errors)
        return _opened(found.root, gaps(read.text)) if OPEN in read.text else found.root

    def nothing(self, document: Document) -> Block:
        """What stands for a document that is not read."""
        self.documents[document] = None
        start = Place(document, Span(0, 0))
        return Block(ROOT, "", (), Place(document, Span(0, len(document.text))), start, start)

    @property
    def gaps(self) -> bool:
        """Whether a template brings lines that are not known."""
        return any(OPEN in document.text for document in self.documents)

    def _places(self, documents: tuple[Document, ...]) -> tuple[Place, Place]:
        """All of the first document, and its beginning."""
        document = documents[0] if documents else self.entry.documents[0]
        document = self.replaced.get(document, document)
        return Place(document, Span(0, len(document.text))), Place(document, Span(0, 0))


def _opened(block: Block, at: Sequence[int]) -> Block:
    """A section with those open that may have more in them: where one of the offsets ``at`` is, or in a section inside."""
    inside = [offset for offset in at if block.place.span.start <= offset < block.place.span.end]
    if not inside:
        return block
    items = tuple(_opened(item, inside) if isinstance(item, Block) else item for item in block.items)
    return Block(block.name, block.arg, items, block.place, block.head_place, block.arg_place, block.condition, open=True)
