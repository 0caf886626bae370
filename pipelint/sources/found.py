"""Plain and Declared: what a file was found to be, before it is known which others belong to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.sources.find import Candidate

if TYPE_CHECKING:
    from pipelint.sources.discovery import Discovery
    from pipelint.yaml.tree import Sequence as YamlSequence
    from pipelint.yaml.tree import Stream


@dataclass(frozen=True, slots=True)
class Plain:
    """A file that as a whole is a config of ``engine``, or (None) is none, for the reason in ``refusal``."""

    candidate: Candidate
    file: SourceFile
    engine: str | None
    refusal: str = ""

    @property
    def identity(self) -> str:
        """The real path, of standard input the one that its name says."""
        same = self.file.path == self.candidate.path
        return self.candidate.identity if same else files.real(self.file.path)


@dataclass(frozen=True, slots=True)
class Declared:
    """A file that declares configs of ``engine``, with the list of them."""

    engine: str
    candidate: Candidate
    file: SourceFile
    listed: YamlSequence

    @classmethod
    def all_in(cls, stream: Stream, candidate: Candidate, file: SourceFile, engines: Mapping[str, Discovery]) -> list[Declared]:
        """What each of ``engines``, by their names, takes the first document of a YAML file for.

        Of a file that is cut off the last item is left out.
        """
        root = next(iter(stream.roots), None)
        listed = {} if root is None else {name: each.declaration(root, file.path) for name, each in engines.items()}
        return [
            cls(name, candidate, file, found if stream.error is None else found.without_last())
            for name, found in listed.items()
            if found is not None
        ]
