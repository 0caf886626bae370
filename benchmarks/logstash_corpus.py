"""Times `pipelint syntax --engine logstash` on a folder of pipelines against `mustache check` on the same files.

    python benchmarks/logstash_corpus.py FOLDER [MUSTACHE]

MUSTACHE is the peer's program (github.com/breml/logstash-config, in Go), by default the one on the PATH. Both are started anew
for each run, in turn, with all files of the folder on one command line; what is printed are medians of the whole processes and
their ratios. "no bytecode" is a start for which Python finds nothing compiled, as the first one after an installation.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

ROUNDS = 9
READ = (0, 1)  # the exit codes of both programs for files that were read, without and with errors in them


def seconds(command: list[str], files: list[str], environment: Mapping[str, str]) -> float:
    """Wall seconds of one run on ``files``. Raises SystemExit where the program could not do its work."""
    start = time.perf_counter()
    done = subprocess.run([*command, *files], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, check=False)
    passed = time.perf_counter() - start
    if done.returncode not in READ:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return passed


def measure(files: list[str], peer: str, compiled: str) -> dict[str, float]:
    """Median seconds of each program; compiled bytecode is kept in the folder ``compiled``."""
    ours = [sys.executable, "-m", "pipelint", "syntax", "--engine", "logstash"]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    kept["PYTHONPYCACHEPREFIX"] = compiled
    none = {**kept, "PYTHONDONTWRITEBYTECODE": "1"}
    times: dict[str, list[float]] = {"mustache check": [], "pipelint syntax": [], "pipelint syntax, no bytecode": []}
    seconds(ours, files, kept)
    for number in range(ROUNDS):
        times["mustache check"].append(seconds([peer, "check"], files, kept))
        times["pipelint syntax"].append(seconds(ours, files, kept))
        empty = {**none, "PYTHONPYCACHEPREFIX": str(Path(compiled) / f"none{number}")}
        times["pipelint syntax, no bytecode"].append(seconds(ours, files, empty))
    return {name: statistics.median(found) for name, found in times.items()}


def main(arguments: list[str]) -> int:
    """Exit code 2 where a folder or the peer is missing."""
    files = sorted(str(path) for path in Path(arguments[0]).rglob("*") if path.is_file()) if arguments else []
    peer = arguments[1] if len(arguments) > 1 else shutil.which("mustache")
    if not files or peer is None:
        print("usage: python benchmarks/logstash_corpus.py FOLDER [MUSTACHE]", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as compiled:
        medians = measure(files, peer, compiled)
    base = medians["mustache check"]
    print(f"files {len(files)}, bytes {sum(Path(file).stat().st_size for file in files)}")
    for name, median in medians.items():
        print(f"{name:30} {median * 1000:8.1f} ms  {median / base:5.2f} x mustache check")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
