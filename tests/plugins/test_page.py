"""What people see of plugin files: the page of a plugin, and the list of all."""

from __future__ import annotations

import json

import pytest

from pipelint.cli.app import run
from pipelint.plugins.page import plugin_pages


def test_a_page_says_what_the_plugin_is_and_takes() -> None:
    page = plugin_pages("label_router").splitlines()
    assert page[0] == "# fluentd output label_router"
    assert "More: https://github.com/banzaicloud/fluent-plugin-label-router" in page
    assert "- `<route>`" in page
    assert "  - `<match>`" in page  # a section inside of it


def test_a_page_says_what_became_of_a_parameter() -> None:
    page = plugin_pages("elasticsearch")
    assert (
        '- `index_prefix`: string, default `"logstash"`, removed, use index_name or logstash_format or logstash_prefix instead'
        in page
    )


def test_plugins_of_one_name_have_a_page_each() -> None:
    heads = [line for line in plugin_pages("grok").splitlines() if line.startswith("# ")]
    assert heads == ["# fluentd parser grok", "# logstash filter grok"]


def test_an_alias_is_called_one_and_a_file_without_parameters_says_so() -> None:
    assert "Alias of beats." in plugin_pages("elastic_agent")
    assert "Its parameters are unknown." in plugin_pages("loki")


def test_the_command_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plugins"]) == 0
    assert "fluentd   filter    concat                       Joins lines of one message" in capsys.readouterr().out
    assert run(["plugins", "--format", "json"]) == 0
    assert {
        "engine": "logstash",
        "kind": "filter",
        "name": "drop",
        "about": "Drops all events that reach it, or a share of them.",
    } in (json.loads(capsys.readouterr().out)["plugins"])


def test_explain_takes_the_name_of_a_plugin(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "rewrite_tag_filter"]) == 0
    assert capsys.readouterr().out.startswith("# fluentd output rewrite_tag_filter")
    assert run(["explain", "nonesuch"]) == 2
    assert "no rule or plugin named nonesuch" in capsys.readouterr().err
