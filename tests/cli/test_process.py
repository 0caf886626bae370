"""The end of a process: at once where nothing waits for it, Python's own where something does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CLEAN = "<source>\n  @type dummy\n  tag a\n</source>\n<match a>\n  @type stdout\n</match>\n"
BROKEN = "<source>\n"


def ends(folder: Path, text: str, code: str) -> subprocess.CompletedProcess[str]:
    """A check of a config by a process of Python."""
    (folder / "fluent.conf").write_text(text, "utf-8")
    words = "import sys; sys.argv = ['pipelint', 'check', '--no-cache', '-q', 'fluent.conf']\n"
    command = [sys.executable, "-c", words + code]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(("text", "code"), [(CLEAN, 0), (BROKEN, 1)])
def test_it_has_written_all_and_says_what_it_found(tmp_path: Path, text: str, code: int) -> None:
    done = ends(tmp_path, text, "sys.stdout.write('before ')\nfrom pipelint.cli import process; process()")
    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.startswith("before ") and ("FD302" in done.stdout) is (code == 1)


@pytest.mark.parametrize(
    "before",
    [
        "import atexit; atexit.register(print, 'last')",
        "import threading, time; threading.Thread(target=lambda: (time.sleep(0.2), print('last'))).start()",
        "import cProfile, pstats; profile = cProfile.Profile(); profile.enable()",
    ],
)
def test_what_waits_for_its_end_still_happens(tmp_path: Path, before: str) -> None:
    after = "from pipelint.cli import process\ntry:\n    process()\nfinally:\n    print('last') if 'profile' in dir() else None"
    done = ends(tmp_path, CLEAN, f"{before}\n{after}")
    assert done.returncode == 0 and done.stdout.splitlines()[-1:] == ["last"]


def test_a_full_disk_is_an_error(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    done = ends(tmp_path, BROKEN, "sys.stdout = open('/dev/full', 'w')\nfrom pipelint.cli import process; process()")
    assert done.returncode not in (0, 1) and done.stderr
