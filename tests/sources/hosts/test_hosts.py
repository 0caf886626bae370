"""Hosts: what a kind of file or resource has to say so that its configs are found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelint.base.text.document import SourceFile
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.sources import collect
from pipelint.sources.hosts import read
from pipelint.sources.hosts.eck import ElasticOperator
from pipelint.sources.hosts.protocol import Folder, Listed
from pipelint.sources.hosts.read import all_hosts, read_hosts
from pipelint.yaml.tree import Mapping
from tests.sources.common import ENGINES

SOURCE = "<source>\n  @type forward\n</source>\n"


class Verbatim:
    """A text that stands in its file as it is."""

    def __init__(self, text: bytes, start: int) -> None:
        self.text, self.span, self.back = text, Span(start, start + len(text)), None

    def value(self) -> bytes:
        """All of it."""
        return self.text

    def map(self, data: bytes) -> SourceMap:
        """The range alone."""
        return SourceMap.join(data, [(self.span.cut(data), self.span)])


class Scripts:
    """What a shell script has between two marks."""

    kinds = ()
    certain = True

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the first line."""
        return not yaml and file.data.startswith(b"#!")

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """One text."""
        assert not node.values
        start, end = file.data.index(b"<<\n") + 3, file.data.index(b">>\n")
        text = Verbatim(file.data[start:end], start)
        yield Folder(file, "script", "", {"fluent.conf": text}, kubernetes=False)


def in_file(text: str) -> read.InFile:
    """What all hosts hold in a YAML file."""
    return read_hosts(SourceFile("m.yaml", text.encode()), all_hosts(ENGINES), yaml=True)


def test_a_host_of_plain_text_is_asked_and_its_config_stands_where_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "start.txt"
    script.write_text(f"#!/bin/sh\ncat <<\n{SOURCE}>>\n")
    (tmp_path / "plain.txt").write_text(SOURCE)
    monkeypatch.setattr(read, "all_hosts", lambda engines: (*all_hosts(engines), Scripts()))
    plain, hosted = collect([str(tmp_path)], ENGINES).entries
    assert plain.name == str(tmp_path / "plain.txt")
    assert not hosted.kubernetes
    (document,) = hosted.documents
    assert (document.text.decode(), document.part) == (SOURCE, "script without a name, key fluent.conf")
    assert document.map.to_file(Span(0, len(SOURCE))).cut(script.read_bytes()).decode() == SOURCE


def test_the_kind_of_a_typed_list_is_that_of_its_items() -> None:
    found = in_file("kind: ConfigMapList\nitems:\n- data: {a: x}\n- kind: Other\n  data: {b: y}\n")
    assert [[*folder.texts] for folder in found.folders] == [["a"]]


RESOURCE = "apiVersion: {engine}.k8s.elastic.co/v1\nkind: {kind}\nmetadata: {{name: a}}\nspec:\n  pipelines: []\n"


@pytest.mark.parametrize(
    ("engine", "kind", "listed"),
    [
        ("logstash", "Logstash", ["Logstash a"]),
        ("logstash", "logstash", []),
        ("kibana", "Logstash", []),
        ("kibana", "Kibana", []),
        ("fluentd", "Fluentd", ["Fluentd a"]),
    ],
)
def test_elastic_s_operator_has_a_kind_for_an_engine(engine: str, kind: str, listed: list[str]) -> None:
    assert [each.label for each in in_file(RESOURCE.format(engine=engine, kind=kind)).lists] == listed


def test_a_file_is_asked_for_only_where_it_has_the_group_of_an_engine() -> None:
    host = ElasticOperator(["logstash"])
    asked = {
        group: host.may_be_in(SourceFile("m.yaml", f"apiVersion: {group}.k8s.elastic.co/v1\n".encode()), yaml=True)
        for group in ("logstash", "kibana")
    }
    assert asked == {"logstash": True, "kibana": False}


def test_a_resource_without_pipelines_says_where_they_stand() -> None:
    text = RESOURCE.format(engine="logstash", kind="Logstash").replace("pipelines: []", "pipelinesRef: {secretName: s}")
    (listed,) = in_file(text).lists
    assert isinstance(listed, Listed)
    assert (listed.pipelines, listed.elsewhere) == (None, "a Secret, which is not read")
