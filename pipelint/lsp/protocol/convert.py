"""JSON of the protocol's types, in both directions: how a type is read or written is found out when there is one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from lsprotocol import types as lsp
from pygls.protocol import default_converter

from pipelint.lsp.protocol import types

_Convert = Callable[..., Any]


class Kept(lsp.Diagnostic):
    """One that is sent after each edit, until it says something else: its JSON is made once. Nobody may change it."""

    json: dict[str, Any] | None = None


def make_converter() -> cattrs.Converter:
    """As that of pygls, which prepares each type together with all inside of it: the capabilities of clients are a hundred."""
    hooks = sys.modules.get("lsprotocol._hooks")
    if types.LATER and hooks is not None:
        # The types of fields are known as soon as their class is made; to look for them would make all classes.
        vars(hooks)["_resolved_forward_references"] = True
    converter: cattrs.Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.register_structure_hook_factory(
        attrs.has, lambda cls: _later(lambda: make_dict_structure_fn(cls, converter, **_named(cls)))
    )
    converter.register_unstructure_hook_factory(
        attrs.has, lambda cls: _later(lambda: make_dict_unstructure_fn(cls, converter, **_named(cls)))
    )
    converter.register_unstructure_hook(lsp.Diagnostic, _kept(converter))
    return converter


def _kept(converter: cattrs.Converter) -> _Convert:
    make = _later(lambda: make_dict_unstructure_fn(lsp.Diagnostic, converter, **_named(lsp.Diagnostic)))

    def convert(one: lsp.Diagnostic) -> Any:
        if not isinstance(one, Kept):
            return make(one)
        if one.json is None:
            one.json = make(one)
        return one.json

    return convert


def _later(make: Callable[[], _Convert]) -> _Convert:
    made: list[_Convert] = []

    def convert(*asked: Any) -> Any:
        if not made:
            made.append(make())
        return made[0](*asked)

    return convert


def _named(cls: type) -> dict[str, Any]:
    """The names of the fields in JSON; what says no more than its absence is left out, but where it must stand there."""
    fields = ((each.name, not lsp.is_special_property(cls, each.name)) for each in attrs.fields(cls))
    return {name: override(rename=_camel(name), omit_if_default=omit) for name, omit in fields}


def _camel(name: str) -> str:
    first, *others = name.removesuffix("_").split("_")
    return first + "".join(map(str.title, others))
