"""Rare lines of known logs: what the library's own patterns read of them, and what a pattern of a good day misses."""

from __future__ import annotations

import pytest

from pipelint.checker import load
from pipelint.engines.logstash.facts.lines.missed import missed_lines


def _missed(*patterns: str) -> list[tuple[str, list[str]]]:
    listed = ", ".join(f"'{pattern}'" for pattern in patterns)
    text = f'filter {{ grok {{ match => {{ "message" => [{listed}] }} }} }}\n'
    (config,) = load(["-"], stdin=text.encode(), stdin_filename="logstash.conf").configs
    (stage,) = config.graph.stages
    return [(each.family, each.kinds) for each in missed_lines(config.graph, stage)]


@pytest.mark.parametrize("pattern", ["%{COMBINEDAPACHELOG}", "%{COMMONAPACHELOG}", "%{SYSLOGLINE}", "%{GREEDYDATA:all} HTTP"])
def test_patterns_of_the_library_miss_nothing(pattern: str) -> None:
    assert _missed(pattern) == []


def test_ports_that_must_be_there_miss_icmp() -> None:
    pattern = r"SRC=%{IP:source} DST=%{IP:target} .* PROTO=%{WORD:protocol} SPT=%{INT:from} DPT=%{INT:to}"
    assert _missed(pattern) == [("lines of iptables", ["a packet of ICMP, which has no ports"])]
    assert _missed(pattern, r"SRC=%{IP:source} DST=%{IP:target} .* PROTO=%{WORD:protocol}") == []


def test_a_backend_that_must_be_an_address_misses_those_that_nobody_answered() -> None:
    pattern = r'%{TIMESTAMP_ISO8601:time} %{NOTSPACE:elb} %{IP:client}:%{INT:port} %{IP:backend}:%{INT:to} .* "%{DATA:request}"'
    assert _missed(pattern) == [("logs of AWS's load balancers", ["a request that no server answered (503, 504)"])]


def test_a_pattern_that_is_not_known_says_nothing() -> None:
    assert _missed("%{OWN}", r"Failed password for %{WORD:user} from") == []
    assert _missed(r"Failed password for %{WORD:user} from") == [
        ("failed logins of sshd", ["a login with a name that there is not (invalid user)"])
    ]
