"""Where rules, grammars, cost models and plugin facts lie: beside this file in an installed package, at the top of a checkout."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent
_CHECKOUT = {"rules": "rules", "grammars": "grammars", "cost_models": "cost-models", "plugin_facts": "plugin-facts"}


def data_dir(name: str) -> Path:
    """The folder of that name (a key of ``_CHECKOUT``). Raises FileNotFoundError where it is not installed."""
    for folder in (_HERE / name, _HERE.parent.parent / _CHECKOUT[name]):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"pipelint's own {name} are missing from this installation")
