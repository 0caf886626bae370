"""Values of charts: their parts are one file, with the files beside it that it names. Their templates are read, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.block import Param
from pipelint.checker.loading import load
from pipelint.engines.fluentbit.config import FluentBitConfig

VALUES = """\
image: {repository: fluent-bit}
config:
  outputs: |
    [OUTPUT]
        Name es
        Match *
  inputs: |
    [INPUT]
        Name tail
        Parser mine
  service: |
    [SERVICE]
        Flush 1
        Parsers_File /fluent-bit/etc/parsers.conf
        Parsers_File /fluent-bit/etc/conf/custom_parsers.conf
        Parsers_File /fluent-bit/etc/conf/more.conf
  customParsers: |
    [PARSER]
        Name mine
        Format json
  extraFiles:
    more.conf: |
      [PARSER]
          Name more
          Format json
    other.conf: |
      [INPUT]
          Name dummy
"""


def loaded(tmp_path: Path, name: str, text: str) -> list[FluentBitConfig]:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    return [config for config in load([str(tmp_path / name)]).configs if isinstance(config, FluentBitConfig)]


def blocks(config: FluentBitConfig) -> list[str]:
    return [f"{block.name} {block.value('name')}".strip() for block in config.root.blocks]


def test_the_parts_are_one_config_with_the_files_that_they_name(tmp_path: Path) -> None:
    config, other = loaded(tmp_path, "values.yaml", VALUES)
    assert blocks(config) == ["service", "input tail", "output es", "parser mine", "parser more"]
    assert {document.name: document.part for document in config.documents} == {
        "service": "config.service",
        "inputs": "config.inputs",
        "outputs": "config.outputs",
        "custom_parsers.conf": "config.customParsers",
        "more.conf": 'config.extraFiles."more.conf"',
    }
    assert config.has_all_parsers
    assert not config.graph.complete
    assert (blocks(other), other.documents[0].part) == (["input dummy"], 'config.extraFiles."other.conf"')


@pytest.mark.parametrize(("line", "outputs"), [("Index {{cluster}}-logs", 1), ("{{ more }}", 0), ("{% if x %}", 0)])
def test_a_part_into_which_values_are_put_is_read(tmp_path: Path, line: str, outputs: int) -> None:
    config, *_ = loaded(tmp_path, "values.yaml", VALUES.replace("        Match *\n", f"        Match *\n        {line}\n"))
    assert blocks(config).count("output es") == outputs


def test_what_is_not_named_stands_by_itself(tmp_path: Path) -> None:
    text = VALUES.replace("custom_parsers.conf", "others.conf")
    config, _, parsers = loaded(tmp_path, "values.yaml", text)
    assert blocks(config) == ["service", "input tail", "output es", "parser more"]
    assert not config.has_all_parsers
    assert (blocks(parsers), parsers.documents[0].part) == (["parser mine"], "config.customParsers")


def test_a_file_of_values_needs_no_name(tmp_path: Path) -> None:
    config, _ = loaded(tmp_path, "collector.yaml", VALUES)
    assert blocks(config)[:3] == ["service", "input tail", "output es"]
    assert loaded(tmp_path, "collector.yaml", "a:\n  inputs: |\n    x\n    y\n  outputs: |\n    z\n    z\n") == []


def test_one_file_has_one_indentation(tmp_path: Path) -> None:
    text = VALUES.replace("        Name es\n        Match *", "      Name es\n      Match *")
    config, _ = loaded(tmp_path, "values.yaml", text)
    (error,) = config.errors
    assert (error.message, error.place.document.name) == ("a line begins with 2 spaces", "outputs")
    assert error.related[0].place.document.name == "service"
    text = VALUES.replace("          Name more\n          Format", "        Name more\n        Format")
    assert [each.errors for each in loaded(tmp_path, "values.yaml", text)] == [(), ()]


CHART = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data:
  fluent-bit.conf: |
    [SERVICE]
        Flush {{ .Values.flush }}
        {{- range .Values.parsers }}
        Parsers_File {{ . }}
        {{- end }}
    [INPUT]
        Name tail
        # {{ .Values.note }}
        Path /var/log/{{ .Values.path }}/*.log
        {{- toYaml .Values.more | nindent 8 }}
    [FILTER]
        Name grep
        Match *
    {{ .Values.filters | indent 4 }}
    [OUTPUT]
        Name {{ .Values.output }}
        Match *
        {{ $key }} {{ $value }}
"""


def test_a_template_has_variables_where_it_puts_values(tmp_path: Path) -> None:
    (config,) = loaded(tmp_path, "templates/cm.yaml", CHART)
    assert not config.errors
    assert [stage.plugin for stage in config.graph.stages] == ["tail", "grep", "${values_output}"]
    values = {item.name: item.value for item in config.root.blocks[0].items if isinstance(item, Param)}
    assert values == {"flush": "${Values_flush}", "parsers_file": "${value}"}
    (path,) = [item for item in config.root.blocks[1].items if isinstance(item, Param) and item.name == "path"]
    assert path.value == "/var/log/${Values_path}/*.log"
    assert {each.problem for each in config.includes} == {"elsewhere"}
    assert config.root.open
    assert [block.open for block in config.root.blocks] == [False, True, True, True]
    assert not config.has_all_parsers


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("[{{ kind }}]", False),
        ("[INPUT{{ x }}]", False),
        ("@INCLUDE {{ x }}/*.conf", True),
        ("@SET a={{ x }}", True),
        ("    {{ x }}", True),
        ("    Tag{{ x }} a", True),
        ("    Tag a{{ x }}b{{ y }}", True),
    ],
)
def test_a_template_that_makes_structure_is_passed_over(tmp_path: Path, line: str, read: bool) -> None:
    configs = loaded(tmp_path, "fluent-bit.conf.j2", f"[SERVICE]\n    Flush 1\n[INPUT]\n    Name tail\n{line}\n    Path /x\n")
    assert len(configs) == read
    assert not any(config.errors for config in configs)


def test_a_part_may_begin_with_what_it_includes(tmp_path: Path) -> None:
    text = "config:\n  outputs: |\n    @include other.conf\n\n    [OUTPUT]\n        Name loki\n        Match *\n"
    (config,) = loaded(tmp_path, "values.yaml", text)
    assert blocks(config) == ["output loki"]


@pytest.mark.parametrize(
    "value", ["{{ x }}", "{{x}}", "a/{{ x }}/b", "a{{ x }}b{{ y | default(1) }}", "'{{ x }}'", '"{{ x }}.a"']
)
def test_a_value_of_a_template_in_yaml_needs_no_quotes(tmp_path: Path, value: str) -> None:
    text = f"pipeline:\n  inputs:\n    - name: tail\n      path: {value}\n      tag: a\n"
    (config,) = loaded(tmp_path, "fluent-bit.yaml.j2", text)
    assert not config.errors
    (path,) = [item for block in config.root.blocks for item in block.items if isinstance(item, Param) and item.name == "path"]
    assert "${x" in path.value.replace(" ", "")
    assert path.place.span.cut(path.place.document.text).decode() == value.strip("'\"")


def test_braces_are_a_mapping_where_nothing_fills_them(tmp_path: Path) -> None:
    text = "pipeline:\n  inputs:\n    - name: tail\n      path: {{ x }}\n      tag: a\n"
    (config,) = loaded(tmp_path, "fluent-bit.yaml", text)
    assert config.errors
