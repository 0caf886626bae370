"""Defaults that changed: the releases and values are those of the plugins' sources and of what each release bundles."""

from __future__ import annotations

import pytest

from pipelint.plugins.changes import DefaultChange, default_changes
from pipelint.plugins.versions import Release


@pytest.mark.parametrize(
    ("engine", "kind", "name", "release", "expected"),
    [
        # fluentd v1.19.0, lib/fluent/plugin/in_forward.rb.
        ("fluentd", "input", "forward", Release("1.18.0"), []),
        (
            "fluentd",
            "input",
            "forward",
            Release("1.19"),
            [DefaultChange("skip_invalid_event", "false", "true", "Fluentd 1.19.0", 1019)],
        ),
        # Of a gem that Fluentd does not bring, the version is not known.
        ("fluentd", "output", "elasticsearch", Release("1.16.5"), []),
        # logstash-integration-kafka 12, which comes with Logstash 9.5.
        ("logstash", "output", "kafka", Release("7.4.0"), []),
    ],
)
def test_up_to_a_release(engine: str, kind: str, name: str, release: Release, expected: list[DefaultChange]) -> None:
    assert list(default_changes(engine, kind, name, release)) == expected


def test_a_gem_of_a_package() -> None:
    # fluent-plugin-elasticsearch 5.1.0 came with td-agent 4.3.0, whose Fluentd is 1.14.3: 4.2.0 has 5.0.5.
    changes = {each.name: each for each in default_changes("fluentd", "output", "elasticsearch", Release("4.3.0", "td-agent"))}
    found = changes["bulk_message_request_threshold"]
    assert (found.before, found.now, found.since, found.version) == ("20971520", "-1", "td-agent 4.3.0", 1014)
    before = {each.name for each in default_changes("fluentd", "output", "elasticsearch", Release("4.2.0", "td-agent"))}
    assert "bulk_message_request_threshold" not in before


def test_a_plugin_of_logstash() -> None:
    (found,) = [each for each in default_changes("logstash", "output", "kafka", Release("9.5.2")) if each.name == "linger_ms"]
    assert (found.before, found.now, found.since, found.version) == ("0", "5", "Logstash 9.5.0", 9005)
