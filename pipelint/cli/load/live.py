"""Statistics in one place of a terminal, again and again."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.live import Live
from rich.text import Text

from pipelint.base.lean.record import replace
from pipelint.cli.load.asking import Repeated
from pipelint.cli.load.told import Told
from pipelint.report.formats import CheckFormat
from pipelint.report.stats.text import render_text


def live(told: Told, repeated: Repeated) -> None:
    """Shows what was between each two answers until Ctrl-C, or until one cannot be had; the last stays in the terminal."""
    short = replace(told, format=CheckFormat.CONCISE)
    with Live(console=Console(file=sys.stdout, highlight=False), auto_refresh=False) as shown:
        shown.update(Text(f"{told.source}: the first figures come after {repeated.seconds:g} s; Ctrl-C ends"), refresh=True)
        for found in repeated:
            shown.update(Text(render_text(found, told.stages(found)) + short.rendered(found)), refresh=True)
