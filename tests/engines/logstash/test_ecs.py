"""ECS compatibility: which mode a plugin has, which fields it names otherwise then, and what still reads the old ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Finding
from pipelint.checker import check
from pipelint.settings.model import Settings

OUTPUT = 'output { elasticsearch { hosts => ["https://es:9200"] index => "app" } }\n'
READS_PATH = 'filter { if [path] == "/a" { mutate { add_tag => ["a"] } } }\n'


def found(folder: Path, config: str, version: str = "", settings: str = "") -> list[Finding]:
    """What a check finds of ECS."""
    (folder / "a.conf").write_text(config + OUTPUT)
    if settings:
        (folder / "logstash.yml").write_text(settings)
    report = check([str(folder)], Settings(versions={"logstash": version} if version else {}))
    return [each for each in report.findings if each.code in ("LS503", "LS504")]


@pytest.mark.parametrize(
    ("version", "settings", "plugin", "reported"),
    [
        ("", "", "", False),
        ("7.17", "", "", False),
        ("8.0", "", "", True),
        ("9.1", "", "", True),
        # environment.rb: the setting of the pipeline comes before the default, that of the plugin before both.
        ("8.0", "pipeline.ecs_compatibility: disabled", "", False),
        ("7.17", "pipeline.ecs_compatibility: v8", "", True),
        ("", "pipeline.ecs_compatibility: v1", "", True),
        ("9.1", "pipeline.ecs_compatibility: v8", "ecs_compatibility => disabled", False),
        ("7.17", "pipeline.ecs_compatibility: disabled", "ecs_compatibility => v8", True),
        ("9.1", "pipeline.ecs_compatibility: ${ECS}", "", False),
        # What nothing is known of.
        ("12.0", "", "", False),
    ],
)
def test_the_mode_is_that_of_the_plugin_the_pipeline_or_the_version(
    version: str, settings: str, plugin: str, reported: bool, tmp_path: Path
) -> None:
    config = f'input {{ file {{ path => "/a" {plugin} }} }}\n{READS_PATH}'
    assert [each.code for each in found(tmp_path, config, version, settings)] == (["LS503"] if reported else [])


@pytest.mark.parametrize(
    ("inputs", "filters", "said"),
    [
        # logstash-input-tcp, lib/logstash/inputs/tcp.rb, @field_host.
        ("tcp { port => 5000 }", 'mutate { add_field => { "from" => "%{host}" } }', "[@metadata][input][tcp][source][name]"),
        # logstash-codec-cef: sourceAddress is [source][ip].
        ("tcp { port => 5000 codec => cef }", 'geoip { source => "sourceAddress" target => "source" }', "[source][ip]"),
        # logstash-input-syslog, lib/logstash/inputs/syslog.rb, @severity_key; SYSLOGLINE of patterns/ecs-v1.
        ("syslog { }", "if [severity] < 4 { drop { } }", "[log][syslog][severity][code]"),
        ("syslog { }", 'if [program] == "sshd" { drop { } }', "[process][name]"),
        # logstash-filter-syslog_pri, lib/logstash/filters/syslog_pri.rb.
        ("udp { port => 514 }", 'syslog_pri { } if [syslog_severity] == "debug" { drop { } }', "[log][syslog][severity][name]"),
        # logstash-filter-useragent, lib/logstash/filters/useragent.rb, @device_name_field.
        (
            "beats { port => 5044 }",
            'useragent { source => "agent" target => "ua" } if [ua][device] == "Spider" { drop { } }',
            "[ua][device][name]",
        ),
        # logstash-filter-geoip: the target is the source without [ip].
        (
            "beats { port => 5044 }",
            'geoip { source => "[client][ip]" } mutate { rename => { "[geoip][country_name]" => "country" } }',
            "[client]",
        ),
        # logstash-input-elasticsearch, lib/logstash/inputs/elasticsearch.rb, docinfo_target.
        (
            "elasticsearch { docinfo => true }",
            'mutate { copy => { "[@metadata][_id]" => "id" } }',
            "[@metadata][input][elasticsearch][_id]",
        ),
    ],
)
def test_a_read_of_an_old_field_names_the_new_one(inputs: str, filters: str, said: str, tmp_path: Path) -> None:
    config = f"input {{ {inputs} }}\nfilter {{ {filters} }}\n"
    (finding,) = [each for each in found(tmp_path, config, "8.19") if each.code == "LS503"]
    assert finding.message.endswith(f"with it the field is {said}")
    assert not [each for each in found(tmp_path, config, "7.17") if each.code == "LS503"]


@pytest.mark.parametrize(
    ("inputs", "filters"),
    [
        # There is still a field [host], with another one in it.
        ('file { path => "/a" }', "if [host] { drop { } }"),
        # The setting names the field.
        ('udp { port => 1 source_ip_fieldname => "host" }', 'mutate { add_field => { "x" => "%{host}" } }'),
        # Another input whose events may have it.
        ('file { path => "/a" } kafka { topics => ["a"] codec => json }', READS_PATH[9:-2]),
        # A filter that may set any.
        ('file { path => "/a" }', 'ruby { code => "x" } ' + READS_PATH[9:-2]),
        # It is only taken away.
        ('file { path => "/a" }', 'mutate { remove_field => ["path"] }'),
        # The author knows the new name.
        ('file { path => "/a" }', 'if [path] { mutate { copy => { "path" => "[log][file][path]" } } }'),
    ],
)
def test_what_may_be_there_is_not_reported(inputs: str, filters: str, tmp_path: Path) -> None:
    config = f"input {{ {inputs} }}\nfilter {{ {filters} }}\n"
    assert not [each for each in found(tmp_path, config, "8.19") if each.code == "LS503"]


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        # logstash-input-file, lib/logstash/inputs/file.rb: event.set("[host][name]", ...), so that [host] is a map.
        ('mutate { add_field => { "from" => "%{host}" } }', "what reads the old field finds a map, with the text in it"),
        (READS_PATH[9:-2], "what reads the old field finds nothing there"),
    ],
)
def test_what_is_found_where_the_old_field_was(filters: str, said: str, tmp_path: Path) -> None:
    config = f'input {{ file {{ path => "/a" }} }}\nfilter {{ {filters} }}\n'
    (finding,) = [each for each in found(tmp_path, config, "8.19") if each.code == "LS503"]
    assert finding.reason.endswith(said)


def test_plugins_of_one_kind_are_one_finding(tmp_path: Path) -> None:
    config = 'input { file { path => "/a" } file { path => "/b" } }\n'
    (finding,) = found(tmp_path, config, "8.19")
    assert [related.place.file_span.start for related in finding.related] == [config.index("file", 15)]
