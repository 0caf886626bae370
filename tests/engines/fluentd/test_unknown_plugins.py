"""What is not claimed of a config with plugins by others, and what Fluentd's own log events reach."""

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.graph.stage import StageGraph

DEAD = "<filter dead.**>\n@type grep\n@id dead\n</filter>\n<match **>\n@type null\n</match>\n"


def graph(tmp_path: Path, text: str) -> StageGraph:
    path = tmp_path / "fluent.conf"
    path.write_text(text)
    (config,) = load([str(path)]).configs
    return config.graph


def dead(graph: StageGraph) -> set[str]:
    return {graph.stages[index].value("@id") for index in graph.unreachable}


def test_where_all_plugins_are_known_a_filter_for_no_tag_is_dead(tmp_path: Path) -> None:
    assert dead(graph(tmp_path, "<source>\n@type sample\ntag live\n</source>\n" + DEAD)) == {"dead"}


@pytest.mark.parametrize(
    "more",
    [
        "<source>\n@type somebodys\ntag live\n</source>\n",
        "<match live.x>\n@type somebodys\n</match>\n",
        "<match live.x>\n@type copy\n<store>\n@type somebodys\n</store>\n</match>\n",
        "@include conf.d/*.conf\n",
    ],
)
def test_what_is_not_known_may_emit_any_tag(tmp_path: Path, more: str) -> None:
    assert dead(graph(tmp_path, f"<source>\n@type sample\ntag live\n</source>\n{more}" + DEAD)) == set()


def test_a_match_before_it_takes_all_events_whoever_emits_them(tmp_path: Path) -> None:
    text = (
        "<source>\n@type somebodys\n</source>\n<match a.**>\n@type null\n</match>\n<match a.b>\n@type null\n@id late\n</match>\n"
    )
    assert dead(graph(tmp_path, text)) == {"late"}


def test_own_log_events_are_followed_through_relabel(tmp_path: Path) -> None:
    text = (
        "<source>\n@type sample\ntag live\n</source>\n<match live>\n@type null\n</match>\n"
        "<match fluent.**>\n@type relabel\n@label @LOG\n</match>\n"
        "<label @LOG>\n<match fluent.warn>\n@type null\n@id warn\n</match>\n"
        "<match live>\n@type null\n@id dead\n</match>\n</label>\n"
    )
    found = graph(tmp_path, text)
    assert dead(found) == {"dead"}
    # They are no part of the traffic, and make no routes.
    assert all(route.label != "@LOG" for route in found.routes)
