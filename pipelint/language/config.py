"""Config: one logical configuration as an engine reads it, and what an engine must offer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, Place
from pipelint.base.writer import Writer
from pipelint.graph.stage import StageGraph
from pipelint.language.syntax_problem import SyntaxProblem
from pipelint.sources import Entry

if TYPE_CHECKING:
    from pipelint.language.watch.watch import Watch
    from pipelint.sources.kubernetes.workload import Workload


_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class IncludeProblem:
    """An include that gives less than it says.

    ``problem`` is missing, empty (a glob), cycle, remote, elsewhere, outside, unreadable, invalid or limit.
    """

    path: str
    problem: str
    detail: str
    place: Place


@dataclass(frozen=True, slots=True)
class Ignored:
    """What the engine passes over without an error, though it was meant: why, in words, and where."""

    message: str
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class Config:
    """One configuration with its includes resolved.

    ``documents`` are all that it was read from, roots first; ``root`` holds the sections of all of them in the order in
    which the engine meets them.
    """

    engine: Engine
    entry: Entry
    documents: tuple[Document, ...]
    root: Block
    errors: tuple[SyntaxProblem, ...]
    includes: tuple[IncludeProblem, ...]
    graph: StageGraph
    ignored: tuple[Ignored, ...] = ()
    _notes: dict[object, object] = field(init=False, repr=False, compare=False, default_factory=dict)

    def noted(self, make: Callable[..., _T], *of: Hashable) -> _T:
        """What ``make`` says of the config, and of what is in it ``of``, asked once.

        To who watches counts what that is, not what it reads: it must say all that it is used for.
        """
        return self.plainly_noted(make, *of) if watching is None else watching.of_config(self, make, *of)

    def plainly_noted(self, make: Callable[..., _T], *of: Hashable) -> _T:
        """The same while nobody watches."""
        key = make, *of
        if key not in self._notes:
            self._notes[key] = make(self, *of)
        return cast("_T", self._notes[key])

    def forget(self) -> None:
        """Has everything asked again that was noted, by who watches from now on."""
        self._notes.clear()

    @property
    def broken(self) -> bool:
        """Whether it has errors that could be mended in several ways, so that nobody knows what it says as a whole."""
        return any(not error.mended for error in self.errors)

    @property
    def processes(self) -> int | None:
        """Processes that share the work, each using one CPU at most; None for an engine that works in threads."""
        return self.graph.workers if self.engine.in_processes else None

    @property
    def workloads(self) -> tuple[Workload, ...]:
        """The Kubernetes containers that run it, as far as the given manifests say."""
        return self.entry.workloads

    @property
    def name(self) -> str:
        """What the user calls it: a path, or a ConfigMap and its key."""
        return self.entry.name


watching: Watch | None = None
"""What notes what is read of the sections that somebody types in, while it does."""


class Types(Protocol):
    """How an engine reads the text of a parameter as a typed value."""

    def size(self, text: str) -> int:
        """Bytes."""
        ...

    def seconds(self, text: str) -> float:
        """Seconds."""
        ...

    def integer(self, text: str) -> int | None:
        """A whole number, or None where the engine finds none."""
        ...

    def regexp(self, text: str) -> tuple[str, str] | None:
        """A regular expression's pattern and options, or None where the engine refuses it."""
        ...

    def boolean(self, text: str) -> bool | None:
        """True, false, or None where the engine reads neither."""
        ...


class Engine(Protocol):
    """What one folder under ``engines`` offers."""

    @property
    def name(self) -> str:
        """What settings and reports call it."""
        ...

    @property
    def in_processes(self) -> bool:
        """Whether it works in processes that use one CPU each at most, and not in threads."""
        ...

    @property
    def types(self) -> Types:
        """How it reads typed values."""
        ...

    @property
    def writer(self) -> Writer:
        """How fixes are written in its syntax."""
        ...

    def load(self, entry: Entry, replaced: Mapping[Document, Document] | None = None) -> Config:
        """The config of an entry. ``replaced`` gives documents to read in the place of others (edited ones)."""
        ...
