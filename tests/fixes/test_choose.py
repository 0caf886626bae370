"""Fixes that are made together leave each other's places alone, their borders included."""

from __future__ import annotations

import random

import pytest

from pipelint.base.block import Block
from pipelint.base.effect import Effect, Has, Lacks
from pipelint.base.finding import Edit, Finding, Fix, Related, Safety, Severity
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.checker.trial.choose import applicable, choose

DOCUMENT, OTHER = (Document.whole(SourceFile(name, b"0123456789" * 20)) for name in ("a.conf", "b.conf"))

PLACES = Place(DOCUMENT, Span(0, 90)), Place(DOCUMENT, Span(90, 190))


def finding(*spans: tuple[int, int], document: Document = DOCUMENT) -> Finding:
    """A finding whose fix changes these places."""
    edits = tuple(Edit(document, Span(*span), "x") for span in spans)
    place = Place(document, Span(0, 1))
    return Finding("FD000", "x", Severity.INFO, "x", "x", place, fix=Fix("x", edits, Safety.SAFE))


def with_effects(span: tuple[int, int], *effects: Effect) -> Finding:
    """The same with what the fix brings about."""
    found = finding(span)
    assert found.fix is not None
    return replace(found, fix=replace(found.fix, effects=effects))


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ((2, 4), (5, 7), True),
        ((2, 4), (4, 7), False),
        ((2, 4), (3, 7), False),
        ((2, 4), (4, 4), False),
        ((2, 4), (2, 2), False),
        ((2, 4), (5, 5), True),
        ((4, 4), (4, 4), False),
        ((4, 4), (5, 5), True),
        ((2, 9), (4, 5), False),
    ],
)
def test_fixes_that_touch_are_not_made_together(one: tuple[int, int], other: tuple[int, int], together: bool) -> None:
    for first, second in ((one, other), (other, one)):
        findings = [finding(first), finding(second)]
        assert choose(findings, Safety.SAFE) == (findings if together else findings[:1])


def test_the_same_place_of_another_document_is_another_place() -> None:
    findings = [finding((2, 4)), finding((2, 4), document=OTHER)]
    assert choose(findings, Safety.SAFE) == findings


def test_one_edit_that_touches_leaves_out_the_whole_fix() -> None:
    findings = [finding((10, 20), (50, 60)), finding((30, 40), (60, 61)), finding((32, 33))]
    assert choose(findings, Safety.SAFE) == [findings[0], findings[2]]


def test_fixes_of_one_parameter_are_not_made_together_wherever_they_write() -> None:
    block, other = (Block("filter", "**", (), place, place, place) for place in PLACES)
    sets, unset = Has(block, "@type", "a"), Lacks(block, "type")
    effects: list[tuple[Effect, ...]] = [(sets,), (unset, sets), (unset,), (Has(other, "@type", "a"),)]
    findings = [with_effects((10 * number, 10 * number + 5), *each) for number, each in enumerate(effects, 1)]
    assert choose(findings, Safety.SAFE) == [findings[0], findings[2], findings[3]]
    assert choose(findings[1:], Safety.SAFE) == [findings[1], findings[3]]


@pytest.mark.parametrize(("span", "together"), [((25, 26), False), ((18, 21), False), ((10, 20), True), ((30, 31), True)])
def test_what_a_fix_speaks_of_no_other_changes(span: tuple[int, int], together: bool) -> None:
    speaking = replace(finding((2, 4)), related=(Related(Place(DOCUMENT, Span(20, 30)), "x"),))
    for findings in ([speaking, finding(span)], [finding(span), speaking]):
        assert choose(findings, Safety.SAFE) == (findings if together else findings[:1])


def test_among_many_fixes_none_that_touches_is_chosen_and_none_that_does_not_is_left() -> None:
    mixed = random.Random(5)
    for _ in range(200):
        starts = [mixed.randrange(190) for _ in range(30)]
        findings = [finding((start, start + mixed.randrange(5))) for start in starts]
        expected: list[Finding] = []
        for one in findings:
            if not any(_touch(one, other) for other in expected):
                expected.append(one)
        assert choose(findings, Safety.SAFE) == expected


def _touch(one: Finding, other: Finding) -> bool:
    assert one.fix is not None and other.fix is not None
    (first,), (second,) = one.fix.edits, other.fix.edits
    return first.span.start <= second.span.end and second.span.start <= first.span.end


@pytest.mark.parametrize(
    ("safety", "level", "may"),
    [
        (Safety.SAFE, Safety.SAFE, True),
        (Safety.SAFE, Safety.UNSAFE, True),
        (Safety.UNSAFE, Safety.SAFE, False),
        (Safety.UNSAFE, Safety.UNSAFE, True),
        (Safety.DISPLAY, Safety.SAFE, False),
        (Safety.DISPLAY, Safety.UNSAFE, False),
    ],
)
def test_what_is_for_reading_only_is_never_made(safety: Safety, level: Safety, may: bool) -> None:
    shown = finding((2, 4))
    assert shown.fix is not None
    assert applicable(replace(shown, fix=replace(shown.fix, safety=safety)), level) is may
