"""``pipelint estimate`` as a command. What it does is in ``estimating``, its options are in ``options``."""

from __future__ import annotations

from pipelint.cli.estimating import EstimateOptions, estimate_paths


def estimate(options: EstimateOptions) -> int:
    """Predict events per second per CPU and the cost of each line."""
    return estimate_paths(options)
