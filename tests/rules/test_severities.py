"""Severities follow docs/severities.md where a rule's own words can be held against it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check
from pipelint.rules.index import load_index
from pipelint.rules.rule import Rule

# They say so of a case that the config alone does not decide.
MAY_START = {"KUB303"}


def words(rule: Rule) -> str:
    return json.dumps([rule.says.message, rule.says.reason])


def severities(rule: Rule) -> set[Severity]:
    return {rule.severity, *(severity for _, severity in rule.says.severities)}


def test_what_keeps_an_engine_from_starting_is_an_error() -> None:
    refused = [rule for rule in load_index().rules if "does not start with this config" in words(rule)]
    assert len(refused) > 30
    assert [rule.code for rule in refused if Severity.ERROR not in severities(rule) and rule.code not in MAY_START] == []


def test_what_still_works_is_no_more_than_worth_knowing() -> None:
    deprecated = [rule for rule in load_index().rules if rule.category == "deprecation" and "it still works" in words(rule)]
    assert {"FD502", "LS502"} <= {rule.code for rule in deprecated}
    assert {severity for rule in deprecated for severity in severities(rule)} == {Severity.INFO}


TAIL = """\
<source>
  @type tail
  path {}
  exclude_path {}
  pos_file /var/log/fluentd/a.pos
  tag a
  <parse>
    @type none
  </parse>
</source>
<match a>
  @type null
</match>
"""
GROK = """\
input {{ file {{ path => "/a.log" }} }}
filter {{ grok {{ match => {{ "message" => [{}] }} }} }}
output {{ null {{ }} }}
"""
OTHER_STEP = 'else if [{0}] {{ mutate {{ add_field => {{ "steps" => "{0}" }} }} }}'
STEPS = """\
input {{ beats {{ port => 5044 }} }}
filter {{ if [a] {{ mutate {{ add_field => {{ "steps" => "a" }} }} mutate {{ add_field => {{ "steps" => "b" }} }} }} {} }}
output {{ elasticsearch {{ }} }}
"""


@pytest.mark.parametrize(
    ("text", "code", "severity"),
    [
        # A list is meant where many add to it.
        (STEPS.format(""), "LS385", Severity.WARNING),
        (STEPS.format(" ".join([OTHER_STEP.format("c"), OTHER_STEP.format("d")])), "LS385", Severity.INFO),
        # tail reads nothing, or more than it should.
        (TAIL.format("/var/log/app-?.log", '["/var/log/*.gz"]'), "FD360", Severity.ERROR),
        (TAIL.format("/var/log/*.log", "/var/log/app-?.log"), "FD360", Severity.WARNING),
        # What comes after a pattern for everything is lost, a duplicate only idle.
        (GROK.format('"%{GREEDYDATA:text}", "^%{INT:number}$"'), "RX304", Severity.WARNING),
        (GROK.format('"^%{INT:number} %{WORD:word}$", "^%{WORD:word}$", "^%{INT:number} %{WORD:word}$"'), "RX304", Severity.INFO),
    ],
)
def test_a_rule_with_two_answers_has_two_severities(tmp_path: Path, text: str, code: str, severity: Severity) -> None:
    path = tmp_path / ("fluent.conf" if code.startswith("FD") else "logstash.conf")
    path.write_text(text)
    assert [each.severity for each in check([str(path)], Settings()).findings if each.code == code] == [severity]


@pytest.mark.parametrize(
    ("host", "severity"),
    [
        ("elastic", Severity.INFO),
        ("elastic.logging.svc", Severity.INFO),
        ("host.docker.internal", Severity.INFO),
        ("10.1.2.3", Severity.INFO),
        ("elastic.example.org", Severity.WARNING),
        ("203.0.113.3", Severity.WARNING),
    ],
)
def test_a_certificate_in_a_private_network_matters_less(tmp_path: Path, host: str, severity: Severity) -> None:
    output = f'elasticsearch {{ hosts => ["https://{host}:9200"] ssl_verification_mode => "none" }}'
    path = tmp_path / "logstash.conf"
    path.write_text(f"input {{ stdin {{ }} }}\noutput {{ {output} }}\n")
    assert [each.severity for each in check([str(path)], Settings()).findings if each.code == "LS402"] == [severity]
