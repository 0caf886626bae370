"""Where rules, grammars, cost models and plugins lie: beside this file in an installed package, at the top of a checkout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.disk import files

if TYPE_CHECKING:
    from pathlib import Path

_HERE, _TOP = files.folders(__file__)[0:3:2]
_CHECKOUT = {"rules": "rules", "grammars": "grammars", "cost_models": "cost-models", "plugins": "plugins"}


def data_dir(name: str) -> Path:
    """The folder of that name (a key of ``_CHECKOUT``). Raises FileNotFoundError where it is not installed."""
    from pathlib import Path

    return Path(data_folder(name))


def data_folder(name: str) -> str:
    """The path of ``data_dir``, for what every run reads. Raises FileNotFoundError."""
    for folder in (files.join(_HERE, name), files.join(_TOP, _CHECKOUT[name])):
        if files.is_folder(folder):
            return folder
    raise FileNotFoundError(f"this installation lacks pipelint's own {name}")
