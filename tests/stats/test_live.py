"""``--watch`` in a terminal, of a process of its own: it stays in one place, and Ctrl-C leaves the terminal as it was."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path

from pipelint.cli.load.asking import Repeated
from pipelint.stats.model import PipelineStats, Snapshot
from tests.bench.sink import sink


def test_rates_go_by_when_answers_came_and_not_by_when_they_were_to_come() -> None:
    counts = iter((100, 1_300, 2_300))
    now = [5.0]

    def ask() -> Snapshot:
        # Each answer takes a second.
        now[0] += 1
        return Snapshot("fluentd", "", (PipelineStats("", (), came=next(counts)),))

    def sleep(seconds: float) -> None:
        now[0] += seconds

    repeated = Repeated(ask, 10.0, clock=lambda: now[0], sleep=sleep)
    # Something else is done before it is asked again.
    now[0] += 2
    first, second = islice(repeated, 2)
    assert [(each.pipelines[0].came, each.seconds) for each in (first, second)] == [(1_200, 13.0), (1_000, 11.0)]


def test_in_a_terminal_it_is_shown_in_one_place_and_ctrl_c_ends_it() -> None:
    recorded = json.loads((Path(__file__).parents[1] / "data" / "monitor-fluentd.json").read_text())
    body = json.dumps(recorded["answers"][0]).encode()
    ours, theirs = pty.openpty()
    with sink(lambda data: (b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body), b"")) as found:
        words = [sys.executable, "-m", "pipelint", "stats", f"http://{found.to}/", "--watch", "100ms"]
        child = subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm"})
        os.close(theirs)
        seen = b""
        while seen.count(b"plugin") < 3:
            seen += os.read(ours, 65536)
        child.send_signal(signal.SIGINT)
        while child.poll() is None:
            with suppress(OSError):
                seen += os.read(ours, 65536)
        os.close(ours)
    assert child.returncode == 130
    assert b"Traceback" not in seen
    # The cursor goes up to the first line again, is hidden while it does, and is shown at the end.
    assert b"\x1b[1A" in seen
    assert seen.rindex(b"\x1b[?25h") > seen.rindex(b"\x1b[?25l")
