"""What is said of a branch for a type that nobody sends: less than of one that has events."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

_CONFIG = """input { beats { port => 5044 } }
filter {
  if [type] == "syslog" {
    grok { match => { "message" => "^%{SYSLOGTIMESTAMP:time} %{SYSLOGHOST:sender} %{GREEDYDATA:text}" } }
    syslog_pri { }
  }
}
output { elasticsearch { hosts => ["https://es:9200"] } }
"""
_INPUT = "- type: log\n      paths: [/var/log/messages]\n"
_FILEBEAT = f"filebeat:\n  inputs:\n    {_INPUT}output:\n  logstash:\n    hosts: [x]\n"
_AT_TOP = _INPUT + "      fields: {type: syslog}\n      fields_under_root: true\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _severity(project: Path, config: str, filebeat: str) -> str:
    (project / "app.conf").write_text(config)
    if filebeat:
        (project / "filebeat.yml").write_text(filebeat)
    found = [each for checked in check(["app.conf"], Settings()).checked for each in checked.findings]
    return next(each.severity.name.lower() for each in found if each.code == "LS366")


@pytest.mark.parametrize(
    "filebeat",
    [
        _FILEBEAT,
        _FILEBEAT.replace(_INPUT, _INPUT + "      document_type: nginx\n"),
        # The input is off.
        _FILEBEAT.replace(_INPUT, _AT_TOP + "      enabled: false\n"),
        _FILEBEAT.replace(_INPUT, _INPUT + "      # document_type: syslog\n"),
    ],
)
def test_a_type_that_no_filebeat_sends(project: Path, filebeat: str) -> None:
    assert _severity(project, _CONFIG, filebeat) == "info"


@pytest.mark.parametrize(
    "filebeat",
    [
        "",
        _FILEBEAT.replace(_INPUT, _AT_TOP),
        _FILEBEAT.replace(_INPUT, _INPUT + "      document_type: syslog\n"),
        # It has inputs elsewhere, makes them itself, or something fills in the type.
        _FILEBEAT + "filebeat.config.inputs:\n  path: inputs.d/*.yml\n",
        _FILEBEAT + "filebeat.autodiscover:\n  providers: [{type: docker}]\n",
        _FILEBEAT.replace(_INPUT, _INPUT + "      document_type: ${KIND}\n"),
        _FILEBEAT.replace("logstash:", "elasticsearch:"),
    ],
)
def test_a_type_that_a_filebeat_may_send(project: Path, filebeat: str) -> None:
    assert _severity(project, _CONFIG, filebeat) == "warning"


@pytest.mark.parametrize(
    ("old", "new", "severity"),
    [
        ("port => 5044", 'port => 5044 type => "syslog"', "warning"),
        ("input {", 'input { udp { port => 514 type => "syslog" }', "warning"),
        ("input {", 'input { udp { port => 514 type => "switch" }', "info"),
        ("input {", "input { tcp { port => 5000 codec => json }", "warning"),
        ("input {", "input { redis { key => logs }", "warning"),
        ("input { beats { port => 5044 } }", "input { udp { port => 514 } }", "warning"),
        ("filter {", 'filter { mutate { add_field => { "type" => "syslog" } }', "warning"),
        ("filter {", 'filter { json { source => "message" }', "warning"),
        # A filter that has no events itself.
        ("filter {", 'filter { if [type] == "json" { json { source => "message" } }', "info"),
        ('[type] == "syslog"', '[type] != "syslog"', "warning"),
        ('[type] == "syslog"', '[type] in ["syslog", "messages"]', "info"),
        ('[type] == "syslog"', '[type] in ["syslog", "log"]', "warning"),
        ('[type] == "syslog"', '[type] == "syslog" and [port]', "info"),
        ('[type] == "syslog"', '[type] == "syslog" or [type] == "messages"', "info"),
        ('[type] == "syslog"', '[type] == "syslog" or [port] == "514"', "warning"),
        ('[type] == "syslog"', '"syslog" == [fields][type]', "info"),
        ('[type] == "syslog"', '[kind] == "syslog"', "warning"),
    ],
)
def test_how_a_branch_asks_for_a_type(project: Path, old: str, new: str, severity: str) -> None:
    assert _severity(project, _CONFIG.replace(old, new), _FILEBEAT) == severity
