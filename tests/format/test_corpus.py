"""The format on configs that people wrote, and on those that the engines' own parsers were asked about."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipelint.checker import Settings
from pipelint.checker.loading import load
from pipelint.fixes.files import write_files
from pipelint.fixes.format import Formatted, NotFormattedError, format_configs
from pipelint.language.config import Config
from pipelint.settings.project import Project
from pipelint.sources import Unknown
from tests.format.formatted import formatted, layout

DATA = Path(__file__).resolve().parents[1] / "data"


@pytest.mark.parametrize(
    ("engine", "name"),
    [
        ("fluentd", "fluentd-v1-config"),
        ("fluentd", "fluentd-differences"),
        ("logstash", "conformance-logstash"),
        ("fluentbit", "fluentbit-config"),
    ],
)
def test_a_text_that_an_engine_reads_is_formatted(engine: str, name: str) -> None:
    cases = json.loads((DATA / f"{name}.json").read_text())["cases"]
    assert len(cases) > 10
    for case in cases:
        if "input" not in case or case.get("syntax") == "yaml":
            continue
        text = case["input"]
        try:
            made = formatted(engine, text)
        except NotFormattedError:
            assert layout(engine, text).errors, text
        else:
            assert formatted(engine, made) == made


def meaning(config: Config) -> object:
    """The stages of a config with their settings and what leads to them, the edges between them."""
    graph = config.graph
    stages = [
        (each.kind, each.plugin, each.pattern, each.label, each.worker, [(g.text, g.holds) for g in each.guards])
        for each in graph.stages
    ]
    values = [
        [(param.name, param.value if param.data is None else "".join(param.value.split())) for param in block.params.values()]
        for block in config.root.walk()
    ]
    return stages, values, sorted((each.source, each.target, each.flow.value) for each in graph.edges), len(config.errors)


def format_folder(folder: Path) -> tuple[dict[str, object], Formatted]:
    """What the configs of a folder mean, and how they are formatted."""
    loaded = load([str(folder)], unknown=Unknown.SKIPPED)
    done = format_configs(loaded, Project.of_one(Settings()), lambda config, document: True)
    return {config.name: meaning(config) for config in loaded.configs}, done


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fluentd", "logstash", "k8s", "k8s-extracted", "templated", "yaml-other", "fluentbit"])
def test_real_configs_keep_their_meaning(shared: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    shutil.copytree(shared / "corpus" / name, folder)
    for path in folder.rglob("*"):
        path.chmod(0o755)
    before, done = format_folder(folder)
    assert done.files
    said = [(problem.path, problem.message) for problem in done.problems]
    assert all(message.startswith("not formatted: ") and "bug" not in message for _, message in said)
    assert not write_files(done.files)
    after, again = format_folder(folder)
    assert not again.files and [(problem.path, problem.message) for problem in again.problems] == said
    assert after == before
