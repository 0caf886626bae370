"""Configs of the conformance data, read from disk as Fluent Bit read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentbit.syntax.load import Loader
from pipelint.sources.bundle import DiskBundle
from pipelint.sources.entry import Entry

DATA = Path(__file__).resolve().parents[2] / "data"


def data(name: str) -> dict[str, Any]:
    """A file of the conformance data."""
    found: dict[str, Any] = json.loads((DATA / f"fluentbit-{name}.json").read_text())
    return found


def text_of(case: dict[str, Any]) -> str:
    """The main file of a case."""
    return str(case["input"]) if "input" in case else "".join(text * times for text, times in case["input_parts"])


def loaded(path: Path, project: Path) -> Loader:
    """A config and what it includes in its project."""
    file = SourceFile(str(path), path.read_bytes(), (str(project.resolve()),))
    bundle = DiskBundle()
    loader = Loader(Entry("fluentbit", (bundle.add(file),), bundle, str(path)), {})
    loader.load()
    return loader


def starts(loader: Loader) -> bool:
    """Whether nothing was found at which Fluent Bit stops while it reads its files."""
    return not loader.errors and not loader.includes


def document(text: str, name: str = "main.conf") -> Document:
    """A text as a document of its own."""
    return Document.whole(SourceFile(name, text.encode()))
