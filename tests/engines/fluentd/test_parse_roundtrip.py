"""A tree that is printed in v1 syntax, with every way to write a value, is read back as the same tree."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.syntax.parse import parse

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
WORDS = st.from_regex(r"[a-zA-Z0-9_./*-][a-zA-Z0-9_./*#:,=()-]{0,12}", fullmatch=True)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=16)
ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f", "\b": "\\b", "\0": "\\0"}


@dataclass(frozen=True)
class Written:
    """A value and one way to write it."""

    value: str
    text: str


def _double(text: str) -> Written:
    """``#`` is escaped as well where it would start embedded Ruby."""
    shown = "".join(ESCAPED.get(c, c) for c in text).replace("#{", "\\#{")
    return Written(text, f'"{shown}"')


def _single(text: str) -> Written:
    shown = text.replace("\\", "\\\\").replace("'", "\\'")
    return Written(text, f"'{shown}'")


def _ruby_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


CHARACTERS = st.characters(codec="utf-8")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(CHARACTERS, max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(CHARACTERS, max_size=3), inner, max_size=3),
    max_leaves=6,
).filter(lambda value: isinstance(value, list | dict))

VALUES = st.one_of(
    WORDS.map(lambda word: Written(word, word)),
    st.tuples(WORDS, WORDS).map(lambda two: Written(" ".join(two), " ".join(two))),
    TEXTS.map(_double),
    st.text(CHARACTERS, max_size=12).map(_double),
    TEXTS.map(_single),
    JSON.map(lambda value: Written(_ruby_json(value), json.dumps(value))),
    JSON.map(lambda value: Written(_ruby_json(value), json.dumps(value, indent=2, ensure_ascii=False))),
    st.just(Written("#{ENV['A'] || \"}\"}", '"#{ENV[\'A\'] || "}"}"')),
)
ARGS = st.one_of(
    st.just(Written("", "")),
    st.lists(st.sampled_from(["**", "a.*", "a.{b,c}.**", "/x+/", "x#{y}", "@LABEL"]), min_size=1, max_size=3)
    .map(" ".join)
    .map(lambda arg: Written(arg, arg)),
    TEXTS.map(_double),
    TEXTS.map(_single),
)
# What may stand behind a value or a tag, and between lines.
ENDS = st.sampled_from(["\n", " # c\n", "\t#\n", "\r\n", "\n\n  # more \"'<{[ text\n", " \n \n"])


@st.composite
def configs(draw: st.DrawFn, depth: int = 0) -> tuple[list[Any], str]:
    """Items (name and value, or name, argument and items) and their text."""
    items: list[Any] = []
    text = ""
    indent = " " * draw(st.integers(0, 4))
    for _ in range(draw(st.integers(0, 3))):
        name = draw(NAMES.filter(lambda name: name != "include"))
        if depth < 3 and draw(st.booleans()):
            arg = draw(ARGS)
            inner, body = draw(configs(depth + 1))
            items.append((name, arg.value, inner))
            gap = " " if arg.text else ""
            text += f"{indent}<{name}{gap}{arg.text}>{draw(ENDS)}{body}{indent}</{name}>{draw(ENDS)}"
        else:
            value = draw(VALUES)
            written = draw(st.sampled_from([name, f'"{name}"', f"'{name}'"]))
            items.append((name, value.value))
            text += f"{indent}{written} {value.text}{draw(ENDS)}"
    return items, text


def _items(block: Block) -> list[Any]:
    return [(item.name, item.value) if isinstance(item, Param) else (item.name, item.arg, _items(item)) for item in block.items]


@given(configs())
def test_a_printed_tree_is_read_back(config: tuple[list[Any], str]) -> None:
    items, text = config
    parsed = parse(Document.whole(SourceFile("test.conf", text.encode())))
    assert parsed.errors == ()
    assert _items(parsed.root) == items
