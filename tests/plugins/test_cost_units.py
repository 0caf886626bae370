"""What the costs of plugin files count: bytes in terms of bytes, and in no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pipelint.plugins.index import all_plugins, plugin_file
from tests.each import each

COSTING = [plugin for plugin in all_plugins() if plugin_file(*plugin).cost is not None]
# What is found in a text goes by its length, and of a search the µs are counted.
BY_LENGTH = {"csv.column", "kv.pair", "regex.search"}
SIZES = (
    ["get", ["var", "state"], "record", "plain"],
    ["get", ["var", "state"], "text", "plain"],
    ["get", ["var", "traffic"], "line_bytes", "plain"],
    ["var", "bytes"],
    ["var", "sizes"],
)
# Of what a plugin makes by itself its file says the bytes: no event has fewer.
SHORTEST = 20


def parts_of(expression: Any, names: Mapping[str, Any]) -> Iterator[Any]:
    """The parts of a compiled expression, and those of the names in it."""
    yield expression
    if isinstance(expression, list):
        for part in [names[expression[1]]] if expression[0] == "let" else expression:
            yield from parts_of(part, names)


@each("plugin", COSTING, ids="-".join)
def test_bytes_are_counted_in_terms_of_bytes_and_in_no_others(plugin: tuple[str, str, str]) -> None:
    cost = plugin_file(*plugin).cost
    assert cost is not None
    for term, amount in (pair for key in ("terms", "failed", "writes") for pair in cost.get(key, {}).items()):
        parts = list(parts_of(amount, cost.get("let", {})))
        sized = any(part in SIZES for part in parts)
        if term.endswith("byte"):
            assert sized or any(isinstance(part, int | float) and part >= SHORTEST for part in parts), term
        else:
            assert not sized or term in BY_LENGTH, term
