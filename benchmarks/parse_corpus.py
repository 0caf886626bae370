"""How long parsing a folder of Fluentd configs takes, as a ratio to the start of a bare Python in the same run.

    python benchmarks/parse_corpus.py FOLDER...

Prints files, bytes, the best of five times for all of them, the best of ten for ``python -c pass``, and the ratio of the two.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.syntax.parse import parse


def _best(runs: int, work: Callable[[], object]) -> float:
    """The shortest of ``runs`` times, in seconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _texts(folders: list[str]) -> list[bytes]:
    files = sorted(path for folder in folders for path in Path(folder).rglob("*") if path.is_file())
    return [path.read_bytes() for path in files]


def main(folders: list[str]) -> int:
    """Exit code 2 where no file was named."""
    texts = _texts(folders)
    if not texts:
        print("usage: python benchmarks/parse_corpus.py FOLDER...", file=sys.stderr)
        return 2
    parsing = _best(5, lambda: [parse(Document.whole(SourceFile("", text))) for text in texts])
    bare = _best(10, lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    size = sum(map(len, texts))
    print(f"files {len(texts)}, bytes {size}, parsing {parsing * 1e3:.1f} ms, python -c pass {bare * 1e3:.1f} ms")
    print(f"ratio {parsing / bare:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
