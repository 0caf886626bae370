"""Entry, Pipeline, Bundle, Included and Collected: what the search for configs hands on; and what it is asked, Unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from pipelint.base.block import Param
from pipelint.base.finding import Note, Problem
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place

if TYPE_CHECKING:
    from pipelint.sources.glob import Target
    from pipelint.sources.kubernetes.workload import Workload

IncludeProblem: TypeAlias = 'Literal["missing", "remote", "elsewhere", "outside", "unreadable", "invalid"]'
"""Why an include gave less than it says: no such file; a URL, never fetched; not in this ConfigMap (the image may have
it) or named by embedded Ruby; not in the project; a file that cannot be read as text; a path that the engine itself refuses."""


class Unknown(Enum):
    """What becomes of a named file or folder that holds no config: a problem, or passed over, as one that a search found is.

    A commit hook names every changed file of some suffix, of which few are configs.
    """

    REFUSED = "refused"
    SKIPPED = "skipped"


class Sealed(Enum):
    """What becomes of configs of which nothing may be quoted: they are read, or left out by what would quote them."""

    READ = "read"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Included:
    """The documents that an include stands for, in the order in which they are read, and what is wrong with it.

    ``detail`` says the problem in words, empty where ``problem`` alone says it. A glob that matches nothing has neither
    documents nor a problem.
    """

    documents: tuple[Document, ...] = ()
    problem: IncludeProblem | None = None
    detail: str = ""


class Bundle(Protocol):
    """What the includes of a config resolve against."""

    def resolve(self, target: Target, from_document: Document) -> Included:
        """The documents that an include means in ``from_document``. Never raises; reads each file once."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Pipeline:
    """One of several pipelines of an entry: its ``id``, its config documents in the order in which the engine joins them.

    ``settings`` have dotted names (``pipeline.workers``) and stand in files of settings; of each name there is one. ``place``
    is where the pipeline is declared, None where nothing declares it.
    """

    id: str
    documents: tuple[Document, ...]
    settings: tuple[Param, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One logical config: its root documents, joined in this order, and what their includes resolve against.

    ``name`` is shown to the user; ``kubernetes`` says that it stands in a manifest. ``pipelines`` has what the documents
    are divided into, of an engine that runs several pipelines; ``documents`` are then those of all of them.
    ``workloads`` are the containers that mount the ConfigMap that it stands in, as far as the given files say. ``partial``:
    more pipelines belong to it, which could not be read. ``version`` is the engine's as the resource says it that lists its
    pipelines, "" where none does. ``readings`` are what else the template may become that it was read from: what is claimed
    of a place must hold in each of them that has the place. ``loose``: what stands beside it is not known. ``apart`` are the
    texts of its folder that are configs of their own, though the engine may run the folder as one; the first entry of the
    folder has them. ``unlisted``: the list of pipelines beside it, none of which reads it. ``aside``: nothing seems to run
    it, as the given files say: no pod mounts its ConfigMap, while one beside it is mounted, or it is an example by its name.
    ``idle``: what runs its folder names another file of it, or pods beside its ConfigMap run without it. What else shows that
    nothing runs a config is asked where something is found in it (``sources/use``).
    """

    engine: str
    documents: tuple[Document, ...]
    bundle: Bundle
    name: str
    kubernetes: bool = False
    pipelines: tuple[Pipeline, ...] = ()
    workloads: tuple[Workload, ...] = ()
    partial: bool = False
    version: str = ""
    readings: tuple[Entry, ...] = ()
    loose: bool = False
    apart: tuple[Document, ...] = ()
    unlisted: Document | None = None
    aside: bool = False
    idle: bool = False

    @property
    def sealed(self) -> bool:
        """Whether nothing of it may be quoted."""
        return any(document.sealed for document in self.documents)


@dataclass(frozen=True, slots=True)
class Collected:
    """All configs found, in the order of the given paths, what could not be read, and what was passed over."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Note, ...] = ()
