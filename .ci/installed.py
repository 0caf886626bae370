"""Tries an installed pipelint on the examples: `python .ci/installed.py`, with the Python that it is installed for.

Fails with a line where the main job is not done, or where the code is that of the checkout. It needs nothing but pipelint.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
EXAMPLES = CHECKOUT / "examples"


def run(*words: str, text: bytes = b"") -> tuple[int, str]:
    """Exit code and output of a command, run in a folder where no code lies."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, *words], cwd=folder, input=text, stdout=subprocess.PIPE, check=False)
    return done.returncode, done.stdout.decode()


def expect(code: int, said: str, *words: str, text: bytes = b"") -> None:
    """Exits where pipelint, called with these words, ends with another code, or does not say this."""
    found, output = run("-m", "pipelint", *words, text=text)
    if found != code or said not in output:
        sys.exit(f"pipelint {' '.join(words)}: exit code {found} instead of {code}, or nothing of {said!r} in:\n{output}")


def main() -> None:
    """Runs each command once."""
    _, place = run("-c", "import pipelint; print(pipelint.__file__)")
    if Path(place.strip()).resolve().is_relative_to(CHECKOUT / "pipelint"):
        sys.exit("This is the checkout: install the wheel first.")
    slow = EXAMPLES / "fluentd" / "tuning-article-before.conf"
    expect(1, "FD101", "check", str(slow))
    # The line ends that an editor on Windows writes.
    expect(1, "<stdin>:", "check", "-", text=slow.read_bytes().replace(b"\n", b"\r\n"))
    expect(1, "ConfigMap kube-system/fluentd-config", "check", str(EXAMPLES / "kubernetes"))
    expect(0, "events/s per CPU", "estimate", str(slow))
    expect(0, "events/s per CPU", "estimate", str(EXAMPLES / "logstash" / "tuning-article-before"))
    expect(0, "time_format", "explain", "FD101")
    expect(0, "elasticsearch", "plugins")
    print(f"pipelint works, from {place.strip()}")


if __name__ == "__main__":
    main()
