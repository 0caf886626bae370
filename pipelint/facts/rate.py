"""The predicted rate of a config, which facts ask for when a rule does: predicting costs more than most rules."""

from __future__ import annotations

from collections.abc import Callable

Rate = Callable[[], "float | None"]
"""Events per second of one CPU; None where nothing predicts it."""


def no_rate() -> None:
    """Where nothing predicts the rate of a config."""
