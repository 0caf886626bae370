"""Rules that speak of one plugin or parameter: asked about the stages that have it, they find what they would find in all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.lean.record import replace
from pipelint.checker import load
from pipelint.checker.config.findings import judge
from pipelint.rules.index import load_index
from pipelint.settings.model import Settings
from tests.properties import tries

SOURCES = ["tail\n  path /a/*.log\n  tag a.*\n  <parse>\n    @type json\n  </parse>", "http", "forward", "syslog\n  tag s"]
FILTERS = [
    "grep\n  <regexp>\n    key log\n    pattern /a.*/\n  </regexp>",
    "record_transformer\n  enable_ruby\n  <record>\n    a ${record['b']}\n  </record>",
    "parser\n  key_name log\n  <parse>\n    @type regexp\n    expression /^(?<a>.*)$/\n  </parse>",
]
OUTPUTS = ["stdout", "file\n  path /b", "forward", "null", "elasticsearch\n  host h\n  <buffer>\n    @type memory\n  </buffer>"]


@tries(15)
@given(st.sampled_from(SOURCES), st.lists(st.sampled_from(FILTERS), max_size=2), st.sampled_from(OUTPUTS))
def test_the_same_is_found_when_every_rule_is_asked_about_every_stage(source: str, filters: list[str], output: str) -> None:
    parts = [f"<source>\n  @type {source}\n</source>"]
    parts += [f"<filter **>\n  @type {each}\n</filter>" for each in filters]
    parts += [f"<match **>\n  @type {output}\n</match>"]
    (config,) = load(["-"], stdin="\n".join(parts).encode()).configs
    rules = load_index().rules
    asked_less = judge(config, Settings(), rules)
    asked_all = judge(config, Settings(), [replace(rule, plugins=None, params=frozenset()) for rule in rules])
    assert asked_less == asked_all
