"""Entry, Pipeline, Bundle, Included and Collected: what the search for configs hands on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from pipelint.base.block import Param
from pipelint.base.document import Document, Place
from pipelint.base.finding import Note, Problem

Sniff = Callable[[bytes, str], str | None]
"""Config text and its file or key name to an engine's name, None when it is no engine's config.

A name that ends in ``.yaml``, ``.yml`` or ``.json`` says that the text is YAML without a ConfigMap in it: then only an
engine's own YAML syntax is its config, not some YAML with a config text inside.
"""

IncludeProblem = Literal["missing", "remote", "elsewhere", "unreadable", "invalid"]
"""Why an include gave less than it says: no such file; a URL, never fetched; not in this ConfigMap (the image may have
it) or named by embedded Ruby; a file that cannot be read as text; a path that Fluentd itself refuses."""


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

    def resolve(self, pattern: str, from_document: Document) -> Included:
        """The documents that ``@include pattern`` means in ``from_document``. Never raises; reads each file once."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Pipeline:
    """One Logstash pipeline of an entry: its ``id``, its config documents in the order in which Logstash joins them.

    ``settings`` have the dotted names of pipelines.yml and logstash.yml (``pipeline.workers``) and stand in those files;
    of each name there is one. ``place`` is the pipeline's item in pipelines.yml, None where no such file declares it.
    """

    id: str
    documents: tuple[Document, ...]
    settings: tuple[Param, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One logical config: its root documents, joined in this order, and what their includes resolve against.

    ``name`` is shown to the user; ``kubernetes`` says that it stands in a manifest. ``pipelines`` has what the documents
    are divided into, of an engine that runs several pipelines (Logstash); ``documents`` are then those of all of them.
    """

    engine: str
    documents: tuple[Document, ...]
    bundle: Bundle
    name: str
    kubernetes: bool = False
    pipelines: tuple[Pipeline, ...] = ()


@dataclass(frozen=True, slots=True)
class Collected:
    """All configs found, in the order of the given paths, what could not be read, and what was passed over."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Note, ...] = ()
