"""Times pipelint beside what else there is, all in one run, so that only ratios count and not the machine.

    python benchmarks/peers.py [--corpus FOLDER] [--mustache PROGRAM] [--libraries PYTHON]
    FLUENTD="ruby -I .../lib .../bin/fluentd" python benchmarks/peers.py

One file: a cold ``pipelint check`` and ``estimate`` against ``python -c pass``, and ``fluentd --dry-run`` where FLUENTD
or the PATH has one. With ``--corpus`` all files of a folder of Logstash configs: ``pipelint syntax`` against ``mustache check``
(github.com/breml/logstash-config, on the PATH or named) and the libraries lscl and logstash-pipeline-parser, which the
interpreter ``--libraries`` has (by default the one that runs this). Whatever is not installed is left out, and said to be.

Each row is a whole process, started anew, all in turn; printed are medians of its CPU time (user and system, which other work on
the machine hardly changes) and of its wall time. A row says how many files were read without an error: who gives up is quick.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROUNDS_OF_ONE_FILE = 15
ROUNDS_OF_CORPUS = 5
# Plugins that come with Fluentd alone, so that its dry run gets to the end.
CONFIG = """\
<source>
  @type tail
  path /var/log/containers/*.log
  pos_file containers.pos
  tag kubernetes.*
  <parse>
    @type json
    time_format %Y-%m-%dT%H:%M:%S.%NZ
  </parse>
</source>
<filter kubernetes.**>
  @type record_transformer
  <record>
    cluster main
  </record>
</filter>
<match **>
  @type stdout
</match>
"""
LIBRARY = """\
import sys
{load}
good = 0
for name in sys.argv[1:]:
    with open(name, encoding="utf-8", errors="replace") as file:
        text = file.read()
    try:
        parse(text)
        good += 1
    except Exception:
        pass
print(good)
"""
LIBRARIES = {
    "lscl": "from lscl.parser import parse_lscl as parse",
    "logstash-pipeline-parser": "from logstash_pipeline_parser import Pipeline\nparse = lambda text: Pipeline(text).parse()",
}
START = "python -c pass"


@dataclass(frozen=True, slots=True)
class Row:
    """A command and the exit codes with which it has done its work."""

    name: str
    command: tuple[str, ...]
    done: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of a process: on the CPU, its own processes included, and by the clock on the wall."""

    cpu: float
    wall: float


def seconds(row: Row, environment: Mapping[str, str]) -> Times:
    """The times of one run. Raises SystemExit where the program could not do its work."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ran = subprocess.run(row.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, check=False)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ran.returncode not in row.done:
        raise SystemExit(f"{row.name}: exit code {ran.returncode}\n{ran.stdout.decode(errors='replace')[-2000:]}")
    return Times(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall)


def medians(rows: Sequence[Row], rounds: int) -> dict[str, Times]:
    """Median times of each row, all run in turn, the first time uncounted. Compiled bytecode is kept, as elsewhere."""
    with tempfile.TemporaryDirectory() as compiled:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = compiled
        times: dict[str, list[Times]] = {row.name: [] for row in rows}
        for number in range(rounds + 1):
            for row in rows:
                passed = seconds(row, environment)
                if number:
                    times[row.name].append(passed)
    return {
        name: Times(statistics.median(one.cpu for one in found), statistics.median(one.wall for one in found))
        for name, found in times.items()
    }


def pipelint(*words: str) -> tuple[str, ...]:
    """A command line of this checkout's pipelint."""
    return sys.executable, "-m", "pipelint", *words


def missing(what: str) -> None:
    """Says that a row is left out."""
    print(f"{what}: not installed, left out")


def one_file(folder: Path) -> list[Row]:
    """The rows of a cold start."""
    path = folder / "fluent.conf"
    path.write_text(CONFIG, encoding="utf-8")
    rows = [
        Row(START, (sys.executable, "-c", "pass")),
        Row("pipelint check", pipelint("check", str(path)), (0, 1)),
        Row("pipelint estimate", pipelint("estimate", str(path))),
    ]
    fluentd = shlex.split(os.environ.get("FLUENTD", "")) or [found for found in [shutil.which("fluentd")] if found]
    if fluentd:
        rows.append(Row("fluentd --dry-run", (*fluentd, "--dry-run", "-c", str(path))))
    else:
        missing("fluentd")
    return rows


def corpus(files: list[str], mustache: str | None, python: str) -> tuple[list[Row], dict[str, int]]:
    """The rows of a folder, and how many of its files each program reads without an error."""
    ours = pipelint("syntax", "--engine", "logstash", *files)
    rows = [Row("pipelint syntax", ours, (0, 1))]
    read = subprocess.run(ours, stdout=subprocess.PIPE, check=False).stdout.splitlines()
    good = {"pipelint syntax": sum(json.loads(line)["ok"] for line in read)}
    if mustache:
        rows.append(Row("mustache check", (mustache, "check", *files), (0, 1)))
        good["mustache check"] = sum(_reads((mustache, "check", file)) for file in files)
    else:
        missing("mustache")
    for name, load in LIBRARIES.items():
        command = (python, "-c", LIBRARY.format(load=load))
        if not _reads(command):
            missing(name)
            continue
        rows.append(Row(name, (*command, *files)))
        good[name] = json.loads(subprocess.run((*command, *files), stdout=subprocess.PIPE, check=True).stdout)
    return rows, good


def _reads(command: tuple[str, ...]) -> bool:
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def show(found: Mapping[str, Times], base: str, good: Mapping[str, int] | None = None) -> None:
    """Prints a table with the ratio of each row to the row ``base``."""
    print(f"{'':26} {'CPU':>9}        ratio     {'wall':>9}        ratio   to {base}")
    for name, median in found.items():
        cpu, wall = median.cpu / found[base].cpu, median.wall / found[base].wall
        read = "" if good is None else f"  {good[name]:4} files read"
        print(f"{name:26} {median.cpu * 1000:9.1f} ms  {cpu:8.2f}    {median.wall * 1000:9.1f} ms  {wall:8.2f}{read}")


def main(arguments: Sequence[str]) -> int:
    """Exit code 2 where the corpus holds no file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--mustache", default=shutil.which("mustache"))
    parser.add_argument("--libraries", default=sys.executable, metavar="PYTHON")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        show(medians(one_file(Path(folder)), ROUNDS_OF_ONE_FILE), START)
    if wanted.corpus is None:
        return 0
    files = sorted(str(path) for path in wanted.corpus.rglob("*") if path.is_file())
    if not files:
        print(f"{wanted.corpus}: no files", file=sys.stderr)
        return 2
    print(f"\n{len(files)} files, {sum(Path(file).stat().st_size for file in files):,} bytes")
    rows, good = corpus(files, wanted.mustache, wanted.libraries)
    show(medians(rows, ROUNDS_OF_CORPUS), "pipelint syntax", good)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
