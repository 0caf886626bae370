"""Edits of configs that stand in other files: in ConfigMaps of every scalar style the config reads as it should."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given

from pipelint.base.finding import Safety
from pipelint.base.lean.record import replace
from pipelint.base.text.changes import edited_text
from pipelint.checker import Settings, check
from pipelint.checker.loading import load
from pipelint.fixes.files import rewrite
from pipelint.sources import Unknown
from tests.engines.fluentbit import test_writer, test_yaml_writer
from tests.engines.fluentbit.writing import WRITER, shape
from tests.fixes.hosts import Host, assert_same_around, hosts
from tests.properties import tries

# What begins with a comment is no plain scalar.
TEXTS = {
    "fluent-bit.conf": test_writer.TEXT.removeprefix("# main\n"),
    "fluent-bit.yaml": test_yaml_writer.TEXT.removeprefix("# main\n"),
}


@pytest.mark.parametrize("name", TEXTS)
@tries(60)
@given(hosts())
def test_an_edit_in_any_host(name: str, host: Host) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / host.file_name(name)
        before = host.write(name, TEXTS[name])
        path.write_bytes(before)
        configs = [each for each in load([str(path)], unknown=Unknown.SKIPPED).configs if each.engine.name == "fluentbit"]
        assert configs
        for config in configs[:1]:
            block = next(each for each in config.root.blocks if each.name == "input")
            edits = [WRITER.set_param(block, "mem_buf_limit", "5MB"), WRITER.set_param(block, "path", "/x y # é")]
            document = block.head_place.document
            text = edited_text(document.text, edits)
            written = rewrite({document: text})
            assert not written.problems
            ((_, after),) = written.files.items()
            path.write_bytes(after)
            expected = [replace(each) for each in config.root.blocks]
            found = next(each for each in load([str(path)], unknown=Unknown.SKIPPED).configs if each.name == config.name)
            assert not found.errors
            inputs = [each for each in found.root.blocks if each.name == "input"]
            assert inputs[0].value("mem_buf_limit") == "5MB"
            assert inputs[0].value("path") == "/x y # é"
            others = [shape(each) for each in found.root.blocks if each.name != "input"]
            assert others == [shape(each) for each in expected if each.name != "input"]
            if host.manifest:
                assert_same_around(before, after)


LOGGING = """\
apiVersion: logging.banzaicloud.io/v1beta1
kind: Logging
metadata:
  name: one
spec:
  controlNamespace: default
  fluentbit:
    inputTail:
      Parser: cri
      DB: /tail-db/tail.db
      Mem_Buf_Limit: 5MB
"""


def test_a_line_that_an_operator_would_have_to_write_is_no_fix(tmp_path: Path) -> None:
    path = tmp_path / "logging.yaml"
    path.write_text(LOGGING)
    (checked,) = check([str(path)], Settings()).checked
    found = {finding.code: finding for finding in checked.findings}
    shown = found["FB220"].fix
    assert shown is not None
    assert shown.safety is Safety.DISPLAY
