"""Settings as people see them: each with its value, as TOML has it, and who says so."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pipelint.base.finding import Severity
from pipelint.settings.keys import SETTINGS, TRAFFIC
from pipelint.settings.model import Settings

DEFAULT = "default"
_DIFFERS = ("line_bytes", "app_fields", "continuation")  # between presets


def shown(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """Name, value and origin of every setting that has a value, by the table of settings."""
    values = {**_values(settings), **dict(_traffic(settings))}
    for key in SETTINGS:
        mine = [name for name in values if name == key.name or name.startswith(f"{key.name}.")]
        for name in mine:
            if (value := values[name]) is not None:
                yield name, _toml(value), settings.origins.get(name) or _unsaid(name, settings)


def _unsaid(name: str, settings: Settings) -> str:
    preset = settings.origins.get("traffic.preset")
    by_preset = preset is not None and name.removeprefix("traffic.").replace("-", "_") in _DIFFERS
    return f"preset, {preset}" if by_preset else DEFAULT


def _values(settings: Settings) -> dict[str, object]:
    """All but those of the traffic; None where there is no value."""
    selection, slowdown = settings.selection, settings.max_slowdown
    return {
        "select": selection.select or None,
        "extend-select": selection.added or None,
        "ignore": selection.ignore or None,
        "fail-on": "never" if settings.fail_on is None else settings.fail_on,
        "exclude": settings.exclude or None,
        "rules": settings.rules or None,
        "plugins": settings.plugins or None,
        "baseline": settings.baseline,
        "allow-outside": settings.allow_outside or None,
        **_named("severity", settings.severities),
        **_named("per-file-ignores", settings.per_file_ignores),
        **_named("target-version", settings.versions),
        "budget.min-events-per-cpu": settings.min_events,
        "budget.max-slowdown": None if slowdown is None else slowdown * 100,
        "cost.core-hour": settings.core_hour,
        "cost-model.model": settings.cost_model,
        "cost-model.scale": settings.scale,
        "cost-model.cpu-limit": None if settings.cpu_limit is None else f"{settings.cpu_limit:g}",
    }


def _named(table: str, values: Mapping[str, object]) -> dict[str, object]:
    return {f"{table}.{name}": value for name, value in values.items()}


def _traffic(settings: Settings) -> Iterator[tuple[str, object]]:
    for key in TRAFFIC:
        # Of a preset what it sets is shown.
        value = getattr(settings if key.name == "samples" else settings.traffic, key.name.replace("-", "_"), None)
        if key.name in ("branches", "stages", "samples"):
            value = f"{len(value)} tables" if value else None
        yield f"traffic.{key.name}", value or (value if value == 0 else None)


def _toml(value: object) -> str:
    match value:
        case Severity():
            return json.dumps(value.word)
        case float() | int():
            return f"{value:g}"
        case Path():
            return json.dumps(os.path.relpath(value))
        case str():
            return json.dumps(value, ensure_ascii=False)
        case Sequence():
            return f"[{', '.join(map(_toml, value))}]"
        case _:
            return str(value)
