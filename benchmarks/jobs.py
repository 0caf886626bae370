"""Times ``pipelint check`` of many configs in one process against several.

    python benchmarks/jobs.py PATH... [--jobs 2]

Prints medians of interleaved runs and their ratio to one process. What is measured is the whole command, started anew each time.
Two processes are not the default. On 2 CPUs that nobody else uses they take at least 0.66 of the time (corpus of Logstash,
2026-11-23: 7.2 s of CPU in the first process against 10.9 s alone, as it alone loads and reports), and 7 to 24 % more CPU in all.
On CPUs that others use, too, their wall time was 0.97 to 1.21 of one process's.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time

ROUNDS = 7
# As where people work: compiled bytecode is kept.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def seconds(paths: list[str], jobs: int) -> float:
    """Wall seconds of one check."""
    command = [sys.executable, "-m", "pipelint", "check", "--format", "concise", "--jobs", str(jobs), *paths]
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, check=False)
    return time.perf_counter() - start


def main(paths: list[str], jobs: int) -> None:
    """Checks the paths ``ROUNDS`` times each way, in turn, and prints the medians."""
    seconds(paths, 1)
    times: dict[int, list[float]] = {1: [], jobs: []}
    for _ in range(ROUNDS):
        for number, found in times.items():
            found.append(seconds(paths, number))
    alone, together = (statistics.median(found) for found in times.values())
    print(f"{len(os.sched_getaffinity(0))} CPUs")
    print(f"jobs 1         {alone:7.2f} s")
    print(f"jobs {jobs:<9} {together:7.2f} s  {together / alone:.2f} of that")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    main(asked.paths, asked.jobs)
