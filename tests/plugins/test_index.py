"""The index of plugins: what it makes of a file, and when it is made anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelint.plugins import Plugin, PluginSpec, index, plugin_of, plugin_spec
from pipelint.plugins.behaviour import Sends
from pipelint.plugins.form.compile import compile_folder

SHARED = "stages: {filter: filter, output: output}\naccepts: [id]\n"
HEAD = "about: Does something with events.\nlink: https://example.org\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of plugins that look-ups read, in place of the project's own."""
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "shared.yaml").write_text(SHARED)
    monkeypatch.setattr(index, "data_folder", lambda _: str(tmp_path))
    _forget()
    yield tmp_path
    _forget()


def _forget() -> None:
    """Clears what the module keeps."""
    for kept in vars(index).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()


def write(folder: Path, kind: str, name: str, more: str = "") -> None:
    (folder / "e" / f"{kind}-{name}.yaml").write_text(f"name: {name}\n{HEAD}{more}")
    _forget()


def known(folder: Path, more: str, kind: str = "filter") -> Plugin:
    write(folder, kind, "x", more)
    return plugin_of("e", kind, "x")


def declared(folder: Path, more: str) -> PluginSpec:
    write(folder, "filter", "x", more)
    spec = plugin_spec("e", "filter", "x")
    assert spec is not None
    return spec


def test_what_is_not_said_is_not_known(folder: Path) -> None:
    plugin = known(folder, "", "output")
    assert (plugin.events.sends, plugin.records.opaque, plugin.records.in_place) == (Sends.UNKNOWN, True, True)
    assert plugin_spec("e", "output", "x") is None


@pytest.mark.parametrize(
    ("records", "opaque", "in_place", "same_keys"),
    [
        ("{unchanged: true}", False, False, True),
        ("{same_keys: true}", False, True, True),
        ("{in_place: false}", True, False, False),  # which keys they have after it is not said
        ("{reads: {a: parse}}", True, True, False),
        ("{sets: [a], in_place: false}", False, False, False),
    ],
)
def test_records_are_opaque_where_no_key_says_what_becomes_of_theirs(
    folder: Path, records: str, opaque: bool, in_place: bool, same_keys: bool
) -> None:
    found = known(folder, f"records: {records}\n").records
    assert (found.opaque, found.in_place, found.same_keys) == (opaque, in_place, same_keys)


def test_an_alias_is_the_plugin(folder: Path) -> None:
    write(folder, "output", "x", "aliases: [y]\nevents: {sends: away}\nparameters: {a: {type: string}}\n")
    spec = plugin_spec("e", "output", "y")
    assert spec is not None and "a" in spec.params and spec.accepts == {"id"}
    assert plugin_of("e", "output", "y").events.sends is Sends.AWAY
    assert index.plugin_names("e", "output") == ("x", "y")


def test_places_of_regexes_are_the_parameters_and_sections_that_hold_them(folder: Path) -> None:
    plugin = known(folder, "holds: {regex: [a, rule/pattern], grok: [g], path: [p]}\n")
    assert plugin.regex_places == {"a", "rule", "g"}


def test_what_is_gone_is_no_parameter_and_only_that_something_was_removed_is_read_in_every_run(folder: Path) -> None:
    params = declared(folder, 'parameters: {a: {type: t, removed: "2.0"}, b: {type: t, gone: "2.0"}}\n').params
    assert list(params) == ["a"] and params["a"].removed


def test_the_index_is_made_anew_when_a_file_is_newer_and_read_otherwise(folder: Path) -> None:
    assert "a" not in declared(folder, "parameters: {}\n").params
    assert "a" in declared(folder, "parameters: {a: {type: string}}\n").params
    kept = folder / ".index.json"
    kept.write_bytes(kept.read_bytes().replace(b"Does something", b"Did something "))
    _forget()
    assert plugin_of("e", "filter", "x").about == "Did something  with events."


def test_an_index_that_cannot_be_written_is_held(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("pipelint.base.disk.write.write_file", refused)
    assert "a" in declared(folder, "parameters: {a: {type: string}}\n").params
    assert not (folder / ".index.json").exists()


def test_an_index_without_its_end_is_made_anew(folder: Path) -> None:
    assert known(folder, "").name == "x"
    kept = folder / ".index.json"
    kept.write_bytes(kept.read_bytes()[:-9])
    _forget()
    assert plugin_of("e", "filter", "x").link == "https://example.org"
    assert kept.read_bytes().endswith(b"null\n{}\n{}")


def test_a_head_that_is_longer_than_what_is_read_at_once_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_HEAD", 5)
    assert known(folder, "").name == "x"


@pytest.mark.parametrize("damage", [b"", b"{}\n{}\n[]\n", b'{"version": 1}\n{}\n[]\n', b"no JSON"])
def test_a_damaged_index_is_made_anew(folder: Path, damage: bytes) -> None:
    (folder / ".index.json").write_bytes(damage)
    assert known(folder, "").name == "x"


def test_an_installed_package_reads_the_index_that_was_built(folder: Path) -> None:
    write(folder, "filter", "x")
    (folder / "index.json").write_bytes(compile_folder(folder))
    (folder / "e" / "filter-x.yaml").unlink()
    assert plugin_of("e", "filter", "x").name == "x"


def test_a_line_of_the_index_is_one_value(folder: Path) -> None:
    write(folder, "filter", "x", 'parameters: {a: {type: string, default: "é"}}\n')
    found = index.load_index()
    assert [json.loads(found.line(number)) for number in range(len(found.ends))][1]["parameters"]["a"]["default"] == "é"
