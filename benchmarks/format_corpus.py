"""How long formatting the configs of folders takes, by engine, as a ratio to reading their syntax trees in the same run.

    python benchmarks/format_corpus.py FOLDER...

Prints files, bytes, CPU seconds per MB (1,000,000 bytes) of reading a tree and of formatting (which reads a text that changes
twice, to compare), the best of five rounds each, and their ratio. Files with syntax errors are left out.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.registry import ENGINES, parts
from pipelint.fixes.format import format_changes


def _best(runs: int, work: Callable[[], object]) -> float:
    """The least CPU time of ``runs``, in seconds."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def _documents(folders: list[str]) -> dict[str, list[Document]]:
    """By engine the configs that can be formatted."""
    found: dict[str, list[Document]] = {}
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*") if path.is_file()):
        document = Document.whole(SourceFile(str(path), path.read_bytes()))
        engine = ENGINES.sniff(document.text, path.name)
        layout = parts(engine).layout(document) if engine else None
        if engine and layout and not layout.errors:
            found.setdefault(engine, []).append(document)
    return found


def main(folders: list[str]) -> int:
    """Exit code 2 where no folder with configs was named."""
    found = _documents(folders)
    if not found:
        print("usage: python benchmarks/format_corpus.py FOLDER...", file=sys.stderr)
        return 2
    for engine, documents in found.items():
        megabytes = sum(len(document.text) for document in documents) / 1e6
        offered = parts(engine)
        reading = _best(5, lambda: [offered.tree(document) for document in documents])  # noqa: B023
        formatting = _best(5, lambda: [format_changes(document, offered) for document in documents])  # noqa: B023
        print(f"{engine}: {len(documents)} files, {megabytes:.2f} MB", end=", ")
        print(f"reading {reading / megabytes:.2f} s/MB, formatting {formatting / megabytes:.2f} s/MB", end=", ")
        print(f"ratio {formatting / reading:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
