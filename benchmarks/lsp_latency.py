"""Times the language server: from a change in the editor to its diagnostics, on pipelines of 1,000 lines.

    python benchmarks/lsp_latency.py [ROUNDS]

Starts `pipelint lsp` as an editor would, types a comment, a part of a value and a new setting or plugin letter by letter into
the middle of a Fluentd and of a Logstash pipeline, plain and in a ConfigMap, and deletes them again. Prints median and 95th
percentile of the time from sending ``didChange`` to having read the diagnostics of that version, their ratio to
``python -c pass`` in the same run, and the CPU time of the server per change, which a busy machine changes less. A letter comes
20 ms after the last diagnostics: nobody types faster. Before that, the CPU time of a server that is started, opens an article's
config, publishes its diagnostics and ends. Last, how long a hover in that config takes while a long file is looked at, and the
memory and idle CPU time of a server that sees many changes.

    python benchmarks/lsp_latency.py ROUNDS all

Also asks after each change what an editor asks that has all features on (FEATURES), and times until the last answer. Where
`perf` is installed it counts the server's instructions per change, which a busy machine does not change.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from lsp_server import Server
from lsp_texts import fluentd, logstash, manifest

# With these the config stays valid all the time, which is the dear case: a broken one is judged on its syntax alone.
COMMENT = "# why: 5 %"
VALUE, MORE = "app", "lication"
# With these, by what the line before which they are typed holds, it is broken until the last letters.
BROKEN = {"<parse>": '@log_level "warn"', "date {": 'mutate { add_tag => ["typed"] }'}
PAUSE = 0.02  # seconds between the diagnostics of one change and the next
# What VS Code asks after a keystroke: all of the file, what it shows of it, and what is at the cursor.
FEATURES = (
    "documentSymbol",
    "semanticTokens/full",
    "foldingRange",
    "codeLens",
    "inlayHint",
    "documentLink",
    "codeAction",
    "documentHighlight",
    "completion",
    "signatureHelp",
)
SHOWN = 60  # lines of the file
LONG = (5_000, 20_000)  # lines of a file that others may wait for
EDITS, IDLE = 5_000, 10.0  # changes while memory is watched; seconds in which nobody types, after those in which it is tidied up
ARTICLE = Path(__file__).resolve().parent.parent / "examples/fluentd/tuning-article-before.conf"


def changes(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int], str]]:
    """Keystrokes in the middle of a text, each a range that is replaced and what by.

    A line is opened, filled with a comment and removed, another one with a setting or plugin; a value is typed longer, and back.
    """
    lines = text.splitlines()
    middle = range(len(lines) // 2, len(lines))
    line, mark = next((n, mark) for n in middle for mark in BROKEN if mark in lines[n])
    indent = lines[line][: -len(lines[line].lstrip())]
    for new in (COMMENT, BROKEN[mark]):
        yield (line, 0), (line, 0), f"{indent}\n"
        yield from _typed(line, len(indent), new)
        yield (line, 0), (line + 1, 0), ""
    value = next(n for n in middle if VALUE in lines[n])
    yield from _typed(value, lines[value].index(VALUE) + len(VALUE), MORE)


def _typed(line: int, column: int, text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int], str]]:
    for at, char in enumerate(text, column):
        yield (line, at), (line, at), char
    for at in reversed(range(column, column + len(text))):
        yield (line, at), (line, at + 1), ""


def asked(uri: str, at: tuple[int, int], lines: int) -> Iterator[tuple[str, dict[str, object]]]:
    """What is asked after a change, with the cursor at ``at``."""
    here = {"line": at[0], "character": at[1]}
    shown = {
        side: {"line": min(max(0, at[0] + half), lines), "character": 0}
        for side, half in (("start", -SHOWN // 2), ("end", SHOWN // 2))
    }
    for name in FEATURES:
        params: dict[str, object] = {
            "textDocument": {"uri": uri},
            "position": here,
            "context": {"diagnostics": [], "triggerKind": 1, "isRetrigger": False},
        }
        if name == "codeAction":
            params["context"] = {"diagnostics": [], "triggerKind": 2}
        params["range"] = {"start": here, "end": here} if name == "codeAction" else shown
        yield f"textDocument/{name}", params


def edits(name: str, text: str, rounds: int, features: bool, before: Sequence[str] = ()) -> list[float]:
    """Seconds of each change of a file until its diagnostics, and with ``features`` all answers, are there."""
    server = Server(before)
    uri = f"file:///nowhere/{name}"
    server.open(name, text)
    server.diagnostics(0)
    times = []
    version = 0
    for _ in range(rounds):
        for start, end, typed in changes(text):
            version += 1
            time.sleep(PAUSE)
            there = {side: {"line": at[0], "character": at[1]} for side, at in (("start", start), ("end", end))}
            began = time.perf_counter()
            change = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"range": there, "text": typed}]}
            server.send("textDocument/didChange", change)
            server.diagnostics(version)
            if features:
                cursor = (start[0], start[1] + len(typed)) if "\n" not in typed else start
                for number, (method, params) in enumerate(asked(uri, cursor, text.count("\n"))):
                    server.send(method, params, version * 100 + number)
                server.answers(version * 100, len(FEATURES))
            times.append(time.perf_counter() - began)
    server.stop()
    return times


def hovers(text: str, long: str) -> tuple[float, list[float]]:
    """Seconds of a hover in a file, and of those in it between a long file's opening and its diagnostics."""
    server = Server()
    server.open("fluent.conf", text)
    server.diagnostics(0)
    at = {"textDocument": {"uri": "file:///nowhere/fluent.conf"}, "position": {"line": 1, "character": 9}}

    def hover(number: int) -> tuple[float, bool]:
        began, looked_at = time.perf_counter(), False
        server.send("textDocument/hover", at, number)
        while (message := server.read()).get("id") != number:
            looked_at |= message.get("method") == "textDocument/publishDiagnostics"
        return time.perf_counter() - began, looked_at

    alone = statistics.median(hover(number)[0] for number in range(2, 22))
    server.open("long.conf", long)
    times = []
    ended = False
    while not ended:
        taken, ended = hover(100 + len(times))
        times.append(taken)
    server.stop()
    return alone, times


def memory(text: str) -> tuple[list[int], float]:
    """Megabytes of a server with a file: opened, after half of the edits, all, and once it is closed; CPU seconds while idle."""
    server = Server()
    server.open("fluent.conf", text)
    server.diagnostics(0)
    uri, sizes = "file:///nowhere/fluent.conf", [server.status("VmRSS")]
    for version in range(1, EDITS + 1):
        there = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": (version + 1) % 2}}
        change = {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"range": there, "text": "#" * (version % 2)}],
        }
        server.send("textDocument/didChange", change)
        server.diagnostics(version)
        if version in (EDITS // 2, EDITS):
            sizes.append(server.status("VmRSS"))
    time.sleep(IDLE)
    before = server.used()
    time.sleep(IDLE)
    idle = server.used() - before
    server.send("textDocument/didClose", {"textDocument": {"uri": uri}})
    time.sleep(IDLE)
    sizes.append(server.status("VmRSS"))
    server.stop()
    return [size // 1024 for size in sizes], idle


def cpu_seconds() -> float:
    """CPU time of all servers that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def counted(name: str, text: str, rounds: int, features: bool) -> int | None:
    """The instructions of a server that sees so many rounds; None where nothing counts them."""
    if shutil.which("perf") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        edits(name, text, rounds, features, ("perf", "stat", "-x,", "-e", "instructions:u", "-o", str(out)))
        lines = [line.split(",") for line in out.read_text().splitlines() if "instructions" in line]
    return int(lines[0][0]) if lines and lines[0][0].isdigit() else None


def main(rounds: int, features: bool) -> None:
    """Measures the four files and prints a line each."""
    bare = []
    for _ in range(15):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        bare.append(time.perf_counter() - began)
    base = statistics.median(bare)
    print(f"{'python -c pass':24} {base * 1000:7.1f} ms")
    article, first = ARTICLE.read_text(encoding="utf-8"), []
    for _ in range(9):
        before = cpu_seconds()
        edits("fluent.conf", article, 0, features)
        first.append(cpu_seconds() - before)
    least, middle = min(first) * 1000, statistics.median(first) * 1000
    print(f"first diagnostics of {ARTICLE.name}: {middle:.0f} ms of CPU, at best {least:.0f}")
    files = {
        "fluent.conf": fluentd(),
        "fluent.yaml": manifest("fluent.conf", fluentd()),
        "logstash.conf": logstash(),
        "logstash.yaml": manifest("logstash.conf", logstash()),
    }
    for name, text in files.items():
        before = cpu_seconds()
        edits(name, text, 0, features)
        opened = cpu_seconds()
        times = edits(name, text, rounds, features)
        # Less what it takes to start and to open the file.
        cpu = (cpu_seconds() - opened - (opened - before)) / len(times)
        worst = statistics.quantiles(times, n=20)[-1]
        lines = text.count("\n")
        print(
            f"{name:14} {lines:5} lines: median {statistics.median(times) * 1000:6.1f} ms, 95th percentile {worst * 1000:6.1f} ms"
            f"  ({worst / base:4.1f} x python -c pass), CPU {cpu * 1000:5.1f} ms a change",
            end="",
        )
        nothing, all_of_it = counted(name, text, 0, features), counted(name, text, 1, features)
        if nothing is not None and all_of_it is not None:
            print(f", {(all_of_it - nothing) / (len(times) / rounds) / 1e6:,.0f} million instructions", end="")
        print(flush=True)
    for lines in LONG:
        alone, waited = hovers(article, fluentd(lines))
        print(
            f"a hover while {lines:,} lines are looked at for {sum(waited):.1f} s: {statistics.median(waited) * 1000:.1f} ms,"
            f" at most {max(waited) * 1000:.0f}, of {len(waited)}; before {alone * 1000:.1f} ms",
            flush=True,
        )
    sizes, idle = memory(fluentd())
    opened, half, end, closed = sizes
    print(
        f"memory: opened {opened} MB, {half} and {end} MB after {EDITS // 2:,} and {EDITS:,} changes, {closed} MB closed", end=""
    )
    print(f"; idle {idle / IDLE * 100:.1f} % of a CPU")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2, "all" in sys.argv[2:])
