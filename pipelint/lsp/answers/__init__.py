"""What is answered to each request about a text: one file a request, loaded when one comes."""

from __future__ import annotations

from importlib import import_module


class Later:
    """A module of answers that is loaded when something of it is asked for."""

    def __init__(self, name: str) -> None:
        self._name = f"{__name__}.{name}"

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self._name), name)
