"""Completion of the fields that an event has at a place, in plain files and in ConfigMaps of all styles."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD_YAML, STYLES, manifest, styled
from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")


def _labels(items: list[lsp.CompletionItem]) -> list[str]:
    return [item.label for item in items]


# Where the cursor is (¦), some of what is offered, and something that is not.
FLUENTD_FIELDS = """\
<source>
  @type sample
  tag a
  sample {"message":"x"}
</source>
<filter a>
  @type record_transformer
  <record>
    service shop
    level high
  </record>
  remove_keys level
</filter>
<filter a>
  @type record_transformer
  <record>
    other one
  </record>
</filter>
<match a>
  @type file
  path /tmp/x
  <buffer tag>
  </buffer>
</match>
"""

# What is replaced by what, what is offered then and what is not.
FLUENTD_PLACES = {
    "in code": ("other one", 'other ${record["¦"]}', {"service"}, {"level", "shop"}),
    "in code that is not closed": ("other one", "other ${record['se¦", {"service"}, {"level"}),
    "a parameter that names a key": ("<record>\n    other one\n  </record>", "remove_keys se¦", {"service"}, {"tag", "true"}),
    "chunk keys": ("<buffer tag>", "<buffer tag, ¦>", {"service", "time"}, set()),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("old", "new", "offered", "missing"), list(FLUENTD_PLACES.values()), ids=list(FLUENTD_PLACES))
async def test_fields_of_fluentd(editor: Editor, old: str, new: str, offered: set[str], missing: set[str], style: str) -> None:
    name, text = styled(FLUENTD_FIELDS.replace(old, new), style, "fluent.conf")
    await editor.open(name, "")
    labels = set(_labels(await editor.complete(name, text.replace("\\u00a6", "¦"))))
    assert offered <= labels and not missing & labels


LOGSTASH_FIELDS = """\
input { stdin { } }
filter {
  mutate { add_field => { '[shop][name]' => 'x' '[shop][place]' => 'y' 'later' => 'z' } }
  dissect { mapping => { message => '%{time} %{+time} %{?no}' } }
  date { match => [time, 'ISO8601'] }
  mutate { remove_field => ['later'] }
}
output {
  stdout { codec => line { format => 'x' } }
}
"""
LOGSTASH_PLACES = {
    "in a text": ("format => 'x'", "format => '%{¦}'", {"time", "[shop][name]", "message", "@timestamp"}, {"no", "later"}),
    "inside a field": ("format => 'x'", "format => '%{[shop][¦]}'", {"name", "place"}, {"time"}),
    "not closed": ("format => 'x'", "format => '%{ti¦'", {"time"}, {"name"}),
    "in a condition": ("  mutate { remove", "  if [¦\n  mutate { remove", {"time", "shop", "later"}, {"name"}),
    "in a condition that is whole": (
        "  mutate { remove",
        "  if [shop][¦] == 1 { }\n  mutate { remove",
        {"name", "place"},
        {"time"},
    ),
    "in a setting": ("['later']", "['¦']", {"time", "[shop][place]"}, {"ISO8601"}),
    "the field of a date": ("[time, ", "['¦', ", {"time", "message"}, {"yyyy"}),
    "the parts of a date": ("'ISO8601'", "'yyyy-M¦'", {"MM", "dd", "UNIX"}, {"time"}),
    "what comes later is not there": ("  mutate { add_field", "  if [¦\n  mutate { add_field", {"message"}, {"shop", "time"}),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("old", "new", "offered", "missing"), list(LOGSTASH_PLACES.values()), ids=list(LOGSTASH_PLACES))
async def test_fields_of_logstash(editor: Editor, old: str, new: str, offered: set[str], missing: set[str], style: str) -> None:
    name, text = styled(LOGSTASH_FIELDS.replace(old, new), style, "pipeline.conf")
    await editor.open(name, "")
    labels = set(_labels(await editor.complete(name, text.replace("\\u00a6", "¦"))))
    assert offered <= labels and not missing & labels


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
async def test_fields_in_fluentd_s_yaml(editor: Editor, kubernetes: bool) -> None:
    made = "  - filter:\n      $tag: app\n      $type: record_transformer\n      record:\n        {}\n"
    filters = made.format("service: shop") + made.format("other: ${record['¦']}")
    text = FLUENTD_YAML.replace("      $label: '@OUT'\n", "").replace("  - label:", filters + "  - label:")
    name = "map.yaml" if kubernetes else "fluent.yaml"
    await editor.open(name, "")
    assert "service" in _labels(await editor.complete(name, manifest(text, "fluent.yaml") if kubernetes else text))
