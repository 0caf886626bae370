"""Makes the plugin facts from a registry of parameter declarations: ``python plugin-facts/generate.py REGISTRY.json...``

Writes ``<engine>/<kind>/<plugin>.json`` beside this file, one plugin each, with all that its sections take: common parameters
and what ``supplement.json`` adds are merged in, so that one lookup reads one file. The same registry gives the same files.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any  # What a registry holds is not known before it is read.

HERE = Path(__file__).parent
Json = dict[str, Any]


def main(registries: list[str]) -> int:
    """Writes the files of every registry named and removes those that it no longer has."""
    if not registries:
        print(__doc__, file=sys.stderr)
        return 2
    for name in registries:
        registry = json.loads(Path(name).read_text(encoding="utf-8"))
        wanted = dict(generate(registry))
        for path in (HERE / registry["engine"]).rglob("*.json"):
            if path.relative_to(HERE).as_posix() not in wanted:
                path.unlink()
        for file, text in wanted.items():
            (HERE / file).parent.mkdir(parents=True, exist_ok=True)
            (HERE / file).write_text(text, encoding="utf-8")
        print(f"{registry['engine']}: {len(wanted)} plugins")
    return 0


def generate(registry: Json) -> Iterator[tuple[str, str]]:
    """The files of one registry: their path below this folder, and their text."""
    engine = registry["engine"]
    supplement = json.loads((HERE / "supplement.json").read_text(encoding="utf-8"))[engine]
    for plugin in sorted(registry["plugins"], key=lambda item: (item["kind"], item["name"])):
        helpers = _helper_sections(registry)
        own = {**plugin, "sections": {name: _merge(helpers.get(name, {}), it) for name, it in plugin.get("sections", {}).items()}}
        told = supplement["plugins"].get(f"{plugin['kind']}/{plugin['name']}", {})
        facts = _section(_merge(_common(registry, plugin), own), {**supplement["sections"], **told.get("sections", {})})
        facts["params"] = dict(sorted({**supplement["kinds"].get(plugin["kind"], {}), **facts.get("params", {})}.items()))
        if plugin.get("compat_v0_12_api"):
            # The classes of the old interface that plugins inherit from ask for no section.
            for section in facts.get("sections", {}).values():
                section.pop("required", None)
        _accept(facts, plugin, supplement)
        path = f"{engine}/{plugin['kind']}/{plugin['name']}.json"
        yield path, _text({"as_of": plugin["commit"].split()[-1], **facts})


def _helper_sections(registry: Json) -> Json:
    """Sections that plugin helpers declare for the plugins that use them, by name."""
    helpers = registry["common"].get("helpers", {}).values()
    return {name: section for helper in helpers for name, section in helper["sections"].items()}


def _common(registry: Json, plugin: Json) -> Json:
    """What every plugin of this kind takes: a section (parameters alone where the registry has no sections there)."""
    common = registry["common"].get(plugin["kind"], {})
    return common if "params" in common else {"params": common, "sections": {}}


def _merge(base: Json, own: Json) -> Json:
    """A section with what another one adds to it; the other's word counts."""
    sections = {**base.get("sections", {})}
    for name, section in own.get("sections", {}).items():
        sections[name] = _merge(sections[name], section) if name in sections else section
    kept = {"required": True} if {**base, **own}.get("required") else {}
    return {**kept, "params": {**base.get("params", {}), **own.get("params", {})}, "sections": sections}


def _section(raw: Json, more: Json, name: str = "") -> Json:
    """A section as it is kept: what says nothing (null, false, empty) is left out. ``more`` has parameters by section."""
    params = {**more.get(name, {}), **{key: _param(value) for key, value in raw["params"].items()}}
    sections = {key: _section(value, more, key) for key, value in sorted(raw["sections"].items())}
    out: Json = {"params": dict(sorted(params.items())), "sections": sections}
    if raw.get("required"):
        out["required"] = True
    return {key: value for key, value in out.items() if value}


def _param(raw: Json) -> Json:
    """A declaration as it is kept. Values that code computes are not known: they are left out."""
    out: Json = {"type": raw["type"]}
    default = raw.get("default")
    if raw.get("required") and default is None:
        out["required"] = True
    if default is not None and not _computed(default):
        out["default"] = default
    values = raw.get("values")
    if isinstance(values, list) and not any(_computed(value) for value in values):
        out["values"] = values
    names = {"removed": raw.get("obsoleted"), "deprecated": raw.get("deprecated"), "list": raw.get("list")}
    names["secret"] = raw.get("secret")
    out.update({key: True for key, value in names.items() if value})
    out.update({key: raw[key] for key in ("replaced_by", "alias") if raw.get(key)})
    return out


def _computed(value: object) -> bool:
    return isinstance(value, Mapping) and "expr" in value


def _accept(facts: Json, plugin: Json, supplement: Json) -> None:
    """Adds the names that the engine or the plugin reads without declaring them."""
    accepts: list[str] = []
    patterns: list[str] = []
    compat = supplement.get("compat")
    told = supplement["plugins"].get(f"{plugin['kind']}/{plugin['name']}", {})
    helped = compat and set(plugin.get("helpers", ())) & set(compat["helpers"])
    old = plugin.get("compat_v0_12_api") or told.get("compat") or helped
    if compat and old:
        accepts += compat["params"]
        patterns += compat["patterns"]
    mixins = [supplement["mixins"].get(name, {}) for name in plugin.get("mixins", ())]
    for name in told.get("optional", ()):
        facts["params"][name].pop("required", None)
    for own in (told, *mixins):
        accepts += own.get("accepts", [])
        patterns += own.get("patterns", [])
    if accepts := sorted({*accepts} - {*facts.get("params", {})}):
        facts["accepts"] = accepts
    if patterns:
        facts["patterns"] = sorted({*patterns})


def _text(facts: Json) -> str:
    """Compact JSON with a line for each parameter of the plugin, so that a change shows as one."""
    lines = []
    for key, value in facts.items():
        if key == "params":
            rows = ",\n".join(f"  {_compact(name)}: {_compact(param)}" for name, param in value.items())
            lines.append(f' "params": {{\n{rows}\n }}')
        else:
            lines.append(f" {_compact(key)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
