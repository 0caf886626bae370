"""What was read of a config, in the shape of the conformance data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pipelint.base.value import Value, ValueKind
from pipelint.engines.fluentbit.syntax.section import Group, Section, Variable

_WORDS = {"null": None, "true": True, "false": False}


def stored(items: Iterable[Section | Variable]) -> Mapping[str, object]:
    """Variables, ``@`` lines, sections. A mapping in a value is ``{"map": [[key, value], ...]}``."""
    env: list[object] = []
    metas: list[object] = []
    sections: list[object] = []
    for item in items:
        if isinstance(item, Section):
            groups = [{"name": group.name, "props": _props(group)} for group in item.groups]
            sections.append({"name": item.name, "type": item.kind, "props": _props(item), "groups": groups})
        else:
            value = None if item.value is None else item.value.text
            more = [item.uri, item.refresh] if item.uri else []
            (metas if item.meta else env).append([item.name, value, *more])
    return {"env": env, "metas": metas, "sections": sections}


def _props(section: Section | Group) -> list[object]:
    return [[prop.key, _data(prop.value)] for prop in section.props]


def _data(value: Value) -> object:
    match value.kind:
        case ValueKind.ARRAY:
            return [_data(item) for item in value.items]
        case ValueKind.HASH:
            return {"map": [[entry.key.text, _data(entry.value)] for entry in value.entries]}
        case ValueKind.BAREWORD:
            return _WORDS[value.text]
        case ValueKind.NUMBER:
            return int(value.text) if value.text.lstrip("+-").isdecimal() else float(value.text)
        case _:
            return value.text
