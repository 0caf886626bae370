"""``pipelint check`` as typer's command. What it does is in ``checking``, its options are in ``options``."""

from __future__ import annotations

import typer

from pipelint.cli.checking import check_paths
from pipelint.cli.options import CheckOptions


def check(options: CheckOptions) -> None:
    """Find what is wrong, slow or never reached in configs."""
    raise typer.Exit(check_paths(options))
