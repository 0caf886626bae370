"""Folders of Logstash configs: what is joined to one pipeline, in what order, and what stands alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.logstash.discovery.join import join, sections
from pipelint.engines.registry import sniff
from tests.engines.logstash.discovery.entries import FILTER, INPUT, OUTPUT, WHOLE, found_in, in_file, settings, shape, write

PARTS = {"conf.d/30-out.conf": OUTPUT, "conf.d/10-in.conf": INPUT, "conf.d/20-filter.conf": FILTER}
JOINED = ["conf.d/10-in.conf", "conf.d/20-filter.conf", "conf.d/30-out.conf"]


@pytest.mark.parametrize("given", ["conf.d", "conf.d/", "conf.d/*.conf", "."])
def test_the_parts_of_a_folder_are_one_pipeline_in_lexical_order(tmp_path: Path, given: str) -> None:
    write(tmp_path, {**PARTS, "conf.d/README.md": WHOLE, "conf.d/empty.conf": "# nothing\n"})
    found = found_in(tmp_path, given)
    assert shape(found, tmp_path) == {"conf.d": {"main": JOINED}}
    (entry,) = found.entries
    assert entry.documents == entry.pipelines[0].documents
    assert entry.pipelines[0].place is None
    assert not found.problems


def test_a_folder_of_only_filters_is_one_pipeline(tmp_path: Path) -> None:
    write(tmp_path, {"a.conf": FILTER, "b.conf": FILTER})
    assert shape(found_in(tmp_path, "."), tmp_path) == {".": {"main": ["a.conf", "b.conf"]}}


def test_named_files_stand_alone(tmp_path: Path) -> None:
    write(tmp_path, PARTS)
    found = found_in(tmp_path, *sorted(PARTS))
    assert shape(found, tmp_path) == {name: {"main": [name]} for name in JOINED}


def test_each_folder_is_a_pipeline_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, {"a/in.conf": INPUT, "a/out.conf": OUTPUT, "b/in.conf": INPUT, "b/out.conf": OUTPUT, "main.conf": WHOLE})
    assert shape(found_in(tmp_path, "."), tmp_path) == {
        "a": {"main": ["a/in.conf", "a/out.conf"]},
        "b": {"main": ["b/in.conf", "b/out.conf"]},
        "main.conf": {"main": ["main.conf"]},
    }


@pytest.mark.parametrize(
    ("parts", "pipelines"),
    [
        ({"a": WHOLE, "b": WHOLE}, [["a"], ["b"]]),
        ({"b": WHOLE, "a": FILTER}, [["a", "b"]]),  # the one that is complete, and more filters
        ({"a": WHOLE, "b": WHOLE, "c": FILTER}, [["a"], ["b"], ["c"]]),
        ({"01-a": WHOLE, "02-b": WHOLE}, [["01-a"], ["02-b"]]),  # chapters of a tutorial
        ({"01": INPUT, "02": WHOLE, "10": FILTER, "11": FILTER, "30": WHOLE}, [["01", "02", "10", "11", "30"]]),
        ({"10": INPUT, "9": OUTPUT}, [["10", "9"]]),  # lexical, not by number
        ({"cluster": OUTPUT, "queue": OUTPUT}, [["cluster"], ["queue"]]),  # templates, of which a machine takes one
        ({"files": INPUT, "syslog": INPUT}, [["files"], ["syslog"]]),
        ({"90-cluster": OUTPUT, "91-queue": OUTPUT}, [["90-cluster", "91-queue"]]),  # in an order: a part of conf.d
        ({"cluster": OUTPUT, "mutate": FILTER, "queue": OUTPUT}, [["cluster", "mutate", "queue"]]),
        # A path takes those with one ending, unless those with the other lack something.
        ({"a.cfg": INPUT, "b.cfg": OUTPUT, "c.conf": WHOLE}, [["a.cfg", "b.cfg"], ["c.conf"]]),
        ({"a.cfg": INPUT, "b.cfg": FILTER, "c.conf": WHOLE}, [["a.cfg", "b.cfg", "c.conf"]]),
        ({}, []),
    ],
)
def test_which_parts_are_joined(parts: dict[str, str], pipelines: list[list[str]]) -> None:
    assert join({name: text.encode() for name, text in parts.items()}) == pipelines


@given(st.dictionaries(st.text(max_size=3), st.sampled_from([INPUT, FILTER, OUTPUT, WHOLE]), max_size=6))
def test_joining_loses_and_repeats_nothing(parts: dict[str, str]) -> None:
    groups = join({name: text.encode() for name, text in parts.items()})
    assert sorted(name for group in groups for name in group) == sorted(parts)
    assert all(group == sorted(group) for group in groups)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"input{stdin{}}filter{}output{}", {"input", "filter", "output"}),
        (b"input # all of it\n\n  # and more\n{ }", {"input"}),
        (b"# input { }\nfilter { }", {"filter"}),
        (b'filter { ruby { code => "output { }" } }', {"filter"}),
        (b"filter { ruby { code => 'a } \noutput { b' } }", {"filter"}),
        (b'filter { if [a] =~ /"}/ { drop { } } }\noutput { }', {"filter", "output"}),
        (b'filter { mutate { add_tag => "a\\" }\ninput { " } }', {"filter"}),
        (b"filter { if [output] { output { } } }", {"filter"}),
        (b"input { stdin {\noutput { }", {"input", "output"}),  # a brace is missing
        (b'input { a => "\noutput { }', {"input"}),
        (b"inputs { }", set()),
        (b"", set()),
    ],
)
def test_sections_are_what_stands_at_the_top(text: bytes, expected: set[str]) -> None:
    assert sections(text) == expected


@given(st.text(alphabet="{}\"'\\#/=~ \ninput", max_size=60))
def test_any_text_has_sections(text: str) -> None:
    assert sections(text.encode()) <= {"input", "filter", "output"}


@pytest.mark.parametrize(
    "text", [b"input{ }", b"\xef\xbb\xbffilter\n\n\n{ }", b"# a\n\toutput # b\n  # c\n{ }", b"input\r\n{\r\n}"]
)
def test_a_part_is_known_for_logstash_by_its_sections(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "x").write_bytes(text)
    assert [entry.engine for entry in found_in(tmp_path, "x").entries] == ["logstash"]


def test_every_config_of_the_corpus_is_known(shared: Path) -> None:
    folder = shared / "corpus" / "logstash"
    texts = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert [name for name, text in texts.items() if sniff(text, name) != "logstash" or not sections(text)] == []


@pytest.mark.parametrize("where", ["conf.d/logstash.yml", "logstash.yml", "config/logstash.yml"])
def test_a_folder_takes_the_settings_of_the_logstash_yml_near_it(tmp_path: Path, where: str) -> None:
    write(tmp_path, {**PARTS, where: "pipeline.workers: 4\npipeline:\n  batch: {size: '250'}\n"})
    found = found_in(tmp_path, "conf.d")
    (entry,) = found.entries
    assert settings(entry) == {"pipeline.workers": "4", "pipeline.batch.size": "250"}
    workers, size = entry.pipelines[0].settings
    assert (in_file(workers.name_place), in_file(workers.place)) == ("pipeline.workers", "4")
    assert (in_file(size.name_place), in_file(size.place)) == ("size", "250")
    assert workers.place.document.file.path == str(tmp_path / where)
    assert not found.problems
    assert not found.notes


def test_the_nearest_logstash_yml_counts_for_a_named_file_too(tmp_path: Path) -> None:
    write(tmp_path, {**PARTS, "conf.d/logstash.yml": "pipeline.workers: 2\n", "logstash.yml": "pipeline.workers: 8\n"})
    assert settings(found_in(tmp_path, "conf.d/10-in.conf").entries[0]) == {"pipeline.workers": "2"}


def test_a_broken_logstash_yml_is_told_once(tmp_path: Path) -> None:
    write(tmp_path, {**PARTS, "logstash.yml": "pipeline.workers: [1\nb: }\n"})
    for paths in (["conf.d"], ["conf.d", "logstash.yml"], ["."]):
        found = found_in(tmp_path, *paths)
        assert len(found.entries) == 1
        (problem,) = found.problems
        assert problem.path == str(tmp_path / "logstash.yml")
        assert problem.message.startswith("YAML error")
        assert problem.span is not None


def test_a_logstash_yml_alone_has_no_config(tmp_path: Path) -> None:
    write(tmp_path, {"logstash.yml": "pipeline.workers: 2\n"})
    found = found_in(tmp_path, "logstash.yml")
    assert [problem.message for problem in found.problems] == [
        "contains only Logstash settings: name the pipelines that they apply to"
    ]


def test_fluentd_beside_logstash_stays_by_itself(tmp_path: Path) -> None:
    write(tmp_path, {"a.conf": INPUT, "b.conf": "<source>\n  @type forward\n</source>\n", "c.conf": OUTPUT})
    found = found_in(tmp_path, ".")
    assert [(entry.engine, len(entry.documents), len(entry.pipelines)) for entry in found.entries] == [
        ("logstash", 2, 1),
        ("fluentd", 1, 0),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "b.conf.disabled",
        "b.conf.bak",
        "b.conf.back",
        "b.conf~",
        ".b.conf.swp",
        "b.conf.rpmsave",
        "b.conf.dpkg-old",
        "b.conf.ORIG",
    ],
)
def test_copies_and_what_is_switched_off_are_not_joined(tmp_path: Path, name: str) -> None:
    write(tmp_path, {"a.conf": WHOLE, name: "filter { drop { }\n"})
    assert shape(found_in(tmp_path, "."), tmp_path) == {"a.conf": {"main": ["a.conf"]}}
    assert shape(found_in(tmp_path, name), tmp_path) == {name: {"main": [name]}}
