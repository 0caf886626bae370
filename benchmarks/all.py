"""One table of what people wait for, before and after a change, beside other programs: CPU time as a ratio to ``python -c pass``.

    python benchmarks/all.py [--before CHECKOUT] [--corpus FOLDER]... [--programs FOLDER] [--libraries PYTHON] [--rounds 5] [WORD]

Each row is a whole process, started anew, both states in turn; what counts is the least CPU time of the rounds (user and system),
as other work on the machine only adds to it, and the most memory of that round. ``--before`` is another checkout with its native
module built. ``WORD`` picks rows. A ``--corpus`` holds Logstash configs. ruff, actionlint and mustache are looked for in
the folder ``--programs`` and on the PATH, lscl and logstash-pipeline-parser in the interpreter ``--libraries``. What is not
installed is named.

Then the exponents with which work grows with a config: of user instructions where ``perf`` can count them, which other work does
not change, else of CPU time, each beyond that of the smallest config. Last, what a keystroke takes (``lsp_latency.py``).
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from growth import least
from growth_cases import CASES
from lsp_texts import fluentd, logstash, manifest
from peers import LIBRARIES, LIBRARY

HERE = Path(__file__).resolve().parent.parent
EXAMPLES = HERE / "examples"
CONFIGS = 500


CACHED = """\
try:
    from pipelint import build
    build.ID = "a wheel"
except ImportError:
    pass  # a state before results were kept
from pipelint.cli import main
main()
"""
"""Starts a checkout as if it were a wheel, whose results are kept."""


@dataclass(frozen=True, slots=True)
class Row:
    """A command line of pipelint, at work in a folder."""

    name: str
    words: tuple[str, ...]
    start: tuple[str, ...] = ("-m", "pipelint")


def rows(folder: Path, corpora: Sequence[Path]) -> Iterator[Row]:
    """What is timed; its files are written to ``folder``."""
    clean = EXAMPLES / "fluentd/tuning-article-after.conf"
    found = EXAMPLES / "fluentd/tuning-article-before.conf"
    yield Row("--version", ("--version",))
    yield Row("--help", ("--help",))
    # Infos are left of a tuned config: whose lines it reads, which time a joined message gets, how large a chunk may be.
    nothing = ("check", "--ignore", "FD200,FD219,FD296,FD809", str(clean))
    yield Row("check, nothing to say", nothing)
    for format_ in ("text", "concise", "json"):
        yield Row(f"check, findings, {format_}", ("check", "--format", format_, str(found)))
    yield Row("check, from the cache", nothing, ("-c", CACHED))
    yield Row("check, Logstash", ("check", str(EXAMPLES / "logstash/upgrade.conf")))
    yield Row("check, ConfigMap", ("check", str(EXAMPLES / "kubernetes/fluentd-configmap.yaml")))
    yield Row("estimate", ("estimate", str(found)))
    for name, text in (("fluent.conf", fluentd()), ("logstash.conf", logstash())):
        (folder / name).write_text(text, encoding="utf-8")
        (folder / f"{name}.yaml").write_text(manifest(name, text), encoding="utf-8")
        yield Row(f"check, 1,000 lines, {name}", ("check", "--format", "concise", name))
        yield Row(f"the same in a ConfigMap, {name}", ("check", "--format", "concise", f"{name}.yaml"))
    text = clean.read_text(encoding="utf-8")
    for side in ("old", "new"):
        for number in range(CONFIGS):
            path = folder / side / f"{number}.conf"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace("tag nginx", f"tag nginx{number}"), encoding="utf-8")
    yield Row(f"diff, {CONFIGS} configs, all alike", ("diff", "old", "new"))
    (folder / "new/7.conf").write_text(f"{text}\n<match more.**>\n  @type null\n</match>\n", encoding="utf-8")
    yield Row(f"diff, {CONFIGS} configs, one changed", ("diff", "old", "new"))
    yield Row(f"check, {CONFIGS} configs", ("check", "--format", "concise", "old"))
    yield Row(f"check, {CONFIGS} configs, from the cache", ("check", "--format", "concise", "old"), ("-c", CACHED))
    for corpus in corpora:
        yield Row(f"check, {corpus.name}", ("check", "--format", "concise", str(corpus.resolve())))
        files = sorted(str(path.resolve()) for path in corpus.rglob("*") if path.is_file())
        yield Row(f"syntax, {corpus.name}", ("syntax", "--engine", "logstash", *files))


def others(corpora: Sequence[Path], programs: Path | None, python: str) -> Iterator[tuple[str, list[str] | None]]:
    """Rows of other programs: their names and command lines, None of one that is not installed."""
    path = os.pathsep.join([*([] if programs is None else [str(programs.resolve())]), os.environ.get("PATH", "")])
    asked = {
        "ruff check, a Python file": ["ruff", "check", "--no-cache", "--isolated", str(HERE / "pipelint/__init__.py")],
        "actionlint, a workflow": ["actionlint", str(HERE / ".github/workflows/site.yml")],
        "mustache check, Logstash": ["mustache", "check", str(EXAMPLES / "logstash/upgrade.conf")],
    }
    files = {corpus.name: sorted(str(path.resolve()) for path in corpus.rglob("*") if path.is_file()) for corpus in corpora}
    asked |= {f"mustache check, {name}": ["mustache", "check", *found] for name, found in files.items()}
    for name, command in asked.items():
        program = shutil.which(command[0], path=path)
        yield name, None if program is None else [program, *command[1:]]
    for library, load in LIBRARIES.items():
        command = [python, "-c", LIBRARY.format(load=load)]
        there = subprocess.run(command, capture_output=True, check=False).returncode == 0
        for name, found in files.items():
            yield f"{library}, {name}", [*command, *found] if there else None


# Of each kind of growth three sizes below the bounds; what the smallest takes is not counted.
GROWTH = {
    "filters (Fluentd)": (10, 500, 2_000),
    "filters that set keys": (10, 200, 800),
    "filters (Logstash)": (10, 200, 800),
    "matches": (10, 250, 1_000),
    "rewrite rules": (25, 100, 400),
    "terms of a condition": (10, 200, 900),
    "ConfigMaps of a file": (1, 100, 400),
    "words of an alternation": (10, 250, 1_000),
}


def work(words: Sequence[str], folder: Path, rounds: int, environment: Mapping[str, str]) -> float:
    """User instructions of a Python process, or its CPU seconds where they cannot be counted."""
    command = ["perf", "stat", "-x,", "-e", "instructions:u", "-o", "../counted", sys.executable, *words]
    if shutil.which("perf") is not None:
        least(command, str(folder), 1, environment)
        lines = (folder.parent / "counted").read_text(encoding="utf-8").splitlines()
        counts = [line.split(",")[0] for line in lines if "instructions" in line]
        if counts and counts[0].isdigit():
            return float(counts[0])
    return timed(words, folder, rounds, environment)[0]


def grown(name: str, folder: Path, rounds: int, environment: Mapping[str, str]) -> float:
    """The exponent with which the work of ``check`` grows."""
    files, sizes = name == "files", GROWTH.get(name, (10, 100, 500))
    case = None if files else next(one for one in CASES if one.name == name)
    found: list[float] = []
    one_file = (EXAMPLES / "fluentd/tuning-article-after.conf").read_text(encoding="utf-8")
    for size in sizes:
        place = folder / f"{name}-{size}"
        place.mkdir()
        for number in range(size if case is None else 1):
            text = one_file if case is None else case.text(size)
            (place / (f"{number}.conf" if case is None else case.file)).write_text(text, encoding="utf-8")
        words = ("-m", "pipelint", "check", "--format", "concise", ".")
        if not found:
            timed(words, place, 1, environment)  # compiles
        found.append(work(words, place, rounds, environment))
    few, many = (size - sizes[0] for size in sizes[1:])
    return math.log((found[2] - found[0]) / (found[1] - found[0])) / math.log(many / few)


def timed(words: Sequence[str], folder: Path, rounds: int, environment: Mapping[str, str]) -> tuple[float, int]:
    """The least CPU seconds of a Python process, and its MB then. Raises SystemExit where the program failed."""
    seconds, memory, text = least([sys.executable, *words], str(folder), rounds, environment)
    if "Traceback" in text:
        raise SystemExit(text)
    return seconds, memory


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--before", type=Path)
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--programs", type=Path)
    parser.add_argument("--libraries", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    states = {"now": HERE} if asked.before is None else {"before": asked.before.resolve(), "now": HERE}
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as compiled:
        folder = Path(scratch)
        plain = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        plain["PYTHONPYCACHEPREFIX"] = compiled
        plain["PIPELINT_CACHE_DIR"] = str(Path(compiled) / "results")
        homes = {state: {**plain, "PYTHONPATH": str(home)} for state, home in states.items()}
        start = timed(("-c", "pass"), folder, 15, plain)[0]
        print(f"python -c pass: {start * 1000:.0f} ms of CPU")
        print(f"{'':44} {'  '.join(f'{state:>8}' for state in states)}")
        for row in rows(folder, asked.corpus):
            if asked.word not in row.name:
                continue
            words = (*row.start, *row.words)
            for home in homes.values():
                timed(words, folder, 1, home)  # compiles, and keeps the result
            found = [timed(words, folder, asked.rounds, home) for home in homes.values()]
            change = f"  {found[1][0] / found[0][0]:6.2f} of before" if len(found) > 1 else ""
            shown = "  ".join(f"{seconds / start:7.1f}x" for seconds, _ in found)
            print(f"{row.name:44} {shown}  {found[-1][0] * 1000:7.0f} ms {found[-1][1]:5} MB{change}", flush=True)
        for name, command in others(asked.corpus, asked.programs, asked.libraries):
            if asked.word in name and command is None:
                print(f"{name:44} is not installed here")
            elif asked.word in name and command is not None:
                seconds, memory, _ = least(command, str(folder), asked.rounds, plain)
                print(f"{name:44} {seconds / start:7.1f}x  {seconds * 1000:7.0f} ms {memory:5} MB", flush=True)
        for name in (*GROWTH, "files"):
            if asked.word in f"growth: {name}":
                exponents = [grown(name, Path(tempfile.mkdtemp(dir=scratch)), asked.rounds, home) for home in homes.values()]
                print(f"{f'growth: {name}':44} {'  '.join(f'{one:8.2f}' for one in exponents)}", flush=True)
        if asked.word in "keystrokes":
            for state, home in homes.items():
                print(f"keystrokes, {state}:", flush=True)
                subprocess.run([sys.executable, str(HERE / "benchmarks/lsp_latency.py")], env=home, check=True)


if __name__ == "__main__":
    main()
