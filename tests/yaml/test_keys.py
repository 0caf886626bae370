"""The keys around a cursor in a YAML text that is no YAML yet: read off by hand."""

from __future__ import annotations

import pytest

from pipelint.yaml.structure.keys import Keys, Level, keys_at

TOP = Level("", {"pipeline": "", "service": ""})


@pytest.mark.parametrize(
    ("text", "levels", "value_of", "item"),
    [
        (
            "pipeline:\n  inputs:\n    - name: tail\n      tag: a\n      pa|\nservice:\n  flush: 1\n",
            (TOP, Level("pipeline", {"inputs": ""}), Level("inputs", {"name": "tail", "tag": "a"})),
            "",
            False,
        ),
        (
            "pipeline:\n  inputs:\n    - name: ta|\n      tag: a\nservice:\n",
            (TOP, Level("pipeline", {"inputs": ""}), Level("inputs", {"tag": "a"})),
            "name",
            True,
        ),
        ("ser|", (Level("", {}),), "", False),
    ],
    ids=["key", "value", "top"],
)
def test_the_keys_around_a_cursor(text: str, levels: tuple[Level, ...], value_of: str, item: bool) -> None:
    assert keys_at(text.replace("|", ""), text.index("|")) == Keys(levels, value_of, item)


def test_in_what_is_neither_key_nor_value_there_are_none() -> None:
    assert keys_at("a: b\n- [x", 9) is None
