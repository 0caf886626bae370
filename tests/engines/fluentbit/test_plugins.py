"""What Fluent Bit's plugins take and refuse, as files and code have it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pipelint.checker.loading import load
from pipelint.engines.fluentbit.engine import FluentBitEngine
from pipelint.facts.engine import Facts
from pipelint.graph.stage import Flow, Kind
from pipelint.plugins import ParamSpec, plugin_names, plugin_spec


def facts(folder: Path, text: str, name: str = "fluent-bit.conf") -> Facts:
    (folder / name).write_text(text)
    (config,) = load([str(folder / name)]).configs
    return FluentBitEngine().facts.build(config)


def refusals(folder: Path, section: str) -> list[str]:
    head, *keys = section.split("; ")
    found = facts(folder, f"[{head}]\n" + "".join(f"    {key}\n" for key in keys) + "[OUTPUT]\n    Name null\n    Match *\n")
    return [refusal.says for refusal in found.config.stages[0].refused]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("section", "says"),
    [
        ("FILTER; Name grep; Match *; Regex a b; Exclude c d; Logical_Op OR", "with this logical_op"),
        ("FILTER; Name grep; Match *; Regex a b; Exclude c d", ""),
        ("FILTER; Name grep; Match *; Regex a b; Regex c d; Logical_Op OR", ""),
        ("FILTER; Name lua; Match *; Call f", "it needs script or code"),
        ("FILTER; Name lua; Match *; Call f; Code function f() end", ""),
        ("FILTER; Name lua; Match *; Call f; Code function g() end", "code has no global function f"),
        ("FILTER; Name multiline; Match *", "it needs multiline.parser"),
        ("FILTER; Name multiline; Match *; Mode partial_message", "with this mode it needs multiline.key_content"),
        ("FILTER; Name multiline; Match *; Mode ${M}", ""),
        ("FILTER; Name nest; Match *; Add_Prefix a; Remove_Prefix b", "add_prefix and remove_prefix exclude each other"),
        ("FILTER; Name nest; Match *; Add_Prefix a; Remove_Prefix b; Active false", ""),
        ("INPUT; Name tail; Path /x; Multiline On", "with multiline on it needs parser_firstline"),
        ("INPUT; Name tail; Path /x; Multiline Off", ""),
        ("INPUT; Name tail; Path /x; Refresh_Interval abc", "refresh_interval must be a time above 0"),
        ("INPUT; Name tail; Path /x; Refresh_Interval 0", "refresh_interval must be a time above 0"),
        ("INPUT; Name tail; Path /x; Refresh_Interval 0.5", ""),
        ("INPUT; Name tail; Path /x; Rotate_Wait 0", "rotate_wait must be more than 0"),
        ("INPUT; Name forward; tls on; tls.crt_file a", "with tls on it needs tls.key_file"),
        ("INPUT; Name tail; Path /x; tls.verify on", ""),
        ("OUTPUT; Name es; Match *; Write_Operation upsert", "with this write_operation it needs id_key"),
        ("OUTPUT; Name elasticsearch; Match *; Write_Operation upsert; Generate_ID On", ""),
        ("OUTPUT; Name cloudwatch_logs; Match *; log_stream_name a; log_stream_prefix b", "log_stream_name and"),
        ("OUTPUT; Name syslog; Match *; tls on", "with mode udp tls cannot be on"),
        ("OUTPUT; Name nrlogs; Match *; license_key a", ""),
        ("OUTPUT; Name loki; Match *; label_keys podName,$app", "each of label_keys begins with $, and podName does not"),
        ("OUTPUT; Name loki; Match *; label_keys $level, $kubernetes['pod_name']", ""),
        ("OUTPUT; Name loki; Match *; label_keys ${KEYS}", ""),
        ("OUTPUT; Name loki; Match *; structured_metadata_map_keys a", "each of structured_metadata_map_keys begins with $"),
        ("OUTPUT; Name loki; Match *; labels job=a, b, $c", "each of labels is name=value or begins with $, and b is neither"),
        ("OUTPUT; Name loki; Match *; labels job=a, b=", "each of labels has a value, and b= has none"),
        ("OUTPUT; Name loki; Match *; labels job=a,, $c; remove_keys x", ""),
    ],
)
def test_a_plugin_refuses_what_its_own_checks_do(section: str, says: str, tmp_path: Path) -> None:
    assert [each[: len(says)] for each in refusals(tmp_path, section)] == ([says] if says else [])


def test_of_what_the_engine_reads_the_last_one_counts_and_of_others_there_is_one(tmp_path: Path) -> None:
    found = facts(
        tmp_path,
        "[INPUT]\n    Name tail\n    Tag a\n    Tag b\n    Path /a\n    PATH /b\n"
        "    Multiline.Parser cri\n    Multiline.Parser go\n"
        "[OUTPUT]\n    Name http\n    Match a\n    Match b\n    net.keepalive on\n    net.keepalive off\n"
        "    Header a b\n    Header c d\n",
    )
    names = [[each.name for each in stage.repeated] for stage in found.config.stages]  # type: ignore[attr-defined]
    assert names == [["path"], ["net.keepalive"]]


YAML = """pipeline:
  inputs:
    - name: tail
      Path: /a
      tag: ""
      processors:
        logs:
          - name: grep
            regex: log a
          - name: content_modifier
            action: insert
            key: a
  filters:
    - name: modify
      match: '*'
      add: {a: b}
      processors:
        logs:
          - name: grep
  outputs:
    - name: 'null'
      match: '*'
"""


def test_processors_are_parts_and_may_be_filters(tmp_path: Path) -> None:
    found = facts(tmp_path, YAML, "fluent-bit.yaml")
    stages = found.config.stages
    assert [(stage.kind, stage.plugin) for stage in stages if stage.kind is Kind.PROCESS] == [
        (Kind.PROCESS, "grep"),
        (Kind.PROCESS, "content_modifier"),
    ]
    assert [part.plugin for part in stages[0].parts] == ["grep", "content_modifier"]
    assert all(stage.known for stage in stages)
    assert [refusal.says for stage in stages for refusal in stage.refused] == [  # type: ignore[attr-defined]
        "tag is empty",
        "with this action it needs value",
        "add is a mapping, which no property of it is",
    ]


def test_what_multiline_joins_passes_the_filters_again(tmp_path: Path) -> None:
    keys = ["Name modify", "Name multiline", "Name grep"]
    text = "[INPUT]\n    Name tail\n    Tag a\n" + "".join(f"[FILTER]\n    {key}\n    Match *\n" for key in keys)
    found = facts(tmp_path, f"{text}[OUTPUT]\n    Name null\n    Match *\n")
    again = next(stage for stage in found.config.stages if stage.plugin == "multiline")
    assert "modify" in [stage.plugin for stage in again.downstream]
    first = facts(tmp_path, text.replace("Name modify", "Name multiline", 1) + "[OUTPUT]\n    Name null\n    Match *\n")
    assert first.config._links.graph.edges  # type: ignore[attr-defined]
    own = [edge for edge in first.config._links.graph.edges if edge.source == edge.target]  # type: ignore[attr-defined]
    assert [edge.flow for edge in own] == []
    assert Flow.EMIT in {edge.flow for edge in found.config._links.graph.edges}  # type: ignore[attr-defined]


def declared(kind: str, name: str) -> Mapping[str, ParamSpec]:
    spec = plugin_spec("fluentbit", kind, name)
    assert spec is not None
    return spec.params


def test_a_plugin_without_tls_takes_it_off_alone() -> None:
    assert declared("input", "tail")["tls"].values == ("off", "false", "no")
    assert declared("input", "forward")["tls"].values == ()


def test_an_alias_takes_what_the_plugin_takes() -> None:
    assert declared("output", "elasticsearch").keys() == declared("output", "es").keys()


def test_all_plugins_of_the_release_have_a_file() -> None:
    counts = {kind: len(plugin_names("fluentbit", kind)) for kind in ("custom", "filter", "input", "output")}
    # 5.1.1 has 1, 23, 52 and 49; five inputs and a filter more are for Windows, eBPF and TensorFlow, and es has an alias.
    assert counts == {"custom": 1, "filter": 24, "input": 57, "output": 50}
