"""YAML is read as libyaml reads it: on the files of the project, on real ones, and on what is left of them after changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.yaml.reference import agree, by_libyaml, by_pipelint, tried

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not hasattr(yaml, "CSafeLoader"), reason="PyYAML was built without libyaml")


def yaml_files(*folders: Path) -> Iterator[bytes]:
    """All YAML files below folders that are UTF-8."""
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".yml") and path.is_file()):
            data = path.read_bytes()
            try:
                data.decode()
            except UnicodeDecodeError:
                continue
            yield data


@pytest.fixture(scope="module")
def own() -> list[bytes]:
    """The project's files, tests of other kinds among them."""
    return list(yaml_files(ROOT / "plugins", ROOT / "examples", ROOT / "tests/corpus"))


def test_the_project_s_files_are_read_as_libyaml_reads_them(own: list[bytes]) -> None:
    assert len(own) > 300
    assert [by_pipelint(data) for data in own] == [by_libyaml(data) for data in own]


def test_real_files_are_read_as_libyaml_reads_them(shared: Path) -> None:
    found = list(yaml_files(shared / "corpus"))
    assert [data for data in found if not agree(data)] == []


def test_changed_files_are_read_as_libyaml_reads_them(own: list[bytes]) -> None:
    assert tried(500, 1, own) == []


@pytest.mark.slow
def test_many_changed_files_are_read_as_libyaml_reads_them(own: list[bytes]) -> None:
    assert tried(20_000, 2, own) == []


def test_aliases_as_keys_are_read_as_libyaml_reads_them() -> None:
    texts = (b"a: &x b\n*x : c\n", b"&a {*a : b}\n", b"x: &a {k: 1}\n*a : 2\n", b"[&x {a: 1}, {*x : 2}]")
    assert [text for text in texts if not agree(text)] == []
