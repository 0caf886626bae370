"""ConfigMaps: found wherever they are, their keys made configs in the right number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.text.span import Span
from pipelint.sources import Collected, collect
from pipelint.sources.glob import Target
from tests.sources.common import ENGINES, config_map

SOURCE = "<source>\n  @type forward\n</source>\n"
MATCH = "<match **>\n  @type stdout\n</match>\n"


def collected(manifest: str | bytes, name: str = "m.yaml") -> Collected:
    data = manifest.encode() if isinstance(manifest, str) else manifest
    return collect(["-"], ENGINES, stdin=data, stdin_filename=name)


def literal(key: str, text: str) -> str:
    return f"{key}: |\n" + "".join(f"  {line}" for line in text.splitlines(keepends=True))


def texts(found: Collected) -> list[list[str]]:
    return [[document.text.decode() for document in entry.documents] for entry in found.entries]


def names(found: Collected) -> list[list[str]]:
    return [[document.name for document in entry.documents] for entry in found.entries]


def test_a_key_is_a_document_that_says_where_it_stands() -> None:
    found = collected(config_map(literal("fluent.conf", SOURCE)))
    (entry,) = found.entries
    (document,) = entry.documents
    assert (entry.engine, entry.kubernetes) == ("fluentd", True)
    assert document.text.decode() == SOURCE
    assert document.part == "ConfigMap logging/fluentd, key fluent.conf"
    assert entry.name == "m.yaml: ConfigMap logging/fluentd, key fluent.conf"
    assert not found.problems


CONFIG_MAP = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"fluent.conf": SOURCE}}
BARE = {key: value for key, value in CONFIG_MAP.items() if key not in ("apiVersion", "kind")}


@pytest.mark.parametrize(
    "host",
    [
        [CONFIG_MAP],
        [{"kind": "Service"}, CONFIG_MAP],
        [{"kind": "List", "apiVersion": "v1", "items": [{"kind": "Pod"}, CONFIG_MAP]}],
        [{"kind": "ConfigMapList", "apiVersion": "v1", "items": [BARE]}],
        [{"kind": "Template", "objects": [{"x": {"y": [CONFIG_MAP]}}]}],
    ],
)
@pytest.mark.parametrize("style", ["json", "tabbed json", "|", '"', "'"])
def test_it_is_found_wherever_it_is_nested_and_however_it_is_written(host: list[object], style: str) -> None:
    if "json" in style and len(host) > 1:
        host = [{"kind": "List", "items": host}]
    if "json" in style:
        manifest = json.dumps(host[0], indent="\t" if "tabbed" in style else None)
    else:
        manifest = yaml.dump_all(host, default_style=style)
    found = collected(manifest)
    assert texts(found) == [[SOURCE]]
    assert found.entries[0].documents[0].part == "ConfigMap a, key fluent.conf"


def test_a_file_of_another_name_is_a_manifest_by_its_content() -> None:
    manifest = config_map(literal("fluent.conf", SOURCE))
    assert texts(collected(manifest, "manifest.txt")) == [[SOURCE]]
    assert texts(collected(json.dumps(CONFIG_MAP), "<stdin>")) == [[SOURCE]]


def test_aliases_tags_and_merged_documents() -> None:
    manifest = f"x: &c !!str |\n  {SOURCE.splitlines()[0]}\n---\nkind: ConfigMap\ndata: &d\n  a: &b '<source>'\n  c: *b\n"
    assert texts(collected(manifest)) == [["<source>", "<source>"]]


def test_a_config_map_that_contains_itself_ends() -> None:
    assert texts(collected("&a\nkind: List\nitems:\n- *a\n- kind: ConfigMap\n  data: {a: <source>}\n")) == [["<source>"]]


@pytest.mark.parametrize(
    "line",
    ["{{- if .Values.tls }}", "hosts => [{{ hosts }}]", "port=>{{ port }}"],
)
def test_a_key_that_a_program_fills_in_is_a_template(line: str) -> None:
    found = collected(config_map(literal("a.conf", f"<source>\n  {line}\n</source>\n") + literal("b.conf", SOURCE)))
    assert texts(found) == [[SOURCE]]
    assert [note.message for note in found.notes] == ["ConfigMap logging/fluentd: key a.conf is a template: render it first"]
    assert not found.problems


@pytest.mark.parametrize("line", ["port {{ port }}", "$t"])
def test_a_key_into_which_only_values_are_filled_is_read(line: str) -> None:
    # Its lines are known. Of a variable alone in its line somebody may be typing the rest.
    text = f"<source>\n  {line}\n</source>\n"
    assert texts(collected(config_map(literal("a.conf", text)))) == [[text]]


def test_binary_data_and_keys_without_a_config_are_noted() -> None:
    manifest = config_map(literal("fluent.conf", SOURCE) + "readme: nothing\n") + "binaryData:\n  b.gz: AAAA\n"
    found = collected(manifest)
    notes = [note.message for note in found.notes]
    assert any("binaryData key b.gz" in note for note in notes)
    assert any("key readme contains no config" in note for note in notes)
    assert not found.problems


def test_without_a_main_file_the_keys_are_one_config_in_lexical_order() -> None:
    found = collected(config_map(literal("b.conf", MATCH) + literal("a.conf", SOURCE)))
    assert names(found) == [["a.conf", "b.conf"]]
    assert found.entries[0].name == "m.yaml: ConfigMap logging/fluentd"


def test_a_main_file_and_each_key_that_none_includes_are_configs_of_their_own() -> None:
    main = SOURCE + "@include conf.d/out.conf\n"
    found = collected(config_map(literal("out.conf", MATCH) + literal("fluent.conf", main) + literal("z.conf", SOURCE)))
    assert names(found) == [["fluent.conf"], ["z.conf"]]


def test_keys_that_include_the_same_key_are_alternatives() -> None:
    one, two = (f"{SOURCE}@include /etc/out.conf\n" for _ in range(2))
    found = collected(config_map(literal("one.conf", one) + literal("two.conf", two) + literal("out.conf", MATCH)))
    assert names(found) == [["one.conf"], ["two.conf"]]


def test_a_wildcard_in_another_folder_than_the_keys_are_named_in_is_elsewhere() -> None:
    main = SOURCE + "@include /fluentd/etc/user/*.conf\n@include /fluentd/etc/out.conf\n"
    manifest = config_map(literal("one.conf", main) + literal("two.conf", main) + literal("out.conf", MATCH))
    found = collected(manifest)
    assert names(found) == [["one.conf"], ["two.conf"]]
    one = found.entries[0]
    assert one.bundle.resolve(Target("/fluentd/etc/user/*.conf"), one.documents[0]).problem == "elsewhere"
    assert [d.name for d in one.bundle.resolve(Target("/fluentd/etc/*.conf"), one.documents[0]).documents] == [
        "out.conf",
        "two.conf",
    ]


def test_keys_that_only_include_each_other_still_are_a_config() -> None:
    found = collected(config_map(literal("a.conf", "@include b.conf\n") + literal("b.conf", "@include a.conf\n")))
    assert names(found) == [["a.conf"]]


def test_engines_do_not_mix() -> None:
    found = collected(config_map(literal("a.conf", SOURCE) + literal("b.conf", "input {\n}\n")))
    assert [(entry.engine, names(found)[i]) for i, entry in enumerate(found.entries)] == [
        ("fluentd", ["a.conf"]),
        ("logstash", ["b.conf"]),
    ]


def test_a_helm_template_that_is_no_yaml_is_told_once() -> None:
    found = collected("{{- if .Values.x }}\n" + config_map(literal("fluent.conf", SOURCE)) + "{{- end }\n")
    assert [problem.message for problem in found.problems] == ["is a Helm template: render it first (helm template)"]


def test_braces_inside_a_scalar_are_no_helm_template() -> None:
    found = collected(config_map(literal("fluent.conf", SOURCE + "# {{ .Values.x }}\n")))
    assert len(found.entries) == 1
    assert not found.problems


def test_what_stands_before_a_syntax_error_is_checked_and_the_error_told() -> None:
    manifest = config_map(literal("fluent.conf", SOURCE)) + "---\nkind: ConfigMap\n bad: 1\n"
    found = collected(manifest)
    assert texts(found) == [[SOURCE]]
    (problem,) = found.problems
    assert problem.span is not None
    assert manifest.encode()[problem.span.start - 4 : problem.span.end] == b" bad:"
    assert "mapping values are not allowed" in problem.message


lines = st.lists(st.text(st.sampled_from("ab <>/@#:'\"\\é😀{}*&%|"), max_size=12), min_size=1, max_size=6)


@given(lines, st.sampled_from(["|", ">", '"', "'", ""]), st.integers(20, 60), st.sampled_from(["\n", "\r\n"]), st.data())
def test_every_character_of_every_style_is_at_its_place(
    body: list[str], style: str, width: int, newline: str, data: st.DataObject
) -> None:
    config = "\n".join(["<source>", *body, "</source>", ""])
    assume("{{" not in config and "{%" not in config)  # no template
    value = {**CONFIG_MAP, "data": {"fluent.conf": config}}
    manifest = yaml.dump(value, default_style=style or None, width=width, allow_unicode=True).replace("\n", newline)
    found = collected(manifest)
    assert texts(found) == [[config]]
    document = found.entries[0].documents[0]
    inner = data.draw(st.sampled_from(document.text.split(b"\n")))
    start = document.text.index(inner)
    span = Span(start, start + len(inner))
    mapped = document.map.to_file(span)
    if len(span):
        assert document.map.decode(mapped) == inner
    if 'fluent.conf": |' in manifest:  # PyYAML takes quotes where a literal cannot say it
        assert mapped.cut(manifest.encode()) == inner


def test_the_test_suite_needs_no_file(tmp_path: Path) -> None:
    (tmp_path / "m.yml").write_text(config_map(literal("fluent.conf", SOURCE)))
    assert texts(collect([str(tmp_path)], ENGINES)) == [[SOURCE]]
