"""Programs around a config whose messages the parser of its syslog input does not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

INPUT = "[INPUT]\n    Name syslog\n    Mode {}\n    Port 5140\n    Parser {}\n[OUTPUT]\n    Name stdout\n    Match *\n"
COMPOSE = """services:
  logs:
    image: fluent/fluent-bit:5.1
    ports: ["5140:5140"]
    volumes:
      - ./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf
  web:
    image: nginx
    logging:
      driver: syslog
      options: {{syslog-address: "tcp://localhost:{}"{}}}
"""
OWN = "[PARSER]\n    Name {}\n    Format regex\n    Regex ^<(?<pri>[0-9]+)>(?<message>.*)$\n"


def found(folder: Path, parser: str, beside: dict[str, str], mode: str = "tcp", own: str = "") -> list[str]:
    for name, text in {"fluent-bit.conf": own + INPUT.format(mode, parser), **beside}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    said = check([str(folder / "fluent-bit.conf")], Settings()).findings
    return [each.message.partition(", and")[0] for each in said if each.code == "FB978"]


@pytest.mark.parametrize(
    ("parser", "port", "options", "format_"),
    [
        ("syslog-rfc3164", "5140", ", syslog-format: rfc5424", "RFC 5424"),
        ("syslog-rfc3164", "5140", ", syslog-format: rfc3164", ""),
        ("syslog-rfc3164", "5140", "", "RFC 3164 without a host"),
        ("syslog-rfc5424", "5140", "", "RFC 3164 without a host"),
        ("syslog-rfc5424", "5140", ", syslog-format: rfc5424micro", ""),
        ("syslog-rfc3164-local", "5140", "", ""),
        ("syslog-rfc5424", "5141", "", ""),
        ("mine", "5140", "", ""),
    ],
)
def test_docker_says_the_format_of_its_driver(tmp_path: Path, parser: str, port: str, options: str, format_: str) -> None:
    said = found(tmp_path, parser, {"compose.yaml": COMPOSE.format(port, options)})
    assert said == ([f"Docker, for the service web, sends {format_}"] if format_ else [])


@pytest.mark.parametrize(
    ("text", "parser", "mode", "said"),
    [
        ("*.* @@127.0.0.1:5140", "syslog-rfc5424", "tcp", ["rsyslog sends RFC 3164"]),
        ("*.* @127.0.0.1:5140", "syslog-rfc5424", "udp", ["rsyslog sends RFC 3164"]),
        ("*.* @127.0.0.1:5140", "syslog-rfc5424", "tcp", []),
        ("# *.* @@127.0.0.1:5140", "syslog-rfc5424", "tcp", []),
        ("*.* @@logs.example.org:5140", "syslog-rfc5424", "tcp", []),
        ("*.* @@fluent-bit:5140;RSYSLOG_SyslogProtocol23Format", "syslog-rfc3164", "tcp", ["rsyslog sends RFC 5424"]),
        ("*.* @@fluent-bit:5140;Mine", "syslog-rfc3164", "tcp", []),
        ("$ActionForwardDefaultTemplate Mine\n*.* @@127.0.0.1:5140", "syslog-rfc5424", "tcp", []),
        (
            '*.* action(type="omfwd" target="localhost" port="5140" protocol="tcp" template="RSYSLOG_SyslogProtocol23Format")',
            "syslog-rfc3164",
            "tcp",
            ["rsyslog sends RFC 5424"],
        ),
        ('destination d { syslog("localhost" port(5140)); };', "syslog-rfc3164", "tcp", ["syslog-ng sends RFC 5424"]),
        ('destination d { network("localhost" port(5140)); };', "syslog-rfc5424", "tcp", ["syslog-ng sends RFC 3164"]),
        ('destination d { network("localhost" port(5140) flags(syslog-protocol)); };', "syslog-rfc5424", "tcp", []),
    ],
)
def test_rsyslog_and_syslog_ng_say_theirs(tmp_path: Path, text: str, parser: str, mode: str, said: list[str]) -> None:
    assert found(tmp_path, parser, {"rsyslog/forward.conf": text + "\n"}, mode) == said


def test_a_parser_of_ones_own_may_have_the_name(tmp_path: Path) -> None:
    beside = {"compose.yaml": COMPOSE.format("5140", "")}
    assert found(tmp_path, "syslog-rfc5424", beside, own=OWN.format("syslog-rfc5424")) == []
