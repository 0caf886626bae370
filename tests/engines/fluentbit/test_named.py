"""Files that a config names beside its includes are read with it, and nothing else of the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker.loading import load
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import is_stock, named_target, named_targets, stock_parsers
from pipelint.engines.fluentbit.facts.language.files import missing_files
from pipelint.sources.glob import Target

PIPELINE = "[INPUT]\n    Name tail\n    Path /x\n[OUTPUT]\n    Name stdout\n    Match *\n"
PARSER = "[PARSER]\n    Name {}\n    Format json\n"


def loaded(tmp_path: Path, files: dict[str, str], *asked: str) -> list[FluentBitConfig]:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = load([str(tmp_path / each) for each in asked or [""]]).configs
    assert all(isinstance(config, FluentBitConfig) for config in found)
    return [config for config in found if isinstance(config, FluentBitConfig)]


def service(*lines: str) -> str:
    return "[SERVICE]\n" + "".join(f"    {line}\n" for line in lines)


def test_all_that_the_service_section_and_outputs_name_belongs_to_the_config(tmp_path: Path) -> None:
    main = "@SET d=conf\n" + service(
        "Parsers_File ${d}/a.conf", "parsers_file b.conf", "Streams_File s.conf", "Plugins_File p.conf"
    )
    files = {
        "fluent-bit.conf": main + PIPELINE + "[OUTPUT]\n    Name forward\n    Match *\n    Upstream u.conf\n",
        "conf/a.conf": "@INCLUDE c.conf\n" + PARSER.format("a"),
        "conf/c.conf": "[MULTILINE_PARSER]\n    Name c\n    Type regex\n" + PARSER.format("c"),
        "b.conf": PARSER.format("b") + "[INPUT]\n    Name dummy\n",
        "s.conf": '[STREAM_TASK]\n    Name s\n    Exec SELECT * FROM TAG:"a";\n',
        "p.conf": "[PLUGINS]\n    Path /p.so\n",
        "u.conf": "[UPSTREAM]\n    Name u\n[NODE]\n    Name n\n",
    }
    (config,) = loaded(tmp_path, files)
    assert list(config.parsers) == ["c", "a", "b"]
    assert [block.place.document.name for block in config.parsers["c"]] == [str(tmp_path / "conf/c.conf")]
    assert config.multiline_parser_names == {"c", "docker", "cri", "java", "go", "ruby", "python"}
    assert [block.value("name") for block in config.stream_tasks] == ["s"]
    assert [block.value("name") for block in config.upstreams] == ["u", "n"]
    assert [stage.plugin for stage in config.graph.stages] == ["tail", "stdout", "forward"]
    assert {document.name.rpartition("/")[2]: config.role(document) for document in config.documents} == {
        "fluent-bit.conf": "",
        "a.conf": "parsers_file",
        "c.conf": "parsers_file",
        "b.conf": "parsers_file",
        "s.conf": "streams_file",
        "p.conf": "plugins_file",
        "u.conf": "upstream",
    }
    assert config.has_all_parsers


def test_the_yaml_format_names_files_as_well(tmp_path: Path) -> None:
    main = "service:\n  parsers_file: p.yaml\npipeline:\n  outputs:\n    - name: es\n      match: '*'\n      upstream: u.yaml\n"
    parsers = "parsers:\n  - {name: a, format: json}\nmultiline_parsers:\n  - {name: m, type: regex}\n"
    upstream = "upstream_servers:\n  - name: u\n    nodes:\n      - {name: n, host: h, port: 1}\n"
    (config,) = loaded(tmp_path, {"main.yaml": main, "p.yaml": parsers, "u.yaml": upstream})
    assert (list(config.parsers), list(config.multiline_parsers)) == (["a"], ["m"])
    assert [inner.value("host") for block in config.upstreams for inner in block.blocks] == ["h"]


def test_errors_of_a_named_file_are_the_configs(tmp_path: Path) -> None:
    files = {"fluent-bit.conf": service("Parsers_File p.conf") + PIPELINE, "p.conf": "[PARSER]\n    Name a\n  Format json\n"}
    (config,) = loaded(tmp_path, files)
    assert [(error.place.text, error.place.document.name) for error in config.errors] == [("  ", str(tmp_path / "p.conf"))]
    assert not config.has_all_parsers
    files["p.conf"] = "@INCLUDE gone.conf\n" + PARSER.format("a")
    (config,) = loaded(tmp_path, files)
    assert [(include.path, include.problem) for include in config.includes] == [("gone.conf", "missing")]
    assert not config.root.open
    assert not config.has_all_parsers


def test_what_is_copied_into_an_image_lies_beside_the_config(tmp_path: Path) -> None:
    files = {"fluent-bit.conf": service("Parsers_File /etc/mine.conf") + PIPELINE, "mine.conf": PARSER.format("a")}
    (config,) = loaded(tmp_path, files)
    assert list(config.parsers) == ["a"]
    assert [named.sure for named in config.named] == [False]
    assert not config.has_all_parsers
    main = service("Parsers_File /fluent-bit/etc/parsers.conf") + PIPELINE
    (config,) = loaded(tmp_path / "stock", {"fluent-bit.conf": main, "parsers.conf": PARSER.format("a")})
    assert {"a", "docker"} < config.parser_names
    assert not config.has_all_parsers


def test_what_is_not_there_may_be_in_the_image(tmp_path: Path) -> None:
    (tmp_path.parent / "secret.conf").write_text(PARSER.format("secret"))
    lines = ["/opt/gone.conf", "gone.conf", "${X}/p.conf", "../secret.conf", "/fluent-bit/etc/parsers.conf", "a*.conf"]
    main = service(*(f"Parsers_File {line}" for line in lines)) + PIPELINE
    (config,) = loaded(tmp_path, {"fluent-bit.conf": main, "a1.conf": "# nothing\n"})
    assert [(include.path, include.problem) for include in config.includes] == [
        ("/opt/gone.conf", "elsewhere"),
        ("gone.conf", "elsewhere"),
        ("${X}/p.conf", "elsewhere"),
        ("../secret.conf", "outside"),
        ("a*.conf", "elsewhere"),
    ]
    assert config.parsers == {}
    assert "cri" in config.parser_names
    assert not config.root.open
    assert not config.has_all_parsers


@pytest.mark.parametrize(
    ("there", "missing"),
    [("", True), ("conf/a/ours.lua", False), ("ours.lua", False), ("other/ours.lua", False), ("conf/a/b/ours.lua", True)],
)
def test_a_script_in_a_folder_nearby_is_not_missing(tmp_path: Path, there: str, missing: bool) -> None:
    main = service("Flush 1") + PIPELINE + "[FILTER]\n    Name lua\n    Match *\n    Script ours.lua\n    Call ours\n"
    files = {"conf/fluent-bit.conf": main} | ({there: "function ours() end\n"} if there else {})
    (config,) = loaded(tmp_path, files)
    assert [each.path for each in missing_files(config)] == ["ours.lua"] * missing


def test_a_file_is_read_once_however_often_it_is_named(tmp_path: Path) -> None:
    main = service("Parsers_File p.conf", "Parsers_File p.conf", "Parsers_File fluent-bit.conf") + PIPELINE
    (config,) = loaded(tmp_path, {"fluent-bit.conf": main, "p.conf": PARSER.format("a")})
    assert [len(blocks) for blocks in config.parsers.values()] == [1]
    assert [len(named.documents) for named in config.named] == [1, 1, 0]


def test_without_a_service_section_more_parsers_may_be_there(tmp_path: Path) -> None:
    (config,) = loaded(tmp_path, {"extra.conf": PIPELINE})
    assert not config.has_all_parsers
    (config,) = loaded(tmp_path, {"extra.conf": service("Flush 1") + PIPELINE})
    assert config.has_all_parsers


MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data:
  fluent-bit.conf: |
    [SERVICE]
        Parsers_File /fluent-bit/etc/parsers.conf
        Parsers_File /fluent-bit/etc/conf/custom_parsers.conf
    [INPUT]
        Name tail
  custom_parsers.conf: |
    [PARSER]
        Name mine
        Format json
"""


def test_keys_of_a_config_map_are_named_by_their_paths(tmp_path: Path) -> None:
    (config,) = loaded(tmp_path, {"cm.yaml": MAP})
    assert list(config.parsers) == ["mine"]
    assert {"mine", "docker", "nginx"} < config.parser_names
    assert config.has_all_parsers
    (config,) = loaded(tmp_path, {"cm.yaml": MAP.replace("/conf/custom_parsers", "/conf/others")}, "cm.yaml")[:1]
    assert not config.has_all_parsers


POD = """\
---
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
    - {name: fluent-bit, image: fluent/fluent-bit, args: ARGS, volumeMounts: [{name: c, mountPath: /fluent-bit/etc/conf}]}
  volumes: [{name: c, configMap: {name: a}}]
"""


def test_parsers_that_nothing_names_are_no_other_config_that_a_container_may_run(tmp_path: Path) -> None:
    text = MAP.replace("        Parsers_File /fluent-bit/etc/conf/custom_parsers.conf\n", "")
    configs = loaded(tmp_path, {"cm.yaml": text + POD.replace("ARGS", "[-c, other.conf]")})
    assert [[workload.certain for workload in config.workloads] for config in configs] == [[True], [False]]


def test_the_options_of_the_container_may_name_more_parsers(tmp_path: Path) -> None:
    (config,) = loaded(tmp_path, {"cm.yaml": MAP + POD.replace("ARGS", "[-c, /fluent-bit/etc/conf/fluent-bit.conf]")})
    assert config.workloads
    assert config.has_all_parsers
    (config,) = loaded(tmp_path, {"cm.yaml": MAP + POD.replace("ARGS", "[-c, x.conf, -R, more.conf]")})
    assert not config.has_all_parsers
    more = MAP + "  more.conf: |\n    [PARSER]\n        Name more\n        Format json\n"
    for args in ("-R, /x/more.conf", "--parser=more.conf", "'sh -c \"exec fluent-bit -R more.conf\"'", "-Rmore.conf"):
        config, *_ = loaded(tmp_path, {"cm.yaml": more + POD.replace("ARGS", f"[-c, fluent-bit.conf, {args}]")})
        assert list(config.parsers) == ["mine", "more"], args
        assert config.has_all_parsers


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("a b.conf", Target("a b.conf")),
        ("${a}/p.conf", Target("x/p.conf")),
        ("${b}/p.conf", "elsewhere"),
        ("${b:-c}/p.conf", "elsewhere"),
        ("a?.conf", "elsewhere"),
        ("C:\\p.conf", "elsewhere"),
        ("a\0", "invalid"),
    ],
)
def test_the_path_of_a_file_has_no_wildcards(path: str, target: Target | str) -> None:
    made = named_target(path, {"a": "x"})
    assert made == target if isinstance(target, Target) else made.problem == target


def test_what_looks_like_the_name_of_a_file_is_one() -> None:
    text = b"@SET d=x\n[SERVICE]\n    Parsers_File  ${d}/a.conf \n    # Parsers_File b.conf\n    Flush 1\n"
    assert list(named_targets(text)) == [Target("x/a.conf")]
    text = b"service:\n  parsers_file: 'a.yaml'\n  pluginsFile: /x/b.yaml\n  upstream: [a]\n"
    assert list(named_targets(text)) == [Target("a.yaml"), Target("/x/b.yaml"), Target("b.yaml")]


def test_files_of_the_images_are_known_by_their_paths() -> None:
    assert {"docker", "cri", "syslog-rfc3164"} < stock_parsers("/fluent-bit/etc/parsers.conf")
    assert stock_parsers("/fluent-bit/etc/conf/parsers.conf") == stock_parsers("/x/parsers.conf") == frozenset()
    assert is_stock("/etc/fluent-bit/plugins.conf")
    assert not is_stock("/fluent-bit/etc/mine.conf")


TWO = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: main}
data:
  fluent-bit.conf: |
    [SERVICE]
        Parsers_File /etc/parsers/mine.conf
        Parsers_File /etc/one.conf
    [INPUT]
        Name tail
---
apiVersion: v1
kind: ConfigMap
metadata: {name: parsers}
data:
  p.conf: |
    [PARSER]
        Name mine
        Format json
---
apiVersion: v1
kind: ConfigMap
metadata: {name: one}
data:
  one.conf: |
    [PARSER]
        Name one
        Format json
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: a}
spec:
  template:
    spec:
      containers:
        - name: fluent-bit
          image: fluent/fluent-bit
          volumeMounts:
            - {name: c, mountPath: /fluent-bit/etc}
            - {name: p, mountPath: /etc/parsers/}
            - {name: o, mountPath: /etc/one.conf, subPath: one.conf}
      volumes:
        - {name: c, configMap: {name: main}}
        - {name: p, configMap: {name: parsers, items: [{key: p.conf, path: mine.conf}]}}
        - {name: o, configMap: {name: one}}
"""


def test_another_config_map_that_the_container_mounts_has_them(tmp_path: Path) -> None:
    (config,) = loaded(tmp_path, {"all.yaml": TWO})
    assert list(config.parsers) == ["mine", "one"]
    assert [document.part for document in config.documents] == [
        "ConfigMap main, key fluent-bit.conf",
        "ConfigMap parsers, key p.conf",
        "ConfigMap one, key one.conf",
    ]
    assert config.has_all_parsers
    # What it does not name by its path stands alone.
    configs = loaded(tmp_path, {"all.yaml": TWO.replace("path: mine.conf", "path: other.conf")})
    assert [list(config.parsers) for config in configs] == [["one"], ["mine"]]
    assert [config.has_all_parsers for config in configs] == [False, False]
    # Which of two is meant is not known.
    other = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: x}\n"
    twice = TWO + other + "data: {one.conf: '[PARSER]\n\n      Name b\n\n'}\n"
    configs = loaded(tmp_path, {"all.yaml": twice})
    assert len(configs) == 3
    assert list(configs[0].parsers) == ["mine"]
