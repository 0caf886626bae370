"""The logging operator's Logging: what comes before all flows, the default flow, and what is said of the process."""

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
from tests.sources.hosts.test_logging_operator import OUTPUT, entries, lines

LOGGING = """\
apiVersion: logging.banzaicloud.io/v1beta1
kind: Logging
metadata: {name: all}
spec:
  globalFilters:
  - parser:
      parse: {type: json, time_format: '%Y-%m-%dT%H:%M:%S.%NZ'}
  fluentd:
    forwardInputConfig:
      chunk_size_limit: 10m
      transport: {ca_path: /a}
    image: {tag: v1.16}
    logLevel: debug  # for now
    workers: 2
  defaultFlow:
    globalOutputRefs: [es]
    filters:
    - concat: {}
"""
CLUSTER_OUTPUT = OUTPUT.replace("kind: Output", "kind: ClusterOutput")
# What the operator's code (configsecret.go, forward.go, system.go) makes of it, without ids.
SYSTEM = """\
<system>
rpc_endpoint 127.0.0.1:24444
log_level debug
workers 2
</system>
"""
SOURCE = """\
<source>
@type forward
port 24240
bind 0.0.0.0
chunk_size_limit 10m
<transport tls>
ca_path /a
</transport>
</source>
"""
FILTERS = """\
<filter **>
@type parser
key_name message
<parse>
@type json
time_format %Y-%m-%dT%H:%M:%S.%NZ
</parse>
</filter>
"""
DEFAULT = """\
<filter **>
@type concat
key message
</filter>
<match **>
@include clusteroutput-es.conf
</match>
"""


def written(folder: Path, text: str) -> list[dict[str, str]]:
    """The documents of each config of a file, by what they are called."""
    return [{d.part: lines(d.text) for d in entry.documents} for entry in entries(folder, text)]


def test_what_comes_before_all_flows_is_one_config_and_the_default_flow_another(tmp_path: Path) -> None:
    before = {
        "Logging all, spec.fluentd.logLevel": SYSTEM,
        "Logging all, spec.fluentd.forwardInputConfig": SOURCE,
        "Logging all, spec.globalFilters": FILTERS,
    }
    assert written(tmp_path, LOGGING) == [before, {"Logging all, spec.defaultFlow": DEFAULT}]
    found = entries(tmp_path, LOGGING + CLUSTER_OUTPUT)
    assert [entry.name.partition(": ")[2] for entry in found] == ["Logging all, spec", "Logging all, spec.defaultFlow"]
    configs = [ENGINES.engine(entry.engine).load(entry) for entry in found]
    assert [document.part for document in configs[1].documents][1:] == ["ClusterOutput shop/es"]
    assert not any(config.errors for config in configs)
    assert all(entry.partial for entry in found)


def test_values_stand_and_are_fixed_where_they_are_in_the_resource(tmp_path: Path) -> None:
    for entry in entries(tmp_path, LOGGING + CLUSTER_OUTPUT):
        for document in entry.documents:
            for word in (b"10m", b"debug", b"%Y-%m-%dT%H:%M:%S.%NZ", b"chunk_size_limit", b"ca_path"):
                if (at := document.text.find(word)) >= 0:
                    assert document.map.to_file(Span(at, at + len(word))).cut(document.file.data) == word
    path = tmp_path / "logs.yaml"
    found = {f.code: f for checked in check([str(path)], Settings(gains=False)).checked for f in checked.findings}
    assert (locate(found["FD101"].place).start.line, locate(found["FD190"].place).start.line) == (7, 13)
    pipelint("check", "--fix", "--unsafe-fixes", "logs.yaml", cwd=tmp_path)
    fixed = (LOGGING + CLUSTER_OUTPUT).replace("%NZ", "%N%z").replace("debug", "info").replace("count: 16", "count: 8")
    assert path.read_text() == fixed


def test_tls_of_the_operator_counts_in_the_place_of_the_sources_own(tmp_path: Path) -> None:
    (before, _) = written(tmp_path, LOGGING.replace("    image:", "    tls: {enabled: true}\n    image:"))
    source = before["Logging all, spec.fluentd.forwardInputConfig"]
    assert "/a\n" not in source
    assert "ca_path /fluentd/tls/ca.crt\n" in source
    assert "<security>\nself_hostname fluentd\n" in source


def test_the_field_of_the_line_is_the_one_that_a_logging_of_the_file_says(tmp_path: Path) -> None:
    (before, flow) = written(tmp_path, LOGGING + "  enableDockerParserCompatibilityForCRI: true\n")
    assert "key_name log\n" in before["Logging all, spec.globalFilters"]
    assert "key log\n" in flow["Logging all, spec.defaultFlow"]


def test_what_is_said_of_the_process_is_also_a_resource_of_its_own(tmp_path: Path) -> None:
    text = "apiVersion: logging.banzaicloud.io/v1beta1\nkind: FluentdConfig\nmetadata: {name: two}\n"
    text += "spec:\n  workers: 1\n  forwardInputConfig: {port: 1}\n"
    system = "<system>\nrpc_endpoint 127.0.0.1:24444\nworkers 1\n</system>\n"
    source = "<source>\n@type forward\nbind 0.0.0.0\nport 1\n</source>\n"
    names = ("FluentdConfig two, spec.workers", "FluentdConfig two, spec.forwardInputConfig")
    assert written(tmp_path, text) == [dict(zip(names, (system, source), strict=True))]


def test_a_config_in_the_place_of_all_flows_is_read_as_it_stands(tmp_path: Path) -> None:
    text = (
        LOGGING[: LOGGING.index("  globalFilters")] + "  flowConfigOverride: |\n    <match a>\n      @type null\n    </match>\n"
    )
    (config,) = written(tmp_path, text)
    assert config == {"Logging all, spec.flowConfigOverride": "<match a>\n@type null\n</match>\n"}


@pytest.mark.parametrize(
    "spec",
    ["{fluentd: {}, fluentbit: {}}", "{fluentd: {workers: 4}}", "{globalFilters: [1], defaultFlow: []}", "{syslogNG: {}}", "1"],
)
def test_a_logging_without_sections_is_no_config(tmp_path: Path, spec: str) -> None:
    (tmp_path / "logs.yaml").write_text(LOGGING[: LOGGING.index("spec:")] + f"spec: {spec}\n")
    (tmp_path / "fluent.conf").write_text("<source>\n  @type forward\n</source>\n")
    found = collect([str(tmp_path)], ENGINES)
    assert len(found.entries) == 1
    assert not found.problems
