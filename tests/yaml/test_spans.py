"""Where the nodes of a YAML text end."""

from __future__ import annotations

import pytest

from pipelint.yaml.structure.spans import node_end
from pipelint.yaml.tree import Mapping, Sequence, read_yaml

# Of each the text of the value of "in".
NODES = [
    ("in:\n  a: &x 1\n  b: *x # note\nafter: 2\n", "a: &x 1\n  b: *x"),
    ("at: &x 1\nin:\n  - 2\n  - *x # note\n\nafter: 2\n", "- 2\n  - *x"),
    ("at: &x 1\nin:\n  - a: 2\n    b: *x\nafter: 2\n", "- a: 2\n    b: *x"),
    ("at: &x 1\nin: {a: 2, b: *x } # note\n", "{a: 2, b: *x }"),
    ("at: &x 1\nin: [ *x, *x ]\n", "[ *x, *x ]"),
    ("in:\n  a: 1\n  b:\n    - one two  # note\n\n", "a: 1\n  b:\n    - one two"),
    ("in:\n  a: |\n    one\n\n  # note\nafter: 2\n", "a: |\n    one"),
    ("in:\n  a: >\n    one\n\n  # note\nafter: 2\n", "a: >\n    one"),
    ("in: 'it''s' # note\n", "'it''s'"),
]


@pytest.mark.parametrize(("text", "found"), NODES)
def test_a_node_ends_with_the_last_that_is_written_in_it(text: str, found: str) -> None:
    data = text.encode()
    (root,) = read_yaml(data).roots
    assert isinstance(root, Mapping)
    node = root.values["in"]
    start = node.start if not isinstance(node, Mapping | Sequence) else data.index(found.encode())
    assert data[start : node_end(data, node)].decode() == found
