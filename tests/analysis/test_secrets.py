"""Which values count as secrets in plain text."""

from __future__ import annotations

import pytest

from pipelint.base.block import Block
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.facts.secrets import plain_logins, plain_queries, plain_secrets


def block(inside: str) -> Block:
    return parse(Document.whole(SourceFile("fluent.conf", f"<match a>\n{inside}\n</match>\n".encode()))).root.blocks[0]


@pytest.mark.parametrize("value", ["Tr0ub4dor", "$ecret#1x", '"in quotes"', "p", "50%off%now"])
def test_a_literal_value_is_a_secret(value: str) -> None:
    found = plain_secrets("fluentd", block(f"password {value}"))
    assert [param.name for param in found] == ([] if value.startswith("$") else ["password"])


@pytest.mark.parametrize(
    "value",
    [
        "\"#{ENV['P']}\"",
        "#{ENV['P']}",
        "${P}",
        "$P",
        "$(P)",
        "{{ .Values.p }}",
        "<password>",
        "__P__",
        "@P@",
        "xxxx",
        "***",
        '""',
        "",
        "nil",
        "%P%",
        "0462e0d6-xxxx-xxxx",
        "YYYYYYYYYYYY",
        "YOUR_PASSWORD",
        "YOURSECRET",
        "yourAccessKey",
        "change_me",
        "changeme",
        "<your token> placeholder",
    ],
)
def test_what_stands_for_a_value_is_none(value: str) -> None:
    assert plain_secrets("fluentd", block(f"password {value}")) == []


def test_sections_are_looked_into_but_not_those_that_are_plugins() -> None:
    found = plain_secrets(
        "fluentd", block("<server>\nshared_key s\n</server>\n<store>\npassword p\n</store>\n<buffer>\npassword p\n</buffer>")
    )
    assert [param.value for param in found] == ["s"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("https://user:p4ss@host:9200", True),
        ("https://user:pass@host:9200", False),
        ("http://a:b@h,http://c:d@h", True),
        ("https://host:9200/path:with@at", False),
        ("https://user@host", False),
        ("https://user:${PASS}@host", False),
        ("https://user:xxxx@host", False),
        ("\"https://u:#{ENV['P']}@host\"", False),
    ],
)
def test_logins_in_urls(value: str, found: bool) -> None:
    assert bool(plain_logins(block(f"hosts {value}"))) is found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("/?user=root&password=kitten7&query=INSERT", True),
        ("https://listener.example.org:8071?token=kitten7", True),
        ("https://example.org/in?dd-api-key=kitten7&x=1", True),
        ("https://example.org/in?token=${TOKEN}", False),
        ("https://example.org/in?token=<token>", False),
        ("https://example.org/in?tokens=3&page=token=x", False),
        # A pattern.
        (r"^GET /[^?]*\\?token=(?<token>[^&]+)", False),
        ("/?token=.*", False),
    ],
)
def test_passwords_and_tokens_in_queries(value: str, found: bool) -> None:
    assert bool(plain_queries(block(f"hosts {value}"))) is found
