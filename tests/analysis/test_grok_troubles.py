"""What is wrong in the grok patterns of a config, and which libraries a stage reads."""

from pathlib import Path

from pipelint.checker import load
from pipelint.facts.grok.trouble import GrokTroubleFact
from tests.facts import build_facts

OUT = "output { null { } }"


def troubles(path: Path) -> list[GrokTroubleFact]:
    loaded = load([str(path)])
    assert not loaded.problems
    return [t for config in loaded.configs for stage in build_facts(config).config.stages for t in stage.grok_troubles]


def logstash(folder: Path, grok: str) -> list[tuple[str, str, str]]:
    path = folder / "logstash.conf"
    path.write_text(f"input {{ stdin {{ }} }}\nfilter {{ grok {{ {grok} }} }}\n{OUT}\n")
    return [(t.kind, t.name, t.place.text) for t in troubles(path)]


def fluentd(folder: Path, parse: str, kind: str = "grok") -> list[tuple[str, str, str]]:
    path = folder / "fluent.conf"
    path.write_text(
        f"<source>\n@type tcp\ntag t\n<parse>\n@type {kind}\n{parse}\n</parse>\n</source>\n<match t>\n@type stdout\n</match>\n"
    )
    return [(t.kind, t.name, t.place.text) for t in troubles(path)]


def test_every_form_of_match_is_read(tmp_path: Path) -> None:
    match = 'match => { "a" => "%{ONE}" "b" => ["%{WORD}", "é%{TWO:x}"] }'
    assert logstash(tmp_path, match) == [("unknown", "ONE", "ONE"), ("unknown", "TWO", "TWO")]
    assert logstash(tmp_path, 'match => ["a", "%{ONE}"]') == [("unknown", "ONE", "ONE")]


def test_definitions_of_the_config_are_known_and_looked_into(tmp_path: Path) -> None:
    match = 'match => { "a" => "%{MINE}" } pattern_definitions => { "MINE" => "x%{HERS}" "HERS" => "y" }'
    assert logstash(tmp_path, match) == []
    assert logstash(tmp_path, match.replace('"HERS" => "y"', '"HERS" => "%{MINE}"')) == [("cycle", "MINE", "MINE")]
    assert logstash(tmp_path, match.replace('"HERS" => "y"', "")) == [("unknown", "HERS", "MINE")]


def test_names_of_one_edition_are_known_unless_the_config_says_the_other(tmp_path: Path) -> None:
    match = 'match => { "a" => "%{ZEEK_CONN}" }'
    assert logstash(tmp_path, match) == []
    assert logstash(tmp_path, f"{match} ecs_compatibility => v8") == []
    assert logstash(tmp_path, f"{match} ecs_compatibility => disabled") == [("unknown", "ZEEK_CONN", "ZEEK_CONN")]


def test_pattern_files_under_the_config_are_read_and_others_leave_all_names_open(tmp_path: Path) -> None:
    folder = tmp_path / "patterns"
    folder.mkdir()
    (folder / "mine").write_text("MINE [a-z]+\n")
    match = 'match => { "a" => "%{MINE} %{ONE}" }'
    assert logstash(tmp_path, f'{match} patterns_dir => ["./patterns"]') == [("unknown", "ONE", "ONE")]
    assert logstash(tmp_path, f'{match} patterns_dir => ["./patterns"] patterns_files_glob => "*.none"') == [
        ("unknown", "MINE", "MINE"),
        ("unknown", "ONE", "ONE"),
    ]
    for elsewhere in ("/nowhere/patterns", "../", "${HOME}/patterns"):
        assert logstash(tmp_path, f'{match} patterns_dir => ["./patterns", "{elsewhere}"]') == []


def test_fluentd_reads_its_pattern_or_its_sections(tmp_path: Path) -> None:
    sections = "<grok>\npattern %{ONE}\n</grok>\n<grok>\nname b\npattern %{WORD:w}\n</grok>"
    assert fluentd(tmp_path, sections) == [("unknown", "ONE", "ONE")]
    assert fluentd(tmp_path, f"grok_pattern %{{WORD:w}}\n{sections}", "multiline_grok") == []
    assert fluentd(tmp_path, "grok_pattern %{ZEEK_CONN}") == [("unknown", "ZEEK_CONN", "ZEEK_CONN")]
    assert fluentd(tmp_path, "grok_pattern %{ZEEK_CONN}\ngrok_pattern_series ecs-v1") == []
    assert fluentd(tmp_path, "grok_pattern %{ONE}\ncustom_pattern_path /nowhere") == []
    (tmp_path / "mine").write_text("ONE a+\n")
    assert fluentd(tmp_path, "grok_pattern %{ONE}\ncustom_pattern_path mine") == []


def test_what_fluentd_does_not_read_as_a_reference(tmp_path: Path) -> None:
    assert fluentd(tmp_path, "grok_pattern '%{WORD: w} \\%{INT x} %{INT:n:int}'") == [
        ("literal", "WORD", "%{WORD: w}"),
        ("type", "n", "int"),
    ]
    assert fluentd(tmp_path, "grok_pattern %{INT:n:integer} %{WORD:a.b} %{DATA:t:time:%H:%M}") == []


def test_a_pattern_that_is_no_regex_is_blamed_where_it_breaks(tmp_path: Path) -> None:
    assert logstash(tmp_path, 'match => { "a" => "^%{WORD:a} (%{INT}" }')[0][:2] == ("refused", "")
    assert logstash(tmp_path, 'match => { "a" => "[%{TIMESTAMP_ISO8601:t}]" }') == [("refused", "", "%{TIMESTAMP_ISO8601:t}")]


def test_other_plugins_have_no_grok(tmp_path: Path) -> None:
    path = tmp_path / "logstash.conf"
    path.write_text(f'input {{ stdin {{ }} }}\nfilter {{ dissect {{ mapping => {{ "a" => "%{{ONE}}" }} }} }}\n{OUT}\n')
    assert troubles(path) == []
