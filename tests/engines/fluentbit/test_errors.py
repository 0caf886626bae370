"""What is wrong with a text is said at its place. That it is wrong the conformance data says."""

from __future__ import annotations

import pytest

from pipelint.engines.fluentbit.syntax.formats import read
from pipelint.engines.registry import engine
from tests.engines.fluentbit.cases import document

CLASSIC = {
    "[INPUT]\n    Name dummy\n  Tag t\n": ("  ", "a line begins with 2 spaces"),
    "[INPUT]\n    Name dummy\n\tTag t\n": ("\t", "a line begins with 1 tab"),
    "[INPUT]\n    Name dummy\nTag t\n": ("T", "a line begins with no blank"),
    "[INPUT]\n    Name dummy\n  \n    Tag t\n": ("  ", "a line with 2 spaces and no text"),
    "[SERVICE]\nFlush 1\nGrace 2\n": ("G", "not all lines of this file are indented"),
    "[INPUT\n    Name dummy\n": ("[INPUT", "this head of a section does not end"),
    "[INPUT]\n    Name dummy\n    [OUTPUT]\n": ("[OUTPUT]", "the head of a section is indented"),
    # What follows from it is not said.
    "  [INPUT]\n      Name dummy\n      Tag t\n[OUTPUT]\n    Name null\n": ("[INPUT]", "the head of a section is indented"),
    "[INPUT]\n        Name dummy\n    [OUTPUT]\n        Name null\n": ("[OUTPUT]", "the head of a section is indented"),
    "    Name dummy\n": ("Name", "the key Name stands before any section"),
    "    Name dummy\n    Tag t\n": ("Name", "the key Name stands before any section"),
    "[INPUT]\n    Name\tdummy\n": ("Name\tdummy", "a tab stands after the key Name"),
    "[INPUT]\n    Name=dummy\n": ("Name=dummy", "there is no space between key and value"),
    "[INPUT]\n    Name\n": ("Name", "the key Name has no value"),
    "[INPUT]\n    Name  \n": ("Name", "the key Name has no value"),
    " 1  [INPUT]\n 2      Name dummy\n 3      Tag t\n": ("1", "the lines of this file begin with their numbers"),
    "# Shop\nservice:\n    flush: 1\npipeline:\n": ("service:", "this file is in the YAML format"),
    "  1\n[INPUT]\n Name dummy\n": ("1", "a line has only a number"),
    "@SET\n": ("@SET", "@SET has no value"),
    "\ufeff[INPUT]\n    Name dummy\n": (
        "\ufeff",
        "this file begins with a byte order mark, which Fluent Bit takes for a part of the line",
    ),
    "    [G] \n": ("[G]", "this group stands outside of a section"),
    "[INPUT]\n  Name a\n  [G\n": ("[G", "the key [G has no value"),
    "[INPUT]\n  Name a\n  [G x\n": ("[G x", "this head of a group does not end"),
    "[INPUT]\n  Name a\n  [G] \n    [H] \n": ("[H]", "the group before this one has no keys"),
}
YAML = {
    "pipeline:\n  inputs:\n    name: dummy\n": ("n", "inputs is a mapping"),
    "pipeline:\n  inputs:\n": ("", "inputs is empty"),
    "pipeline:\n  inputs:\n    - dummy\n": ("dummy", "an item of this list is a single value"),
    "pipeline:\n  processors: []\n": ("processors", "a pipeline has no processors"),
    "- a\n": ("-", "this file is a list"),
    "env:\n  a: {b: c}\n": ("{", "the value of a variable is a mapping"),
    "service:\n  flush: [1]\n": ("[", "the value of flush is a list"),
    "service:\n  grace: &a 5\n  flush: *a\n": ("*a", "Fluent Bit reads no alias"),
    "pipeline:\n  inputs:\n    - name: a\n      tag: ' '\n": ("' '", "the value of tag is only blanks"),
    "pipeline:\n  inputs:\n    - name: a\n      processors: {spans: []}\n": ("spans", "there are no processors of spans"),
    "parsers:\n  - name: a\n    regex: [a]\n": ("[", "the value of regex is a list"),
    "multiline_parsers:\n  - name: a\n    rules: x\n": ("x", "rules is a single value"),
    "pipeline:\n\tinputs: []\n": (
        "\t",
        "YAML error: while scanning for the next token: found character that cannot start any token",
    ),
}


@pytest.mark.parametrize(("text", "said"), CLASSIC.items())
def test_an_error_of_the_classic_format_is_said_where_it_is(text: str, said: tuple[str, str]) -> None:
    assert [(error.place.text, error.message) for error in read(document(text), yaml=False).errors] == [said]


@pytest.mark.parametrize(("text", "said"), YAML.items())
def test_an_error_of_the_yaml_format_is_said_where_it_is(text: str, said: tuple[str, str]) -> None:
    errors = read(document(text, "main.yaml"), yaml=True).errors
    assert [(error.place.text, error.message) for error in errors] == [said]


def test_what_is_wrong_with_a_text_comes_with_its_tree() -> None:
    errors, tree = engine("fluentbit").tree(document("[INPUT]\n    Name\n    Tag t\n"))
    assert [(error.place.text, error.message) for error in errors] == [("Name", "the key Name has no value")]
    assert tree


def test_a_width_is_said_once_and_each_other_one_too() -> None:
    text = "[INPUT]\n    Name a\n  Tag b\n  Path c\n   DB d\n  \n"
    found = read(document(text), yaml=False)
    assert [error.message for error in found.errors] == ["a line begins with 2 spaces", "a line begins with 3 spaces"]
    assert [error.related[0].place.span.start for error in found.errors] == [8, 8]


def test_what_stands_after_an_error_is_read() -> None:
    text = "pipeline:\n  inputs:\n    - name: [a]\n      tag: {b: [c]}\n    - name: d\n  outputs:\n    - name: e\n"
    found = read(document(text), yaml=True)
    assert [item.name for item in found.items if hasattr(item, "props")] == ["input", "input", "output"]
    assert len(found.errors) == 1


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("[SERVICE]\nFlush 1\n", ["Flush"]),
        ("Flush\n", []),
        ("[SERVICE]\n Flush 1\n", []),
        ("[SERVICE]\n# Flush 1\n  Flush 1\n", []),
    ],
)
def test_a_key_that_loses_its_first_letter_is_named(text: str, lost: list[str]) -> None:
    assert [each.place.text for each in read(document(text), yaml=False).ignored] == lost


@pytest.mark.parametrize("yaml", [False, True])
def test_of_a_text_with_too_many_lines_nothing_is_read(yaml: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("classic", "yaml_format"):
        monkeypatch.setattr(f"pipelint.engines.fluentbit.syntax.{module}.MAX_LINES", 5)
    text = "service:\n" + "  flush: 1\n" * 2 if yaml else "[SERVICE]\n" + "# a\n    Flush 1\n\n" * 4
    assert [len(each) for each in (read(document(text), yaml=yaml).errors, read(document(text), yaml=yaml).items)] == [0, 1]
    text += "  flush: 1\n" if yaml else "    Flush 1\n"
    found = read(document(text), yaml=yaml)
    assert [len(found.errors), len(found.items)] == [1, 0]
    assert found.errors[0].message.startswith("this config is too large: it has more than 50,000 ")


def test_a_line_that_a_program_fills_in_is_no_error() -> None:
    found = read(document("[INPUT]\n    Name dummy\n<MORE_INPUTS>\n[OUTPUT]\n    Name null\n    Match *\n"), yaml=False)
    assert not found.errors and len(found.items) == 2
    assert read(document("[INPUT]\n    Name dummy\n<more inputs>\n"), yaml=False).errors


@pytest.mark.parametrize(("text", "said"), [("[SERVICE]\nFlush 1\n", ["Flush"]), ("[SERVICE]\nFlush 1\nGrace 2\n", [])])
def test_a_key_that_lost_a_letter_is_said_where_no_error_says_so(text: str, said: list[str]) -> None:
    assert [each.place.text for each in read(document(text), yaml=False).ignored] == said
