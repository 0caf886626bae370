"""Compiled expressions as JSON: lists whose first item names the operation, ``["get", ["var", "stage"], "plugin"]``."""

from __future__ import annotations

from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Code: TypeAlias = "list[Json]"
