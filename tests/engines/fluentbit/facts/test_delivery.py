"""Which inputs keep their events in files, and which share what only one may have."""

from __future__ import annotations

import pytest

from pipelint.checker import load
from pipelint.engines.fluentbit.facts.delivery import covered_by, first_with, is_remote, keeps_in_files
from pipelint.engines.fluentbit.facts.kept import buffers, kept
from pipelint.graph.stage import Kind
from pipelint.graph.ways import passed_before, ways_to
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import Container, Mount


def config_of(text: str) -> Config:
    name = "fluent-bit.yaml" if text.startswith("pipeline:") else "fluent-bit.conf"
    (config,) = load(["-"], stdin=text.encode(), stdin_filename=name).configs
    return config


@pytest.mark.parametrize(
    ("service", "own", "expected"),
    [
        ("", "", False),
        ("", "    storage.type filesystem\n", True),
        ("", "    storage.type FileSystem\n", True),
        # storage.type of [SERVICE] counts with storage.inherit alone: flb_storage_input_create.
        ("    storage.type filesystem\n", "", False),
        ("    storage.type filesystem\n    storage.inherit On\n", "", True),
        ("    storage.type filesystem\n    storage.inherit On\n", "    storage.type memory\n", False),
    ],
)
def test_an_input_keeps_its_events_in_files_by_its_own_type_or_an_inherited_one(service: str, own: str, expected: bool) -> None:
    root = config_of(f"[SERVICE]\n    Flush 1\n{service}[INPUT]\n    Name cpu\n{own}[OUTPUT]\n    Name null\n    Match *\n").root
    (block,) = [block for block in root.blocks if block.name == "input"]
    assert keeps_in_files(root, block) is expected


@pytest.mark.parametrize(
    ("output", "expected"),
    # cb_syslog_flush and cb_gelf_flush return FLB_RETRY where a connection fails; a lost datagram is not noticed.
    [
        ("syslog\n    Mode tcp", True),
        ("gelf\n    Mode TLS", True),
        ("syslog", False),
        ("gelf\n    Mode udp", False),
        ("http", True),
        ("file", False),
    ],
)
def test_an_output_is_tried_again_by_fluent_bit_if_it_notices_a_failure(output: str, expected: bool) -> None:
    (block,) = config_of(f"[OUTPUT]\n    Name {output}\n    Match *\n").root.blocks
    assert is_remote(Kind.OUTPUT, output.split("\n")[0], block) is expected


def inputs(*keys: str) -> str:
    return "".join(f"[INPUT]\n    Name tail\n{one}" for one in keys) + "[OUTPUT]\n    Name null\n    Match *\n"


@pytest.mark.parametrize(
    ("name", "keys", "expected"),
    [
        ("db", ("    DB /a\n", "    DB /a\n"), 0),
        ("db", ("    DB /a\n", "    DB /b\n"), None),
        ("db", ("    DB ${A}\n", "    DB ${A}\n"), None),
        ("path", ("    Path /a\n", "    Path /a\n"), 0),
        ("path", ("    Path /a\n", "    Path /a\n    Exclude_Path *x\n"), None),
    ],
)
def test_two_inputs_with_one_value_are_found(name: str, keys: tuple[str, str], expected: int | None) -> None:
    graph = config_of(inputs(*keys)).graph
    found = first_with(graph, name, graph.stages[1])
    assert (None if found is None else found.index) == expected


@pytest.mark.parametrize(
    ("path", "other", "expected"),
    [
        ("/var/log/app.log", "/var/log/*.log", 1),
        ("/var/log/a*.log", "/var/log/*.log", 1),
        # A * stands for any number of characters (glob(7)): /var/log/ab.log is in the first alone.
        ("/var/log/*.log", "/var/log/?.log", None),
        ("/var/log/app.log", "/var/*.log", None),
    ],
)
def test_a_tail_whose_pattern_is_wider_reads_all_of_the_path(path: str, other: str, expected: int | None) -> None:
    graph = config_of(inputs(f"    Path {path}\n", f"    Path {other}\n")).graph
    found = covered_by(graph, graph.stages[0])
    assert (None if found is None else found.index) == expected


def test_a_pod_keeps_positions_and_chunks_where_its_config_says() -> None:
    text = (
        "[SERVICE]\n    storage.path /flb\n[INPUT]\n    Name tail\n    Path /var/log/a.log\n    DB /var/log/a.db\n"
        "    storage.type filesystem\n[INPUT]\n    Name tcp\n    Mem_Buf_Limit 5M\n"
        "[OUTPUT]\n    Name s3\n    Match *\n    store_dir /s3\n    storage.total_limit_size 1G\n"
    )
    place = config_of(text).root.place
    node = Container("c", "", place, mounts=(Mount("/var/log", "hostPath", False, place, "/var/log"),))
    found = [(one.what, one.path, one.home, one.of_host) for one in kept(config_of(text), node)]
    assert found == [
        ("position", "/var/log/a.db", "hostPath", True),
        ("buffer", "/flb", "container", False),
        ("buffer", "/s3", "container", False),
    ]
    # The tail's events are in files, so that its memory is not counted; sizes have units of 1000.
    held = [(one.kind, one.plugin, one.limit) for one in buffers(config_of(text), node)]
    assert held == [("memory", "tcp", 5_000_000), ("file", "s3", 1_000_000_000)]


def section(kind: str, name: str, *keys: str) -> str:
    return "".join([f"[{kind}]\n    Name {name}\n", *(f"    {key}\n" for key in keys)])


# Both inputs pass the filter for all, and each has one of its own before it and after it.
SHARED = "".join(
    (
        section("INPUT", "cpu", "Tag a"),
        section("INPUT", "mem", "Tag b"),
        section("FILTER", "grep", "Match b", "Regex k v"),
        section("FILTER", "modify", "Match *", "Add k v"),
        section("FILTER", "nest", "Match a"),
        section("OUTPUT", "null", "Match b"),
    )
)


@pytest.mark.parametrize(
    ("text", "plugin", "expected"),
    [
        (SHARED, "nest", {"cpu", "modify", "nest"}),
        (SHARED, "null", {"mem", "grep", "modify", "null"}),
        (SHARED, "modify", {"cpu", "mem", "grep", "modify", "nest", "null"}),
        # Its new tag leads to what has no input, and what came before it did so, too.
        (
            SHARED + section("FILTER", "rewrite_tag", "Match a", "Rule $k v c false") + section("OUTPUT", "stdout", "Match c"),
            "stdout",
            {"cpu", "modify", "nest", "rewrite_tag", "stdout"},
        ),
        # Of a processor the whole input counts.
        (
            "pipeline:\n  inputs:\n    - {name: cpu, tag: a, processors: {logs: [{name: rewrite_tag, rule: $k v c true}]}}\n"
            "    - {name: mem, tag: b}\n  outputs:\n    - {name: stdout, match: c}\n",
            "stdout",
            {"cpu", "rewrite_tag", "stdout"},
        ),
    ],
)
def test_what_comes_before_a_stage_shares_a_way_with_it(text: str, plugin: str, expected: set[str]) -> None:
    graph = config_of(text).graph
    (stage,) = [stage for stage in graph.stages if stage.plugin == plugin]
    marks = passed_before(graph, ways_to(graph), stage)
    assert {each.plugin for each, mark in zip(graph.stages, marks, strict=True) if mark} == expected
