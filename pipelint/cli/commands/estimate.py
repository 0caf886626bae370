"""``pipelint estimate`` as typer's command. What it does is in ``estimating``, its options are in ``options``."""

from __future__ import annotations

import typer

from pipelint.cli.estimating import EstimateOptions, estimate_paths


def estimate(options: EstimateOptions) -> None:
    """Predict events per second per CPU and the cost of each line."""
    raise typer.Exit(estimate_paths(options))
