"""Why a file holds no config, in words."""

from __future__ import annotations

from pipelint.sources.discovery import Engines

EMPTY = "is empty or holds only comments"
HELM = "is a Helm template: render it first (helm template)"


def no_config(engines: Engines) -> str:
    """What is said of a file without a config."""
    *others, last = engines.titles
    return f"contains no {', '.join(others)} or {last} config"
