"""A small engine for tests: reads the tailed file of a config of Fluentd or Fluent Bit. Each line takes a known time of CPU.

``standin.py [MODE] -c CONFIG``: 5 us a line, 10 us more for each filter, 8 us for an output other than null. A MODE is what it
does wrong: die, hang, busy, refuse, leak (a password), fill, family (has a child), orphan (has one, and
dies). Its process ids, and how many lines it has read, are written to files that the environment names.
"""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

SOURCE, FILTER, OUTPUT = 5e-6, 10e-6, 8e-6


def main() -> None:
    mode = sys.argv[1] if not sys.argv[1].startswith("-") else ""
    path = sys.argv[sys.argv.index("-c") + 1]
    signal.signal(signal.SIGUSR1, lambda *_: None)
    config = Path(path).read_text()
    with Path(os.environ["STANDIN_PIDS"]).open("a") as pids:
        print(os.getpid(), file=pids)
        if mode in ("family", "orphan"):
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
            print(child.pid, file=pids)
    started = '2026-01-01 00:00:00 +0000 [info]: starting fluentd-9.9 without supervision pid=1 ruby="0.0"'
    print("Fluent Bit v9.9.9" if "[INPUT]" in config else started, flush=True)
    if mode == "refuse":
        print("[error]: config error file=fluent.conf error=\"Unknown filter plugin 'nothing'\"", flush=True)
        sys.exit(1)
    if mode == "leak":
        sys.exit("[error]: cannot log in with geheim-4711-xyz")
    if mode == "hang":
        time.sleep(600)
    kinds = (r"<filter|\[FILTER", r"<match|\[OUTPUT", r"(@type|Name) null")
    filters, outputs, nulls = (len(re.findall(each, config)) for each in kinds)
    each = SOURCE + FILTER * filters + OUTPUT * (outputs - nulls)
    read(re.search(r"^\s*[Pp]ath (\S+)", config, re.MULTILINE)[1], each, mode, Path(path).parent)


def read(path: str, each: float, mode: str, folder: Path) -> None:
    file, total, said, due = os.open(path, os.O_RDONLY), 0, 0, time.thread_time()
    count = Path(os.environ["STANDIN_PIDS"] + ".lines")
    while True:
        lines = os.read(file, 65536).count(b"\n")
        total += lines
        # What waiting takes counts as work, so that all of it takes what it should.
        due += lines * each
        while time.thread_time() < due or (mode == "busy" and total >= 1000):
            pass
        if not lines:
            if said != total:
                count.write_text(str(said := total))
            time.sleep(0.02)
        if mode in ("die", "orphan") and total >= 4000:
            print("[error]: no memory for the rest", flush=True)
            sys.exit(3)
        if mode == "fill" and total >= 1000:
            with (folder / "rest").open("ab") as rest:
                rest.write(b"x" * 1_000_000)


main()
