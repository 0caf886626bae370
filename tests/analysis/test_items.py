"""Arrays, hashes and conditions of Logstash as facts: items, entries, references, guards, repeats, settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.engines.logstash.facts.dataflow.reads import read_fields
from pipelint.engines.logstash.facts.items import environment_names, sprintf_references
from pipelint.facts.config import ConfigFact
from pipelint.facts.stage import StageFact
from tests.facts import build_facts


def facts(tmp_path: Path, text: str, name: str = "logstash.conf") -> ConfigFact:
    path = tmp_path / name
    path.write_text(text)
    (config,) = load([str(path)]).configs
    return build_facts(config).config


def filters(tmp_path: Path, text: str) -> list[StageFact]:
    config = facts(tmp_path, "input { stdin { } }\nfilter {\n" + text + "\n}\noutput { null { } }\n")
    return [stage for stage in config.stages if stage.kind.value == "filter"]


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("%{[a][b]}-%{+yyyy.MM.dd}", ("[a][b]", "+yyyy.MM.dd")),
        ("%{a", ()),
        ("100%", ()),
        ("%{}", ("",)),
        ("a}%{b}}", ("b",)),
    ],
)
def test_references_end_with_the_next_brace(text: str, references: tuple[str, ...]) -> None:
    assert sprintf_references(text) == references


def test_names_of_the_environment() -> None:
    assert environment_names("${HOST}:${PORT:9200} ${a b} $X ${_x.y}") == ("HOST", "PORT", "_x.y")


def test_items_of_an_array_and_of_a_single_value(tmp_path: Path) -> None:
    (stage,) = filters(tmp_path, 'mutate { gsub => ["m", "a", "%{b}"] strip => "x" rename => { "a" => "b" } }')
    gsub = stage.params["gsub"]
    assert [item.text for item in gsub.items] == ["m", "a", "%{b}"]
    assert [item.place.text for item in gsub.items] == ['"m"', '"a"', '"%{b}"']
    assert gsub.items[2].references == ("b",)
    assert [item.text for item in stage.params["strip"].items] == ["x"]
    assert stage.params["rename"].items == []


def test_entries_of_a_hash_and_of_an_array_in_its_place(tmp_path: Path) -> None:
    hashed, listed, odd = filters(
        tmp_path,
        """grok { match => { "message" => ["^a", "b"] "other" => "%{IP:c}" } }
        grok { match => ["message", "^a"] }
        grok { match => ["message"] }""",
    )
    entries = hashed.params["match"].entries
    assert [(e.key.text, [p.text for p in e.value.items]) for e in entries] == [("message", ["^a", "b"]), ("other", ["%{IP:c}"])]
    assert entries[0].place.text == '"message"'
    assert [p.grok.anchored_start for p in entries[0].value.items] == [True, False]
    assert [(e.key.text, e.value.text) for e in listed.params["match"].entries] == [("message", "^a")]
    assert odd.params["match"].entries == []


def test_guards_are_the_conditions_on_the_way(tmp_path: Path) -> None:
    inner, other = filters(
        tmp_path,
        """if [a][b] == "x" {
          if "t" in [tags]
             and [message] =~ /^E/ { drop { } }
        } else { uuid { } }""",
    )
    assert [(g.text, g.holds) for g in inner.guards] == [
        ('[a][b] == "x"', True),
        ('"t" in [tags] and [message] =~ /^E/', True),
    ]
    assert [(g.text, g.holds) for g in other.guards] == [('[a][b] == "x"', False)]
    asked = inner.guards[1]
    assert asked.fields == ("[tags]", "[message]") and asked.regex and not inner.guards[0].regex
    assert [(c.operator, c.field, c.literal) for c in asked.comparisons] == [("in", "[tags]", "t"), ("=~", "[message]", "^E")]


def test_previous_is_the_plugin_beside_it(tmp_path: Path) -> None:
    first, second, inside, last = filters(tmp_path, "drop { } uuid { } if [a] { mutate { } } sleep { }")
    assert first.previous is None and second.previous is first
    assert inside.previous is None and last.previous is None


def test_repeats_are_counted_among_neighbours(tmp_path: Path) -> None:
    config = facts(
        tmp_path,
        """filter {
          if [a] { drop { } }
          if  [a]  { drop { } }
          if [b] { if [a] { drop { } } }
          if [a] { drop { } } else if [b] { drop { } }
        }""",
    )
    (repeat,) = config.repeats
    assert (repeat.text, repeat.count, repeat.regex) == ("[a]", 3, False)
    assert repeat.first.place.span.start < repeat.place.span.start


def test_searches_are_the_comparisons_with_a_regular_expression(tmp_path: Path) -> None:
    inner = 'if [a] == "b" or !([c] =~ /d/ and [e]) { if [f] !~ "g" { drop { } } }'
    config = facts(tmp_path, f"filter {{ {inner} if [h] {{ drop {{ }} }} }}")
    assert [(asked.operator, asked.field, asked.literal) for asked in config.searches] == [("=~", "[c]", "d"), ("!~", "[f]", "g")]
    assert [asked.place.text for asked in config.searches] == ["[c] =~ /d/", '[f] !~ "g"']


def test_the_filters_of_a_pipeline_and_those_with_an_id(tmp_path: Path) -> None:
    config = facts(tmp_path, 'input { stdin { id => "i" } } filter { drop { } if [a] { uuid { target => "u" id => "x" } } }')
    (pipeline,) = config.pipelines
    assert [section.name for section in pipeline.filters] == ["drop", "uuid"]
    assert [section.name for section in pipeline.named] == ["uuid"]


def test_a_pipeline_has_its_settings(tmp_path: Path) -> None:
    config = facts(
        tmp_path,
        """- pipeline.id: first
  pipeline.workers: 3
  config.string: "input { stdin { } } filter { drop { } }"
- pipeline.id: second
  config.string: "input { stdin { } } filter { drop { } }"
""",
        "pipelines.yml",
    )
    assert [pipeline.id for pipeline in config.pipelines] == ["first", "second"]
    workers = config.pipelines[0].settings["pipeline.workers"]
    assert workers.number == 3 and workers.place.text == "3"
    drops = {stage.label: stage.settings for stage in config.stages if stage.plugin == "drop"}
    assert "pipeline.workers" in drops["first"] and "pipeline.workers" not in drops["second"]


def test_a_logstash_config_stands_at_its_first_section(tmp_path: Path) -> None:
    assert facts(tmp_path, "# no more\n\nfilter { drop { } }\n").place.text == "filter"


@pytest.mark.parametrize(
    ("condition", "fields"),
    [
        ('[a] != "x"', ("[a]",)),
        ('[a] != "x" and [a] !~ /y/', ("[a]",)),
        ('[a] != "x" and [b] == "y"', ("[a]",)),
        # Without the field the second comparison does not hold.
        ('[a] != "x" and [a] =~ /y/', ()),
        ('[a] == "x"', ()),
    ],
)
def test_what_an_event_may_lack_that_meets_a_condition(tmp_path: Path, condition: str, fields: tuple[str, ...]) -> None:
    (drop,) = filters(tmp_path, f"if {condition} {{ drop {{ }} }}")
    assert drop.guards[0].passed_without == fields


def test_filters_that_change_nothing_asked_for_are_avoidable(tmp_path: Path) -> None:
    text = """uuid { target => "a" }
    mutate { rename => { "b" => "env" } }
    uuid { target => "c" }
    urldecode { field => "d" }
    if [env] == "test" { drop { } }"""
    first, rename, second, third, drop = filters(tmp_path, text)
    assert drop.avoidable == [third, second]
    assert filters(tmp_path, text.replace("[env] ==", "[other] =="))[-1].avoidable
    assert filters(tmp_path, text.replace('[env] == "test"', "[x] in [d]"))[-1].avoidable == []
    assert first.avoidable == [] and rename.guards == []


def test_a_filter_that_may_set_anything_is_not_avoidable(tmp_path: Path) -> None:
    *_, drop = filters(tmp_path, 'ruby { code => "event.set(x, 1)" } uuid { target => "a" } if [env] { drop { } }')
    assert [stage.plugin for stage in drop.avoidable] == ["uuid"]


def test_of_gsub_each_third_word_is_a_field_that_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "logstash.conf"
    path.write_text('filter { mutate { gsub => ["a", "b", "c", "[d][e]", "f", "g", "h", "i", "j"] } }\n')
    (stage,) = load([str(path)]).configs[0].graph.stages
    assert [name for name, _ in read_fields(stage)] == ["a", "[d][e]", "h"]
