"""Pipelines, small ones and real ones, are read as Logstash's own parser reads them: verdict, structure, settings, lines."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipelint.base.block import Block
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.lines import lines_of
from pipelint.base.value import Value, ValueKind
from pipelint.engines.logstash.syntax.parse import Parsed, parse
from tests.each import each

DATA = Path(__file__).resolve().parents[2] / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "conformance-logstash.json").read_text())["cases"]
ACCEPTED = [case for case in CASES if case["ok"]]
REFUSED = [case for case in CASES if not case["ok"]]

# We point at what is to be mended, Logstash at where it could read no further: (our line, Logstash's).
EARLIER_LINES = {
    **dict.fromkeys(("ls-015", "ls-016", "ls-017"), (1, 2)),  # a section without an end: we name its head
    "ls-062": (1, 2),  # a value that needs quotes; Logstash looks for more on the next line
    **dict.fromkeys(("ls-089", "ls-091", "ls-093", "ls-104", "ls-106"), (3, 4)),
    "ls-108": (3, 4),  # this setting has no value
    "ls-151": (3, 4),  # an array without an end
    **dict.fromkeys(("ls-069", "ls-070", "ls-075", "ls-082", "ls-083"), (3, 6)),  # a string without an end
}

_BRANCHES = {"If": "if", "Elsif": "else if", "Else": "else"}

Statement = tuple[int, str, int, dict[str, object]]
"""Depth, name, line, and the settings that are given once, of a section, plugin or branch."""


def read(text: bytes) -> Parsed:
    return parse(Document.whole(SourceFile("test.conf", text)))


def unquoted(node: dict[str, Any]) -> str:
    text: str = node["v"]
    return text[1:-1] if node["t"] == "String" else text


def values(node: dict[str, Any]) -> object:
    """A value of Logstash's tree as plain data."""
    match node["t"]:
        case "Array":
            return [values(item) for item in node["c"]]
        case "Hash":
            return [[values(part) for part in entry["c"]] for entry in node["c"]]
        case "Plugin":
            return unquoted(node["c"][0])
        case _:
            return unquoted(node)


def plain(value: Value) -> object:
    """A value of ours as the same data."""
    match value.kind:
        case ValueKind.ARRAY:
            return [plain(item) for item in value.items]
        case ValueKind.HASH:
            return [[plain(entry.key), plain(entry.value)] for entry in value.entries]
        case _:
            return value.text


def theirs(node: dict[str, Any], depth: int = 0) -> Iterator[Statement]:
    """The statements of Logstash's tree; plugins that are values are no statements."""
    for child in node["c"]:
        match child["t"]:
            case "PluginSection":
                yield depth, child["name"], child["line"], {}
                yield from theirs(child, depth + 1)
            case "Plugin":
                settings = [part["c"] for part in child["c"] if part["t"] == "Attribute"]
                times = Counter(unquoted(name) for name, _ in settings)
                once = {unquoted(name): values(value) for name, value in settings if times[unquoted(name)] == 1}
                yield depth, unquoted(child["c"][0]), child["line"], once
            case "Branch":
                yield from theirs(child, depth)
            case "If" | "Elsif" | "Else":
                yield depth, _BRANCHES[child["t"]], child["line"], {}
                yield from theirs(child, depth + 1)


def ours(block: Block, depth: int = 0) -> Iterator[Statement]:
    """The statements of our tree, with all settings."""
    lines = lines_of(block.place.document.text)
    for inner in block.blocks:
        if inner.name != "codec":
            settings = {param.name: plain(param.data) for param in inner.params.values() if param.data is not None}
            yield depth, inner.name, lines.line(inner.place.span.start), settings
            yield from ours(inner, depth + 1)


def difference(text: bytes, tree: dict[str, Any]) -> list[tuple[Statement | None, Statement | None]]:
    """The statements that differ: ours, Logstash's."""
    expected = list(theirs(tree))
    found = list(ours(read(text).root))
    if len(found) == len(expected):
        # Settings that are given more than once are merged here, and tested elsewhere.
        found = [
            (depth, name, line, {key: value for key, value in settings.items() if key in once})
            for (depth, name, line, settings), (*_, once) in zip(found, expected, strict=True)
        ]
    longest = max(len(found), len(expected))
    padded = zip([*found, *[None] * (longest - len(found))], [*expected, *[None] * (longest - len(expected))], strict=True)
    return [(one, other) for one, other in padded if one != other]


@each("case", CASES, ids=lambda case: case["id"])
def test_the_verdict_is_that_of_logstash(case: dict[str, Any]) -> None:
    """``semantic`` is what Logstash's parser takes and its compiler refuses: a key twice, xor beside another operator."""
    errors = read(case["input"].encode()).errors
    assert (not errors) is (case["ok"] and not case.get("semantic")), errors


@each("case", ACCEPTED, ids=lambda case: case["id"])
def test_statements_and_settings_are_those_of_logstash(case: dict[str, Any]) -> None:
    assert difference(case["input"].encode(), case["tree"]) == []


@each("case", REFUSED, ids=lambda case: case["id"])
def test_the_first_error_is_on_the_line_that_logstash_names_or_where_it_began(case: dict[str, Any]) -> None:
    text = case["input"].encode()
    found = lines_of(text).line(read(text).errors[0].place.span.start)
    assert (found, case["error_line"]) == EARLIER_LINES.get(case["id"], (case["error_line"],) * 2)


def test_a_byte_order_mark_is_an_error_at_its_place() -> None:
    (error,) = read("\ufeffinput { }\n".encode()).errors
    assert (error.place.span.start, error.place.span.end) == (0, 3)


def test_a_byte_order_mark_anywhere_else_is_one_too_but_not_inside_strings_and_comments() -> None:
    assert read("input { }\n\ufefffilter { }\n".encode()).errors
    assert not read('filter { mutate { id => "\ufeff" } } # \ufeff\n'.encode()).errors


def test_real_pipelines_are_read_as_by_logstash(shared: Path) -> None:
    manifest = shared / "corpus" / "manifest.csv"
    if not manifest.is_file():
        pytest.skip("the corpus is not there")
    with manifest.open(newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["kind"] == "logstash"]
    assert len(rows) > 300
    texts = {row["local"]: (manifest.parent / row["local"]).read_bytes() for row in rows}
    verdicts = {name: not read(text).errors for name, text in texts.items()}
    assert [row["local"] for row in rows if verdicts[row["local"]] is not (row["peer_ok"] == "True")] == []
    different = []
    for name, text in texts.items():
        oracle = manifest.parent / "logstash-oracle" / Path(name).with_suffix(".json").name
        if oracle.is_file() and difference(text, json.loads(oracle.read_text())["tree"]):
            different.append(name)
    assert different == []
