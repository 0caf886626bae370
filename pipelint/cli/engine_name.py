"""The engines, as an option names them."""

import enum

from pipelint.engines.registry import ENGINES

EngineName = enum.Enum("EngineName", {name.upper(): name for name in ENGINES.names}, type=str)  # type: ignore[misc]
"""The engines by their names."""
FIRST_ENGINE = next(iter(EngineName))
