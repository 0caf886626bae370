"""The JSON schema of settings files, made of the table of settings; it is published as ``docs/pipelint.schema.json``."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.settings.keys import SETTINGS, Key, Listed, MapOf, Number, Switch, Table, Tables, Text, Type

Json = dict[str, object]


def json_schema() -> Json:
    """The schema (draft 2020-12) of a ``pipelint.toml``, and of ``[tool.pipelint]``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "pipelint settings",
        **_table(SETTINGS),
    }


def _table(keys: Sequence[Key]) -> Json:
    properties = {key.name: {**_type(key.type), "description": key.meaning} for key in keys}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _type(kind: Type) -> Json:
    match kind:
        case Text(choices):
            return {"type": "string", **({"enum": list(choices)} if choices else {})}
        case Number(low, high):
            return {"type": "number", "minimum": low, "maximum": high}
        case Switch():
            return {"type": "boolean"}
        case Listed(item):
            one = _type(item)
            return {"anyOf": [one, {"type": "array", "items": one}]}
        case MapOf(item):
            return {"type": "object", "additionalProperties": _type(item)}
        case Table(keys):
            return _table(keys)
        case Tables(keys, needed, names, optional):
            one_of: list[Json] = [{"required": [name]} for name in names]
            if optional:
                one_of.append({"not": {"anyOf": [{"required": [name]} for name in names]}})
            choice = {"oneOf": one_of} if names else {}
            return {"type": "array", "items": {**_table(keys), "required": [needed], **choice}}
