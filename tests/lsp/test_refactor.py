"""Refactorings: what each writes, in plain files and in scalars of all styles, and that events fare as they did before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from pipelint.base.text.span import Span
from pipelint.checker.loading import load
from pipelint.engines.parts import parts_of
from pipelint.language.refactoring import keeps
from tests.lsp.configs import FLUENTD_YAML, STYLES
from tests.lsp.editor import Editor, applied
from tests.lsp.test_flow import open_styled

pytest.importorskip("pygls", reason="the language server is an extra")

from pipelint.lsp.answers.fixing import refactor
from tests.lsp.refactored import FLUENTD, LOGSTASH, name_of, refactored, snapshot_of

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


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("case", list(CASES))
async def test_what_a_refactoring_writes(editor: Editor, style: str, case: str) -> None:
    config, marked, title, (old, new) = CASES[case]
    name = await open_styled(editor, config, style, name_of(config))
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


def _titles(config: str, marked: str, name: str = "") -> list[str]:
    at = config.encode().index(marked.encode())
    return [action.title for action in refactor.actions(snapshot_of(config, name), "file:///nowhere", Span(at, at))]


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
    titles = [title for title, _ in refactored(config) if title.startswith("Move")]
    (moved,) = [text for title, text in refactored(config) if title.startswith("Move")]
    assert len(titles) == 1 and moved.index("<filter **>") < moved.index("<label @APP>")


@pytest.mark.parametrize(
    "plugin", ["rewrite_tag_filter\n  <rule>\n    key a\n    pattern /./\n    tag b\n  </rule>", "no_such_plugin"]
)
def test_a_match_that_may_emit_stays(plugin: str) -> None:
    config = FLUENTD.replace("<match app.**>\n  @type stdout", f"<match app.**>\n  @type {plugin}")
    assert not any(title.startswith("Move") for title in _titles(config, "<filter app"))


def test_ids_are_given_once_each() -> None:
    config = FLUENTD.replace("  @type stdout\n", "  @type stdout\n  @id output_stdout\n", 1)
    (text,) = [text for title, text in refactored(config) if title == "Give the 4 plugins without an id one"]
    (snapshot,) = snapshot_of(text).checked
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
