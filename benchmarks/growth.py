"""Times ``pipelint check`` on configs that grow in one direction, each until a bound of docs/architecture.md cuts in.

    python benchmarks/growth.py [NAME] [--rounds 3] [--estimate]

Each row is a whole process, started anew: the least CPU time of the rounds (user and system), its ratio to ``python -c pass``
timed in the same run, the exponent with which the time beyond that ratio grew with the size since the row before, the most memory
held, and the line in which pipelint says that a bound cut in. A row above 2 s of CPU is marked with ``!``.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from growth_cases import CASES, Case

SLOW = 2.0
# As where people work: compiled bytecode is kept.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
# How pipelint begins to say that it left something out.
LIMIT = re.compile(r"too (many|large|long|deep)|broken off|more than [\d,]+|deeper than")


def run(command: list[str], folder: str, environment: Mapping[str, str] = ENVIRONMENT) -> tuple[float, int, str]:
    """CPU seconds, the most memory in MB, and the output of one process."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, cwd=folder, env=environment)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        out.seek(0)
        text = out.read().decode(errors="replace")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, text


def least(command: list[str], folder: str, rounds: int, environment: Mapping[str, str] = ENVIRONMENT) -> tuple[float, int, str]:
    """The round that took the least CPU time: what else runs on the machine only adds to it."""
    return min((run(command, folder, environment) for _ in range(rounds)), key=lambda one: one[0])


def said(text: str) -> str:
    """The line that says where a bound cut in, without its place."""
    lines = [line for line in text.splitlines() if LIMIT.search(line)]
    return re.sub(r"^\S+:\d+:\d+: ", "", lines[0]) if lines else ""


def table(case: Case, start: float, rounds: int, command: str) -> None:
    """Prints the rows of one case."""
    before: tuple[int, float] | None = None
    for size in case.sizes:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / case.file).write_text(case.text(size))
            arguments = [command, case.file, *(["--format", "concise"] if command == "check" else [])]
            seconds, memory, text = least([sys.executable, "-m", "pipelint", *arguments], folder, rounds)
        work = max(seconds - start, 0.001)
        power = f"{math.log(work / before[1]) / math.log(size / before[0]):5.1f}" if before else " " * 5
        before = size, work
        cpu = f"{seconds:7.2f}{'!' if seconds > SLOW else ' '} {seconds / start:5.0f}"
        print(f"{case.name:28} {size:>8,} {cpu} {power} {memory:5}  {said(text)[:110]}", flush=True)
        if "Traceback" in text:
            print(text)


def main() -> None:
    """Prints the table of all cases, or of those whose name holds a word."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--estimate", action="store_true", help="time `pipelint estimate` instead")
    asked = parser.parse_args()
    subprocess.run([sys.executable, "-m", "pipelint", "--version"], check=True)
    start, _, _ = least([sys.executable, "-c", "pass"], ".", 15)
    print(f"python -c pass: {start * 1000:.0f} ms of CPU")
    print(f"{'':28} {'size':>8} {'CPU s':>7}  ratio  exp.    MB  limit")
    for case in CASES:
        if asked.name in case.name:
            table(case, start, asked.rounds, "estimate" if asked.estimate else "check")


if __name__ == "__main__":
    main()
