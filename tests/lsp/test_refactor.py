"""Refactorings: what each writes, in plain files and in scalars of all styles, and that events fare as they did before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from pipelint.base.text.changes import spliced
from pipelint.base.text.span import Span
from pipelint.checker.loading import load
from pipelint.engines.parts import parts_of
from pipelint.language.refactoring import keeps
from tests.lsp.configs import FLUENTD_YAML, STYLES
from tests.lsp.editor import Editor, applied
from tests.lsp.test_flow import open_styled
from tests.properties import tries

pytest.importorskip("pygls", reason="the language server is an extra")

from pipelint.lsp.answers.fixing import refactor
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot

LOGSTASH = """\
input { stdin { codec => json } }
filter {
  if [kind] == "web" and [verb] {
    mutate { add_field => { "text" => "a b" } }
  }

  if [kind] == "web" and ([code] > 399 or [failed]) {
    mutate { rename => { "code" => "status" } }
  }
  if [team] {
    if [team] == "shop" or [team] == "cart" {
      mutate { add_field => { "owner" => "retail" } }
    }
  }
  if [kind] == "db" {
    mutate { lowercase => ["verb"] }
  }
  if [kind] == "db" { drop { } }
}
output { stdout { } }
"""

FLUENTD = """\
<source>
  @type tail
  path /var/log/app.log
  pos_file /var/lib/app.pos
  tag app.web
  format json
  time_key at
</source>
<match other.**>
  @type stdout
</match>
<filter app.**>
  @type grep
  <exclude>
    key level
    pattern /DEBUG/
  </exclude>
</filter>
<filter app.**>
  @type record_transformer
  <record>
    service shop
  </record>
</filter>
<match app.**>
  @type stdout
</match>
"""

HOISTED = """\
  if [kind] == "web" {
    if [verb] {
      mutate { add_field => { "text" => "a b" } }
    }

    if [code] > 399 or [failed] {
      mutate { rename => { "code" => "status" } }
    }
  }
"""
JOINED = """\
  if [team] and ([team] == "shop" or [team] == "cart") {
    mutate { add_field => { "owner" => "retail" } }
  }
"""
MERGED = """\
  if [kind] == "db" {
    mutate { lowercase => ["verb"] }
  drop { } }
"""
LABELLED = """\
<match app.**>
  @type relabel
  @label @APP
</match>
<label @APP>
  <filter app.**>
    @type grep
    <exclude>
      key level
      pattern /DEBUG/
    </exclude>
  </filter>
  <filter app.**>
    @type record_transformer
    <record>
      service shop
    </record>
  </filter>
  <match app.**>
    @type stdout
  </match>
</label>
"""


def _between(text: str, start: str, end: str) -> str:
    """A part of a text from ``start`` to before ``end``, which is "" for all of the rest."""
    at = text.index(start)
    return text[at : text.index(end, at)] if end else text[at:]


CASES = {
    "hoist": (LOGSTASH, "if [kind] ==", 'Ask [kind] == "web" once', (_between(LOGSTASH, "  if [kind]", "  if [team]"), HOISTED)),
    "join": (LOGSTASH, "if [team] {", "Join both ifs", (_between(LOGSTASH, "  if [team]", '  if [kind] == "db"'), JOINED)),
    "merge": (LOGSTASH, 'if [kind] == "db"', "Merge the 2 ifs", (_between(LOGSTASH, '  if [kind] == "db"', "}\noutput"), MERGED)),
    "label": (FLUENTD, "<filter app", "Move <match app.**>", (_between(FLUENTD, "<filter app", ""), LABELLED)),
    "one id": (FLUENTD, "<match other", "Give this plugin", ("</match>\n<f", "  @id output_stdout\n</match>\n<f")),
    "old forms": (
        FLUENTD,
        "format json",
        "Write all old forms",
        ("  format json\n  time_key at\n", "  <parse>\n    @type json\n    time_key at\n  </parse>\n"),
    ),
}  # fmt: skip


def _name(config: str) -> str:
    return "fluent.conf" if config.startswith("<") else "pipeline.conf"


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("case", list(CASES))
async def test_what_a_refactoring_writes(editor: Editor, style: str, case: str) -> None:
    config, marked, title, (old, new) = CASES[case]
    name = await open_styled(editor, config, style, _name(config))
    at = editor.position(name, json.dumps(marked)[1:-1] if style == '"' else marked, 3)
    offered = await editor.actions(name, lsp.Range(at, at), lsp.CodeActionKind.Refactor)
    (action,) = [each for each in offered if each.title.startswith(title)]
    text, path = applied(editor.texts[name], action.edit), str(editor.folder / name)
    (after,) = load(["-"], stdin=text.encode(), stdin_filename=path).configs
    wanted, got = config.replace(old, new, 1), after.documents[0].text.decode()
    if style in ("plain file", "|", '"'):
        assert got == wanted
    else:
        # A folded or flow scalar keeps no indentation, and may have empty lines for line ends.
        assert got.split() == wanted.split()


def _snapshot(config: str, name: str = ""):  # type: ignore[no-untyped-def]
    return take_snapshot(f"/nowhere/{name or _name(config)}", config.encode(), 1, ProjectFiles(), "utf-16")


def _refactored(config: str) -> Iterator[tuple[str, str]]:
    """All refactorings at all places of a config: the title and what comes of it."""
    snapshot, seen = _snapshot(config), set[str]()
    for block in snapshot.checked[0].config.root.walk():
        start = block.head_place.file_span.start
        for action in refactor.actions(snapshot, "file:///nowhere", Span(start, start)):
            made = refactor.resolved(action, snapshot)
            assert made.edit is not None, (made.title, config)
            data = action.data
            assert isinstance(data, dict)
            changes = (
                refactor._changes(snapshot, data["refactor"], Span(start, start))
                if data["refactor"]
                else refactor._modern(snapshot)
            )
            text = spliced(config.encode(), changes).decode()
            if text not in seen:
                seen.add(text)
                yield action.title, text


def _fates(config: str, lines: list[str]) -> list[object]:
    """What became of lines: what each stage did with them, but for those that only hand on to a label."""
    (loaded,) = load(["-"], stdin=config.encode(), stdin_filename=f"/nowhere/{_name(config)}").configs
    tracer = parts_of(loaded).tracer
    assert tracer is not None
    return [
        (journey.first, [(step.stage.plugin, step.fate, step.events) for step in journey.steps if step.stage.plugin != "relabel"])
        for source in tracer.sources(loaded)
        for journey in tracer.trace(loaded, source, [line.encode() for line in lines])
    ]


RECORDS = [
    json.dumps({name: value for name, value in zip(("kind", "team", "verb", "code"), values, strict=True) if value is not None})
    for values in product(("web", "db", None), ("shop", "law", None), ("GET", None), (500, 200, None))
]


@pytest.mark.parametrize("config", [LOGSTASH, FLUENTD, FLUENTD.replace("app.**", "**")])
def test_events_fare_as_before(config: str) -> None:
    before = _fates(config, RECORDS)
    assert any(steps for _, steps in before)  # type: ignore[misc]
    titles = []
    for title, text in _refactored(config):
        titles.append(title)
        assert _fates(text, RECORDS) == before, title
    assert len(titles) > 4


CONDITIONS = ["[kind]", '[kind] == "web"', '[team] == "shop"', "([verb] or [code])", "[code] > 300"]
BODIES = [
    'mutate { add_field => { "new" => "x" } }',
    'mutate { replace => { "kind" => "web" } }',
    'mutate { remove_field => ["verb"] }',
    'mutate { add_tag => ["t"] }',
    "drop { }",
]
asked = st.lists(st.sampled_from(CONDITIONS), min_size=1, max_size=3, unique=True).map(" and ".join)
plugin = st.sampled_from(BODIES)
inner = st.builds("if {} {{\n{}\n}}".format, asked, plugin)
statement = st.one_of(
    plugin, inner, st.builds("if {} {{\n{}\n}}".format, asked, inner), inner.map(lambda one: one + " else { drop { } }")
)
section = st.lists(st.one_of(statement, inner, inner), min_size=2, max_size=5).map("\n".join)


@tries(100)
@given(section)
def test_events_of_any_ifs_fare_as_before(filters: str) -> None:
    config = f"input {{ stdin {{ codec => json }} }}\nfilter {{\n{filters}\n}}\noutput {{ stdout {{ }} }}\n"
    before = _fates(config, RECORDS)
    for title, text in _refactored(config):
        assert _fates(text, RECORDS) == before, (title, text)


def _titles(config: str, marked: str, name: str = "") -> list[str]:
    at = config.encode().index(marked.encode())
    return [action.title for action in refactor.actions(_snapshot(config, name), "file:///nowhere", Span(at, at))]


def test_what_changes_what_is_asked_is_not_merged() -> None:
    config = LOGSTASH.replace('lowercase => ["verb"]', 'replace => { "kind" => "web" }')
    assert any("Merge" in title for title in _titles(LOGSTASH, 'if [kind] == "db"'))
    assert not any("Merge" in title for title in _titles(config, 'if [kind] == "db"'))


def test_code_that_may_do_anything_is_not_merged() -> None:
    config = LOGSTASH.replace('mutate { lowercase => ["verb"] }', 'ruby { code => "event.cancel" }')
    assert not any("Merge" in title for title in _titles(config, 'if [kind] == "db"'))


def test_an_if_with_an_else_stays() -> None:
    config = LOGSTASH.replace('lowercase => ["verb"] }\n  }', 'lowercase => ["verb"] }\n  } else { drop { } }')
    assert not any("Merge" in title for title in _titles(config, 'if [kind] == "db"'))


def test_what_is_changed_in_an_output_stays_in_it() -> None:
    config = "input { stdin { } }\noutput {\n  if [a] {\n    null { }\n  }\n  if [a] {\n    stdout { }\n  }\n}\n"
    assert "Merge the 2 ifs that ask the same" in _titles(config, "if [a]")


def test_a_filter_of_other_tags_stays_before_the_label() -> None:
    config = FLUENTD.replace("<filter app.**>", "<filter **>", 1)
    titles = [title for title, _ in _refactored(config) if title.startswith("Move")]
    (moved,) = [text for title, text in _refactored(config) if title.startswith("Move")]
    assert len(titles) == 1 and moved.index("<filter **>") < moved.index("<label @APP>")


@pytest.mark.parametrize(
    "plugin", ["rewrite_tag_filter\n  <rule>\n    key a\n    pattern /./\n    tag b\n  </rule>", "no_such_plugin"]
)
def test_a_match_that_may_emit_stays(plugin: str) -> None:
    config = FLUENTD.replace("<match app.**>\n  @type stdout", f"<match app.**>\n  @type {plugin}")
    assert not any(title.startswith("Move") for title in _titles(config, "<filter app"))


def test_ids_are_given_once_each() -> None:
    config = FLUENTD.replace("  @type stdout\n", "  @type stdout\n  @id output_stdout\n", 1)
    (text,) = [text for title, text in _refactored(config) if title == "Give the 4 plugins without an id one"]
    (snapshot,) = _snapshot(text).checked
    ids = [symbol.name for symbol in parts_of(snapshot.config).editing.symbols(snapshot.config)]
    assert ids == ["source_tail", "output_stdout", "filter_grep", "filter_record_transformer", "output_stdout_2"]


def test_the_yaml_format_gets_ids_and_no_labels() -> None:
    titles = _titles(FLUENTD_YAML, "source:", "fluent.yaml")
    assert [title for title in titles if title.startswith("Give")] and not any(title.startswith("Move") for title in titles)


def test_another_way_of_events_is_noticed(tmp_path: Path) -> None:
    def read(text: str):  # type: ignore[no-untyped-def]
        (config,) = load(["-"], stdin=text.encode(), stdin_filename=str(tmp_path / "fluent.conf")).configs
        return config

    before = read(FLUENTD)
    assert keeps(before, read(FLUENTD.replace("\n", "\n\n", 1)))
    for old, new in (
        ("<match app.**>", "<match app.web>"),
        ("<filter app.**>", "<filter none.**>"),
        ("service shop", "service web"),
        ("<match other.**>", "<match app.web>"),
        ("tag app.web", "tag other.web"),
    ):
        assert not keeps(before, read(FLUENTD.replace(old, new, 1))), new
