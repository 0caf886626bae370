"""The queries of the Fluentd grammar are valid for it, and name what editors should colour, fold and hand on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import tree_sitter

from pipelint import _native

GRAMMAR = Path(__file__).resolve().parents[2] / "grammars" / "fluentd"
QUERIES = sorted((GRAMMAR / "queries").glob("*.scm"))
LANGUAGE = tree_sitter.Language(_native.fluentd_language())
CONFIG = b"""\
@include more.conf # comment
<label @A>
  <match a.{b,*}.** /x/>
    @type file
    flush "#{1 + 1}\\n"
    format /^(a)$/i
    keys ["a", {"b": [1, null, true]}]
    limit 5m
    on true
    @label @A
  </match>
</label>
</stray>
"""


def _captures(query: str, config: bytes = CONFIG) -> dict[str, list[str]]:
    """The texts of each capture's nodes in source order."""
    compiled = tree_sitter.Query(LANGUAGE, (GRAMMAR / "queries" / f"{query}.scm").read_text())
    root = tree_sitter.Parser(LANGUAGE).parse(config).root_node
    captures = tree_sitter.QueryCursor(compiled).captures(root)
    return {
        name: [node.text.decode() for node in sorted(nodes, key=lambda n: n.start_byte) if node.text is not None]
        for name, nodes in captures.items()
    }


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_every_query_is_valid_and_finds_something(path: Path) -> None:
    assert tree_sitter.Query(LANGUAGE, path.read_text()).pattern_count
    assert _captures(path.stem)


def test_highlights() -> None:
    captures = _captures("highlights")
    assert captures["comment"] == ["# comment"]
    assert captures["tag"] == ["label", "match", "match", "label", "stray"]
    assert captures["keyword.import"] == ["@include"]
    assert captures["attribute"] == ["@type", "@label"]
    assert captures["character.special"] == ["*", "**", "i"]
    assert captures["string.regexp"] == ["/x/", "/^(a)$/i"]
    assert captures["string.escape"] == ["\\n"]
    assert captures["number"] == ["1", "5m"]
    assert captures["boolean"] == ["true", "true"]
    assert captures["error"] == ["</stray>"]


def test_every_mistake_is_highlighted() -> None:
    config = b'<a\n</a b>\n<c> d\n</c>\nk [x\nl \'y\nm "z" w\n</stray>'
    assert _captures("highlights", config)["error"] == ["", "b", "d", "[x", "'y", "w", "</stray>"]


def test_folds_are_sections_and_values_over_several_lines() -> None:
    folds = _captures("folds")["fold"]
    assert [fold.splitlines()[0].split(" ")[0] for fold in folds][:2] == ["<label", "<match"]
    assert '{"b": [1, null, true]}' in folds


def test_injections_hand_on_whole_texts() -> None:
    assert _captures("injections")["injection.content"] == [
        "# comment",
        "1 + 1",
        "^(a)$",
        '["a", {"b": [1, null, true]}]',
    ]


def test_locals_join_labels() -> None:
    captures = _captures("locals")
    assert captures["local.definition"] == captures["local.reference"] == ["@A"]


def test_the_corpus_has_every_kind_of_node() -> None:
    kinds = {node["type"] for node in json.loads((GRAMMAR / "src" / "node-types.json").read_text()) if node["named"]}
    corpus = "".join(path.read_text() for path in (GRAMMAR / "test" / "corpus").glob("*.txt"))
    assert kinds - set(re.findall(r"\((\w+)", corpus)) == set()
