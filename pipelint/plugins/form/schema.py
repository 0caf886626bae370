"""The JSON schema of plugin files, made of the table of keys; it is published as ``docs/plugin.schema.json``."""

from __future__ import annotations

from pipelint.plugins.form.keys import TABLES, VERSION, Anything, Expression, Flag, Key, Listed, MapOf, Since, Table, Text, Type

Json = dict[str, object]

# What only the files of a whole engine have.
_OTHER_FILES = ("plugin", "shared", "group", "releases", "distribution")


def json_schema() -> Json:
    """The schema (draft 2020-12) of a plugin file."""
    tables = {name: _table(keys) for name, keys in TABLES.items() if name not in _OTHER_FILES}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Plugin of a log pipeline, described for pipelint",
        **_table(TABLES["plugin"]),
        "$defs": tables,
    }


def _table(keys: tuple[Key, ...]) -> Json:
    properties = {key.name: {**_type(key.type), "description": key.meaning} for key in keys}
    required = [key.name for key in keys if key.required]
    return {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def _type(kind: Type) -> Json:
    match kind:
        case Text(choices, pattern):
            return {
                "type": "string",
                **({"enum": list(choices)} if choices else {}),
                **({"pattern": f"^(?:{pattern})$"} if pattern else {}),
            }
        case Flag():
            return {"type": "boolean"}
        case Since():
            return {"anyOf": [{"const": True}, {"type": "string", "pattern": f"^(?:{VERSION})$"}]}
        case Anything():
            return {}
        case Expression():
            return {"type": ["string", "number", "boolean"]}
        case Listed(item):
            return {"type": "array", "items": _type(item)}
        case MapOf(item):
            return {"type": "object", "additionalProperties": _type(item)}
        case Table(name):
            return {"$ref": f"#/$defs/{name}"}
