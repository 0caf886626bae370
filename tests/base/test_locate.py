"""Where a problem stands: of its place in a file, if it has one."""

from __future__ import annotations

from pipelint.base.finding import Problem
from pipelint.base.text.document import SourceFile
from pipelint.base.text.locate import locate_problem
from pipelint.base.text.span import Span

FILE = SourceFile("fluent.conf", b"one\ntwo\n")


def test_a_problem_without_a_file_or_without_a_place_in_it_stands_nowhere() -> None:
    assert locate_problem(Problem("fluent.conf", "no such file")) is None
    assert locate_problem(Problem("fluent.conf", "cannot be read", FILE)) is None
    assert locate_problem(Problem("fluent.conf", "cannot be read", None, Span(0, 1))) is None


def test_a_place_beyond_the_end_of_the_file_is_its_end() -> None:
    found = locate_problem(Problem("fluent.conf", "broken off", FILE, Span(4, 99)))
    assert found is not None
    assert (str(found), found.span) == ("fluent.conf:2:1", Span(4, 8))
