"""One table of what people wait for, before and after a change: CPU time as a ratio to ``python -c pass``, all in one run.

    python benchmarks/all.py [--before CHECKOUT] [--corpus FOLDER]... [--rounds 5] [WORD]

Each row is a whole process, started anew, both states in turn; what counts is the least CPU time of the rounds (user and system),
as other work on the machine only adds to it. ``--before`` is another checkout with its native module built. ``WORD`` picks rows.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from growth import least
from lsp_latency import fluentd, logstash, manifest

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
    yield Row("check, nothing to say", ("check", str(clean)))
    for format_ in ("text", "concise", "json"):
        yield Row(f"check, findings, {format_}", ("check", "--format", format_, str(found)))
    yield Row("check, from the cache", ("check", str(clean)), ("-c", CACHED))
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
        yield Row(f"syntax, {corpus.name}", ("syntax", str(corpus.resolve())))


def timed(words: Sequence[str], folder: Path, rounds: int, environment: Mapping[str, str]) -> float:
    """The least CPU seconds of a Python process. Raises SystemExit where the program failed."""
    seconds, _, text = least([sys.executable, *words], str(folder), rounds, environment)
    if "Traceback" in text:
        raise SystemExit(text)
    return seconds


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--before", type=Path)
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    states = {"now": HERE} if asked.before is None else {"before": asked.before.resolve(), "now": HERE}
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as compiled:
        folder = Path(scratch)
        plain = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        plain["PYTHONPYCACHEPREFIX"] = compiled
        plain["PIPELINT_CACHE_DIR"] = str(Path(compiled) / "results")
        homes = {state: {**plain, "PYTHONPATH": str(home)} for state, home in states.items()}
        start = timed(("-c", "pass"), folder, 15, plain)
        print(f"python -c pass: {start * 1000:.0f} ms of CPU")
        print(f"{'':44} {'  '.join(f'{state:>8}' for state in states)}")
        for row in rows(folder, asked.corpus):
            if asked.word not in row.name:
                continue
            words = (*row.start, *row.words)
            for home in homes.values():
                timed(words, folder, 1, home)  # compiles, and keeps the result
            found = [timed(words, folder, asked.rounds, home) / start for home in homes.values()]
            change = f"  {found[1] / found[0]:6.2f} of before" if len(found) > 1 else ""
            print(f"{row.name:44} {'  '.join(f'{ratio:7.1f}x' for ratio in found)}{change}", flush=True)


if __name__ == "__main__":
    main()
