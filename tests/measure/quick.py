"""``pipelint measure`` with a small engine in the place of a real one, and what it leaves behind."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.command_line import PLAIN, pipelint, text_of

ENGINE = Path(__file__).with_name("standin.py")
CONFIG = """\
<source>
  @type tail
  path /var/log/app.log
  pos_file /var/lib/app.pos
  tag app
  <parse>
    @type json
  </parse>
</source>
<filter app>
  @type grep
  <exclude>
    key level
    pattern /trace/
  </exclude>
</filter>
<filter app>
  @type record_transformer
  <record>
    host a
  </record>
</filter>
<match app>
  @type stdout
</match>
"""
QUICK = ("--yes", "--isolated", "--cpu", "20ms", "--idle", "40ms", "--runs", "3")


def environment(folder: Path) -> dict[str, str]:
    return {**PLAIN, "TMPDIR": str(folder / "tmp"), "STANDIN_PIDS": str(folder / "pids")}


def command(mode: str = "") -> str:
    return f"{sys.executable} {ENGINE} {mode}"


def run(folder: Path, *words: str, mode: str = "", config: str = "fluent.conf") -> subprocess.CompletedProcess[str]:
    """The command in this process, in which the folder of temporary files is looked up anew."""
    import tempfile

    tempfile.tempdir = None
    try:
        return text_of(
            pipelint("measure", config, "--engine-command", command(mode), *QUICK, *words, cwd=folder, env=environment(folder))
        )
    finally:
        tempfile.tempdir = None


def pids(folder: Path) -> list[int]:
    path = folder / "pids"
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def runs(pid: int) -> bool:
    """Whether there is such a process, and it is no zombie that waits for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def nothing_left(folder: Path) -> bool:
    """No process, no scratch folder; a lock that nobody holds may lie there. A killed process ends a moment later."""
    for _ in range(100):
        if not any(map(runs, pids(folder))):
            break
        time.sleep(0.05)
    return not any(map(runs, pids(folder))) and all(path.suffix == ".lock" for path in (folder / "tmp").iterdir())
