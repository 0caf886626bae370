"""Statistics in one place of a terminal, again and again."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.live import Live
from rich.text import Text

from pipelint.cli.load.told import Told
from pipelint.stats.model import Snapshot, between


def live(told: Told, asked: Callable[[], Snapshot], first: Snapshot, seconds: float) -> None:
    """Shows what was between each two answers until Ctrl-C, or until one cannot be had; the last stays in the terminal."""
    with Live(console=Console(file=sys.stdout, highlight=False), auto_refresh=False, vertical_overflow="visible") as shown:
        shown.update(Text(f"{told.source}: the first figures come after {seconds:g} s; Ctrl-C ends"), refresh=True)
        while True:
            time.sleep(seconds)
            second = asked()
            shown.update(Text(_text(told, between(first, second, seconds))), refresh=True)
            first = second


def _text(told: Told, found: Snapshot) -> str:
    out = io.StringIO()

    def put(text: str) -> None:
        out.write(text)

    told.show(found, out, put)
    return out.getvalue().rstrip("\n")
