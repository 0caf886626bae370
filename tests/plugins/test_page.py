"""What people see of plugin files: the page of a plugin, and the list of all."""

from __future__ import annotations

import json

import pytest

from pipelint.cli.app import run
from pipelint.plugins.page import plugin_pages, plugin_rows


def test_a_page_says_what_the_plugin_is_and_takes() -> None:
    page = plugin_pages("label_router").splitlines()
    assert page[0] == "# fluentd output label_router"
    assert "More: https://github.com/banzaicloud/fluent-plugin-label-router" in page
    assert "- `<route>`" in page
    assert "  - `<match>`, since 0.2.0" in page  # a section inside of it


def test_a_page_says_what_became_of_a_parameter() -> None:
    page = plugin_pages("elasticsearch").splitlines()
    at = page.index('- `index_prefix`: string, default `"logstash"`, since 2.11.6, removed in 4.0.0,')
    assert page[at + 1] == "  use index_name or logstash_format or logstash_prefix instead"
    assert "- `ssl`: boolean, deprecated in 11.14.0, removed in 12.0.0, use ssl_enabled" in page
    assert "- `bulk_message_request_threshold`: size, default `-1`, since 3.5.1, default" in page
    assert "  `20971520` before 5.1.0" in page
    assert "- `dlq_handler`: hash, from 1.14.0 on, gone in 1.15.0" in page


def test_a_page_says_which_versions_there_are_and_which_releases_bundle_them() -> None:
    page = plugin_pages("elasticsearch")
    assert "- `logstash-output-elasticsearch`: 0.1.5 to 12.1.6\n- logstash: 6.8.23 has 9.4.0, 7.17.29 has 11.4.2," in page
    assert "- before that in `logstash-input-kafka`" in plugin_pages("kafka")
    assert all(len(line) <= 80 for line in page.splitlines())


def test_versions_of_what_every_plugin_takes_are_those_of_the_engine() -> None:
    page = plugin_pages("elasticsearch")
    assert "- `ecs_compatibility`: enum, one of disabled, v1, v8, since logstash 7.10.0" in page


def test_plugins_of_one_name_have_a_page_each() -> None:
    heads = [line for line in plugin_pages("grok").splitlines() if line.startswith("# ")]
    assert heads == ["# fluentd parser grok", "# logstash filter grok"]


def test_an_alias_is_called_one_and_a_file_without_parameters_says_so() -> None:
    assert "Alias of beats." in plugin_pages("elastic_agent")
    assert "Its parameters are unknown." in plugin_pages("coralogix")


def test_the_command_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plugins"]) == 0
    assert "fluentd   filter    concat                       Joins lines of one message" in capsys.readouterr().out
    assert run(["plugins", "--format", "json"]) == 0
    assert {
        "engine": "logstash",
        "kind": "filter",
        "name": "drop",
        "about": "Drops all events that reach it, or a share of them.",
        "gem": "logstash-filter-drop",
        "versions": ["0.1.0", "3.0.5"],
    } in (json.loads(capsys.readouterr().out)["plugins"])


def test_explain_takes_the_name_of_a_plugin(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "rewrite_tag_filter"]) == 0
    assert capsys.readouterr().out.startswith("# fluentd output rewrite_tag_filter")
    assert run(["explain", "nonesuch"]) == 2
    assert "no rule or plugin named nonesuch" in capsys.readouterr().err


def test_every_plugin_has_a_page_and_a_secret_is_said_to_be_one() -> None:
    pages = {name: plugin_pages(name) for name in {row.name for row in plugin_rows()}}
    assert all(page.startswith("# ") for page in pages.values())
