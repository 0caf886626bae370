"""What single rules ask of Fluentd's configs: tags with too few parts, files that are read back, secrets in a part of a value."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check
from pipelint.checker.loading import load
from pipelint.engines.fluentd.facts.stage import FluentdStageFact
from tests.facts import build_facts

TAIL = "<source>\n@type tail\npath {path}\n{more}\ntag app.web\n<parse>\n@type none\n</parse>\n</source>\n"
OUT = "<match **>\n@type {plugin}\n{params}\n</match>\n"


def stages(tmp_path: Path, text: str) -> list[FluentdStageFact]:
    (tmp_path / "fluent.conf").write_text(text, encoding="utf-8")
    (loaded,) = load([str(tmp_path / "fluent.conf")]).configs
    return [stage for stage in build_facts(loaded).config.stages if isinstance(stage, FluentdStageFact)]


@pytest.mark.parametrize(
    ("path", "more", "written", "found"),
    [
        ("/var/log/*.log", "", "/var/log/all", [("output", True)]),
        ("/var/log/**/*.log", "", "/var/log/all", [("output", True)]),
        ("/var/log/**/*.log", "", "/var/log/a/b/all", [("output", True)]),
        ("/var/log/*.log", "", "/var/log/a/all", []),
        ("/var/log/al?.20260101_0.log", "", "/var/log/all", [("output", True)]),
        ("/srv/x.log, /var/log/a*", "", "/var/log/all", [("output", True)]),
        ("/var/log/*", 'exclude_path ["/var/log/all.*"]', "/var/log/all", []),
        ("/var/log/*", 'exclude_path ["/var/log/[a]*"]', "/var/log/all", []),  # may be excluded
        ("/var/log/[a]*", "", "/var/log/all", []),
        ("/var/log/%Y*", "", "/var/log/all", []),
        ("/var/log/*", "", "/var/log/${tag}", []),
        ("/var/log/*", "", "/var/log/%Y", []),
        ("/var/log/*", "pos_file /var/log/app.pos", "/srv/all", [("positions", False)]),
    ],
)
def test_a_file_that_is_read_back(tmp_path: Path, path: str, more: str, written: str, found: list[tuple[str, bool]]) -> None:
    text = TAIL.format(path=path, more=more) + OUT.format(plugin="file", params=f"path {written}")
    source = stages(tmp_path, text)[0]
    assert [(file.what, file.loop) for file in source.reads_back] == found


def test_many_stars_take_no_time(tmp_path: Path) -> None:
    path = "/" + "*a" * 400
    text = TAIL.format(path=path, more="") + OUT.format(plugin="file", params=f"path /{'a' * 900}")
    assert stages(tmp_path, text)[0].reads_back == []


@pytest.mark.parametrize(
    ("sources", "hole", "found"),
    [
        (TAIL, "tag_parts[1]", []),
        (TAIL, "tag_parts[2]", [("tag_parts[2]", 2)]),
        (TAIL, "tag_parts[-2]", []),
        (TAIL, "tag_suffix[-3]", [("tag_suffix[-3]", 2)]),
        (TAIL, 'tag_prefix[5] + record["x"]', [("tag_prefix[5]", 2)]),
        (TAIL + TAIL.replace("app.web", "a.b.c"), "tag_parts[2]", []),
        (TAIL + "<source>\n@type forward\n</source>\n", "tag_parts[2]", []),
        (TAIL + "@include more/*.conf\n", "tag_parts[2]", []),  # may bring a source
        (TAIL.replace("app.web", "app.*"), "tag_parts[9]", []),
        (
            TAIL + "<match app.web>\n@type rewrite_tag_filter\n<rule>\nkey a\npattern /(.*)/\ntag $1\n</rule>\n</match>\n",
            "tag_parts[2]",
            [],
        ),
    ],
)
def test_a_part_that_no_tag_has(tmp_path: Path, sources: str, hole: str, found: list[tuple[str, int]]) -> None:
    text = sources.format(path="/a.*.log", more="")
    text += f"<filter **>\n@type record_modifier\n<record>\nk ${{{hole}}}\n</record>\n</filter>\n" + OUT.format(
        plugin="null", params=""
    )
    (asking,) = (stage for stage in stages(tmp_path, text) if stage.plugin == "record_modifier")
    assert [(part.text, part.parts) for part in asking.missing_tag_parts] == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("password \"#{ENV['X'] || 'hunter2x'}\"", True),
        ("password \"#{ENV.fetch('X', 'hunter2x')}\"", True),
        ("password \"#{ENV.fetch('X') { 'hunter2x' }}\"", True),
        ("password \"#{ENV['X']}\"", False),
        ("password \"#{ENV['X'] || ''}\"", False),
        ("password \"#{ENV['X'] || 'changeme'}\"", False),
        ("password \"#{ENV['X'] || use_default}\"", False),
        ("password \"#{File.read('/run/secrets/es/password').strip}\"", False),
        ("user \"#{ENV['X'] || 'fluentd1'}\"", False),
    ],
)
def test_a_secret_in_ruby(tmp_path: Path, line: str, found: bool) -> None:
    text = TAIL.format(path="/a", more="") + OUT.format(plugin="elasticsearch", params=line)
    assert bool(stages(tmp_path, text)[-1].code_secrets) is found


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('rdkafka_options {"sasl.password": "hunter2x"}', "sasl.password"),
        ('rdkafka_options {"sasl.username": "hunter2x"}', ""),
        ('rdkafka_options {"ssl.key.location": "/etc/ssl/private/kafka.key"}', ""),
        ('rdkafka_options {"sasl.password": "${PASSWORD}"}', ""),
        ('rdkafka_options {"sasl.password": "#{ENV[\'X\']}"}', ""),
        ('rdkafka_options {"sasl.password": 7}', ""),
        ('headers {"Authorization": "Bearer 5d41402abc4b2a76b9719d91"}', "Authorization"),
        ('headers {"Authorization": "Bearer <token>"}', ""),
        ("connection_string Endpoint=sb://x/;SharedAccessKeyName=a;SharedAccessKey=c2VjcmV0a2V5MTIz", "SharedAccessKey"),
        ("connection_string Endpoint=sb://x/;SharedAccessKeyName=sender1234", ""),
        ("headers {", ""),
    ],
)
def test_a_secret_in_a_part_of_a_value(tmp_path: Path, line: str, key: str) -> None:
    text = TAIL.format(path="/a", more="") + OUT.format(plugin="http", params=line)
    assert [secret.key for secret in stages(tmp_path, text)[-1].pair_secrets] == [key] * bool(key)


def test_the_last_of_two_values_counts(tmp_path: Path) -> None:
    (tmp_path / "more.conf").write_text("tag b\n", encoding="utf-8")
    text = "<source>\n@type tail\npath /a\npath /a\ntag a\n@include more.conf\n<parse>\n@type none\n</parse>\n</source>\n"
    source = stages(tmp_path, text)[0]
    assert [(param.name, param.value) for param in source.section.overridden] == [("tag", "a")]
    assert source.params["tag"].value == "b"


@pytest.mark.parametrize(("plugin", "buffer"), [("file", "file"), ("forward", "memory")])
def test_the_default_buffer_is_the_outputs(tmp_path: Path, plugin: str, buffer: str) -> None:
    text = OUT.format(plugin=plugin, params="path /x\n<buffer>\nchunk_limit_size 8m\n</buffer>")
    assert [stage.plugin for stage in stages(tmp_path, text)] == [plugin, buffer]


def test_what_is_set_over_an_include_is_meant_so(tmp_path: Path) -> None:
    (tmp_path / "common.conf").write_text("path /data/a\ncompress gzip\n")
    match = "<match **>\n  @type file\n  @include common.conf\n  path /data/b\n{}</match>\n"
    for more, found in (("", 0), ("  path /data/c\n", 1)):
        (tmp_path / "fluent.conf").write_text("<source>\n  @type sample\n  tag a\n</source>\n" + match.format(more))
        findings = check([str(tmp_path / "fluent.conf")], Settings()).findings
        assert sum(finding.code == "FD381" for finding in findings) == found
