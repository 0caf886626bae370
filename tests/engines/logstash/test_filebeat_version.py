"""The version of the Filebeat beside a config: whether its events have an object where grok captures a text (LS373)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

_BEATS = "input { beats { port => 5044 } }\n"
_OTHER = "input { redis { key => 'logs' data_type => 'list' } }\n"
_FILTER = 'filter {{ grok {{ match => {{ "message" => "^%{{WORD:{}}} %{{GREEDYDATA:text}}" }} }} }}\noutput {{ stdout {{ }} }}\n'
_COMPOSE = "services:\n  beat:\n    image: {}\n"
_OWN = "docker.elastic.co/beats/filebeat:"
_OLD = "filebeat:\n  prospectors:\n    - paths: [<%= root %>/access_log]\n{}output: {{logstash: {{hosts: [l:5044]}}}}\n"


def _is_found(folder: Path, inputs: str, field: str, name: str, text: str) -> bool:
    (folder / ".git").mkdir()
    for path, content in (("pipeline/a.conf", inputs + _FILTER.format(field)), (name, text)):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(content)
    return "LS373" in {each.code for each in check([str(folder / "pipeline")], Settings()).findings}


_CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: logstash\ndata:\n  a.conf: |\n"
_DAEMON_SET = "apiVersion: apps/v1\nkind: DaemonSet\nspec:\n  template:\n    spec:\n      containers:\n        - image: {}\n"


@pytest.mark.parametrize(
    ("name", "version", "found"),
    [
        ("filebeat-daemonset.yaml", "6.8.4", False),
        ("beats.yml", "6.8.4", False),
        ("filebeat-daemonset.yaml", "7.3.2", True),
        ("agents.yaml", "6.8.4", True),
    ],
)
def test_the_version_in_a_manifest_beside_a_config_map(tmp_path: Path, name: str, version: str, found: bool) -> None:
    (tmp_path / ".git").mkdir()
    config = (_BEATS + _FILTER.format("agent")).splitlines()
    (tmp_path / "logstash.yaml").write_text(_CONFIG_MAP + "".join(f"    {line}\n" for line in config))
    (tmp_path / name).write_text(_DAEMON_SET.format(_OWN + version))
    findings = check([str(tmp_path / "logstash.yaml")], Settings()).findings
    assert ("LS373" in {each.code for each in findings}) is found


@pytest.mark.parametrize(
    ("inputs", "field", "name", "text", "found"),
    [
        # agent and log are objects since 7.0, host is one since 6.3.
        (_BEATS, "agent", "compose.yml", _COMPOSE.format(_OWN + "6.8.0"), False),
        (_BEATS, "agent", "compose.yml", _COMPOSE.format(_OWN + "7.0.1"), True),
        (_BEATS, "host", "compose.yml", _COMPOSE.format(_OWN + "6.2.4"), False),
        (_BEATS, "host", "compose.yml", _COMPOSE.format(_OWN + "6.3.0"), True),
        (_BEATS, "agent", "compose.yml", _COMPOSE.format(_OWN + "${VERSION}"), True),
        (_BEATS, "agent", "compose.yml", _COMPOSE.format("elasticsearch:6.8.0"), True),
        (_BEATS, "agent", "compose.yml", "#" + _COMPOSE.format(_OWN + "6.8.0").replace("\n", "\n#"), True),
        # What ended in 7.0, and in 6.0.
        (_BEATS, "agent", "filebeat/filebeat.yml.erb", _OLD.format(""), False),
        (_BEATS, "host", "filebeat/filebeat.yml.erb", _OLD.format(""), True),
        (_BEATS, "host", "filebeat/filebeat.yml.j2", _OLD.format("      document_type: access\n"), False),
        # Where another input shares the filters, only what is known to send an object.
        (_BEATS + _OTHER, "agent", "filebeat/Dockerfile", f"FROM {_OWN}7.3.2\n", True),
        (_BEATS + _OTHER, "agent", "filebeat/Dockerfile", "FROM alpine:3.19\n", False),
        (_OTHER, "agent", "filebeat/Dockerfile", f"FROM {_OWN}7.3.2\n", False),
    ],
)
def test_whether_its_events_have_the_object(tmp_path: Path, inputs: str, field: str, name: str, text: str, found: bool) -> None:
    assert _is_found(tmp_path, inputs, field, name, text) is found
