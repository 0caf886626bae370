"""Resources of operators are read as the sections that the operators write, and each value stands where the resource has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.block import Param
from pipelint.checker.loading import load
from pipelint.engines.fluentbit.config import FluentBitConfig

HEAD = "apiVersion: fluentbit.fluent.io/v1alpha2\nkind: {}\nmetadata: {{name: a}}\nspec:\n"


def loaded(tmp_path: Path, text: str) -> list[FluentBitConfig]:
    (tmp_path / "a.yaml").write_text(text)
    found = load([str(tmp_path / "a.yaml")])
    return [config for config in found.configs if isinstance(config, FluentBitConfig)]


def lines(config: FluentBitConfig) -> list[str]:
    """The config's text without indentation, and without its empty lines."""
    found = [line.strip() for document in config.documents for line in document.text.decode().splitlines()]
    return [line for line in found if line]


def written(tmp_path: Path, kind: str, spec: str) -> list[str]:
    text = HEAD.format(kind) + "".join(f"  {line}\n" for line in spec.strip("\n").splitlines())
    (config,) = loaded(tmp_path, text)
    assert not config.errors
    assert config.entry.partial
    assert config.entry.kubernetes
    assert not config.has_all_parsers
    places(config, text)
    return lines(config)


def places(config: FluentBitConfig, text: str) -> None:
    """Checks that what the resource says stands where it says it."""
    for block in config.root.blocks:
        for item in block.items:
            if isinstance(item, Param):
                span = item.place.file_span
                there = text.encode()[span.start : span.end].decode()
                said = any(f": {item.value}{end}" in text for end in "\n,}")
                assert there in ("", item.value) or not said or len(item.value) < 2, (item.name, there, item.value)


def test_an_input(tmp_path: Path) -> None:
    spec = """
tail:
  tag: kube.*
  path: "/var/log/*.log"
  parserN: [a, b]
  memBufLimit: 5MB
  refreshIntervalSeconds: 10
  dbSync: Normal
  multilineParser: cri
  disableInotifyWatcher: true
  storageType: filesystem
alias: one
logLevel: debug
"""
    assert written(tmp_path, "ClusterInput", spec) == [
        "[INPUT]",
        "name tail",
        "tag kube.*",
        "path /var/log/*.log",
        "parser_1 a",
        "parser_2 b",
        "mem_buf_limit 5MB",
        "refresh_interval 10",
        "db.sync Normal",
        "multiline.parser cri",
        "inotify_watcher false",
        "storage.type filesystem",
        "alias one",
        "log_level debug",
    ]


def test_a_value_that_the_resource_says_is_at_its_place(tmp_path: Path) -> None:
    text = HEAD.format("ClusterInput") + "  tail:\n    path: '/a b'\n    tag: \"x\"\n"
    (config,) = loaded(tmp_path, text)
    (block,) = config.root.blocks
    found = {item.name: item.place.file_span for item in block.items if isinstance(item, Param)}
    assert {name: text.encode()[span.start : span.end].decode() for name, span in found.items() if name != "name"} == {
        "path": "/a b",
        "tag": "x",
    }
    assert config.name.endswith("ClusterInput a")


def test_quotes_are_those_of_the_yaml_format(tmp_path: Path) -> None:
    text = HEAD.format("ClusterInput") + "  tail:\n    excludePath: '\"*_a_*\"'\n"
    (config,) = loaded(tmp_path, text)
    param = config.root.blocks[0].param("exclude_path")
    assert param is not None
    assert (param.value, param.place.file_span.cut(text.encode())) == ("*_a_*", b"*_a_*")


def test_a_field_in_the_words_of_fluent_bit_is_not_passed_on(tmp_path: Path) -> None:
    spec = "http:\n  host: h\n  body_key: content\n  json_date_key: false\nmatch: '*'\n"
    assert written(tmp_path, "ClusterOutput", spec) == ["[OUTPUT]", "name http", "host h", "json_date_key false", "match *"]


def test_filters_share_their_match(tmp_path: Path) -> None:
    spec = """
filters:
  - kubernetes: {k8sLoggingParser: true, kubeURL: https://k, kubeTagPrefix: a.}
  - modify:
      conditions:
        - keyExists: a
        - keyValueEquals: {b: c}
      rules:
        - removeWildcard: d*
        - hardRename: {e: f}
  - parser: {keyName: log, parser: "a, b", reserveData: true}
  - recordModifier: {records: [h a], removeKeys: [b, c]}
  - lua: {script: {name: m, key: a.lua}, call: f, typeIntKey: [a, b]}
  - multiline: {parser: go, keyContent: log, emitterMemBufLimit: 10}
  - customPlugin:
      config: |
        Name    grep
          Regex log a

        Exclude log b
match: kube.*
"""
    assert written(tmp_path, "ClusterFilter", spec) == [
        *("[FILTER]", "match kube.*", "name kubernetes", "k8s-logging.parser true", "kube_url https://k", "kube_tag_prefix a."),
        *("[FILTER]", "match kube.*", "name modify", "condition key_exists a", "condition key_value_equals b c"),
        *("remove_wildcard d*", "hard_rename e f"),
        *("[FILTER]", "match kube.*", "name parser", "key_name log", "parser a", "parser b", "reserve_data true"),
        *("[FILTER]", "match kube.*", "name record_modifier", "record h a", "remove_key b", "remove_key c"),
        *("[FILTER]", "match kube.*", "name lua", "script /fluent-bit/config/a.lua", "call f", "type_int_key a b"),
        *("[FILTER]", "match kube.*", "name multiline", "multiline.parser go", "multiline.key_content log"),
        "emitter_mem_buf_limit 10MB",
        *("[FILTER]", "match kube.*", "Name    grep", "Regex log a", "Exclude log b"),
    ]


def test_lines_of_a_custom_plugin_stand_where_they_are(tmp_path: Path) -> None:
    text = HEAD.format("ClusterOutput") + "  match: '*'\n  customPlugin:\n    config: |\n      Name es\n       Host  h\n"
    (config,) = loaded(tmp_path, text)
    (block,) = config.root.blocks
    host = block.param("host")
    assert host is not None
    assert (host.value, host.place.file_span.start) == ("h", text.index("h\n", text.index("Host  h")))
    assert config.documents[0].back is not None


def test_an_output_with_secrets_and_maps(tmp_path: Path) -> None:
    spec = """
matchRegex: (?:kube)\\.(.*)
es:
  host: h
  port: 9200
  httpUser: {valueFrom: {secretKeyRef: {name: s, key: k}}}
  totalLimitSize: 1G
  tls: {verify: false, caFile: /ca}
  networking: {DNSMode: TCP, keepaliveIdleTimeout: 3}
retry_limit: "no_limits"
"""
    assert written(tmp_path, "ClusterOutput", spec) == [
        *("[OUTPUT]", "match_regex (?:kube)\\.(.*)", "name es", "host h", "port 9200", "http_user ${httpUser}"),
        *("storage.total_limit_size 1G", "tls on", "tls.verify false", "tls.ca_file /ca"),
        *("net.dns.mode TCP", "net.keepalive_idle_timeout 3", "retry_limit no_limits"),
    ]
    spec = "http: {headers: {A: b}}\nstdout:\nmatch: a\n"
    assert written(tmp_path, "Output", spec) == [
        *("[OUTPUT]", "name http", "header A b"),
        *("[OUTPUT]", "match a", "name stdout", "match a"),
    ]
    assert written(tmp_path, "Output", "loki: {labels: [a=b, c=d], removeKeys: [x]}\n")[2:] == ["labels a=b,c=d", "remove_keys x"]
    assert written(tmp_path, "Output", "kafka: {rdkafka: {a.b: 1}}\n")[2:] == ["rdkafka.a.b 1"]


def test_what_is_not_known_leaves_its_section_open(tmp_path: Path) -> None:
    text = HEAD.format("ClusterFilter") + "  match: a\n  filters:\n  - lua:\n      call: f\n      code: |\n        a\n        b\n"
    (config,) = loaded(tmp_path, text)
    assert [block.open for block in config.root.blocks] == [True]
    assert [(include.problem) for include in config.includes] == ["elsewhere"]


def test_the_service_section_and_parsers(tmp_path: Path) -> None:
    spec = """
service:
  parsersFile: parsers.conf
  parsersFiles: [/a/b.conf]
  flushSeconds: 1
  httpServer: true
  hotReloadTimeout: 3
  storage: {path: /s, backlogMemLimit: 5M, maxChunksUp: 3}
  emitterName: x
"""
    assert written(tmp_path, "ClusterFluentBitConfig", spec) == [
        *("[SERVICE]", "parsers_file /fluent-bit/etc/parsers.conf", "parsers_file /a/b.conf", "flush 1", "http_server true"),
        *("hot_reload.timeout 3", "storage.path /s", "storage.backlog.mem_limit 5M", "storage.max_chunks_up 3"),
    ]
    spec = "regex: {regex: '^a$', timeKey: t}\ndecoders:\n  - decodeFieldAs: json log\n"
    assert written(tmp_path, "ClusterParser", spec) == [
        *("[PARSER]", "name a", "format regex", "regex ^a$", "time_key t", "decode_field_as json log"),
    ]
    spec = "type: regex\nflushTimeout: 5\nrules:\n  - {start: start_state, regex: '/^a/', next: cont}\n"
    assert written(tmp_path, "MultilineParser", spec) == [
        *("[MULTILINE_PARSER]", "name a", "type regex", "flush_timeout 5", 'rule "start_state" "/^a/" "cont"'),
    ]


@pytest.mark.parametrize(
    "text",
    [
        HEAD.format("ClusterInput").replace("fluentbit.fluent.io", "fluentd.fluent.io") + "  tail: {path: a}\n",
        HEAD.format("ClusterInput") + "  alias: a\n",
        HEAD.format("ClusterInput") + "  tail: a\n  other: b\n",
        HEAD.format("FluentBit") + "  image: a\n",
        HEAD.format("ClusterFluentBitConfig") + "  service: {}\n",
        HEAD.format("ClusterParser") + "  regex\n",
    ],
)
def test_no_resource_makes_trouble(tmp_path: Path, text: str) -> None:
    assert not [error for config in loaded(tmp_path, text) for error in config.errors]


LOGGING = """\
apiVersion: logging.banzaicloud.io/v1beta1
kind: Logging
metadata: {name: all}
spec:
  fluentbit:
    inputTail:
      Mem_Buf_Limit: 10MB
      multiline.parser: [cri, go]
      Parser: x
    filterKubernetes: {Merge_Log_Key: a}
    filterModify:
      - rules:
          - Add: {key: a, value: b}
        conditions:
          - Key_does_not_exist: {key: c, value: d}
    forwardOptions:
      Retry_Limit: "no_limits"
    tls: {enabled: true, sharedKey: abc}
    bufferStorage:
      storage.path: /buffers
    logLevel: debug
    customParsers: |
      [PARSER]
          Name mine
          Format json
"""


def test_the_agent_of_the_logging_operator(tmp_path: Path) -> None:
    (config,) = loaded(tmp_path, LOGGING)
    assert config.name.endswith("Logging all, spec.fluentbit")
    assert [(block.name, block.value("name")) for block in config.root.blocks] == [
        ("service", ""),
        ("input", "tail"),
        ("filter", "kubernetes"),
        ("filter", "modify"),
        ("output", "forward"),
        ("parser", "mine"),
    ]
    places(config, LOGGING)
    service, tail, kubernetes, modify, forward, _ = config.root.blocks
    assert (service.value("storage.path"), service.value("log_level")) == ("/buffers", "debug")
    assert (tail.value("mem_buf_limit"), tail.value("multiline.parser"), tail.value("parser")) == ("10MB", "cri, go", "")
    assert tail.value("db") == "/tail-db/tail-containers-state.db"
    assert (kubernetes.value("merge_log_key"), kubernetes.value("match")) == ("a", "kubernetes.*")
    assert (modify.value("add"), modify.value("condition")) == ("a b", "Key_does_not_exist c d")
    assert (forward.value("retry_limit"), forward.value("shared_key"), forward.value("tls")) == ("no_limits", "abc", "on")
    assert not config.errors


def test_an_agent_that_says_nothing_is_no_config(tmp_path: Path) -> None:
    head = "apiVersion: logging.banzaicloud.io/v1beta1\nkind: FluentbitAgent\nmetadata: {name: a}\nspec: "
    assert loaded(tmp_path, head + "{}\n") == []
    assert loaded(tmp_path, head + "{customConfigSecret: a, inputTail: {Path: a}}\n") == []
    (config,) = loaded(tmp_path, head + "{network: {keepalive: false}, filterGrep: {Regex: [a b, c d]}}\n")
    (grep, forward) = config.root.blocks
    assert [item.value for item in grep.items if isinstance(item, Param)] == ["grep", "*", "a b", "c d"]
    assert (forward.value("net.keepalive"), forward.value("host")) == ("false", "${aggregator}")
