"""Reads the plugin facts: one small file a plugin, when it is first asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, cast  # What json gives.

from pipelint.base.disk import files
from pipelint.data import data_folder
from pipelint.plugins.spec import ParamSpec, PluginSpec, SectionSpec

# Fluentd itself reads these of any plugin; the names without @ are how its older syntax wrote them.
_ALWAYS = {"fluentd": frozenset({"@type", "@id", "@label", "@log_level", "type", "id", "log_level"})}
_LONGEST = 100  # characters of a plugin's name: a longer one is no file


@cache
def plugin_spec(engine: str, kind: str, name: str) -> PluginSpec | None:
    """What the plugin declares, common parameters included; None where it is not known.

    ``kind`` is the engine's: input, filter, output; codec (Logstash); parser, formatter, buffer, storage, sd, metrics (Fluentd).
    """
    if not name.isascii() or not name.replace("_", "").replace("-", "").isalnum() or len(name) > _LONGEST:
        return None
    try:
        text = files.read(files.join(data_folder("plugin_facts"), engine, kind, f"{name}.json"))
    except FileNotFoundError:
        return None
    facts = json.loads(text)
    accepts, patterns = frozenset(facts.get("accepts", ())), tuple(facts.get("patterns", ()))
    accepts |= _ALWAYS.get(engine, frozenset())
    return PluginSpec(engine, kind, name, facts["as_of"], _section(facts), accepts, patterns)


@cache
def plugin_names(engine: str, kind: str) -> tuple[str, ...]:
    """The names of all known plugins of a kind, sorted."""
    folder = files.join(data_folder("plugin_facts"), engine, kind)
    return tuple(sorted(files.stem(entry) for entry in files.entries(folder) if files.suffix(entry) == ".json"))


def _section(facts: Mapping[str, Any]) -> SectionSpec:
    return SectionSpec(
        {name: _param(name, param) for name, param in facts.get("params", {}).items()},
        {name: _section(section) for name, section in facts.get("sections", {}).items()},
        facts.get("required", False),
    )


def _param(name: str, facts: Mapping[str, Any]) -> ParamSpec:
    return ParamSpec(
        name,
        cast(str, facts["type"]),
        facts.get("required", False),
        facts.get("default"),
        tuple(value if isinstance(value, str) else json.dumps(value) for value in facts.get("values", ())),
        facts.get("removed", False),
        facts.get("deprecated", False),
        tuple(facts.get("replaced_by", ())),
        facts.get("alias", ""),
        facts.get("list", False),
        facts.get("secret", facts["type"] == "password"),
    )
