"""The type checker: what it refuses, where, and what it suggests; and the schema that it reads from dataclasses."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pipelint.predicate.check.signatures import SIGNATURES
from pipelint.predicate.errors import PredicateError
from pipelint.predicate.evaluate.functions import FUNCTIONS
from pipelint.predicate.schema import Schema, SchemaError
from tests.rules.toy import SCHEMA, typed


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("box.plugin", "string"),
        ("box.colour", "string"),
        ("box.colours", "list<string>"),
        ("box.words", "list<string>"),
        ("box.numbers[0]", "int"),
        ("box.weight * 2.0", "double"),
        ("box.count", "int"),
        ("box.nearest", "list<Box>"),
        ("box.parent", "optional Box"),
        ("box.parent.parent", "optional Box"),
        ("box.things", "map<string, Thing>"),
        ("box.things.size.bytes", "optional int"),
        ("box.things['size'].seconds", "optional double"),
        ("box.full ? 1 : null", "optional int"),
        ("box.things.map(name, name)", "list<string>"),
        ("config.boxes.filter(b, b.full).map(b, b.weight)", "list<double>"),
        ("[]", "list<nothing>"),
        ("[] + [1]", "list<int>"),
        ("[box.things.size.bytes, 1]", "list<int>"),
        ("math.greatest(box.numbers)", "int"),
    ],
)
def test_knows_the_type(text: str, kind: str) -> None:
    assert str(typed(text).type) == kind


@pytest.mark.parametrize(
    ("text", "wrong", "message"),
    [
        ("box.plugn", "plugn", '"plugn" is not a field of Box, did you mean "plugin"?'),
        ("box.parent.plugn == ''", "plugn", '"plugn" is not a field of Box, did you mean "plugin"?'),
        ("bx.plugin", "bx", 'unknown variable "bx", did you mean "box"?'),
        ("box.place", "place", '"place" is not visible to rules'),
        ("box.odd", "odd", '"odd" is not visible to rules'),
        ("box.either", "either", '"either" is not visible to rules'),
        ("box.method", "method", '"method" is not a field of Box'),
        ("box.plugin.startWith('a')", "startWith", 'unknown function "startWith", did you mean "startsWith"?'),
        ("startsWith('a', 'b')", "startsWith", "startsWith is written x.startsWith()"),
        ("box.plugin.int()", "int", "int is written int(x)"),
        (
            "box.plugin.contains(1)",
            "contains(1)",
            "contains cannot be called with a string, an int; expected string.contains(string)",
        ),
        ("1 % 2.0", "1 % 2.0", "an int and a double cannot be combined with %"),
        ("'a' + 1", "'a' + 1", "a string and an int cannot be combined with +: write string(x)"),
        ("1.0 % 2.0", "1.0 % 2.0", "a double and a double cannot be combined with %"),
        ("box.plugin == 1", "box.plugin == 1", "a string and an int are never equal"),
        ("box.plugin == null", "box.plugin == null", "a string is never null"),
        ("box == config", "box == config", "a Box and a Config are never equal"),
        ("box.nearest == box.nearest", "box.nearest == box.nearest", "a list<Box> and a list<Box> cannot be compared"),
        ("box < box", "box < box", "a Box and a Box cannot be ordered with <"),
        ("1 in box.things", "1", "keys are strings, found an int"),
        ("1 in box.plugin", "box.plugin", '"in" expects a list or a map on its right, found a string'),
        ("'a' in box.numbers", "'a' in box.numbers", "a string and a list<int> have no values in common"),
        ("!box.count", "box.count", "the operand of ! must be a bool, found an int"),
        ("box.full && box.count", "box.count", "the right side of && must be a bool, found an int"),
        ("box.full ? 1 : 'a'", "1 : 'a'", "both sides of : must have one type, found an int and a string"),
        ("[1, 'a']", "'a'", "a string in a list of int: the items of a list must have one type"),
        ("box.numbers['a']", "'a'", "the index of a list<int> must be an int, found a string"),
        ("box.count[0]", "box.count", "an int cannot be indexed"),
        ("box.count.x", "x", "an int has no fields"),
        ("-box.plugin", "box.plugin", "- expects a number, found a string"),
        ("null + 1", "null", "null has no value"),
        ("[null, 1]", "null", "null has no value"),
        ("9223372036854775808", "9223372036854775808", "this number is too large for an int"),
        ("[][0]", "[]", "an empty list has no items"),
        ("[].map(x, 1)", "[]", "an empty list has no items"),
        ("has(box)", "has(box)", "has() expects one field selection, as in has(stage.time)"),
        ("has(box.plugn)", "plugn", '"plugn" is not a field of Box, did you mean "plugin"?'),
        ("box.nearest.exists(box, true)", "box", '"box" is already defined here'),
        ("box.nearest.exists(b, b.count)", "b.count", "the test of exists must be a bool, found an int"),
        ("box.nearest.exists(b)", "exists(b)", "this macro must be written exists(x, test), with a name for x"),
        (
            "box.nearest.map(1, 2)",
            "map(1, 2)",
            "this macro must be written map(x, value) or map(x, test, value), with a name for x",
        ),
        ("box.count.exists(x, true)", "box.count", "exists expects a list or a map, found an int"),
        ("box.nearest.exists(b, true) && b.full", "b", 'unknown variable "b"'),
        ("box.plugin.matches(box.plugin)", "box.plugin", "the pattern of matches must be a string literal"),
        ("box.plugin.matches('a(b')", "'a(b'", "invalid regular expression: unclosed group"),
    ],
)  # fmt: skip
def test_refuses_with_the_reason_at_the_place(text: str, wrong: str, message: str) -> None:
    with pytest.raises(PredicateError) as caught:
        typed(text)
    error = caught.value
    assert (error.message, text[error.start : error.end]) == (message, wrong)


@pytest.mark.parametrize("text", ["!" * 70 + "true", "(1" + "+1" * 70 + ") > 0", "box" + ".parent" * 70])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(PredicateError, match="nested deeper than 60 levels"):
        typed(text)


def test_every_signature_has_its_function_and_no_other_is_there() -> None:
    assert {signature.run for signature in SIGNATURES} == set(FUNCTIONS)


def test_the_schema_lists_each_class_once_and_knows_what_it_can_do() -> None:
    classes = {cls.name: cls for cls in SCHEMA.classes()}
    assert sorted(classes) == ["Box", "Config", "Nowhere", "Thing"]
    assert (classes["Box"].placed, classes["Box"].editable, classes["Box"].named) == (True, True, False)
    assert (classes["Thing"].placed, classes["Thing"].editable, classes["Thing"].named) == (True, True, True)
    assert (classes["Nowhere"].placed, classes["Nowhere"].editable) == (False, False)
    assert classes["Box"].doc == "A stage."
    assert classes["Box"].members["count"].doc == "How many things."
    assert classes["Box"].hidden == {"block", "place", "odd", "either"}


def test_annotations_that_cannot_be_read_are_an_error_of_the_program() -> None:
    @dataclass(frozen=True)
    class Broken:
        field: "Missing"  # type: ignore[name-defined]  # noqa: F821, UP037

    with pytest.raises(SchemaError, match="cannot be read"):
        Schema({"x": {"x": Broken}}).classes()
    with pytest.raises(SchemaError, match="no type that the predicate language knows"):
        Schema({"x": {"x": bytes}}).variables("x")
