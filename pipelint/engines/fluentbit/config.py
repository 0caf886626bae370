"""A Fluent Bit config with the files that it names: its parsers, stream tasks and upstreams, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place
from pipelint.engines.fluentbit.discovery.named import BUILT_IN, is_stock, stock_parsers
from pipelint.language.config import Config

_OPTIONS = ("-R", "--parser")
_PARSERS = "parsers_file"


@dataclass(frozen=True, slots=True)
class Named:
    """A file that a config names under ``key``: its ``path`` with variables replaced, and where that stands.

    ``documents`` are what was read of it, itself first. Without any, ``problem`` says why, as of an include. ``sure``: it is
    what Fluent Bit would read, and not what may be copied to where the path leads.
    """

    key: str
    path: str
    place: Place
    documents: tuple[Document, ...] = ()
    problem: str = ""
    sure: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class FluentBitConfig(Config):
    """One configuration. Its ``root`` has the sections of its own files, and of those that it names what Fluent Bit uses."""

    named: tuple[Named, ...] = ()

    def role(self, document: Document) -> str:
        """The key that names a document, or the file that includes it; empty where it is a part of the config itself."""
        return next((named.key for named in self.named if document in named.documents), "")

    def sections(self, *names: str) -> Iterator[Block]:
        """The sections with these names, from all files."""
        return (block for block in self.root.blocks if block.name in names)

    @property
    def parsers(self) -> dict[str, list[Block]]:
        """The sections of parsers, by name."""
        return _by_name(self.sections("parser"))

    @property
    def multiline_parsers(self) -> dict[str, list[Block]]:
        """The sections of multiline parsers, by name."""
        return _by_name(self.sections("multiline_parser"))

    @property
    def parser_names(self) -> frozenset[str]:
        """Parsers that there are, also those of the files that the images bring."""
        # What lies beside the config may not be what it becomes in an image.
        unread = (named for named in self.named if named.key == _PARSERS and not (named.sure and named.documents))
        stock = (stock_parsers(named.path) for named in unread)
        return frozenset(self.parsers).union(*stock)

    @property
    def multiline_parser_names(self) -> frozenset[str]:
        """Multiline parsers that there are, also those that Fluent Bit has itself."""
        return frozenset((*self.multiline_parsers, *BUILT_IN))

    @property
    def has_all_parsers(self) -> bool:
        """Whether no other parser may be there: all files were read, or are those of an image in a cluster.

        Without a service section more of the config stands elsewhere, and so may parsers.
        """
        # Of values the service section names the parsers beside it; an operator's resources have them in other ones.
        partial = self.entry.partial and all(document.name != "service" for document in self.documents)
        if partial or self.root.open or self.entry.loose or self.errors or not any(self.sections("service")):
            return False
        hosted = bool(self.documents[0].part)  # what lies on a disk may be copied into an image, over its own files
        files = (named for named in self.named if named.key == _PARSERS)
        options = any(word.startswith(_OPTIONS) for each in self.workloads for word in each.container.words)
        return not options and all(named.sure if named.documents else hosted and is_stock(named.path) for named in files)

    @property
    def stream_tasks(self) -> list[Block]:
        """The sections of stream tasks, of both formats."""
        return list(self.sections("stream_task", "stream_processor"))

    @property
    def upstreams(self) -> list[Block]:
        """The sections of upstreams (``upstream_servers``) and, of the classic format, their nodes: of YAML these are inside."""
        return list(self.sections("upstream_servers", "node"))


def _by_name(blocks: Iterator[Block]) -> dict[str, list[Block]]:
    found: dict[str, list[Block]] = {}
    for block in blocks:
        found.setdefault(block.value("name"), []).append(block)
    return found
