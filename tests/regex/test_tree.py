"""The tree of a regex: each part within its parent and at its place, whatever texts and names stand in the pattern."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from pipelint.regex.tree import Refused, Regex, read_regex, refusal

PIECES = ['"', "\\", ",", ":", "{", "}", "root", ',"root":{', "(?<root>", "(?<names>", "(", ")", "|", ".*?", "é", "[a-z]", "\n"]
PIECES += ["(?i)", "\\k<root>", "\\g<root>", "(?~", "(?=", "(?<!", "(?>", "(?(1)", "{2,3}", "\\b", "\\K", "\\R", "\\X"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example('(?<root>x)(?<names>,"root":{)')
@example("")
def test_parts_stand_in_their_order_within_the_whole(pattern: str) -> None:
    found = read_regex(pattern)
    assert (found if isinstance(found, Refused) else None) == refusal(pattern)
    if isinstance(found, Refused):
        return
    groups = {}
    for node in found.root.walk():
        assert 0 <= node.start <= node.end <= len(pattern.encode())
        places = [(child.start, child.end) for child in node.children]
        assert places == sorted(places)
        assert all(node.start <= start and end <= node.end for start, end in places)
        if node.kind == "capture":
            groups[node.details["index"]] = node.details["name"]
        if node.kind == "char" and node.end - node.start == len(str(node.details["value"]).encode()):
            assert pattern.encode()[node.start : node.end].decode() == node.details["value"]
    assert sorted(groups) == list(range(1, found.captures + 1))
    assert {name for name in groups.values() if name} == set(found.names)


def test_what_a_part_says() -> None:
    def said(pattern: str) -> list[object]:
        read = read_regex(pattern)
        assert isinstance(read, Regex)
        return [(node.kind, (node.start, node.end), dict(node.details)) for node in read.root.walk()]

    assert said("(?<n>[a-c]*?)$") == [
        ("concat", (0, 14), {}),
        ("capture", (0, 13), {"index": 1, "name": "n"}),
        ("repeat", (5, 12), {"min": 0, "max": None, "what": "Lazy"}),
        ("class", (5, 10), {"ranges": [["a", "c"]]}),
        ("assert", (13, 14), {"what": "LineEnd"}),
    ]
    assert said("(x)(?i:é)\\1")[1:] == [
        ("capture", (0, 3), {"index": 1, "name": None}),
        ("char", (1, 2), {"value": "x", "fold": False}),
        ("group", (3, 10), {"what": "Flags"}),
        ("char", (7, 9), {"value": "é", "fold": True}),
        ("backref", (10, 12), {"groups": [1], "fold": False}),
    ]


def test_classes_of_more_ranges_than_can_be_handed_on_are_a_bound() -> None:
    assert isinstance(read_regex(r"\p{Alpha}" * 100), Regex)
    refused = read_regex(r"\p{Alpha}" * 200)
    assert isinstance(refused, Refused) and refused.bound
