"""Which texts are configs of Fluent Bit, and what of a file is one config."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker.loading import load
from pipelint.engines.fluentbit.discovery.include import include_target, include_targets
from pipelint.engines.registry import sniff
from pipelint.language.config import Config
from pipelint.sources.glob import Target

PIPELINE = "pipeline:\n  inputs:\n    - tag: a\n      name: tail\n"
TEXTS = {
    "[INPUT]\n    Name tail\n": "fluentbit",
    "@include a.conf\n[OUTPUT]\n    Name a\n": "fluentbit",
    "@include a.conf\n@type b\n[OUTPUT]\n    Name a\n": "fluentd",
    "@include a.conf\n<match [a]>\n</match>\n": "fluentd",
    "@include a.conf\n": "fluentd",
    "# ours\n\n[service]\r\n    Flush 1\r\n": "fluentbit",
    "@SET a=b\n": "fluentbit",
    "@INCLUDE conf.d/*.conf\n": "fluentbit",
    "[PARSER]\n    Name a\n    Format regex\n    Regex ^<(?<a>.*)>$\n": "fluentbit",
    "[MULTILINE_PARSER]\n    name a\n": "fluentbit",
    # syslog-ng
    '@version: 3.35\n@include "scl.conf"\noptions { use_dns(no); };\nsource s_src {\n  internal();\n};\n': None,
    "[INPUT]\n    Name=tail\n": None,
    "[Unit]\nDescription=a\n[Service]\nExecStart=/bin/a --b c\n": None,
    "[Service]\n\n# a\nExecStart=/bin/a\n": None,
    "[output]\ncolor = auto\n": None,
    "[plugins]\nimportlib-metadata\n": None,
    "[PLUGINS]\n    # Ours\n    Path /lib/out_a.so\n": "fluentbit",
    # The file server of Puppet.
    "[files]\n  path /srv/files\n\n[plugins]\n#  allow *.example.com\n": None,
    "[INPUT]\n\n#one\n    Name tail\n": "fluentbit",
    "[INPUT]\nName tail\n": "fluentbit",
    "[input\n": None,
    "# [INPUT]\n": None,
    # A config of syslog-ng.
    '@version: 3.5\n@include "scl.conf"\noptions {\n};\n': None,
}
YAML_TEXTS = {
    PIPELINE: "fluentbit",
    "service: {flush: 1}\n": "fluentbit",
    "parsers:\n- name: a\n  format: json\n": "fluentbit",
    "multiline_parsers:\n- name: a\n  type: regex\n": "fluentbit",
    '{"pipeline": {"inputs": []}}': "fluentbit",
    "x-common: &a b\n" + PIPELINE: "fluentbit",
    # Helm values, a service of Kubernetes, pipelines of other programs.
    "service:\n  type: ClusterIP\n": None,
    "image: a\nservice: {flush: 1}\n": None,
    "pipeline:\n  steps: []\n": None,
    "service:\n  pipelines: {logs: {receivers: [a]}}\nreceivers: {}\n": None,
    "parsers:\n- name: a\n": None,
    "pipeline: [\n": None,
}


@pytest.mark.parametrize(("text", "engine"), TEXTS.items())
def test_a_text_in_the_classic_format_is_told_by_its_heads(text: str, engine: str | None) -> None:
    assert sniff(text.encode(), "a.conf") == engine
    assert sniff(text.encode(), "a.md") is None


@pytest.mark.parametrize(("text", "engine"), YAML_TEXTS.items())
def test_a_text_in_the_yaml_format_is_told_by_its_keys(text: str, engine: str | None) -> None:
    assert sniff(text.encode(), "a.yaml") == engine


def test_json_is_not_in_the_yaml_format_as_fluent_bit_reads_a_file_of_that_name_as_classic() -> None:
    assert sniff(b'{"pipeline": {"inputs": []}}', "a.json") is None


@pytest.mark.parametrize("head", ["[INPUT]\n  Name a\n", "<match **>\n", "input { stdin {} }\n"])
def test_what_stands_first_tells_whose_it_is(head: str) -> None:
    first = {"[": "fluentbit", "<": "fluentd", "i": "logstash"}[head[0]]
    assert sniff((head + "[INPUT]\n  Name a\n<match **>\n</match>\n").encode(), "a.conf") == first


@pytest.mark.parametrize(
    ("text", "engine"),
    [
        ("[program:fluent-bit]\ncommand=/usr/bin/fluent-bit -c /etc/flb.conf\nautostart=true\n", None),
        ("[Unit]\n; what it is\n\nDescription = logs\n", None),
        ("[INPUTS]\n    Name tail\n", "fluentbit"),
    ],
)
def test_settings_of_another_program_that_are_named_after_it_are_no_config(text: str, engine: str | None) -> None:
    assert sniff(text.encode(), "fluent-bit.conf") == engine


def found(tmp_path: Path, files: dict[str, str], *asked: str) -> list[Config]:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return list(load([str(tmp_path / each) for each in asked or [""]]).configs)


def test_what_is_included_is_no_config_of_its_own(tmp_path: Path) -> None:
    files = {
        "fluent-bit.conf": "@INCLUDE conf/*.conf\n",
        "conf/a.conf": "[INPUT]\n  Name a\n",
        "conf/b.conf": "[OUTPUT]\n  Name b\n",
    }
    (config,) = found(tmp_path, files)
    assert [block.name for block in config.root.blocks] == ["input", "output"]
    assert [stage.plugin for stage in config.graph.stages] == ["a", "b"]
    files = {"a.yaml": "includes:\n  - b.yaml\n" + PIPELINE, "b.yaml": PIPELINE.replace("inputs", "outputs")}
    (config,) = found(tmp_path / "yaml", files)
    assert [block.name for block in config.root.blocks] == ["output", "input"]


def test_keys_of_a_config_map_include_each_other(tmp_path: Path) -> None:
    main = "  fluent-bit.conf: |\n    @INCLUDE in.conf\n    [OUTPUT]\n        Name b\n"
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n{main}  in.conf: |\n    [INPUT]\n        Name a\n"
    (config,) = found(tmp_path, {"cm.yaml": text})
    assert [stage.plugin for stage in config.graph.stages] == ["a", "b"]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("a.conf", Target("a.conf")),
        ("a b/*.conf", Target("a b/*.conf")),
        ("**.conf", Target("*.conf")),
        ("a?.conf", "missing"),
        ("a.conf ", "missing"),
        ('"a.conf"', "missing"),
        ("${D}/a.conf", "missing"),
        ("C:\\a.conf", "elsewhere"),
        ("a\0", "invalid"),
    ],
)
def test_a_path_is_taken_as_it_stands(path: str, target: Target | str) -> None:
    made = include_target(path)
    assert made == target if isinstance(target, Target) else made.problem == target


def test_what_looks_like_an_include_is_one() -> None:
    assert list(include_targets(b"  @INCLUDE x\n@include a.conf\n")) == [Target("a.conf")]
    text = b"includes:\n  # all\n  - a.yaml\n  - 'b/*.yaml' # b\n\n  - \"c\"\npipeline:\n  - d\n"
    assert list(include_targets(text)) == [Target("a.yaml"), Target("b/*.yaml"), Target("c")]
