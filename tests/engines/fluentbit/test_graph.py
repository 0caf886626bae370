"""How events flow: by tags, through filters in their order, to every output that matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker.loading import load
from pipelint.engines.fluentbit.match import matches, taken
from pipelint.graph.stage import LATEST, Flow, StageGraph
from tests.each import each
from tests.engines.fluentbit.cases import data

CASES = data("match")["cases"]
_OF_PATHS = {
    "es": "x.var.log.app.*",
    "s3": "x.srv.web-a.out.txt",
    "gcs": "*error*",
    "null": "x.var.log.web.*",
    "stdout": "x.*",
}


def graph(tmp_path: Path, *sections: str) -> StageGraph:
    text = ""
    for section in sections:
        head, *keys = section.split("; ")
        text += f"[{head}]\n" + "".join(f"    {key}\n" for key in keys)
    (tmp_path / "fluent-bit.conf").write_text(text)
    (config,) = load([str(tmp_path / "fluent-bit.conf")]).configs
    assert not config.errors
    return config.graph


def edges(graph: StageGraph) -> set[str]:
    """``source>target`` by plugin and number, with ``?`` where not all events go there, ``!`` where they are emitted anew."""
    names = [f"{stage.plugin}{stage.index}" for stage in graph.stages]
    return {
        f"{names[each.source]}{'!' if each.flow is Flow.EMIT else ''}>{names[each.target]}{'' if each.certain else '?'}"
        for each in graph.edges
    }


@each("case", CASES, ids=lambda case: f"{case['pattern']} {case['tag']}")
def test_the_tags_that_a_match_takes_are_a_set(case: dict[str, object]) -> None:
    # A tag without any * is a set of one tag.
    pattern, tag = str(case["pattern"]), str(case["tag"])
    one, match = taken(tag), taken(pattern)
    assert one is not None and match is not None
    assert matches(pattern, tag) == case["match"]
    if "*" not in tag:
        assert one.meets(match) == case["match"]


def test_filters_take_events_in_the_order_of_the_file_wherever_they_stand(tmp_path: Path) -> None:
    found = graph(
        tmp_path,
        "OUTPUT; Name es; Match *",
        "FILTER; Name grep; Match a.*",
        "INPUT; Name tail; Tag a.b",
        "FILTER; Name lua; Match *",
        "FILTER; Name modify; Match b.*",
    )
    assert edges(found) == {"tail2>grep1", "grep1>lua3", "lua3>es0"}


def test_every_output_that_matches_gets_them(tmp_path: Path) -> None:
    outputs = ["OUTPUT; Name es; Match a*", "OUTPUT; Name s3; Match *", "OUTPUT; Name null; Match b", "OUTPUT; Name http"]
    assert edges(graph(tmp_path, "INPUT; Name tail; Tag a.b", *outputs)) == {"tail0>es1", "tail0>s32"}


def test_of_a_tag_with_a_wildcard_some_may_match(tmp_path: Path) -> None:
    found = graph(
        tmp_path, "INPUT; Name tail; Tag kube.*", "FILTER; Name grep; Match kube.var.*", "OUTPUT; Name es; Match kube.*"
    )
    assert edges(found) == {"tail0>grep1?", "tail0>es2?", "grep1>es2?"}


def test_the_path_of_the_file_stands_in_the_tag(tmp_path: Path) -> None:
    path = "Path /var/log/app/*.log, /srv/web-*/out.txt"
    outputs = [f"OUTPUT; Name {name}; Match {match}" for name, match in _OF_PATHS.items()]
    found = graph(tmp_path, f"INPUT; Name tail; Tag x.*; {path}", *outputs)
    assert edges(found) == {"tail0>es1?", "tail0>s32?", "tail0>gcs3?", "tail0>stdout5"}


def test_the_folders_of_docker_are_hexadecimal_numbers(tmp_path: Path) -> None:
    named = {"es": "docker.*web*", "s3": "docker.*ab12*-json.log", "null": "*"}
    outputs = [f"OUTPUT; Name {name}; Match {match}" for name, match in named.items()]
    for file in ("*-json.log", "*.log"):
        path = f"Path /var/lib/docker/containers/*/{file}"
        assert edges(graph(tmp_path, f"INPUT; Name tail; Tag docker.*; {path}", *outputs)) == {"tail0>s32?", "tail0>null3"}


@pytest.mark.parametrize("path", ["${LOGS}/*.log", "/var/log/{{ app }}/*.log", "<path>/*.log", "/var/log/[ab]/*.log"])
def test_a_path_that_is_not_known_may_be_any(tmp_path: Path, path: str) -> None:
    found = graph(tmp_path, f"INPUT; Name tail; Tag x.*; Path {path}", "OUTPUT; Name es; Match x.srv.*")
    assert edges(found) == {"tail0>es1?"}


# plugins/in_tail/tail_file.c, tag_compose: of what separates names only a dot stays at the beginning, and nothing at the end.
@pytest.mark.parametrize(
    ("tag", "path", "match"),
    [
        ("*", "/var/log/app.log", "var.log.app.log"),
        ("*", "C:\\logs\\app.log", "C.logs.app.log"),
        ("*", "./app.log", ".app.log"),
        (".x.*", "/var/app.log", ".x.var.app.log"),
        ("x.*.", "/var/app.log", "x.var.app.log"),
        ("x.*.y.*", "/var/app.log", "x.var.app.log.y"),
    ],
)
def test_a_tag_keeps_no_separator_of_the_path_at_its_ends(tmp_path: Path, tag: str, path: str, match: str) -> None:
    outputs = [f"OUTPUT; Name es; Match {match}", "OUTPUT; Name null; Match /*"]
    assert edges(graph(tmp_path, f"INPUT; Name tail; Tag {tag}; Path {path}", *outputs)) == {"tail0>es1"}


def test_a_variable_in_a_tag_is_not_where_the_path_stands(tmp_path: Path) -> None:
    named = {"es": "prod.var.app.log", "s3": "prod.app.log", "gcs": "prod.*", "null": "*.var.*"}
    outputs = [f"OUTPUT; Name {name}; Match {match}" for name, match in named.items()]
    found = graph(tmp_path, "INPUT; Name tail; Tag ${CLUSTER}.*; Path /var/app.log", *outputs)
    assert edges(found) == {"tail0>es1?", "tail0>gcs3?", "tail0>null4"}
    # It may be empty.
    found = graph(tmp_path, "INPUT; Name tail; Tag ${PREFIX}*; Path /var/app.log", "OUTPUT; Name es; Match var.*")
    assert edges(found) == {"tail0>es1?"}


def test_a_step_that_all_events_of_one_source_take_is_certain_whatever_others_do(tmp_path: Path) -> None:
    taking = ["FILTER; Name grep; Match *", "OUTPUT; Name es; Match a"]
    inputs = ["INPUT; Name tail; Tag a", "INPUT; Name forward"]
    assert edges(graph(tmp_path, *inputs, *taking)) == {"tail0>grep2", "forward1>grep2", "grep2>es3"}
    assert edges(graph(tmp_path, *inputs[::-1], *taking)) == {"forward0>grep2", "tail1>grep2", "grep2>es3"}


def test_past_many_filters_arrows_come_from_the_nearest(tmp_path: Path) -> None:
    filters = ["FILTER; Name grep; Match a"] * (LATEST + 2)
    found = edges(graph(tmp_path, "INPUT; Name forward", *filters, "OUTPUT; Name es; Match a"))
    last = LATEST + 3
    assert {edge for edge in found if f">es{last}" in edge} == {f"grep{at}>es{last}?" for at in range(3, last)}


def test_groups_of_a_tag_regex_are_any_text(tmp_path: Path) -> None:
    tail = "INPUT; Name tail; Tag_Regex (?<a>.*); Tag kube.<a>.<b>"
    found = graph(tmp_path, tail, "OUTPUT; Name stdout; Match kube.x.*", "OUTPUT; Name null; Match *.<b>")
    assert edges(found) == {"tail0>stdout1?", "tail0>null2?"}
    found = graph(tmp_path, tail.replace("Tag_Regex (?<a>.*); ", ""), "OUTPUT; Name stdout; Match kube.x.*")
    assert edges(found) == set()


def test_without_a_tag_an_input_has_its_number(tmp_path: Path) -> None:
    inputs = ["INPUT; Name cpu", "INPUT; Name tail", "INPUT; Name cpu"]
    assert edges(graph(tmp_path, *inputs, "OUTPUT; Name es; Match cpu.1")) == {"cpu2>es3"}


@pytest.mark.parametrize("unknown", ["Match_Regex ^a", "Match ${M}"])
def test_what_is_not_known_may_match(tmp_path: Path, unknown: str) -> None:
    assert edges(graph(tmp_path, "INPUT; Name tail; Tag a", f"OUTPUT; Name es; {unknown}")) == {"tail0>es1?"}
    assert edges(graph(tmp_path, "INPUT; Name forward", "OUTPUT; Name es; Match a")) == {"forward0>es1?"}


def test_the_tag_of_a_forward_takes_the_place_of_those_that_are_sent(tmp_path: Path) -> None:
    # in_forward of Fluent Bit 5.1.1 (fw_prot.c): Tag_Prefix is looked at first, then Tag.
    outputs = ["OUTPUT; Name es; Match a", "OUTPUT; Name s3; Match b"]
    assert edges(graph(tmp_path, "INPUT; Name forward; Tag a", *outputs)) == {"forward0>es1"}
    both = graph(tmp_path, "INPUT; Name forward; Tag a; Tag_Prefix c.", *outputs)
    assert edges(both) == {"forward0>es1?", "forward0>s32?"}


def test_what_a_rewrite_tag_emits_goes_through_all_filters_again(tmp_path: Path) -> None:
    found = graph(
        tmp_path,
        "INPUT; Name tail; Tag app",
        "FILTER; Name grep; Match new.*",
        "FILTER; Name rewrite_tag; Match app; Rule $level ^error$ new.$TAG.$level false",
        "OUTPUT; Name es; Match new.*",
        "OUTPUT; Name s3; Match app",
    )
    assert edges(found) == {"tail0>rewrite_tag2", "rewrite_tag2>s34", "rewrite_tag2!>grep1", "grep1>es3"}


def test_the_only_output_takes_all_of_the_only_input_without_a_match(tmp_path: Path) -> None:
    assert edges(graph(tmp_path, "INPUT; Name tail; Tag a", "OUTPUT; Name stdout")) == {"tail0>stdout1"}
    assert edges(graph(tmp_path, "INPUT; Name tail; Tag a", "INPUT; Name cpu", "OUTPUT; Name stdout")) == set()
