"""Pairing of configs: by path, by ConfigMap and key, and renamed ones only where no other could be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.compare.pairs import pair_configs
from pipelint.compare.revisions.sides import standing_in

LINES = "".join(f"  key{number} value\n" for number in range(10))


def config(name: str, lines: str = LINES) -> str:
    return f"<source>\n  @type forward\n</source>\n<match {name}>\n  @type null\n{lines}</match>\n"


def config_map(name: str, **keys: str) -> str:
    head = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n  namespace: logging\ndata:\n"
    return head + "".join(
        f"  {key}.conf: |\n" + "".join(f"    {line}\n" for line in text.splitlines()) for key, text in keys.items()
    )


def pairs(folder: Path, before: dict[str, str], after: dict[str, str]) -> list[tuple[str | None, str | None]]:
    """The names of paired configs, of ConfigMaps behind their path."""
    loaded = []
    for side, files in (("before", before), ("after", after)):
        for name, text in files.items():
            path = folder / side / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        with standing_in(folder / side):
            loaded.append(load(["."]).configs)
    named = [tuple(None if each is None else each.name for each in pair) for pair in pair_configs(*loaded)]
    return [(old, new) for old, new in named]


OTHER = config("other", "".join(f"  another{number} thing\n" for number in range(10)))

CASES = {
    "the same path": ({"a.conf": config("x")}, {"a.conf": OTHER}, [("a.conf", "a.conf")]),
    "renamed": ({"a.conf": config("x")}, {"b.conf": config("y")}, [("a.conf", "b.conf")]),
    "a move to another engine": (
        {"a.conf": config("x")},
        {"a.conf": "[INPUT]\n    Name forward\n[OUTPUT]\n    Name null\n    Match *\n"},
        [("a.conf", "a.conf")],
    ),
    "too short to tell": ({"a.conf": "<source>\n@type a\n</source>"}, {"b.conf": "<source>\n@type a\n</source>"}, None),
    "another one": ({"a.conf": config("x")}, {"b.conf": OTHER}, None),
    "two are as much alike": ({"a.conf": config("x"), "b.conf": config("y")}, {"c.conf": config("z")}, None),
    "a ConfigMap in another file": (
        {"a.yaml": config_map("m", fluent=config("x"))},
        {"b/c.yaml": config_map("m", fluent=OTHER)},
        [("a.yaml: ConfigMap logging/m, key fluent.conf", "b/c.yaml: ConfigMap logging/m, key fluent.conf")],
    ),
    "another ConfigMap in the same file": (
        {"a.yaml": config_map("m", fluent=config("x"))},
        {"a.yaml": config_map("n", fluent=OTHER)},
        [("a.yaml: ConfigMap logging/m, key fluent.conf", "a.yaml: ConfigMap logging/n, key fluent.conf")],
    ),
    "the file of the same path comes first": (
        {"a.yaml": config_map("m", fluent=config("x")), "b.yaml": config_map("m", fluent=OTHER)},
        {"b.yaml": config_map("m", fluent=config("x")), "a.yaml": config_map("m", fluent=OTHER)},
        [(f"{name}.yaml: ConfigMap logging/m, key fluent.conf",) * 2 for name in "ab"],
    ),
    "a key that becomes two": (
        {"a.yaml": config_map("m", one=config("x"))},
        {"a.yaml": config_map("m", one=config("x"), two=OTHER)},
        [("a.yaml: ConfigMap logging/m, key one.conf", "a.yaml: ConfigMap logging/m")],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_pairs(case: str, tmp_path: Path) -> None:
    before, after, expected = CASES[case]
    found = pairs(tmp_path, before, after)
    assert found == expected if expected is not None else all(None in pair for pair in found)
