"""``pipelint check`` as a command. What it does is in ``checking``, its options are in ``options``."""

from __future__ import annotations

from pipelint.cli.checking import check_paths
from pipelint.cli.options import CheckOptions


def check(options: CheckOptions) -> int:
    """Find what is wrong, slow or never reached in configs."""
    return check_paths(options)
