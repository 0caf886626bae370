"""What a change to pipelint adds to the findings in a folder of configs, and takes away from them.

    python -m tests.crater FOLDER [--base REVISION] [--save]

Each file is checked by itself, with every rule that is on and no settings, and compared with what was saved for the folder: in
its own crater.txt where there is one, else in .crater/ of this checkout; the first run saves. With --base the code of that
revision looks at the files, too, and nothing is saved.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from signal import Signals
from typing import Any

from tests.crater import look
from tests.crater.state import Entry, changes, read_state, state_of, write_state

ROOT = Path(__file__).resolve().parents[2]
OWN_STATE = "crater.txt"
NATIVE = ["native", "grammars/*/src"]
"""What the native module is built from."""


def files_of(folder: Path) -> list[str]:
    """The files below a folder, hidden ones and its own state left out, by their paths from there."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(str(path) for path in found if str(path) != OWN_STATE and not any(part[0] == "." for part in path.parts))


def saved_of(folder: Path) -> Path:
    """The file with the saved state of a folder."""
    own = folder / OWN_STATE
    return own if own.exists() else ROOT / ".crater" / ("-".join(folder.resolve().parts[1:]) + ".txt")


class Worker:
    """A process that looks at files of ``folder`` with the pipelint in ``checkout``; one that dies is replaced."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self._environment = {**os.environ, "PYTHONPATH": str(checkout)}
        self._folder = folder
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(look.__file__))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=self._folder,
            env=self._environment,
        )

    def look(self, path: str) -> dict[str, Any]:
        """As ``look.look``."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(path) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if line:
            found: dict[str, Any] = json.loads(line)
            return found
        code = self._process.wait()
        self._start()
        if -code in (Signals.SIGPROF, Signals.SIGALRM):
            return {"failed": f"takes more than {look.CPU_SECONDS} s of CPU, or {look.SECONDS} s"}
        return {"failed": f"ended the process ({Signals(-code).name if code < 0 else f'exit code {code}'})"}

    def close(self) -> None:
        """Ends it."""
        self._process.communicate()


def look_at(folder: Path, checkout: Path) -> list[Entry]:
    """The state of a folder by the code in ``checkout``."""
    workers = [Worker(checkout, folder) for _ in range(os.cpu_count() or 1)]
    idle: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def one(path: str) -> dict[str, Any]:
        worker = idle.get()
        try:
            return worker.look(path)
        finally:
            idle.put(worker)

    files = files_of(folder)
    try:
        with ThreadPoolExecutor(len(workers)) as threads:
            return state_of(dict(zip(files, threads.map(one, files), strict=True)))
    finally:
        for worker in workers:
            worker.close()


@contextmanager
def checkout_of(revision: str) -> Iterator[Path]:
    """The files of a revision in a folder of their own, with its native module: this one's where nothing of that differs."""
    with tempfile.TemporaryDirectory(prefix="pipelint-crater-") as name:
        folder = Path(name)
        archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)
        same = subprocess.run(["git", "diff", "--quiet", revision, "--", *NATIVE], cwd=ROOT, check=False).returncode == 0
        module = importlib.util.find_spec("pipelint._native")
        if same and module is not None and module.origin is not None:
            shutil.copy(module.origin, folder / "pipelint")
        else:
            environment = {**os.environ, "CARGO_TARGET_DIR": str(ROOT / "native" / "target")}
            build = [sys.executable, "setup.py", "--quiet", "build_rust", "--inplace", "--release"]
            subprocess.run(build, cwd=folder, env=environment, check=True)
        yield folder


def main(arguments: Sequence[str]) -> None:
    """Prints what changed, by rule."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m tests.crater", description=__doc__, formatter_class=raw)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--base", metavar="REVISION", help="compare with the code of this revision")
    parser.add_argument("--save", action="store_true", help="take what is found for right from now on")
    asked = parser.parse_args(arguments)
    if not asked.folder.is_dir():
        parser.error(f"no folder: {asked.folder}")
    after, saved = look_at(asked.folder, ROOT), saved_of(asked.folder)
    print(f"{asked.folder}: {len(after)} findings, notes and estimates in {len(files_of(asked.folder))} files")
    if asked.base is not None:
        with checkout_of(asked.base) as checkout:
            before, against = look_at(asked.folder, checkout), asked.base
    elif saved.exists():
        before, against = read_state(saved.read_text("utf-8")), str(saved)
    else:
        before, against, asked.save = after, "", True
    found = changes(before, after)
    for change in found:
        print(*change.lines(), sep="\n")
    if against:
        print(f"{sum(len(one.added) for one in found)} added, {sum(len(one.gone) for one in found)} taken away since {against}")
    if asked.save and asked.base is None:
        saved.parent.mkdir(exist_ok=True)
        saved.write_text(write_state(after), "utf-8")
        print(f"saved in {saved}")


if __name__ == "__main__":
    main(sys.argv[1:])
