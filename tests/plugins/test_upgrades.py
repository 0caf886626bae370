"""Configs read with what plugins declare in a release of the engine: what the engine says of them then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any  # What json gives.

import pytest

from pipelint.checker import load
from pipelint.facts import readings
from pipelint.facts.declared import DeclaredFact
from pipelint.plugins import PluginSpec, plugin_spec, stage_kinds
from pipelint.plugins.history import plugin_spec_at, plugin_version
from pipelint.plugins.versions import Release
from tests.facts import build_facts

DATA = Path(__file__).resolve().parents[1] / "data" / "upgrades"
LOGSTASH = json.loads((DATA / "logstash.json").read_text())
FLUENTD = json.loads((DATA / "fluentd.json").read_text())

# What Fluentd decides by more than what plugins declare.
BY_CODE = {
    "fips": "files that are missing",
    "forward-zstd": "an experimental feature is said in the log",
    "json-ruby": "embedded code",
    "null-value-pattern": "a regexp that is none",
    "out-http-sigv4": "parameters that a method needs",
    "sys-metrics": "a section of <system>",
    "syslog-priority-key": "said in the log when the parameter is there",
    "tail-group": "a section that is not declared",
    "tail-glob-braces": "the value of another parameter",
    "udp-transport": "a section that stands where none is declared",
    "out-buffer": "an output that had another name",
}


def stages(folder: Path, name: str, text: str, engine: str, release: Release, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The stages of a config, whose declarations are those of a release."""

    def at(engine: str, kind: str, name: str) -> PluginSpec | None:
        return plugin_spec_at(engine, kind, name, release)

    monkeypatch.setattr(readings, "plugin_spec", at)
    (folder / name).write_text(text)
    (config,) = load([str(folder / name)]).configs
    assert not config.errors
    return [(stage, stage.declared) for stage in build_facts(config).config.stages]


@pytest.mark.parametrize("case", LOGSTASH, ids=[case["id"] for case in LOGSTASH])
@pytest.mark.parametrize("release", ["7.17.29", "8.14.3", "9.1.10", "9.5.2"])
def test_settings_that_logstash_refuses_and_deprecates(
    case: dict[str, Any], release: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for stage, declared in stages(tmp_path, "a.conf", case["config"], "logstash", Release(release), monkeypatch):
        plugin = f"{stage_kinds('logstash')[stage.kind.value]}/{stage.plugin}"
        kind, name = plugin.split("/")
        if plugin_spec("logstash", kind, name) is not None and plugin_version("logstash", kind, name, Release(release)) == "":
            found.append(["unknown", plugin])
        words = {"obsolete": declared.removed, "deprecated": declared.deprecated, "unknown": declared.undeclared}
        found += [[word, plugin, fact.name] for word, facts in words.items() for fact in facts]
    assert sorted(found) == sorted(case["expect"][release])


def says(declared: list[DeclaredFact]) -> str:
    """What Fluentd does with what is declared so."""
    if any(one.removed or one.missing or one.choices or any(not fact.read_as for fact in one.mistyped) for one in declared):
        return "refuses"
    return "warns" if any(one.undeclared or one.deprecated for one in declared) else "starts"


@pytest.mark.parametrize("case", [case for case in FLUENTD if case["id"] not in BY_CODE], ids=lambda case: case["id"])
@pytest.mark.parametrize("release", ["1.12.4", "1.16.5", "1.19.3"])
def test_what_fluentd_does_with_a_config(
    case: dict[str, Any], release: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = stages(tmp_path, "fluent.conf", case["config"], "fluentd", Release(release), monkeypatch)
    assert says([declared for _, declared in found]) == case["ran"][release]
