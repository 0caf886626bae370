"""The JSON of a comparison: every field is described, figures are those of the estimates, secrets stay where they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipelint.compare import Limits, compare, path_sides
from pipelint.report.diff.json import render_json
from pipelint.settings.model import Settings
from pipelint.settings.project import Project

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "json.md").read_text()
BEFORE = """\
<source>
  @type forward
</source>
<match a>
  @type http
  endpoint http://example.org/
  password first
</match>
"""
AFTER = "<system>\n  workers 2\n</system>\n" + BEFORE.replace("first", "second").replace("match a", "match a.**")


def found(folder: Path) -> dict[str, Any]:
    (folder / "old.conf").write_text(BEFORE)
    (folder / "new.conf").write_text(AFTER)
    sides = path_sides(str(folder / "old.conf"), str(folder / "new.conf"))
    text = render_json(compare(*sides, Project.of_one(Settings(cpu_limit=0.5)), Limits()))
    assert text.isascii()
    read: dict[str, Any] = json.loads(text)
    return read


def keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def test_every_field_is_described(tmp_path: Path) -> None:
    assert not [key for key in keys(found(tmp_path)) if f"`{key}`" not in DOCS]


def test_what_changed(tmp_path: Path) -> None:
    (config,) = found(tmp_path)["configs"]
    (stage,) = config["stages"]
    params = {param["name"]: (param["before"], param["after"], param["secret"]) for param in stage["params"]}
    assert params == {"<pattern>": ("a", "a.**", False), "password": (None, None, True)}
    assert [(param["name"], param["after"]) for param in config["params"]] == [("system.workers", "2")]
    assert stage["params"][1]["location"]["start"]["line"] == 10


def test_the_figures_are_those_of_both_estimates(tmp_path: Path) -> None:
    (config,) = found(tmp_path)["configs"]
    before, after = (config[side]["events_per_cpu_second"]["mid"] for side in ("before", "after"))
    assert config["cost"]["rate_ratio"]["mid"] == pytest.approx(after / before)
    assert config["cost"]["slowdown"] == pytest.approx(1 - after / before)
    (pod,) = config["pods"]
    assert (pod["workload"], pod["before"]["cpu_limit"]) == (None, 0.5)
    assert pod["before"]["events_per_second"]["mid"] == pytest.approx(before / 2)
