"""Where a cursor is in a Logstash config by its braces alone: the same as what the parser says, where that can read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Param
from pipelint.checker.loading import load
from pipelint.engines.logstash.complete.braces import where, where_by_lines
from pipelint.language.config import Config

RULES = Path(__file__).parents[2] / "rules"
_EXAMPLE = re.compile(r"^```logstash\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _examples() -> Iterator[Config]:
    """The examples of all rules' pages that can be read."""
    for page in sorted(RULES.rglob("*.md")):
        for text in _EXAMPLE.findall(page.read_text()):
            for config in load(["-"], stdin=text.encode(), stdin_filename="pipeline.conf").configs:
                if config.engine.name == "logstash" and not config.errors:
                    yield config


def test_names_and_values_are_in_the_plugin_that_the_parser_says() -> None:
    seen = 0
    for config in _examples():
        for stage in config.graph.stages:
            for item in stage.block.items:
                if not isinstance(item, Param):
                    continue
                text = item.place.document.text
                shown = text.decode()
                name, value = (len(text[: place.span.start].decode()) for place in (item.name_place, item.place))
                plugin = stage.plugin
                for find in (where, where_by_lines):
                    if find is where_by_lines and any("\n" in line for line in re.findall(r'"[^"]*"|\'[^\']*\'', shown)):
                        continue
                    found = find(shown, name)
                    assert found.plugin is not None and found.plugin.name == plugin, (shown, item.name)
                    assert (found.top in ("plugin", "codec"), found.after_arrow, found.inert, found.string) == (
                        True,
                        False,
                        False,
                        None,
                    )
                    assert item.name in found.plugin.settings
                    found = find(shown, value)
                    assert found.plugin is not None and (found.plugin.name, found.setting) == (plugin, item.name)
                    assert found.after_arrow
                seen += 1
    assert seen > 500


@pytest.mark.parametrize(
    ("text", "section", "plugin", "top", "setting", "string"),
    [
        ("", "", None, "", "", None),
        ("input { ", "input", None, "section", "", None),
        ("input { beats {", "input", "beats", "plugin", "", None),
        ("input { beats { codec => json {", "input", "json", "codec", "", None),
        ("filter { if [a] { mutate { add_field => { ", "filter", "mutate", "hash", "add_field", None),
        ("filter { if [a] { } else if [b] in [1, 2] { ", "filter", None, "branch", "", None),
        ('filter { grok { match => { "a" => "%{X', "filter", "grok", "hash", "match", "%{X"),
        ("filter { grok { match => ['a', 'b\\'c", "filter", "grok", "array", "match", "b\\'c"),
        ("filter { grok { id => x", "filter", "grok", "plugin", "id", None),
        ("input { beats { id => a\nfilter {\n grok { ", "filter", "grok", "plugin", "", None),
    ],
)
def test_where(text: str, section: str, plugin: str | None, top: str, setting: str, string: str | None) -> None:
    found = where(text, len(text))
    name = None if found.plugin is None else found.plugin.name
    assert (found.section, name, found.top, found.setting, found.string) == (section, plugin, top, setting, string)


@pytest.mark.parametrize(
    "text", ["# a", "filter { if [a] == ", "filter { if [a] =~ /x{", 'filter { if "x', "filter { mutate { } # "]
)
def test_nothing_has_a_name_in_conditions_and_comments(text: str) -> None:
    assert where(text, len(text)).inert


@given(
    st.lists(st.sampled_from(["input", "{", "}", "[", "]", "=>", '"', "'", "#", "\n", " ", "if", "x", "=~ /", "\\"])).map(
        "".join
    ),
    st.floats(0, 1),
)
def test_any_text_has_a_place(text: str, at: float) -> None:
    for find in (where, where_by_lines):
        found = find(text, round(at * len(text)))
        assert found.string is None or found.string in text
