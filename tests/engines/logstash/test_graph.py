"""The stage graph of pipelines: order, branches, drop, outputs, and events from pipeline to pipeline."""

from __future__ import annotations

from pipelint.graph.stage import Flow, Kind
from tests.engines.logstash.pipelines import edges, load


def test_sections_of_all_files_are_one_pipeline_in_order() -> None:
    config = load("output { stdout { } }", "filter { grok { } }\ninput { stdin { } }", "filter { date { } }")
    assert [(stage.kind, stage.plugin) for stage in config.graph.stages] == [
        (Kind.SOURCE, "stdin"),
        (Kind.FILTER, "grok"),
        (Kind.FILTER, "date"),
        (Kind.OUTPUT, "stdout"),
    ]
    assert edges(config) == ["stdin>grok", "grok>date", "date>stdout"]
    assert config.graph.complete


def test_branches_of_one_chain_exclude_each_other() -> None:
    config = load(
        "input { stdin { } } filter { if [a] { grok { } } else if [b] { date { } } else { kv { } } mutate { } }",
        "output { null { } }",
    )
    assert edges(config) == ["stdin~grok", "stdin~date", "stdin~kv", "grok>mutate", "date>mutate", "kv>mutate", "mutate>null"]
    by_plugin = {stage.plugin: stage for stage in config.graph.stages}
    guards = {name: [(g.condition.place.text, g.holds) for g in stage.guards] for name, stage in by_plugin.items()}
    assert guards["date"] == [("[a]", False), ("[b]", True)]
    assert guards["kv"] == [("[a]", False), ("[b]", False)]
    assert guards["mutate"] == []


def test_events_pass_by_a_condition_without_else() -> None:
    config = load("input { stdin { } } filter { if [a] { grok { } } date { } } output { null { } }")
    assert edges(config) == ["stdin~grok", "stdin>date", "grok>date", "date>null"]


def test_nothing_leaves_a_drop() -> None:
    config = load("input { stdin { } } filter { if [a] { drop { } mutate { } } date { } } output { null { } }")
    assert "drop>mutate" not in edges(config)
    unreachable = {config.graph.stages[i].plugin: config.graph.stages[by].plugin for i, by in config.graph.unreachable.items()}
    assert unreachable == {"mutate": "drop"}


def test_a_drop_of_a_share_of_the_events_ends_nothing() -> None:
    config = load("input { stdin { } } filter { drop { percentage => 50 } date { } } output { null { } }")
    assert "drop>date" in edges(config)
    assert config.graph.unreachable == {}


def test_outputs_run_one_after_another() -> None:
    config = load("input { stdin { } } output { null { } if [a] { http { } } stdout { } }")
    (route,) = config.graph.routes
    stages = config.graph.stages
    assert [(stages[i].plugin, certain) for i, certain in route.filters] == [("null", True), ("http", False)]
    assert route.target is not None and stages[route.target].plugin == "stdout"


def test_a_codec_is_a_part_of_its_plugin() -> None:
    config = load('input { stdin { codec => json { charset => "UTF-8" } } } output { stdout { codec => rubydebug } }')
    parts = [(s.kind, s.plugin, s.parent, s.value("charset")) for s in config.graph.stages if s.parent is not None]
    assert parts == [(Kind.PARSE, "json", 0, "UTF-8"), (Kind.FORMAT, "rubydebug", 2, "")]


def test_events_go_from_pipeline_to_pipeline() -> None:
    config = load(
        first=("input { stdin { } } output { pipeline { send_to => [there, nowhere] } }",),
        second=("input { pipeline { address => there } } filter { grok { } } output { null { } }",),
    )
    graph = config.graph
    (relabel,) = [edge for edge in graph.edges if edge.flow is Flow.RELABEL]
    assert (graph.stages[relabel.source].label, graph.stages[relabel.target].label) == ("first", "second")
    (route,) = [route for route in graph.routes if route.flow is Flow.RELABEL]
    assert [graph.stages[i].plugin for i, _ in route.filters] == ["pipeline", "grok"]
    assert graph.complete


def test_a_part_of_a_pipeline_is_not_the_whole() -> None:
    assert not load("filter { grok { } }").graph.complete


def test_many_conditions_in_a_row_keep_every_stage_before_the_last_one() -> None:
    chain = "".join(f"if [a{n}] {{ mutate {{ id => m{n} }} }} " for n in range(300))
    graph = load(f"input {{ stdin {{ }} }} filter {{ {chain} }} output {{ null {{ }} }}").graph
    assert len(graph.before(graph.stages[-1])) == 301
    assert len(graph.edges) < 3_000
