"""Small configs are read as Fluent Bit 5.1.1 reads them: verdict, tree, typed values, Match."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.match import matches, regex_matches
from pipelint.engines.fluentbit.syntax.section import Section
from tests.each import each
from tests.engines.fluentbit.cases import data, loaded, starts, text_of
from tests.engines.fluentbit.stored import stored

CONFIGS = data("config")["cases"]
TYPES = data("types")["cases"]
MATCHES = data("match")["cases"]
REGEXES = data("match")["regex_cases"]
# Of these the tree is another one.
EXCEPTIONS = {
    "fb-174": "the data has the first 20 characters of a key of 5,000",
    "fb-351": "Fluent Bit takes the files of a glob as the disk lists them: here they are in the order of their names",
}


@each("case", CONFIGS, ids=lambda case: case["id"])
def test_verdict_and_tree_are_those_of_fluent_bit(case: dict[str, Any], tmp_path: Path) -> None:
    for name, text in {**case.get("files", {}), case["main"]: text_of(case)}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    found = loaded(tmp_path / case["main"], tmp_path)
    assert starts(found) == case["parse_ok"]
    if case["parse_ok"] and case["id"] not in EXCEPTIONS:
        assert json.loads(json.dumps(stored(found.said))) == case["parsed"]


@each("case", TYPES, ids=lambda case: f"{case['type']}: {case['input']}")
def test_a_value_is_what_fluent_bit_makes_of_it(case: dict[str, Any]) -> None:
    given, most = case["input"], case.get("max_split", -1)
    read = {
        "size": lambda: types.size(given),
        "size_binary": lambda: types.binary_size(given),
        "time": lambda: types.seconds(given),
        "bool": lambda: types.boolean(given),
        "int": lambda: types.integer(given),
        "double": lambda: types.decimal(given),
        "space_list": lambda: types.words(given, most),
        "comma_list": lambda: types.parts(given, ",", most),
        "env": lambda: types.translated(given, case["env"]),
    }
    wanted = float(case["value"]) if case["value"] in ("inf", "nan") else case["value"]
    found = read[case["type"]]()
    assert found == wanted or (isinstance(found, float) and math.isnan(found) and math.isnan(wanted))


@each("case", MATCHES, ids=lambda case: f"{case['pattern']} {case['tag']}")
def test_a_match_takes_the_tags_that_fluent_bit_gives_it(case: dict[str, Any]) -> None:
    assert matches(case["pattern"], case["tag"]) == case["match"]


@each("case", REGEXES, ids=lambda case: f"{case['regex']} {case['tag']}")
def test_a_match_regex_takes_the_tags_that_fluent_bit_gives_it(case: dict[str, Any]) -> None:
    if case["match"] is None:
        with pytest.raises(ValueError, match=r"."):
            regex_matches(case["regex"], case["tag"])
    else:
        assert regex_matches(case["regex"], case["tag"]) == case["match"]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("^a", ("^a", "")),
        ("/a/", ("a", "")),
        ("/a/b/im", ("a/b", "im")),
        ("/a/o", ("/a/o", "")),
        ("/a/z", ("/a/z", "")),
        ("/", ("/", "")),
    ],
)
def test_slashes_around_a_regex_are_no_part_of_it(text: str, read: tuple[str, str]) -> None:
    # By hand, after src/flb_regex.c.
    assert types.regexp(text) == read


def test_an_item_of_env_is_a_name_and_a_value_whichever_way_they_are_written(tmp_path: Path) -> None:
    """By hand, from ``flb_cf_yaml.c`` of 5.1.1: another key than these is a name with its value, if there is no name yet."""
    items = "{value: 1, name: A}, {B: 2}, {name: C, x: y, value: 3}, {D: x, value: 4}, {x: 5, name: E}, {value: x, F: 6}"
    (tmp_path / "a.yaml").write_text(f"env: [{items}]\n")
    said = stored(loaded(tmp_path / "a.yaml", tmp_path).said)["env"]
    assert said == [["A", "1"], ["B", "2"], ["C", "3"], ["D", "4"], ["E", "5"], ["F", "6"]]


def test_a_group_may_be_the_first_in_its_section(tmp_path: Path) -> None:
    """By hand, from ``flb_cf_fluentbit.c`` of 5.1.1: only a group before it would need a key."""
    (tmp_path / "a.conf").write_text("[INPUT]\n    [a b]\n        c d\n    [e f]\n        g h\n    name tail\n")
    found = loaded(tmp_path / "a.conf", tmp_path)
    assert starts(found)
    assert [[group.name for group in item.groups] for item in found.said if isinstance(item, Section)] == [["a b", "e f"]]
