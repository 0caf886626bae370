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
    assert len(found.entries) == 1
    assert not found.problems
