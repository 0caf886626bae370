"""Filters and outputs of fluent-operator: the sections that it would write, their places in the resource, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.text.locate import locate
from pipelint.base.text.span import Span
from pipelint.checker import check
from pipelint.engines.registry import ENGINES
from pipelint.settings.model import Settings
from pipelint.sources import collect
from tests.command_line import pipelint
from tests.sources.hosts.test_logging_operator import entries, lines

FILTER = """\
apiVersion: fluentd.fluent.io/v1alpha1
kind: ClusterFilter
metadata: {name: web}
spec:
  filters:
  - parser:
      keyName: log
      reserveData: true
      parse:
        type: json
        timeFormat: '%Y-%m-%dT%H:%M:%S.%NZ'
    tag: web.**
  - grep:
      regexp:
      - {key: level, pattern: /err/}
  - recordTransformer:
      enableRuby: true
      records:
      - key: ns
        value: ${record["a"]}
      - {value: b c, key: of}
"""
# What the operator's code says of these keys.
WRITTEN = """\
<filter web.**>
@type parser
key_name log
reserve_data true
<parse>
@type json
time_format %Y-%m-%dT%H:%M:%S.%NZ
</parse>
</filter>
<filter **>
@type grep
<regexp>
key level
pattern /err/
</regexp>
</filter>
<filter **>
@type record_transformer
enable_ruby true
<record>
ns ${record["a"]}
of b c
</record>
</filter>
"""
OUTPUT = """\
apiVersion: fluentd.fluent.io/v1alpha1
kind: Output
metadata: {name: es, namespace: shop}
spec:
  outputs:
  - buffer:
      type: file
      flushThreadCount: 16
      tag: tag
    elasticsearch:
      host: es.example.org
      password: {valueFrom: {secretKeyRef: {name: es, key: pw}}}
      logstashFormat: true
  - kafka: {brokers: 'k:9092', useEventTime: true}
"""
FIRST = """\
<match **>
<buffer tag>
@type file
flush_thread_count 16
path /buffers/log
</buffer>
@type elasticsearch
host es.example.org
password "#{ENV['password']}"
logstash_format true
</match>
"""
SECOND = """\
<match **>
@type kafka2
brokers k:9092
use_event_time true
<format>
@type json
</format>
</match>
"""


FLUENTD = """\
apiVersion: fluentd.fluent.io/v1alpha1
kind: Fluentd
metadata: {name: fluentd, namespace: logs}
spec:
  globalInputs:
  - forward:
      port: 24224
      transport: {protocol: tls, certPath: /a}
      security: {selfHostname: a, sharedKey: b, user: {username: {valueFrom: {}}, password: {valueFrom: {}}}}
    logLevel: debug
  - label: '@A'
    tail:
      tag: kube.*
      path: /var/log/*.log
      posFile: /var/x.pos
      excludePath: [/a, /b]
      parse: {type: json, timeFormat: '%Y-%m-%dT%H:%M:%S.%NZ'}
  - customPlugin:
      config: |
        <source>
          @type exec
        </source>
  replicas: 3
  workers: 2
"""
SYSTEM = "<system>\nrpc_endpoint 127.0.0.1:24444\nworkers 2\n</system>\n"
SOURCES = """\
<source>
@type forward
port 24224
<transport tls>
cert_path /a
</transport>
<security>
self_hostname a
shared_key b
<user>
username "#{ENV['username']}"
password "#{ENV['password']}"
</user>
</security>
@log_level debug
</source>
<source>
@label @A
@type tail
tag kube.*
path /var/log/*.log
pos_file /var/x.pos
exclude_path ["/a","/b"]
<parse>
@type json
time_format %Y-%m-%dT%H:%M:%S.%NZ
</parse>
</source>
<source>
@type exec
</source>

"""


def test_inputs_of_a_fluentd_are_sources_beside_what_it_says_of_the_process(tmp_path: Path) -> None:
    (entry,) = entries(tmp_path, FLUENTD)
    found = {document.part: lines(document.text) for document in entry.documents}
    called = "Fluentd logs/fluentd, spec"
    assert found == {f"{called}.workers": SYSTEM, f"{called}.globalInputs": SOURCES}
    assert entry.name.endswith(called)
    assert not ENGINES.engine(entry.engine).load(entry).errors
    document = entry.documents[1]
    for word, there in ((b"%Y-%m-%dT%H:%M:%S.%NZ", b""), (b"@type exec", b""), (b"pos_file", b"posFile"), (b"@label", b"label")):
        at = document.text.index(word)
        assert document.map.to_file(Span(at, at + len(word))).cut(document.file.data) == (there or word)


@pytest.mark.parametrize("kind", ["Input", "ClusterInput"])
def test_inputs_are_fixed_in_their_resource(tmp_path: Path, kind: str) -> None:
    text = FLUENTD.replace("kind: Fluentd", f"kind: {kind}").replace("globalInputs", "inputs")
    (entry,) = entries(tmp_path, text)
    assert [(document.part, lines(document.text)) for document in entry.documents] == [(f"{kind} logs/fluentd", SOURCES)]
    done = text.replace("%NZ", "%N%z")
    pipelint("check", "--select", "FD101", "--fix", "logs.yaml", cwd=tmp_path)
    assert (tmp_path / "logs.yaml").read_text() == done


def test_what_stands_in_a_resource_as_sections_is_read_as_it_stands(tmp_path: Path) -> None:
    custom = "  - customPlugin:\n      config: |-\n        <match a>\n          @type null\n        </match>\n"
    head = OUTPUT[: OUTPUT.index("  - buffer")]
    found = {entry.documents[0].part: lines(entry.documents[0].text) for entry in entries(tmp_path, head + custom)}
    assert found == {"Output shop/es": "<match a>\n@type null\n</match>\n"}
    head = FILTER[: FILTER.index("  - parser")].replace("web", "custom")
    (entry,) = entries(tmp_path, head + custom.replace("match", "filter").replace("null", "stdout"))
    assert lines(entry.documents[0].text) == "<filter a>\n@type stdout\n</filter>\n"


def test_filters_of_a_resource_are_written_in_a_row(tmp_path: Path) -> None:
    (entry,) = entries(tmp_path, FILTER)
    (document,) = entry.documents
    assert (document.part, lines(document.text)) == ("ClusterFilter web", WRITTEN)
    assert not ENGINES.engine(entry.engine).load(entry).errors
    for word in (b"%Y-%m-%dT%H:%M:%S.%NZ", b"/err/", b'${record["a"]}', b"b c"):
        at = document.text.index(word)
        assert document.map.to_file(Span(at, at + len(word))).cut(document.file.data) == word
    at = document.text.index(b"key_name")
    assert document.map.to_file(Span(at, at + 8)).cut(document.file.data) == b"keyName"


def test_each_output_is_a_config(tmp_path: Path) -> None:
    found = {entry.documents[0].part: lines(entry.documents[0].text) for entry in entries(tmp_path, OUTPUT)}
    assert found == {"Output shop/es, outputs[0]": FIRST, "Output shop/es, outputs[1]": SECOND}


def test_a_value_is_fixed_in_the_resource(tmp_path: Path) -> None:
    path = tmp_path / "logs.yaml"
    path.write_text(f"{FILTER}---\n{OUTPUT}")
    report = check([str(path)], Settings(gains=False))
    found = {finding.code: finding for checked in report.checked for finding in checked.findings}
    assert locate(found["FD101"].place).start.line == 11
    pipelint("check", "--fix", "--unsafe-fixes", "logs.yaml", cwd=tmp_path)
    assert path.read_text() == f"{FILTER}---\n{OUTPUT}".replace("%NZ", "%N%z").replace("Count: 16", "Count: 8")


@pytest.mark.parametrize(
    "text",
    [
        FILTER.replace("fluentd.fluent.io", "fluentbit.fluent.io"),
        FILTER[: FILTER.index("  filters")] + "  filters: [{customPlugin: {config: x}}, 1]\n",
        OUTPUT[: OUTPUT.index("  outputs")] + "  outputs: {elasticsearch: 1}\n",
    ],
    ids=["Fluent Bit's", "no known filter", "no list"],
)
def test_what_is_no_config_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "logs.yaml").write_text(text)
    (tmp_path / "fluent.conf").write_text("<source>\n  @type forward\n</source>\n")
    found = collect([str(tmp_path)], ENGINES)
    assert [entry.name for entry in found.entries if entry.engine == "fluentd"] == [str(tmp_path / "fluent.conf")]
    assert not found.problems
