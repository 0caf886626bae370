"""How fast ``pipelint bench`` sends, and how steadily: the figures of ``docs/bench.md``.

    python benchmarks/load.py [--seconds 30] [--tail-seconds 10]

The receiver is a process of this machine that reads and forgets. "of a CPU" is what the sender itself used, its start included:
the events of one of its CPU seconds depend little on what else runs. The last column has the figures of the authors of
fluent-benchmark-client and of Fluent Bit's perf tools, measured on other machines.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

RECEIVER = """
import socket, threading
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
def forget(link):
    buffer = bytearray(1 << 20)
    while link.recv_into(buffer):
        pass
while True:
    threading.Thread(target=forget, args=(server.accept()[0],), daemon=True).start()
"""
MESSAGE = "Hello, Fluentd! This is a test message."
"""What fluent-benchmark-client sends unless told otherwise."""


def bench(*words: str) -> tuple[dict[str, object], float]:
    """The JSON result of a bench, and the CPU seconds that it used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "pipelint", "bench", *words, "--format", "json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def row(name: str, found: dict, cpu: float, beside: str) -> None:  # type: ignore[type-arg]
    """Prints a line: the rate that was asked, that of all seconds and of the worst one, and what the sender used."""
    asked = found["asked"]["rate"]
    rates = [each["records"] / each["seconds"] for each in found["rounds"] if not each["idle"]]
    total = found["summary"]["records_per_second"]
    worst = max(abs(each - asked) for each in rates) / asked
    used = cpu / found["summary"]["seconds"]
    print(
        f"{name:<28} {asked:>11,.0f} {total:>11,.0f} {total / asked - 1:>+8.2%} {worst:>8.2%} {used:>8.1%} "
        f"{found['summary']['records'] / cpu:>12,.0f}   {beside}",
        flush=True,
    )


def main(seconds: int, tail_seconds: int) -> None:
    """Prints the table."""
    print(f"{len(os.sched_getaffinity(0))} CPUs, Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f}")
    heads = f"{'asked/s':>11} {'sent/s':>11} {'in all':>8} {'worst s':>8} {'of a CPU':>8} {'per CPU s':>12}   theirs"
    print(f"{'':<28} {heads}")
    receiver = subprocess.Popen([sys.executable, "-c", RECEIVER], stdout=subprocess.PIPE, text=True)
    try:
        assert receiver.stdout is not None
        to = f"127.0.0.1:{receiver.stdout.readline().strip()}"
        for rate in (1_000, 50_000, 500_000):
            found, cpu = bench("forward", to, "--message", MESSAGE, "--rate", str(rate), "--period", f"{seconds}s")
            row(f"forward, {seconds} s", found, cpu, "")
        found, cpu = bench("forward", to, "--message", MESSAGE, "--rate", "2000000", "--period", "10s")
        row("forward, 10 s", found, cpu, "fluent-benchmark-client: about 2,000,000/s from a JVM")
        found, cpu = bench("forward", to, "--message", MESSAGE, "--rate", "100000000", "--period", "5s")
        row("forward, as fast as it goes", found, cpu, "")
    finally:
        receiver.kill()
        receiver.wait()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "out.log")
        words = ("--records", "1000000", "--seconds", str(tail_seconds), "--line-length", "130", "--rotate", "200M*2")
        found, cpu = bench("tail", path, *words)
        row(f"tail, 131 bytes, {tail_seconds} s", found, cpu, "flb-tail-writer: 1,000,000 in 1.05 s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--tail-seconds", type=int, default=10)
    asked = parser.parse_args()
    main(asked.seconds, asked.tail_seconds)
