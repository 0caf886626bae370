"""Flows and outputs of the logging operator: the config that it would write, its places in the resource, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.text.locate import locate
from pipelint.base.text.span import Span
from pipelint.checker import check
from pipelint.engines.registry import ENGINES
from pipelint.settings.model import Settings
from pipelint.sources import Entry, collect
from tests.command_line import pipelint, text_of

FLOW = """\
apiVersion: logging.banzaicloud.io/v1beta1
kind: Flow
metadata: {name: web, namespace: shop}
spec:
  match:
  - select: {labels: {app: web}}
  filters:
  - parser:
      remove_key_name_field: true
      parse:
        type: json
        time_format: "%Y-%m-%dT%H:%M:%S.%NZ"  # of the app
  - tag_normaliser: {}
  - record_transformer:
      records:
      - env: prod
      - team: 'a b'
  localOutputRefs: [es]
  globalOutputRefs: [elsewhere]
"""
OUTPUT = """\
---
apiVersion: logging.banzaicloud.io/v1beta1
kind: Output
metadata: {name: es, namespace: shop}
spec:
  elasticsearch:
    host: es.example.org
    password: {valueFrom: {secretKeyRef: {name: es, key: pw}}}
    buffer:
      tags: tag,time
      flush_thread_count: 16
      timekey: 1m
"""
# What the operator's documentation of these filters and outputs shows, without ids and what the resource does not say.
WRITTEN = """\
<filter **>
@type parser
key_name message
remove_key_name_field true
<parse>
@type json
time_format %Y-%m-%dT%H:%M:%S.%NZ
</parse>
</filter>
<filter **>
@type record_transformer
<record>
env prod
</record>
<record>
team a b
</record>
</filter>
<match **>
@type copy
<store>
@include output-es.conf
</store>
<store>
@include clusteroutput-elsewhere.conf
</store>
</match>
"""
BODY = """\
@type elasticsearch
host es.example.org
password "#{ENV['password']}"
<buffer tag,time>
@type file
flush_thread_count 16
timekey 1m
path /buffers/*.buffer
retry_forever true
timekey_wait 1m
</buffer>
"""


def entries(folder: Path, text: str) -> tuple[Entry, ...]:
    """The configs of a file with this text."""
    (folder / "logs.yaml").write_text(text)
    found = collect([str(folder / "logs.yaml")], ENGINES)
    assert not found.problems
    return found.entries


def lines(text: bytes) -> str:
    """A text without indentation."""
    return "".join(f"{line.strip()}\n" for line in text.decode().splitlines())


def test_a_flow_is_the_filters_and_the_match_that_the_operator_writes(tmp_path: Path) -> None:
    (entry,) = entries(tmp_path, FLOW + OUTPUT)
    assert [(document.part, lines(document.text)) for document in entry.documents] == [("Flow shop/web", WRITTEN)]
    config = ENGINES.engine(entry.engine).load(entry)
    assert [(document.part, lines(document.text)) for document in config.documents][1:] == [("Output shop/es", BODY)]
    assert not config.errors


def test_an_output_that_no_flow_of_its_file_names_is_a_config_by_itself(tmp_path: Path) -> None:
    other = OUTPUT.replace("name: es,", "name: other,")
    assert [entry.documents[0].part for entry in entries(tmp_path, FLOW + other)] == ["Flow shop/web", "Output shop/other"]
    (entry,) = entries(tmp_path, OUTPUT)
    assert lines(entry.documents[0].text) == f"<match **>\n{BODY}</match>\n"


def test_a_flow_without_filters_is_the_match_of_its_outputs(tmp_path: Path) -> None:
    bare = FLOW[: FLOW.index("  filters")] + "  localOutputRefs: [es]\n"
    (entry,) = entries(tmp_path, bare + OUTPUT)
    (document,) = entry.documents
    assert (document.part, lines(document.text)) == ("Flow shop/web", "<match **>\n@include output-es.conf\n</match>\n")
    assert document.map.to_file(Span(0, 5)).cut(document.file.data) == b"localOutputRefs"
    config = ENGINES.engine(entry.engine).load(entry)
    assert [document.part for document in config.documents] == ["Flow shop/web", "Output shop/es"]


def test_every_name_and_value_stands_where_it_is_in_the_resource(tmp_path: Path) -> None:
    (entry,) = entries(tmp_path, FLOW + OUTPUT)
    (document,) = entry.documents
    for word in (b"remove_key_name_field", b"%Y-%m-%dT%H:%M:%S.%NZ", b"prod", b"a b", b"json"):
        at = document.text.index(word)
        assert document.map.to_file(Span(at, at + len(word))).cut(document.file.data) == word
    at = document.text.index(b"key_name message")
    assert document.map.to_file(Span(at, at + 1)).cut(document.file.data) in (b"", b"parser")


def test_a_value_is_fixed_in_the_resource_and_what_the_operator_writes_is_not(tmp_path: Path) -> None:
    path = tmp_path / "logs.yaml"
    path.write_text(FLOW + OUTPUT)
    (checked,) = check([str(path)], Settings(gains=False)).checked
    found = {finding.code: finding for finding in checked.findings}
    where = locate(found["FD101"].place)
    assert (where.start.line, where.part) == (12, "Flow shop/web")
    assert found["FD204"].fix is not None
    assert found["FD204"].fix.safety.value == "display"
    done = text_of(pipelint("check", "--fix", "--unsafe-fixes", "logs.yaml", cwd=tmp_path))
    assert "not fixed" not in done.stdout + done.stderr
    assert path.read_text() == (FLOW + OUTPUT).replace("%NZ", "%N%z").replace("count: 16", "count: 8")


def test_a_comparison_finds_the_flow_on_both_sides(tmp_path: Path) -> None:
    for side, text in (("old", FLOW + OUTPUT), ("new", (FLOW + OUTPUT).replace("%NZ", "%N%z"))):
        (tmp_path / side).mkdir()
        (tmp_path / side / "logs.yaml").write_text(text)
    assert "1 config: 1 changed" in text_of(pipelint("diff", "old", "new", cwd=tmp_path)).stdout


@pytest.mark.parametrize(
    "text",
    [
        FLOW.replace("logging.banzaicloud.io", "flows.example.org"),
        FLOW[: FLOW.index("  filters")] + "  filters: none\n  localOutputRefs: [es]\n",
        OUTPUT.replace("elasticsearch:", "unheardOf:"),
        OUTPUT.split("spec:")[0],
    ],
    ids=["another API", "no filters", "an output that is not known", "no spec"],
)
def test_what_is_no_config_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "logs.yaml").write_text(text)
    (tmp_path / "fluent.conf").write_text("<source>\n  @type forward\n</source>\n")
    found = collect([str(tmp_path)], ENGINES)
    assert len(found.entries) == 1
    assert not found.problems
