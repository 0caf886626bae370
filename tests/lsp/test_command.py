"""``pipelint lsp`` where what it needs is not installed."""

from __future__ import annotations

import subprocess
import sys

# As if pygls had never been installed.
WITHOUT = """
import sys
sys.modules["pygls"] = None
sys.argv = ["pipelint", "lsp"]
from pipelint.cli import main
sys.exit(main())
"""


def test_what_is_missing_is_said() -> None:
    ended = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2 and 'pip install "pipelint[lsp]"' in ended.stderr and "Traceback" not in ended.stderr
