"""A changed text goes back into hosts of all kinds: it reads as it should, and nothing around it changes."""

from __future__ import annotations

import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.yaml.edit import write_scalar
from tests.fixes.hosts import Host, assert_same_around, hosts
from tests.properties import tries

NAME = "fluent.conf"
LINES = st.lists(
    st.sampled_from([
        "<source>", "  @type tail", "  path /var/log/*.log  # all", "    key it's", '  say "a\\tb"', "</source>", "", "# é 😀: x",
        "<match **>", "  expression /^(?<a>[^ ]*) \\[(?<b>.*)\\]$/", "  x " + "word " * 40 + "end", "  - 1", "  {}",
    ]),
    min_size=2, max_size=8,
)  # fmt: skip


def value(data: bytes, key: str) -> yaml.ScalarNode:
    """The scalar of a key below ``data``, with its place."""
    root = yaml.compose(data.decode())
    found = dict(root.value) if root is not None else {}
    by_name = {name.value: node for name, node in found.items()}
    if "items" in by_name:
        by_name = {name.value: node for name, node in by_name["items"].value[1].value}
    node = {name.value: node for name, node in by_name["data"].value}[key]
    assert isinstance(node, yaml.ScalarNode)
    # JSON writes what is above U+FFFF as two halves, which PyYAML leaves as they are.
    node.value = node.value.encode("utf-16", "surrogatepass").decode("utf-16")
    return node


@tries(150)
@given(hosts().filter(lambda host: host.manifest), LINES, LINES, st.integers(0, 8), st.sampled_from(["", "\n"]))
def test_a_change_of_some_lines(host: Host, lines: list[str], new: list[str], at: int, end: str) -> None:
    text = "\n".join(["<a>", *lines, "</a>", ""])
    data = host.write(NAME, text)
    before = value(data, NAME)
    assume("</a>" in before.value)
    # As an edit does it: some lines become others, what stands before and behind them stays.
    kept = before.value.split("\n")
    first = min(at, len(kept) - 1)
    after = "\n".join([*kept[:first], *new, *kept[first + 1 :]]) + end
    start = len(data.decode()[: before.start_mark.index].encode())
    changed = write_scalar(data, start, after.encode())
    assert value(changed, NAME).value == after
    for copy in range(1, host.copies):
        key = f"copy-{copy}" + ("" if host.style == "json" else ".conf")
        assert value(changed, key).value == value(data, key).value
    assert_same_around(data, changed)
