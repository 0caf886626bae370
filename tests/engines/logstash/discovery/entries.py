"""What the tests of the Logstash sources share: configs in little, and entries in a shape that is easy to compare."""

from __future__ import annotations

import os
from pathlib import Path

from pipelint.base.finding import Problem
from pipelint.base.text.document import Place
from pipelint.engines.registry import ENGINES
from pipelint.sources import Collected, Entry, collect

INPUT = "input {\n  stdin { }\n}\n"
FILTER = 'filter {\n  mutate { add_tag => "a" }\n}\n'
OUTPUT = "output {\n  stdout { }\n}\n"
WHOLE = INPUT + OUTPUT


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def found_in(folder: Path, *paths: str) -> Collected:
    return collect([str(folder / path) for path in paths], ENGINES)


def shape(found: Collected, folder: Path) -> dict[str, dict[str, list[str]]]:
    """Of each entry its name, of each of its pipelines the id, of each document the name: all below ``folder``."""
    return {
        os.path.relpath(entry.name, folder): {
            pipeline.id: [os.path.relpath(document.name, folder) for document in pipeline.documents]
            for pipeline in entry.pipelines
        }
        for entry in found.entries
    }


def settings(entry: Entry, pipeline: int = 0) -> dict[str, str]:
    return {param.name: param.value for param in entry.pipelines[pipeline].settings}


def in_file(place: Place) -> str:
    """The text of the file on disk where ``place`` stands."""
    return place.file_span.cut(place.document.file.data).decode()


def told(problem: Problem) -> tuple[str, str]:
    """A problem's message, and the text of the file that it points to."""
    assert problem.file is not None
    assert problem.span is not None
    return problem.message, problem.span.cut(problem.file.data).decode()
