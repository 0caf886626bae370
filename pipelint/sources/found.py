"""Plain and Declared: what a file was found to be, before it is known which others belong to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.sources.find import Candidate

if TYPE_CHECKING:
    from pipelint.yaml.tree import Sequence as YamlSequence


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
