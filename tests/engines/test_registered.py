"""An engine that is registered from outside: all that is asked of engines is asked of it, too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelint.base.text.locate import locate
from pipelint.checker.loading import load
from pipelint.checker.run import check, estimate_only
from pipelint.compare import Limits, compare, path_sides
from pipelint.cost.model import SCHEMA
from pipelint.graph.render.mermaid import render
from pipelint.lsp.diagnostics import Diagnosed
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from tests.engines.keyvalue.language import NAME
from tests.engines.keyvalue.registered import keyvalue

CONFIG = """\
[read]
use = tail
tag = app.a

[change app.*]
use = upper

[write app.*]
use = file

[write *]
use = print
"""


SETTINGS = Settings(rules=(Path(__file__).parent / NAME / "rules",))


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with keyvalue():
        yield


@pytest.fixture
def config(tmp_path: Path) -> str:
    path = tmp_path / "a.conf"
    path.write_text(CONFIG)
    return str(path)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A cost model: a piece of work takes 2 µs."""
    path = tmp_path / "model.json"
    stored = {"schema": SCHEMA, "engine": NAME, "versions": "1.0", "spread": 1.5, "modelled": 2.0, "machine": "", "figures": {}}
    path.write_text(json.dumps({**stored, "coefficients": {"work": {"us": 2.0}}}))
    return path


def said(config: str) -> list[tuple[str, str, int]]:
    """Code, message and line of each finding of a check with the rules of the language."""
    report = check([config], SETTINGS)
    assert report.problems == ()
    (checked,) = report.checked
    assert checked.config.engine.name == NAME
    return [(found.code, found.message, locate(found.place).start.line) for found in checked.findings]


def test_its_configs_are_checked_with_rules_of_its_own(config: str) -> None:
    assert said(config) == [("KV201", "what print writes for * is not kept", 11)]
    Path(config).write_text(CONFIG.replace("use = upper", "upper"))
    assert said(config) == [("KV302", "this line is no key with a value", 6)]


def test_it_stands_in_a_config_map_as_others_do(tmp_path: Path) -> None:
    body = "".join(f"    {line}" for line in CONFIG.splitlines(keepends=True))
    path = tmp_path / "map.yaml"
    path.write_text(f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a.conf: |\n{body}")
    (found,) = load([str(path)]).configs
    assert (found.engine.name, found.documents[0].text.decode()) == (NAME, CONFIG)


def test_its_graph_is_drawn(config: str) -> None:
    (found,) = load([config]).configs
    picture = render(found.graph, found.name)
    assert "upper" in picture
    assert picture.count("-->") == 2


def test_its_cost_is_estimated_with_a_model_of_its_own(config: str, model: Path) -> None:
    (checked,) = estimate_only([config], Settings(cost_model=model)).checked
    assert checked.estimate is not None
    # Three stages do 2 µs of work each: nothing reaches the last.
    assert checked.estimate.us_per_event.mid == pytest.approx(6)


def test_two_states_of_it_are_compared(tmp_path: Path, model: Path) -> None:
    for name, text in (("old", CONFIG), ("new", CONFIG.replace("[change app.*]\nuse = upper\n\n", ""))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.conf").write_text(text)
    sides = path_sides(str(tmp_path / "old"), str(tmp_path / "new"))
    found = compare(*sides, Project.of_one(Settings(cost_model=model)), Limits())
    assert found.problems == ()
    (changed,) = found.configs
    assert changed.before_estimate is not None
    assert changed.after_estimate is not None
    # Two stages are left of three.
    assert changed.before_estimate.us_per_event.mid == pytest.approx(6)
    assert changed.after_estimate.us_per_event.mid == pytest.approx(4)


def test_an_editor_shows_what_is_wrong(config: str) -> None:
    text = CONFIG.replace("use = print", "print").encode()
    taken = take_snapshot(config, text, 1, ProjectFiles(Project.of_one(SETTINGS)), "utf-16")
    (shown,) = Diagnosed().diagnostics(taken, "file:///a.conf", "utf-16")
    assert (shown.code, shown.range.start.line) == ("KV302", 11)
