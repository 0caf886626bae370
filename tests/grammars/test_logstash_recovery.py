"""How the Logstash grammar recovers: a mistake is found at its place, the rest is read, any bytes take linear time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Parser

from tests.grammars.logstash_trees import LANGUAGE, missing, names, nodes, parse

# Each: a config with one mistake, the nodes that the parser has to insert, and the plugins that must be found all the same.
MISTAKES = {
    "a plugin is not closed": (
        'filter {\n mutate {\n  id => "x"\n grok { id => "y" }\n date { }\n}\noutput { stdout { } }',
        [("}", 3)],
        ["mutate", "grok", "date", "stdout"],
    ),
    "a section is not closed": (
        'input {\n beats { port => 1 }\nfilter {\n grok { id => "y" }\n}\noutput { stdout { id => "a" } }',
        [("}", 2)],
        ["beats", "grok", "stdout"],
    ),
    "a branch is not closed": (
        'filter {\n if [a] {\n  drop { }\n mutate { }\n}\noutput { stdout { id => "a" } }',
        [("}", 5)],
        ["drop", "mutate", "stdout"],
    ),
    "the file ends too early": ("filter {\n drop { }\n", [("}", 2)], ["drop"]),
    "one closing brace too many": (
        'filter {\n drop { } }\n date { match => ["ts"] }\n}\noutput { stdout { } }',
        [("section", 2)],
        ["drop", "date", "stdout"],
    ),
    "no opening brace after a condition": (
        'filter {\n if [a] == "x"\n  drop { }\n }\n date { }\n}\noutput { stdout { } }',
        [("{", 2)],
        ["drop", "date", "stdout"],
    ),
    "an unknown keyword": (
        "filter {\n if [a] { drop { } }\n elsif [b] { mutate { } }\n date { }\n}",
        [("if", 3)],
        ["drop", "mutate", "date"],
    ),
    "an unknown section": (
        "inputs {\n beats { port => 1 }\n}\noutput { stdout { } }",
        [("section type", 1)],
        ["beats", "stdout"],
    ),
    "a colon for the arrow": (
        'filter {\n mutate {\n  id: "x"\n  copy => { "a": "b" }\n }\n drop { }\n}',
        [("=>", 3), ("=>", 4)],
        ["mutate", "drop"],
    ),
    "a value without quotes": (
        "filter {\n mutate {\n  id => a-b\n  every => 10s\n }\n drop { }\n}",
        [("quote", 3), ("quote", 4)],
        ["mutate", "drop"],
    ),
    "no value": (
        'filter {\n mutate {\n  id =>\n  tag => "y"\n }\n drop { }\n}',
        [("value", 3)],
        ["mutate", "drop"],
    ),
    "an array is not closed": (
        'filter {\n mutate {\n  add_tag => ["a", "b"\n  id => "y"\n }\n drop { }\n}',
        [("]", 3)],
        ["mutate", "drop"],
    ),
    "no blank between settings": (
        'filter {\n mutate { id => "x"tag => "y" }\n drop { }\n}',
        [(" ", 2)],
        ["mutate", "drop"],
    ),
}


@pytest.mark.parametrize(("text", "inserted", "plugins_found"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_found_at_its_place_and_the_rest_is_read(text, inserted, plugins_found):
    root = parse(text)
    assert root.has_error
    assert nodes(root, "ERROR") == []
    assert missing(root) == inserted
    assert names(root, "plugin") == plugins_found


def test_junk_in_one_setting_leaves_the_others():
    root = parse('filter {\n mutate {\n  id => "x"\n  foo ?? !!\n  tag => "y"\n }\n drop { }\n}\noutput { stdout { } }')
    assert {node.start_point.row for node in nodes(root, "ERROR")} == {3}
    assert [name for name in names(root, "attribute") if name != "foo"] == ["id", "tag"]
    assert names(root, "section") == ["filter", "output"]
    assert names(root, "plugin") == ["mutate", "drop", "stdout"]


@pytest.mark.parametrize("unit", ["%{[", "${a:", "\\", "a{", "{", "}", "[", '"a ', "if [a] { ", "x # c\n", "output { "], ids=repr)
def test_what_is_read_grows_with_the_length_and_no_faster(unit):
    def reads(count: int) -> int:
        text = ('filter { mutate { id => "' + unit * count).encode()
        pieces = 0

        def read(at: int, _: object) -> bytes:
            nonlocal pieces
            pieces += 1
            return text[at : at + 64]

        Parser(LANGUAGE).parse(read)
        return pieces

    # Eight times the text: far from the 64 times of a quadratic scan.
    assert reads(16_000) < 12 * reads(2_000)


@given(st.one_of(st.binary(max_size=200), st.text(st.sampled_from("input{}if[a]\"'=>#%/\\ \n\x00"), max_size=60)))
def test_any_bytes_give_a_tree_over_all_of_them(data):
    raw = data if isinstance(data, bytes) else data.encode()
    root = parse(raw)
    assert root.end_byte <= len(raw)
    assert root.type in ("config", "ERROR")
