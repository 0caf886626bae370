"""Entry, Bundle, Included and Collected: what the search for configs hands on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from pipelint.base.document import Document
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
class Entry:
    """One logical config: its root documents, joined in this order, and what their includes resolve against.

    ``name`` is shown to the user; ``kubernetes`` says that it stands in a manifest.
    """

    engine: str
    documents: tuple[Document, ...]
    bundle: Bundle
    name: str
    kubernetes: bool = False


@dataclass(frozen=True, slots=True)
class Collected:
    """All configs found, in the order of the given paths, what could not be read, and what was passed over."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Note, ...] = ()
