"""The tree of a regex is that of the parser's whole answer, whatever texts and names stand in the pattern."""

from __future__ import annotations

import json

from hypothesis import example, given
from hypothesis import strategies as st

from pipelint import _native
from pipelint.regex.tree import Node, Refused, Regex, read_regex, refusal

PIECES = ['"', "\\", ",", ":", "{", "}", "root", ',"root":{', "(?<root>", "(?<names>", "(", ")", "|", ".*?", "é", "[a-z]", "\n"]


def kinds(read: dict[str, object]) -> list[object]:
    children = read.get("children")
    assert isinstance(children, list | None)
    return [read["kind"], read["span"], [kinds(child) for child in children or []]]


def made(node: Node) -> list[object]:
    return [node.kind, [node.span.start, node.span.end], [made(child) for child in node.children]]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example('(?<root>x)(?<names>,"root":{)')
@example("")
def test_nothing_in_a_pattern_is_taken_for_the_tree(pattern: str) -> None:
    found = read_regex(pattern)
    assert (found if isinstance(found, Refused) else None) == refusal(pattern)
    if isinstance(found, Refused):
        return
    whole = json.loads(_native.regex_parse(pattern))
    assert made(found.root) == kinds(whole["root"])
    assert (found.captures, found.facts) == (whole["captures"], whole["facts"])
    assert {name: list(numbers) for name, numbers in found.names.items()} == whole["names"]


def test_classes_of_more_ranges_than_can_be_handed_on_are_a_bound() -> None:
    assert isinstance(read_regex(r"\p{Alpha}" * 100), Regex)
    refused = read_regex(r"\p{Alpha}" * 200)
    assert isinstance(refused, Refused) and refused.bound
