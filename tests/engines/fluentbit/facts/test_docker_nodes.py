"""What says that the nodes of a config have Docker."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

TAIL = "[INPUT]\n    Name tail\n    Path /var/log/containers/*.log\n    Parser docker\n    Tag kube.*\n"
OUTPUT = "[OUTPUT]\n    Name null\n    Match *\n"


@pytest.mark.parametrize(("name", "found"), [("docker-runtime.conf", False), ("runtime.conf", True)])
def test_a_file_that_is_named_after_docker_may_use_its_parser(tmp_path: Path, name: str, found: bool) -> None:
    (tmp_path / name).write_text(TAIL)
    (tmp_path / "fluent-bit.conf").write_text(f"@INCLUDE {name}\n{OUTPUT}")
    codes = {each.code for each in check([str(tmp_path / "fluent-bit.conf")], Settings()).findings}
    assert ("FB365" in codes) is found
