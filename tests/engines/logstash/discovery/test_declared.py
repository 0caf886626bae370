"""pipelines.yml and logstash.yml on disk: which files they lead to, their settings with places, and what is wrong in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.engines.registry import ENGINES
from pipelint.sources.boundary import outside
from tests.engines.logstash.discovery.entries import FILTER, INPUT, OUTPUT, WHOLE, found_in, in_file, settings, shape, told, write

LIST = """\
- pipeline.id: beats
  path.config: "{path}"
  pipeline.workers: 3
- pipeline.id: sink
  config.string: |
    input {{ pipeline {{ address => sink }} }}
    output {{ stdout {{ }} }}
  queue: {{type: persisted}}
"""


@pytest.mark.parametrize(
    "path",
    [
        "beats/*.conf",
        "beats",
        "./beats/",
        "beats/{in,out}.conf",
        "/usr/share/logstash/config/beats/*.conf",
        "/nowhere/beats/",
        "${LS_HOME}/beats/*.conf",
        "file:///nowhere/beats/*.conf",
    ],
)
@pytest.mark.parametrize("asked", [".", "pipelines.yml"])
def test_a_pipelines_yml_is_one_entry_with_the_files_that_it_leads_to(tmp_path: Path, path: str, asked: str) -> None:
    write(tmp_path, {"pipelines.yml": LIST.format(path=path), "beats/out.conf": OUTPUT, "beats/in.conf": INPUT})
    found = found_in(tmp_path, asked)
    assert not found.problems
    (entry,) = found.entries
    assert entry.name == str(tmp_path / "pipelines.yml")
    beats, sink = entry.pipelines
    assert (beats.id, [Path(document.name).name for document in beats.documents]) == ("beats", ["in.conf", "out.conf"])
    assert sink.id == "sink"
    assert sink.documents[0].text == b"input { pipeline { address => sink } }\noutput { stdout { } }\n"
    assert sink.documents[0].part == "pipeline sink"
    assert entry.documents == (*beats.documents, *sink.documents)


@pytest.mark.parametrize(
    ("yml", "config", "path"),
    [
        ("config/pipelines.yml", "pipeline/main.conf", "/usr/share/logstash/pipeline/main.conf"),
        ("config/pipelines.yml", "pipeline/main.conf", "/etc/other/main.conf"),
        ("pipelines.yml", "conf.d/main.conf", "/etc/logstash/main.conf"),
        ("pipelines.yml", "main.conf", "/etc/logstash/main.conf"),
        ("config/pipelines.yml", "pipeline/a/main.conf", "/usr/share/logstash/pipeline/a/*.conf"),
    ],
)
def test_a_path_of_another_machine_is_looked_for_in_the_checkout(tmp_path: Path, yml: str, config: str, path: str) -> None:
    write(tmp_path, {yml: f"- pipeline.id: a\n  path.config: {path}\n", config: WHOLE})
    assert shape(found_in(tmp_path, "."), tmp_path) == {yml: {"a": [config]}}


@pytest.mark.parametrize(
    ("folder", "path", "joined"),
    [
        ("logstash", "/usr/share/logstash/pipeline/*.conf", False),
        ("logstash", "/usr/share/logstash/pipeline/in-*.conf", False),
        ("pipeline", "/usr/share/logstash/pipeline/*.conf", True),
        ("logstash", "*.conf", True),
    ],
)
def test_all_files_of_a_folder_are_not_those_of_one_with_another_name(
    tmp_path: Path, folder: str, path: str, *, joined: bool
) -> None:
    yml = f"{folder}/pipelines.yml"
    names = [f"{folder}/in-a.conf", f"{folder}/in-b.conf"]
    write(tmp_path, {yml: f"- path.config: '{path}'\n", **dict.fromkeys(names, WHOLE)})
    found = shape(found_in(tmp_path, "."), tmp_path)
    assert found == ({yml: {"main": names}} if joined else {name: {"main": [name]} for name in names})


@pytest.mark.parametrize("path", ["main/**/*.conf", "/etc/logstash/main/**/*.conf", "main/y.conf"])
def test_a_path_does_not_lead_into_folders_that_it_does_not_name(tmp_path: Path, path: str) -> None:
    write(tmp_path, {"pipelines.yml": f"- path.config: {path}\n", "a/main/x.conf": WHOLE, "b/other/y.conf": WHOLE})
    assert shape(found_in(tmp_path, "."), tmp_path) == {
        "a/main/x.conf": {"main": ["a/main/x.conf"]},
        "b/other/y.conf": {"main": ["b/other/y.conf"]},
    }


def test_a_relative_path_is_also_looked_for_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"etc/prod/pipelines.yml": "- path.config: flows/main/*.conf\n", "flows/main/a.conf": WHOLE})
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    found = {"etc/prod/pipelines.yml": {"main": ["flows/main/a.conf"]}}
    assert shape(found_in(tmp_path, "etc/prod/pipelines.yml"), tmp_path) == found


def test_a_path_that_exists_is_taken_as_it_is(tmp_path: Path) -> None:
    yml = f"- {{pipeline.id: a, path.config: '{tmp_path}/x/main.conf'}}\n"
    write(tmp_path, {"pipelines.yml": yml, "x/main.conf": WHOLE, "main.conf": WHOLE, "pipeline/main.conf": WHOLE})
    assert shape(found_in(tmp_path, "pipelines.yml"), tmp_path) == {"pipelines.yml": {"a": ["x/main.conf"]}}


def test_as_logstash_it_reads_all_of_a_folder_but_not_the_copies_of_an_editor(tmp_path: Path) -> None:
    write(tmp_path, {"pipelines.yml": "- path.config: p\n", "p/a": INPUT, "p/b.conf~": FILTER, "p/d/x": FILTER, "p/.c": FILTER})
    assert shape(found_in(tmp_path, "pipelines.yml"), tmp_path) == {"pipelines.yml": {"main": ["p/a"]}}


def test_a_file_of_a_pipeline_is_no_entry_of_its_own_and_others_are(tmp_path: Path) -> None:
    write(tmp_path, {"pipelines.yml": "- path.config: p/a.conf\n", "p/a.conf": WHOLE, "p/b.conf": WHOLE})
    for paths in (["."], ["pipelines.yml", "p/a.conf", "p/b.conf"]):
        assert shape(found_in(tmp_path, *paths), tmp_path) == {
            "pipelines.yml": {"main": ["p/a.conf"]},
            "p/b.conf": {"main": ["p/b.conf"]},
        }


def test_two_pipelines_may_share_a_file(tmp_path: Path) -> None:
    yml = "- {pipeline.id: a, path.config: a.conf}\n- {pipeline.id: b, path.config: '*.conf'}\n"
    write(tmp_path, {"pipelines.yml": yml, "a.conf": WHOLE, "b.conf": WHOLE})
    (entry,) = found_in(tmp_path, "pipelines.yml").entries
    assert [len(pipeline.documents) for pipeline in entry.pipelines] == [1, 2]
    assert len(entry.documents) == 2


def test_settings_of_a_pipeline_win_over_those_of_logstash_yml(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pipelines.yml": LIST.format(path="a.conf"),
            "a.conf": WHOLE,
            "logstash.yml": "pipeline:\n  workers: 1\n  id: none\nqueue.type: memory\npath.config: /elsewhere\n",
        },
    )
    found = found_in(tmp_path, ".")
    assert not found.notes
    (entry,) = found.entries
    assert settings(entry, 0) == {
        "pipeline.id": "beats",
        "path.config": "a.conf",
        "pipeline.workers": "3",
        "queue.type": "memory",
    }
    assert settings(entry, 1) == {"pipeline.id": "sink", "pipeline.workers": "1", "queue.type": "persisted"}
    place = entry.pipelines[0].place
    assert place is not None
    assert in_file(place) == "beats"
    by_name = {param.name: param for param in entry.pipelines[1].settings}
    assert in_file(by_name["queue.type"].place) == "persisted"
    assert by_name["pipeline.workers"].place.document.name.endswith("logstash.yml")


def test_a_logstash_yml_may_name_the_one_pipeline(tmp_path: Path) -> None:
    yml = "path.config: /usr/share/logstash/pipeline\npipeline.workers: 2\n"
    write(tmp_path, {"config/logstash.yml": yml, "pipeline/a.conf": INPUT, "pipeline/b.conf": OUTPUT})
    (tmp_path / ".git").mkdir()
    for asked in (".", "config/logstash.yml"):
        found = found_in(tmp_path, asked)
        assert shape(found, tmp_path) == {"config/logstash.yml": {"main": ["pipeline/a.conf", "pipeline/b.conf"]}}
        assert settings(found.entries[0])["pipeline.workers"] == "2"


def test_the_places_of_a_config_string_are_those_of_the_file(tmp_path: Path) -> None:
    yml = '- pipeline.id: a\n  config.string: "input { stdin { } }\\n\\\n    output { x => \\"é\\" }"\n'
    write(tmp_path, {"pipelines.yml": yml})
    (document,) = found_in(tmp_path, "pipelines.yml").entries[0].documents
    assert document.text.decode() == 'input { stdin { } }\noutput { x => "é" }'
    for word, there in {"stdin": "stdin", '"é"': '\\"é\\"', "}\noutput": "}\\n\\\n    output"}.items():
        start = document.text.index(word.encode())
        span = document.map.to_file(type(document.map.slices[0].doc)(start, start + len(word.encode())))
        assert span.cut(document.file.data).decode() == there


@pytest.mark.parametrize(
    ("yml", "message", "there"),
    [
        ("- pipeline.id: a\n  path.config: no/*.conf\n", 'pipeline "a": no file matches path.config no/*.conf', "no/*.conf"),
        ("- pipeline.id: a\n  path.config: 'b\n", "YAML error: ", ""),
        ("- pipeline.id: a\n  path.config: [x]\n", "path.config must be a string", "path.config"),
        ("- pipeline.id: a\n", 'pipeline "a" has neither path.config nor config.string', "a"),
        ("- pipeline.id: a\n  path.config: ''\n", 'pipeline "a" has neither path.config nor config.string', "a"),
        ("- {path.config: x.conf}\n- {path.config: x.conf}\n", 'duplicate pipeline "main": Logstash starts no', "path.config"),
        ("- {path.config: x.conf}\n- just text\n", "a pipeline must be a map of settings", "just text"),
        ("- {path.config: x.conf}\n- - [b, c]\n  - d\n", "a pipeline must be a map of settings", "b, c]\n  - d"),
        ("- {path.config: bin.conf}\n", "is a binary file", None),
        ("# main\npipeline.id: a\npath.config: x.conf\n", "the settings of a pipeline must be in a list", "pipeline.id"),
    ],
)
def test_bad_input_is_one_problem_at_its_place(tmp_path: Path, yml: str, message: str, there: str | None) -> None:
    write(tmp_path, {"pipelines.yml": yml, "x.conf": WHOLE, "bin.conf": "input { \0"})
    found = found_in(tmp_path, "pipelines.yml")
    (problem,) = found.problems
    assert problem.message.startswith(message)
    assert there is None or told(problem)[1] == there


def test_settings_without_a_list_around_them_name_a_pipeline_all_the_same(tmp_path: Path) -> None:
    write(tmp_path, {"pipelines.yml": "pipeline.id: a\npath.config: x.conf\n", "x.conf": WHOLE})
    assert shape(found_in(tmp_path, "."), tmp_path) == {"pipelines.yml": {"a": ["x.conf"]}}


@pytest.mark.parametrize(("name", "yml"), [("ci.yml", "path.config: x.conf\n"), ("pipelines.yml", "path: {config: x.conf}\n")])
def test_a_map_that_need_not_be_of_logstash_is_none_of_its_files(tmp_path: Path, name: str, yml: str) -> None:
    write(tmp_path, {name: yml, "x.conf": WHOLE})
    found = found_in(tmp_path, ".")
    assert (found.problems, shape(found, tmp_path)) == ((), {"x.conf": {"main": ["x.conf"]}})


def test_what_a_found_pipelines_yml_names_on_another_machine_is_a_note(tmp_path: Path) -> None:
    write(tmp_path, {"pipelines.yml": "- path.config: /no/where/at-all.conf\n", "x/other.conf": WHOLE})
    found = found_in(tmp_path, ".")
    assert not found.problems
    assert [note.message for note in found.notes] == [f'pipeline "main": {outside("path.config /no/where/at-all.conf")}']
    assert [problem.message for problem in found_in(tmp_path, "pipelines.yml").problems] == [found.notes[0].message]


def test_a_url_is_not_fetched(tmp_path: Path) -> None:
    write(
        tmp_path, {"pipelines.yml": "- path.config: https://example.com/a.conf\n- {pipeline.id: b, config.string: 'input { }'}\n"}
    )
    found = found_in(tmp_path, "pipelines.yml")
    assert [note.message for note in found.notes] == ['pipeline "main": path.config is a URL: not fetched']
    assert [pipeline.id for pipeline in found.entries[0].pipelines] == ["b"]


@pytest.mark.parametrize(
    ("other", "partial"),
    [("path.config: b.conf", False), ("path.config: /no/at-all.conf", True), ("path.config: no.conf", True), ("x: 1", True)],
)
def test_an_entry_says_that_a_pipeline_of_it_was_not_read(tmp_path: Path, other: str, partial: bool) -> None:
    yml = f"- {{pipeline.id: a, path.config: a.conf}}\n- {{pipeline.id: b, {other}}}\n"
    write(tmp_path, {"pipelines.yml": yml, "a.conf": WHOLE, "b.conf": WHOLE})
    (entry,) = found_in(tmp_path, "pipelines.yml").entries
    assert entry.partial is partial
    assert ENGINES.engine("logstash").load(entry).graph.complete is not partial


@pytest.mark.parametrize("yml", ["stages:\n  - build\n", "- job: a\n", "- {{ x }}\n", "a: pipeline.id\n"])
def test_another_pipelines_yml_is_none_of_logstash(tmp_path: Path, yml: str) -> None:
    write(tmp_path, {"pipelines.yml": yml, "main.conf": WHOLE})
    found = found_in(tmp_path, ".")
    assert shape(found, tmp_path) == {"main.conf": {"main": ["main.conf"]}}
    assert not found.problems


def test_a_template_that_a_list_names_is_read_as_any_template(tmp_path: Path) -> None:
    template = "input {\n  beats {\n    port => {{ port }}\n  }\n}\n" + OUTPUT
    yml = "".join(f"- pipeline.id: {name}\n  path.config: /etc/logstash/conf.d/{name}.conf\n" for name in "ab")
    write(tmp_path, {"pipelines.yml": yml, "conf.d/a.conf": template, "conf.d/b.conf": WHOLE})
    assert [(each.name, each.loose) for each in found_in(tmp_path, ".").entries] == [
        (str(tmp_path / "conf.d" / "a.conf"), True),
        (str(tmp_path / "pipelines.yml"), False),
    ]
