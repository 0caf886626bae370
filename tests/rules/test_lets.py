"""Expressions with names: what is in them is their own."""

from __future__ import annotations

from pipelint.predicate.check.checker import Checker
from pipelint.predicate.evaluate.frame import Frame
from pipelint.predicate.evaluate.link import link
from pipelint.predicate.syntax.parse import parse
from pipelint.predicate.types import BOOL, Variable
from tests.rules.toy import SCHEMA, Config, boxes, typed


def test_the_elements_of_a_let_are_its_own_also_where_they_are_called_alike() -> None:
    box, outer = boxes()
    names = {name: Variable(kind) for name, kind in SCHEMA.variables("box").items()} | {"one": Variable(BOOL, "let")}
    lets = {"one": link(typed("box.numbers.exists(n, n == 1)").code)}
    code = Checker(SCHEMA, names).typed(parse("box.numbers.filter(n, one && n > 1)")).code
    # Of 3, 1 and 2 the let is asked at the first, and is true at the second.
    assert link(code)(Frame({"box": box, "config": Config("fluentd", (box, outer))}, lets)) == [3, 2]
