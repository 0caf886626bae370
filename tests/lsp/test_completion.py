"""Completion: what is offered where, in whole configs and in what somebody is typing."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from pipelint.engines.logstash import grok
from pipelint.plugins import plugin_names
from pipelint.regex.library import Edition, shipped
from tests.lsp.configs import FLUENTD, FLUENTD_YAML, LOGSTASH, manifest
from tests.lsp.editor import Editor, applied_to

pytestmark = pytest.mark.asyncio(loop_scope="session")


def _labels(items: list[lsp.CompletionItem]) -> list[str]:
    return [item.label for item in items]


# Where the cursor is (¦), some of what is offered, and something that is not.
COMPLETIONS = {
    "plugins": ("@type tail", "@type ta¦", {"tail", "http", "forward"}, "stdout"),
    "plugins of a part": ("    @type json", "    @type js¦", {"json", "regexp", "none"}, "tail"),
    "outputs": ("@type forward", "@type ¦", {"forward", "stdout", "file"}, "tail"),
    "parameters": ("  tag app", "  tag app\n  re¦", {"read_from_head", "rotate_wait"}, "path"),
    "parameters of a part": ("    @type json", "    @type json\n    ke¦", {"keep_time_key", "time_type"}, "time_format"),
    "enum values": ("    @type json", "    @type json\n    time_type ¦", {"float", "unixtime", "string"}, "json"),
    "truth values": ("  tag app", "  tag app\n  read_from_head ¦", {"true", "false"}, "tail"),
    "labels": ("  @label @OUT", "  @label @¦", {"@OUT"}, "tail"),
    "sections of a plugin": ("  <parse>", "  <¦\n  <parse>", {"parse"}, "source"),
    "sections of an output": ("    <server>", "    <se¦\n    <server>", {"server", "buffer", "secondary"}, "parse"),
    "sections of a label": ("<label @OUT>", "<label @OUT>\n  <¦", {"filter", "match"}, "source"),
    "sections of the root": ("<label @OUT>", "<¦\n<label @OUT>", {"source", "match", "filter", "label", "system"}, "parse"),
    "end tags": ("  </parse>", "  </¦", {"parse"}, "source"),
    "names that Fluentd reads itself": ("  @type tail", "  @¦", {"@type", "@id", "@log_level"}, "tail"),
    "labels of other parameters": ("  tag app", "  tag app\n  emit_error_label ¦", {"@OUT"}, "tail"),
    "tags of events": ("  <match **>", "  <match ap¦>", {"app"}, "**"),
    "tags of events behind others": ("  <match **>", "  <match web.** a¦", {"app"}, "web.**"),
    "includes": ("<label @OUT>", "@¦\n<label @OUT>", {"@include"}, "@type"),
    "outer end tags": ("  </parse>\n</source>", "  </parse>\n</¦", {"source"}, "parse"),
}


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
@pytest.mark.parametrize(("old", "new", "offered", "other"), list(COMPLETIONS.values()), ids=list(COMPLETIONS))
async def test_completion(editor: Editor, old: str, new: str, offered: set[str], other: str, kubernetes: bool) -> None:
    text = FLUENTD.replace(old, new, 1)
    name = "map.yaml" if kubernetes else "fluent.conf"
    await editor.open(name, FLUENTD)
    labels = _labels(await editor.complete(name, manifest(text) if kubernetes else text))
    assert offered <= set(labels) and other not in labels


async def test_an_end_tag_is_closed_once(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    (open_,) = await editor.complete("fluent.conf", FLUENTD.replace("</parse>", "</¦"))
    (closed,) = await editor.complete("fluent.conf", FLUENTD.replace("</parse>", "</¦>"))
    assert (open_.insert_text, closed.insert_text) == ("parse>", "parse")


LOGSTASH_COMPLETIONS = {
    "settings on one line": ("port => 5044", "po¦", {"port", "host"}, "grok"),
    "settings of a codec": ("port => 5044", "codec => multiline { wh¦ }", {"what", "pattern", "negate"}, "port"),
    "plugins of a branch": ("    grok {", "    mu¦\n    grok {", {"mutate", "grok"}, "beats"),
    "enum values in quotes": ("port => 5044", 'ssl_client_authentication => "¦"', {"none", "required"}, "true"),
    "enum values in a list": ("port => 5044", 'ssl_supported_protocols => ["¦"]', {"TLSv1.2"}, "true"),
    "filters": ("    grok {", "    mu¦\n    grok {", {"mutate", "grok", "date"}, "beats"),
    "inputs": ("  beats {", "  ¦\n  beats {", {"beats", "file"}, "mutate"),
    "settings": ("port => 5044", "port => 5044 \n ho¦", {"host", "ssl_certificate"}, "port"),
    "codecs": ("port => 5044", "port => 5044\n codec => js¦", {"json", "multiline"}, "grok"),
    "truth values": ("      match", "      break_on_match => ¦\n      match", {"true", "false"}, "grok"),
    "sections": ("filter {", "ou¦\nfilter {", {"input", "filter", "output"}, "grok"),
}


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
@pytest.mark.parametrize(("old", "new", "offered", "other"), list(LOGSTASH_COMPLETIONS.values()), ids=list(LOGSTASH_COMPLETIONS))
async def test_completion_in_logstash(
    editor: Editor, old: str, new: str, offered: set[str], other: str, kubernetes: bool
) -> None:
    text = LOGSTASH.replace(old, new, 1)
    name = "map.yaml" if kubernetes else "pipeline.conf"
    await editor.open(name, LOGSTASH)
    labels = _labels(await editor.complete(name, manifest(text, "pipeline.conf") if kubernetes else text))
    assert offered <= set(labels) and other not in labels


async def test_nothing_is_offered_in_the_rest_of_a_manifest(editor: Editor) -> None:
    await editor.open("map.yaml", manifest(FLUENTD))
    assert await editor.complete("map.yaml", manifest(FLUENTD).replace("name: pipeline", "name: pipeline\n  la¦")) == []


@pytest.mark.parametrize("head", ["pipeline.conf: |", '"logstash.conf": >-  # typed', "pipeline.conf: &a |2"])
async def test_the_first_section_of_a_key_that_holds_nothing_yet(editor: Editor, head: str) -> None:
    fluentd = "  fluent.conf: |\n    <match **>\n    </match>\n"
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n{fluentd}  {head}\n\n    "
    await editor.open("map.yaml", text)
    assert {"input", "filter", "output"} == set(_labels(await editor.complete("map.yaml", f"{text}in¦\n")))
    for other in ("a b¦", "# in¦"):
        assert await editor.complete("map.yaml", f"{text}{other}\n") == []
    assert await editor.complete("map.yaml", text.replace("name: a", "name: a\n  in¦")) == []
    assert await editor.complete("map.yaml", f"{text.rstrip()}\n  in¦\n") == []


async def test_the_first_section_of_a_file_that_holds_nothing_yet(editor: Editor) -> None:
    await editor.open("pipeline.conf", "")
    assert {"input", "filter", "output"} == set(_labels(await editor.complete("pipeline.conf", "in¦\n")))


async def test_what_is_needed_comes_first(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    items = await editor.complete("fluent.conf", FLUENTD.replace("  path /var/log/app.log\n", "  ¦\n"))
    first = min(items, key=lambda item: item.sort_text or item.label)
    assert first.label == "path" and "required" in (first.detail or "")


# Texts that end at the cursor: what is open was never closed.
UNFINISHED = {
    "a plugin of Fluentd": ("<source>\n  @type ta¦", "tail"),
    "a parameter of Fluentd": ("<source>\n  @type tail\n  pa¦", "path"),
    "a value in a part": ("<match **>\n  @type forward\n  <buffer>\n    flush_mode ¦", "interval"),
    "a parameter behind an error": ('<source>\n  @type tail\n  tag "a\n  re¦\n</source>', "read_from_head"),
    "a tag of Fluentd": ("<source>\n  @type tail\n  <pa¦", "parse"),
    "the first tag": ("<so¦", "source"),
    "an input": ("input {\n  be¦", "beats"),
    "a filter": ("input { beats { port => 5044 } }\nfilter {\n  gr¦", "grok"),
    "a setting": ("input { beats { port => 5044 } }\nfilter {\n  grok {\n    ma¦", "match"),
    "a truth value": ("input { beats { port => 5044 } }\nfilter {\n  grok {\n    break_on_match => ¦", "false"),
    "a setting behind an error": (
        "input { beats { port 5044 } }\nfilter {\n  mutate { a = 1 }\n  grok {\n    ma¦\n  }\n}",
        "match",
    ),
    "a setting behind a lost brace": ("input { stdin { } }\nfilter {\n  mutate {\n    id => 1\n  grok {\n    ma¦", "match"),
    "a section behind a lost brace": ("input { stdin { }\nfilter {\n  gr¦", "grok"),
    "a setting behind a lost quote": ('input { stdin { } }\nfilter {\n  mutate { id => "a }\n  grok {\n    ma¦', "match"),
}


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
@pytest.mark.parametrize(("text", "wanted"), list(UNFINISHED.values()), ids=list(UNFINISHED))
async def test_completion_of_what_is_not_finished(editor: Editor, text: str, wanted: str, kubernetes: bool) -> None:
    name = "map.yaml" if kubernetes else "new.conf"
    await editor.open(name, "")
    key = "fluent.conf" if text.startswith("<") else "pipeline.conf"
    items = await editor.complete(name, manifest(text + "\n", key) if kubernetes else text)
    assert wanted in _labels(items)


GROK = {
    "begun": 'match => { "message" => "^%{¦ %{WORD:word}$" }',
    "half": 'match => { "message" => "^%{LOGL¦:level} %{WORD:word}$" }',
    "in a list": 'match => { "message" => ["%{WORD:word}", "%{¦"] }',
    "unclosed": 'match => { "message" => "%{LOG¦',
}


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
@pytest.mark.parametrize("match", list(GROK.values()), ids=list(GROK))
async def test_names_of_grok_patterns(editor: Editor, match: str, kubernetes: bool) -> None:
    text = LOGSTASH.replace('match => { "message" => "^%{WORD:word}$" }', match)
    name = "map.yaml" if kubernetes else "pipeline.conf"
    await editor.open(name, LOGSTASH)
    items = {item.label: item for item in await editor.complete(name, manifest(text, "p.conf") if kubernetes else text)}
    # Which edition is read depends on the version: the names of both are known.
    assert set(items) == shipped(Edition.LEGACY, grok.GROK).names | shipped(Edition.ECS, grok.GROK).names
    assert items["LOGLEVEL"].detail is not None and items["LOGLEVEL"].detail.startswith("([Aa]lert|")


async def test_a_config_s_own_grok_patterns_are_named(editor: Editor) -> None:
    own = 'ecs_compatibility => disabled pattern_definitions => { "SERVICE" => "[a-z]+" } match => { "message" => "%{¦" }'
    await editor.open("pipeline.conf", LOGSTASH)
    items = await editor.complete("pipeline.conf", LOGSTASH.replace('match => { "message" => "^%{WORD:word}$" }', own))
    assert set(_labels(items)) == shipped(Edition.LEGACY, grok.GROK).names | {"SERVICE"}


async def test_names_of_grok_patterns_in_fluentd(editor: Editor) -> None:
    config = FLUENTD.replace(
        "@type json\n    time_format %Y-%m-%dT%H:%M:%S.%NZ", "@type grok\n    grok_pattern %{IP:ip} %{SYSLOG¦"
    )
    await editor.open("fluent.conf", FLUENTD)
    assert {"SYSLOGBASE", "SYSLOGTIMESTAMP"} <= set(_labels(await editor.complete("fluent.conf", config)))


@pytest.mark.parametrize("typed", ["# ¦", "if [service] == ¦", "if [service] =~ /a{¦/", 'mutate { id => "%{¦" }'])
async def test_where_nothing_has_a_name_nothing_is_offered(editor: Editor, typed: str) -> None:
    await editor.open("pipeline.conf", LOGSTASH)
    assert await editor.complete("pipeline.conf", LOGSTASH.replace("    grok {", f"    {typed}\n    grok {{")) == []


async def test_addresses_of_pipelines(editor: Editor) -> None:
    text = "- pipeline.id: {}\n  config.string: |\n    {}\n"
    first = text.format("a", 'input { beats { port => 5044 } }\n    output { pipeline { send_to => ["¦"] } }')
    second = text.format("b", 'input { pipeline { address => "inner" } }\n    output { stdout { } }')
    await editor.open("pipelines.yml", first.replace("¦", "") + second)
    assert _labels(await editor.complete("pipelines.yml", first + second)) == ["inner"]


YAML_COMPLETIONS = {
    "plugins": ("$type: tail", "$type: ta¦", {"tail", "http"}, "stdout"),
    "plugins of a part": ("$type: json", "$type: ¦", {"json", "regexp"}, "tail"),
    "outputs": ("$type: stdout", "$type: st¦", {"stdout", "forward"}, "tail"),
    "parameters": ("      tag: app", "      tag: app\n      re¦", {"read_from_head", "$id"}, "path"),
    "parameters behind a dash": ("      $type: tail", "      $¦\n      $type: tail", {"$id", "path_key"}, "$tag"),
    "parameters of a part": ("        $type: json", "        $type: json\n        ti¦", {"time_format", "time_type"}, "tag"),
    "enum values": ("        $type: json", "        $type: json\n        time_type: ¦", {"float", "unixtime"}, "json"),
    "labels": ("$label: '@OUT'", "$label: '¦'", {"@OUT"}, "tail"),
    "tags of events": ("$tag: '**'", "$tag: '¦'", {"app"}, "**"),
    "sections": ("  - label:", "  - ¦\n  - label:", {"source", "match", "label"}, "parse"),
    "sections of a label": ("        - match:", "        - fi¦\n        - match:", {"filter", "match"}, "parse"),
    "sections of a plugin": ("      tag: app", "      tag: app\n      pa¦", {"path_key"}, "parse"),
    "tags": ("            $tag: '**'", "            $t¦", {"$tag"}, "path"),
    "the outermost keys": ("config:", "sy¦\nconfig:", {"system"}, "config"),
}


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
@pytest.mark.parametrize(("old", "new", "offered", "other"), list(YAML_COMPLETIONS.values()), ids=list(YAML_COMPLETIONS))
async def test_completion_in_fluentd_s_yaml(
    editor: Editor, old: str, new: str, offered: set[str], other: str, kubernetes: bool
) -> None:
    text = FLUENTD_YAML.replace(old, new, 1)
    name = "map.yaml" if kubernetes else "fluent.yaml"
    await editor.open(name, manifest(FLUENTD_YAML, "fluent.yaml") if kubernetes else FLUENTD_YAML)
    labels = _labels(await editor.complete(name, manifest(text, "fluent.yaml") if kubernetes else text))
    assert offered <= set(labels) and other not in labels


# What is typed, what is chosen, and what the line then is.
CHOSEN = {
    "a mark belongs to the name": ("  @ty¦", "@type", "  @type $1"),
    "a name of several words": ("  read_fr¦", "read_from_head", "  read_from_head"),
    "in the middle of a word": ("  @type ta¦il", "tail", "  @type tailil"),
    "a tag": ("  <pa¦>", "parse", "  <parse>"),
    "a name with dots": (
        "  tag a.b\n</source>\n<match a.¦>\n</match>\n<source>",
        "a.b",
        "  tag a.b\n</source>\n<match a.b>\n</match>\n<source>",
    ),
}


@pytest.mark.parametrize(("line", "label", "wanted"), list(CHOSEN.values()), ids=list(CHOSEN))
async def test_what_is_typed_is_replaced(editor: Editor, line: str, label: str, wanted: str) -> None:
    await editor.open("fluent.conf", "")
    before = "<source>\n  @type tail\n" if "@ty" not in line else "<source>\n"
    text = f"{before}  # 😀\n{line}\n</source>\n"
    (item,) = [item for item in await editor.complete("fluent.conf", text) if item.label == label]
    assert isinstance(item.text_edit, lsp.TextEdit)
    assert applied_to(text.replace("¦", ""), [item.text_edit]) == f"{before}  # 😀\n{wanted}\n</source>\n"


async def test_an_arrow_is_written_once(editor: Editor) -> None:
    await editor.open("pipeline.conf", LOGSTASH)
    for text, wanted in (("po¦ => 5044", "port"), ("po¦", "port => $1")):
        items = await editor.complete("pipeline.conf", LOGSTASH.replace("port => 5044", text))
        assert [item.text_edit.new_text for item in items if item.label == "port" and item.text_edit] == [wanted]


async def test_every_plugin_that_is_known_is_offered(editor: Editor) -> None:
    await editor.open("fluent.conf", "")
    offered = _labels(await editor.complete("fluent.conf", "<filter a>\n  @type ¦"))
    assert set(offered) == set(plugin_names("fluentd", "filter"))


@pytest.mark.parametrize(
    ("version", "offered", "missing", "deprecated"),
    [
        # releases of logstash-input-tcp: ssl_enabled came with 6.4.0 (Logstash 8.8), ssl_enable went with 7.0.0 (9.0).
        ("7.17", {"ssl_enable"}, {"ssl_enabled"}, set()),
        ("8.14", {"ssl_enable", "ssl_enabled"}, set(), {"ssl_enable"}),
        ("9.1", {"ssl_enabled"}, {"ssl_enable"}, set()),
    ],
)
async def test_the_parameters_are_those_of_the_version(
    editor: Editor, version: str, offered: set[str], missing: set[str], deprecated: set[str]
) -> None:
    (editor.folder / "pipelint.toml").write_text(f'[target-version]\nlogstash = "{version}"\n')
    text = "input { tcp { port => 1 } }\noutput { stdout { } }\n"
    await editor.open("versions.conf", text)
    items = await editor.complete("versions.conf", text.replace("port => 1 ", "port => 1 \n  ssl¦\n "))
    (editor.folder / "pipelint.toml").unlink()
    labels = set(_labels(items))
    assert offered <= labels and not missing & labels
    assert {item.label for item in items if item.tags and item.label in ("ssl_enable", "ssl_enabled")} == deprecated
