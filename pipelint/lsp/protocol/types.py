"""The types of lsprotocol, each of which becomes a class of attrs when it is first used.

To make all of its 554 classes takes longer than to judge a config, and a session needs some fifty. Nobody who uses them sees a
difference; where something has loaded lsprotocol before, its classes are as it made them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import attrs

_define: Callable[..., Any] = attrs.define


class _Attributes:
    """In the place of what attrs keeps at a class of its own: makes it one."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    def __get__(self, instance: object, owner: type) -> object:
        return self._make().__attrs_attrs__


def _define_later(cls: type[Any] | None = None, **words: Any) -> object:
    """``attrs.define`` for a class of which there may never be an instance."""
    if cls is None:
        return partial(_define_later, **words)

    def make() -> Any:
        # Whoever is asked for in between is made already.
        if isinstance(vars(cls).get("__attrs_attrs__"), _Attributes):
            del cls.__attrs_attrs__, cls.__init__
            # With slots it would be another class than the one that others know.
            _define(cls, **{**words, "slots": False})
            attrs.resolve_types(cls, vars(sys.modules[cls.__module__]))
        return cls

    def init(self: object, *values: object, **named: object) -> None:
        make()
        type(self).__init__(self, *values, **named)

    cls.__attrs_attrs__, cls.__init__ = _Attributes(make), init
    return cls


LATER = "lsprotocol.types" not in sys.modules
"""Whether its types are such, as they are in a server."""

if LATER:
    attrs.define = _define_later  # type: ignore[assignment]
    try:
        import_module("lsprotocol.types")
    finally:
        attrs.define = _define
