"""What a sample costs an estimate: CPU and memory with a sample of few lines, and of a million.

    python benchmarks/samples.py [--lines 1000000]

Prints medians of interleaved runs, also as ratios to ``python -c pass``. The lines are made here: nine of ten begin an event.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROUNDS = 5
FEW = 2_000
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
CONFIGS = {
    "fluentd": r"""
<source>
  @type tail
  path /var/log/app.log
  tag app.web
  <parse>
    @type multiline
    format_firstline /^\d{4}-\d\d-\d\d/
    format1 /^(?<time>[^ ]+ [^ ]+) (?<level>[A-Z]+) \[(?<thread>[^\]]*)\] (?<logger>\S+) - (?<message>.*)/
    time_format %Y-%m-%d %H:%M:%S.%N
  </parse>
</source>
<filter app.**>
  @type grep
  <exclude>
    key message
    pattern /took 1\d\d ms/
  </exclude>
</filter>
<match app.**>
  @type file
  path /var/log/out
</match>
""",
    "logstash": r"""
input { file { path => "/var/log/app.log" } }
filter {
  grok {
    match => {
      "message" => [
        "^%{TIMESTAMP_ISO8601:ts} %{LOGLEVEL:level} \[%{DATA:thread}\] %{JAVACLASS:logger} - %{GREEDYDATA:msg}",
        "^ at %{GREEDYDATA:frame}"
      ]
    }
  }
  if [frame] { drop { } }
  kv { source => "msg" }
}
output { elasticsearch { hosts => ["https://search:9200"] } }
""",
}


def lines(count: int) -> Iterator[str]:
    """Log lines of an application, 180 bytes on average."""
    chance = random.Random(1)
    for number in range(count):
        if number % 10 == 3:
            yield f" at com.example.Service.run(Service.java:{number % 400})\n"
        else:
            minutes, milliseconds = divmod(number, 60_000)
            stamp = f"2026-01-01 {minutes // 60 % 24:02}:{minutes % 60:02}:{milliseconds / 1_000:06.3f}"
            text = "word " * chance.randrange(40)
            yield f"{stamp} INFO [http-{number % 7}] com.example.Service - order={number} took {number % 977} ms {text}\n"


def run(command: list[str]) -> tuple[float, float]:
    """CPU seconds of a command, and the most memory that it had, in MB."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    _, code, usage = os.wait4(child.pid, 0)
    child.returncode = code
    assert code == 0, command
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main(count: int) -> None:
    """Times each config without a sample, with few lines, and with ``count``."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in (FEW, count):
            with (folder / f"{size}.log").open("w") as file:
                file.writelines(lines(size))
        nothing = [sys.executable, "-c", "pass"]
        commands = {"python -c pass": nothing}
        for engine, text in CONFIGS.items():
            (folder / f"{engine}.conf").write_text(text)
            estimate = [sys.executable, "-m", "pipelint", "estimate", str(folder / f"{engine}.conf"), "--isolated"]
            commands[f"{engine}, no sample"] = estimate
            for size in (FEW, count):
                commands[f"{engine}, {size:,} lines"] = [*estimate, "--sample", str(folder / f"{size}.log")]
        found: dict[str, list[tuple[float, float]]] = {what: [] for what in commands}
        for _ in range(ROUNDS):
            for what, command in commands.items():
                found[what].append(run(command))
    unit = statistics.median(seconds for seconds, _ in found["python -c pass"])
    for what, runs in found.items():
        seconds = statistics.median(seconds for seconds, _ in runs)
        print(f"{what:28} {seconds:6.2f} s  {seconds / unit:6.1f} times  {max(memory for _, memory in runs):5.0f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int, default=1_000_000)
    main(parser.parse_args().lines)
