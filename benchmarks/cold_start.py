"""Times a cold ``pipelint check`` of one file against ``python -c pass``, and against Fluentd's own dry run where it is there.

    python benchmarks/cold_start.py [CONFIG]

Prints medians of interleaved runs and their ratios. What is measured is the whole process, started anew each time.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15
# As where people work: compiled bytecode is kept.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
EXAMPLE = Path(__file__).parents[1] / "examples" / "fluentd" / "tuning-article-before.conf"


def seconds(command: list[str]) -> float:
    """Wall seconds of one run of ``command``."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, check=False)
    return time.perf_counter() - start


def main(config: str) -> None:
    """Runs all commands in turn, ``ROUNDS`` times, and prints the medians."""
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "pipelint check": [sys.executable, "-m", "pipelint", "check", config],
        "pipelint estimate": [sys.executable, "-m", "pipelint", "estimate", config],
    }
    fluentd = shutil.which("fluentd")
    if fluentd:
        commands["fluentd --dry-run"] = [fluentd, "--dry-run", "-c", config]
    for command in commands.values():
        seconds(command)
    found: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            found[name].append(seconds(command))
    base = statistics.median(found["python -c pass"])
    for name, times in found.items():
        median = statistics.median(times)
        print(f"{name:20} {median * 1000:7.1f} ms  {median / base:6.1f} x python -c pass")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(EXAMPLE))
