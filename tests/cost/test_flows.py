"""Events along edges: what comes to a stage by them is what the estimate says that reaches it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.checker.config.costs import estimate_config
from pipelint.checker.trial.what_if import flows_of
from pipelint.graph.render.picture import NODES
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.settings.model import Settings

ROOT = Path(__file__).resolve().parents[2]


def config_of(folder: Path, text: str) -> Config:
    (folder / "a.conf").write_text(text)
    (config,) = load([str(folder / "a.conf")]).configs
    assert not config.errors
    return config


def test_a_branch_is_passed_by_by_the_rest(tmp_path: Path) -> None:
    config = config_of(
        tmp_path,
        """\
input { beats { port => 5044 } }
filter {
  if [a] { mutate { add_tag => ["a"] } } else { mutate { add_tag => ["b"] } }
  mutate { add_tag => ["c"] }
}
output { stdout {} }
""",
    )
    found = flows_of(config, Settings())
    source, first, other, both, out = (stage.index for stage in config.graph.stages if stage.kind in NODES)
    # Both branches of an if get equal shares; none of the events of the one comes to the other.
    assert found == pytest.approx(
        {(source, first): 0.5, (source, other): 0.5, (first, both): 0.5, (other, both): 0.5, (both, out): 1.0}
    )


def test_what_passes_a_filter_by_is_gone_from_where_it_was(tmp_path: Path) -> None:
    """A filter that only some tags meet gets 10% of the events (an assumption that the estimate prints)."""
    source = "<source>\n@type tail\npath /var/log/web/*.log\npos_file /b\ntag a.*\n</source>\n"
    rest = "<filter a.var.log.web.x**>\n@type stdout\n</filter>\n<match **>\n@type stdout\n</match>\n"
    config = config_of(tmp_path, source + rest)
    tail, some, out = (stage.index for stage in config.graph.stages if stage.kind in NODES)
    assert flows_of(config, Settings()) == pytest.approx({(tail, some): 0.1, (some, out): 0.1, (tail, out): 0.9})


def test_a_copy_hands_all_events_to_each_store(tmp_path: Path) -> None:
    stores = "<store>\n@type stdout\n</store>\n" * 2
    config = config_of(
        tmp_path, f"<source>\n@type tail\npath /a\npos_file /b\ntag a\n</source>\n<match **>\n@type copy\n{stores}</match>\n"
    )
    copy = next(stage.index for stage in config.graph.stages if stage.plugin == "copy")
    found = flows_of(config, Settings())
    assert [events for (source, _), events in found.items() if source == copy] == [1.0, 1.0]


def test_a_large_config_has_no_picture(tmp_path: Path) -> None:
    filters = "<filter **>\n@type grep\n</filter>\n" * 500
    text = f"<source>\n@type forward\n</source>\n{filters}<match **>\n@type stdout\n</match>\n"
    assert flows_of(config_of(tmp_path, text), Settings()) == {}


def test_what_comes_is_what_the_estimate_says() -> None:
    for config in load([str(ROOT / "tests/corpus"), str(ROOT / "examples")]).configs:
        _what_comes_is_estimated(config)


def _what_comes_is_estimated(config: Config) -> None:
    estimate = None if config.errors else estimate_config(config, Settings())
    if estimate is None:
        return
    events = {cost.stage.index: cost.events for cost in estimate.stages if cost.stage.kind in NODES}
    coming: dict[int, float] = {}
    edges = {(edge.source, edge.target) for edge in config.graph.edges}
    for (source, target), count in flows_of(config, Settings()).items():
        assert (source, target) in edges
        coming[target] = coming.get(target, 0.0) + count
    for index, count in coming.items():
        if config.graph.stages[index].kind is not Kind.SOURCE or index in events:
            assert count == pytest.approx(events.get(index, 0.0)), config.graph.stages[index].plugin
