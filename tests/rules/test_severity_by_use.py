"""Severities that depend on what becomes of the events: what is added to them later, who reads them, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from tests.rules.test_severity_by_case import severities

INFO, WARNING, ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR
BEATS = "input { beats { port => 5044 } }\n"
STORE = 'output { elasticsearch { hosts => ["https://es.example.org:9200"] } }\n'
COMPOSE = """services:
  es:
    image: docker.elastic.co/elasticsearch/elasticsearch:8.19.0
  logstash:
    image: docker.elastic.co/logstash/logstash:8.19.0
    volumes:
      - ./pipeline:/usr/share/logstash/pipeline
"""


@pytest.mark.parametrize(
    ("hosts", "compose", "severity"),
    [
        ("http://localhost:9200", False, INFO),
        ("http://es:9200", True, INFO),
        ("es:9200", True, INFO),
        # Of no compose file, or of a service that is another one.
        ("http://es:9200", False, WARNING),
        ("http://store:9200", True, WARNING),
        ("https://es.example.org:9200", True, WARNING),
    ],
)
def test_printing_beside_a_store_on_the_same_machine_is_an_info(
    hosts: str, *, compose: bool, severity: Severity, tmp_path: Path
) -> None:
    text = f'{BEATS}output {{ elasticsearch {{ hosts => ["{hosts}"] }} stdout {{ }} }}\n'
    files = {"pipeline/a.conf": text, **({"docker-compose.yml": COMPOSE} if compose else {})}
    assert severities(tmp_path, files, "LS150") == [severity]


@pytest.mark.parametrize(
    ("said", "severity"), [("", INFO), ('cloud_id => "${CLOUD}"', WARNING), ('host => "es.example.org"', WARNING)]
)
def test_without_hosts_the_store_is_that_of_the_machine(said: str, severity: Severity, tmp_path: Path) -> None:
    text = f"{BEATS}output {{ elasticsearch {{ {said} }} stdout {{ codec => rubydebug }} }}\n"
    assert severities(tmp_path, {"a.conf": text}, "LS150") == [severity]


def test_a_broker_beside_the_store_is_no_machine_of_ones_own(tmp_path: Path) -> None:
    others = 'elasticsearch { hosts => "localhost:9200" } kafka { topic_id => "a" bootstrap_servers => "k:9092" }'
    assert severities(tmp_path, {"a.conf": f"{BEATS}output {{ {others} stdout {{ }} }}\n"}, "LS150") == [WARNING]


@pytest.mark.parametrize(
    ("path", "severity"),
    [
        ("/home/ana/timeline.txt", INFO),
        ("/usr/share/logstash/config/access.log", INFO),
        ("/home/ana/logs/*.log", WARNING),
        ("/usr/share/logstash/tickets/a.json", WARNING),
        ("/var/log/app.log", WARNING),
    ],
)
def test_a_file_that_somebody_has_put_there_is_read_again_on_purpose(path: str, severity: Severity, tmp_path: Path) -> None:
    source = f'input {{ file {{ path => "{path}" start_position => "beginning" sincedb_path => "/dev/null" }} }}\n'
    assert severities(tmp_path, {"a.conf": source + STORE}, "LS202") == [severity]


@pytest.mark.parametrize(
    ("filters", "severity"),
    [
        ('mutate { convert => { "size" => "integer" } }', INFO),
        ('mutate { convert => { "[size]" => "integer" } }', INFO),
        ('mutate { convert => { "took" => "integer" } }', WARNING),
        ('mutate { copy => { "size" => "took" } }', WARNING),
        ("", WARNING),
    ],
)
def test_a_type_that_grok_does_not_know_is_mended_by_mutate(filters: str, severity: Severity, tmp_path: Path) -> None:
    grok = 'grok { match => { "message" => "^%{WORD:verb} %{NUMBER:size:integer}$" } }'
    assert severities(tmp_path, {"a.conf": f"{BEATS}filter {{ {grok} {filters} }}\n{STORE}"}, "LS322") == [severity]


@pytest.mark.parametrize(
    ("name", "severity"),
    [("unwanted", INFO), ("UNWANTED", INFO), ("garbage_1", INFO), ("dropped_bytes", WARNING), ("id", WARNING)],
)
def test_a_field_that_nobody_wants_may_be_a_list(name: str, severity: Severity, tmp_path: Path) -> None:
    grok = f'grok {{ match => {{ "message" => "^%{{WORD:{name}}} %{{WORD:verb}} %{{WORD:{name}}}$" }} }}'
    assert severities(tmp_path, {"a.conf": f"{BEATS}filter {{ {grok} }}\n{STORE}"}, "LS350") == [severity]


@pytest.mark.parametrize(
    ("source", "pattern", "severity"),
    [
        ("syslog { port => 5514 }", "%{SYSLOGLINE}", INFO),
        ("syslog { port => 5514 }", "%{WORD:verb} %{GREEDYDATA:message}", WARNING),
        ('syslog { port => 5514 grok_pattern => "%{GREEDYDATA:message}" }', "%{SYSLOGLINE}", WARNING),
        ("udp { port => 5514 }", "%{SYSLOGLINE}", WARNING),
    ],
)
def test_a_grok_that_cannot_match_captures_nothing_into_its_source(
    source: str, pattern: str, severity: Severity, tmp_path: Path
) -> None:
    text = f'input {{ {source} }}\nfilter {{ grok {{ match => {{ "message" => "^{pattern}" }} }} }}\n{STORE}'
    assert severities(tmp_path, {"a.conf": text}, "LS306") == [severity]


@pytest.mark.parametrize(("value", "severity"), [("<your id>", INFO), ("<ID>", INFO), ("a/b", ERROR)])
def test_a_placeholder_is_filled_in_before_logstash_starts(value: str, severity: Severity, tmp_path: Path) -> None:
    assert severities(tmp_path, {"a.conf": f"{BEATS}filter {{ mutate {{ id => {value} }} }}\n{STORE}"}, "LS302") == [severity]
