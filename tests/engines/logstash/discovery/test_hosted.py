"""Logstash in Kubernetes manifests: keys of ConfigMaps as one pipeline's files, pipelines.yml among them, ECK's resource."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from pipelint.base.text.document import Document
from pipelint.base.text.span import Span
from pipelint.engines.registry import ENGINES
from pipelint.sources import Collected, collect
from tests.engines.logstash.discovery.entries import FILTER, INPUT, OUTPUT, WHOLE, in_file, settings, told
from tests.sources.common import config_map


def collected(manifest: str) -> Collected:
    return collect(["-"], ENGINES, stdin=manifest.encode(), stdin_filename="m.yaml")


def data(**keys: str) -> str:
    """The lines of a ConfigMap's data; ``__`` in a key is a dot, ``_`` a dash."""
    return "".join(f"{key.replace('__', '.').replace('_', '-')}: |\n{textwrap.indent(text, '  ')}" for key, text in keys.items())


def shape(found: Collected) -> dict[str, dict[str, list[str]]]:
    return {
        entry.name.removeprefix("m.yaml: "): {
            pipeline.id: [document.name for document in pipeline.documents] for pipeline in entry.pipelines
        }
        for entry in found.entries
    }


def cut(document: Document, word: str) -> str:
    """The text of the file where ``word`` of the document stands."""
    start = document.text.index(word.encode())
    return document.map.to_file(Span(start, start + len(word.encode()))).cut(document.file.data).decode()


def test_keys_are_the_files_of_one_pipeline() -> None:
    found = collected(config_map(data(out__conf=OUTPUT, in__conf=INPUT, n_filter=FILTER, logstash__yml="pipeline.workers: 2\n")))
    assert shape(found) == {"ConfigMap logging/fluentd": {"main": ["in.conf", "n-filter", "out.conf"]}}
    (entry,) = found.entries
    assert entry.kubernetes
    assert settings(entry) == {"pipeline.workers": "2"}
    assert in_file(entry.pipelines[0].settings[0].place) == "2"
    assert not found.notes


@pytest.mark.parametrize("line", ["{{- if .Values.secure }}", "{{ .Values.codec }} {", "hosts => [{{ hosts }}]"])
@pytest.mark.parametrize("listed", ["", "- path.config: /pipelines/a.conf\n"])
def test_a_key_that_a_program_fills_in_is_not_read(line: str, listed: str) -> None:
    lists = {"pipelines__yml": listed} if listed else {}
    found = collected(config_map(data(a__conf=f"output {{\n  stdout {{\n    {line}\n  }}\n}}\n", b__conf=INPUT, **lists)))
    assert shape(found) == {"ConfigMap logging/fluentd, key b.conf": {"main": ["b.conf"]}}
    assert found.entries[0].partial
    assert "ConfigMap logging/fluentd: key a.conf is a template: render it first" in [note.message for note in found.notes]


@pytest.mark.parametrize("listed", ["", "- path.config: /pipelines/a.conf\n"])
def test_a_key_with_a_value_of_helm_is_read(listed: str) -> None:
    lists = {"pipelines__yml": listed} if listed else {}
    text = "output {\n  stdout {\n    password => {{ .Values.password }}\n  }\n}\n"
    found = collected(config_map(data(a__conf=text, b__conf=INPUT, **lists)))
    if listed:
        named = {"ConfigMap logging/fluentd, key pipelines.yml": ["a.conf"], "ConfigMap logging/fluentd, key b.conf": ["b.conf"]}
    else:
        named = {"ConfigMap logging/fluentd": ["a.conf", "b.conf"]}
    assert {name: part for name, of in shape(found).items() for part in of.values()} == named


@pytest.mark.parametrize("line", ['path => "{{ a }}"', "# {{- if x }}", 'message => "%{a}{{b}}"'])
def test_braces_in_a_string_or_comment_make_no_template(line: str) -> None:
    found = collected(config_map(data(a__conf=f"output {{\n  file {{\n    {line}\n  }}\n}}\n")))
    assert shape(found) == {"ConfigMap logging/fluentd, key a.conf": {"main": ["a.conf"]}}


@pytest.mark.parametrize(("other", "partial"), [("path.config: b.conf", False), ("path.config: c.conf", True), ("x: 1", True)])
def test_an_entry_says_that_a_pipeline_of_it_was_not_read(other: str, partial: bool) -> None:
    yml = f"- {{pipeline.id: a, path.config: a.conf}}\n- {{pipeline.id: b, {other}}}\n"
    found = collected(config_map(data(pipelines__yml=yml, a__conf=WHOLE, b__conf=WHOLE)))
    assert found.entries[0].partial is partial


def test_keys_that_are_complete_are_configs_of_their_own() -> None:
    found = collected(config_map(data(a__conf=WHOLE, b__conf=WHOLE)))
    assert shape(found) == {
        "ConfigMap logging/fluentd, key a.conf": {"main": ["a.conf"]},
        "ConfigMap logging/fluentd, key b.conf": {"main": ["b.conf"]},
    }


def test_the_settings_of_the_only_logstash_yml_are_for_all_config_maps_of_the_file() -> None:
    one = config_map(data(logstash__yml="pipeline: {ordered: false}\n"), name="settings")
    found = collected(one + "---\n" + config_map(data(a__conf=WHOLE), name="pipeline"))
    assert settings(found.entries[0]) == {"pipeline.ordered": "false"}
    assert not found.problems


PIPELINES = """\
- pipeline.id: beats
  path.config: "/usr/share/logstash/pipeline/beats-*.conf"
  queue.type: persisted
- pipeline.id: text
  config.string: "input { x => \\"é\\" }\\noutput { }"
"""


@pytest.mark.parametrize("apart", [False, True])
def test_a_pipelines_yml_among_the_keys_names_keys_and_holds_texts(apart: bool) -> None:
    configs = data(beats_in__conf=INPUT, beats_out__conf=OUTPUT, other__conf=WHOLE)
    declared = data(pipelines__yml=PIPELINES, logstash__yml="pipeline.workers: 2\n")
    manifest = config_map(declared + ("" if apart else configs), name="config")
    manifest += "---\n" + config_map(configs, name="pipelines") if apart else ""
    found = collected(manifest)
    where = "pipelines" if apart else "config"
    assert shape(found) == {
        "ConfigMap logging/config, key pipelines.yml": {"beats": ["beats-in.conf", "beats-out.conf"], "text": ["text.conf"]},
        f"ConfigMap logging/{where}, key other.conf": {"main": ["other.conf"]},
    }
    assert not found.problems
    assert not found.notes
    beats, text = found.entries[0].pipelines
    assert settings(found.entries[0])["pipeline.workers"] == "2"
    assert in_file({param.name: param for param in beats.settings}["queue.type"].place) == "persisted"
    assert beats.place is not None
    assert in_file(beats.place) == "beats"
    (document,) = text.documents
    assert document.text.decode() == 'input { x => "é" }\noutput { }'
    assert document.part == "ConfigMap logging/config, key pipelines.yml, pipeline text"
    assert (cut(document, '"é"'), cut(document, "output")) == ('\\"é\\"', "output")


def test_a_text_two_levels_deep_in_quotes_still_has_its_places() -> None:
    inner = '- {pipeline.id: a, config.string: "input { x => \\"1\\" }\\noutput { }"}\n'
    quoted = inner.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    found = collected(config_map(f'pipelines.yml: "{quoted}"\n'))
    (document,) = found.entries[0].documents
    assert document.text == b'input { x => "1" }\noutput { }'
    assert cut(document, "output { }") == "output { }"
    assert cut(document, '"1') == '\\\\\\"1'


def test_a_path_that_is_no_key_is_a_note() -> None:
    found = collected(config_map(data(pipelines__yml="- path.config: /elsewhere/a.conf\n", b__conf=WHOLE)))
    assert [note.message for note in found.notes] == [
        'ConfigMap logging/fluentd, key pipelines.yml: pipeline "main": path.config /elsewhere/a.conf is not in this manifest'
    ]
    assert shape(found) == {"ConfigMap logging/fluentd, key b.conf": {"main": ["b.conf"]}}


def test_broken_yaml_in_a_key_is_told_at_its_place() -> None:
    found = collected(config_map(data(pipelines__yml="- path.config: 'a\n", logstash__yml="a: [}\n", b__conf=WHOLE)))
    assert len(found.entries) == 1
    assert [told(problem)[0].split(":")[0] for problem in found.problems] == ["YAML error"] * 2
    assert told(found.problems[0])[1] == "}"


ECK = """\
apiVersion: logstash.k8s.elastic.co/v1alpha1
kind: Logstash
metadata: {name: ls, namespace: elastic}
spec:
  config:
    pipeline.workers: 4
    queue: {type: memory}
  pipelines:
    - pipeline.id: main
      queue.type: persisted
      config.string: |
        input { beats { port => 5044 } }
        output { stdout { } }
    - pipeline.id: folded
      config.string: >-
        input { stdin { } }
        output { stdout { } }
    - pipeline.id: plain
      config.string: input { stdin { } }
"""


def test_a_logstash_resource_is_one_entry_of_its_pipelines() -> None:
    found = collected(ECK)
    assert not found.problems
    (entry,) = found.entries
    assert (entry.engine, entry.name, entry.kubernetes) == ("logstash", "m.yaml: Logstash elastic/ls", True)
    assert [pipeline.id for pipeline in entry.pipelines] == ["main", "folded", "plain"]
    main, folded, plain = entry.documents
    assert main.text == b"input { beats { port => 5044 } }\noutput { stdout { } }\n"
    assert folded.text == b"input { stdin { } } output { stdout { } }"
    assert plain.text == b"input { stdin { } }"
    assert cut(main, "} }\noutput") == "} }\n        output"
    assert cut(folded, "} } output") == "} }\n        output"
    assert main.part == "Logstash elastic/ls, pipeline main"
    assert settings(entry, 0) == {"pipeline.id": "main", "queue.type": "persisted", "pipeline.workers": "4"}
    assert settings(entry, 1)["queue.type"] == "memory"


def test_a_resource_stands_beside_config_maps_and_in_lists() -> None:
    listed = "apiVersion: v1\nkind: List\nitems:\n" + textwrap.indent(ECK, "  ").replace("  apiVersion", "- apiVersion", 1)
    found = collected(listed + "---\n" + config_map(data(a__conf=WHOLE)))
    assert list(shape(found)) == ["ConfigMap logging/fluentd, key a.conf", "Logstash elastic/ls"]


def test_pipelines_in_a_secret_are_a_note_and_another_logstash_kind_is_nothing() -> None:
    found = collected(ECK.split("  pipelines:")[0] + "  pipelinesRef: {secretName: x}\n")
    assert [note.message for note in found.notes] == ["Logstash elastic/ls: its pipelines are in a Secret, which is not read"]
    assert [problem.message for problem in found.problems] == ["contains no Fluentd, Logstash or Fluent Bit config"]
    other = collected(ECK.replace("logstash.k8s.elastic.co/v1alpha1", "example.com/v1"))
    assert not other.entries


@pytest.mark.parametrize(
    "spec", ["", "  a", "  - b", "  pipelines: x", "  pipelines: []", "  pipelines: [[]]", "  pipelines: [{}]"]
)
def test_odd_resources_raise_nothing(spec: str) -> None:
    found = collected(f"apiVersion: logstash.k8s.elastic.co/v1\nkind: Logstash\nspec:\n{spec}\n")
    assert not found.entries
    assert len(found.problems) == 1


def test_resources_that_are_one_by_aliases_have_a_bound() -> None:
    spec = "spec: &s\n  config: {a: b}\n  pipelines:\n" + "".join(
        f"    - {{pipeline.id: p{i}, config.string: 'input {{ }}'}}\n" for i in range(50)
    )
    head = "apiVersion: logstash.k8s.elastic.co/v1\nkind: Logstash\n"
    first = "items:\n- " + (head + spec).replace("\n", "\n  ").rstrip(" ")
    found = collected(first + "- {apiVersion: logstash.k8s.elastic.co/v1, kind: Logstash, spec: *s}\n" * 1000)
    assert 10 < len(found.entries) <= 200
    assert found.problems[-1].message.startswith("too many Logstash resources: ")


@pytest.mark.parametrize(
    ("name", "text", "told_so"),
    [
        ("_logstash.yml.tpl", "pipeline.ecs_compatibility: disabled\n", {"pipeline.ecs_compatibility": "disabled"}),
        ("logstash.yml.tpl", "{{- if .Values.one }}\npipeline.workers: 1\n{{- end }}\n", {"pipeline.workers": "1"}),
        ("logstash.yml.tpl", "queue.type: {{ .Values.queue }}\n", {"queue.type": "${________________}"}),
        # Another name, or a file that is none.
        ("logstash-other.yml.tpl", "pipeline.workers: 1\n", {}),
    ],
)
def test_the_template_of_a_config_has_the_settings_of_the_template_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, told_so: dict[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "_pipeline.conf.tpl").write_text(INPUT + "{{- if .Values.parsed }}\n" + FILTER + "{{- end }}\n" + OUTPUT)
    (tmp_path / name).write_text(text)
    (entry,) = collect(["."], ENGINES).entries
    assert settings(entry) == told_so
    assert {each.place.document.file.path for each in entry.pipelines[0].settings} <= {name}
