"""What is said to be the same matches the same texts, with the same named groups; and real patterns are judged quickly."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.checker import load
from pipelint.cost.regex.saving import NoPrices
from pipelint.facts.regexes.attack import STEPS
from pipelint.facts.regexes.change import changed
from pipelint.facts.regexes.facts import regex_facts
from pipelint.facts.regexes.spots.find import find_spots
from pipelint.facts.regexes.use import RegexUse, Role, whole
from pipelint.regex.run import run
from pipelint.regex.tree import Regex, read_regex
from pipelint.regex.verdict import judge
from tests.facts import build_facts
from tests.properties import tries

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"

ATOMS = [
    "a",
    "b",
    "ab",
    ".",
    "[ab]",
    "[^a]",
    r"\s",
    "a?",
    "b*",
    "a+?",
    "(?:a|b)",
    "(?:a|ab|a)",
    "(?:b|)",
    r"\b",
    "(?=a)",
    "(?<!b)",
]
EDGES = ["", "", ".*", ".*?", "^.*", "^.*?", r"\A.*", "^", "(?:.*)"]
ENDS = ["", "", ".*", ".*?", ".*$", r".*\z", r".*\Z", "$", ".+"]
TEXTS = st.text("aab \n", max_size=12)


@st.composite
def patterns(draw: st.DrawFn) -> str:
    """A regex of a few parts, with a named group somewhere."""
    parts = draw(st.lists(st.sampled_from(ATOMS), min_size=1, max_size=4))
    at = draw(st.integers(0, len(parts) - 1))
    parts[at] = f"(?<x>{parts[at]})" if draw(st.booleans()) else f"({parts[at]})"
    middle = "".join(parts)
    alternatives = draw(st.lists(st.sampled_from(["a", "ab", "aab", "b a", "^a"]), max_size=3))
    return draw(st.sampled_from(EDGES)) + "|".join([middle + draw(st.sampled_from(ENDS)), *alternatives])


def use(pattern: str, role: Role, options: str) -> RegexUse:
    document = Document.whole(SourceFile("x", pattern.encode()))
    place = Place(document, Span(0, len(pattern.encode())))
    block = Block("filter", "", (), place, place, place)
    return RegexUse(role, "onigmo", "pattern", pattern, options, whole(place, pattern), block)


def outcome(regex: str, text: str, role: Role) -> object:
    """What is used of a search."""
    found = run(regex, text)
    read = read_regex(regex)
    assert isinstance(read, Regex)
    if role is not Role.PARSE or not found.matched:
        return found.matched
    return {name: [found.groups[number] for number in numbers] for name, numbers in read.names.items()}


@tries(250)
@given(
    patterns(), st.sampled_from([Role.TEST, Role.PARSE]), st.sampled_from(["", "m", "i"]), st.lists(TEXTS, min_size=3, max_size=8)
)
def test_what_is_called_the_same_is(pattern: str, role: Role, options: str, texts: list[str]) -> None:
    before = use(pattern, role, options)
    read = read_regex(before.runnable)
    assume(isinstance(read, Regex))
    assert isinstance(read, Regex)
    for spot in find_spots(before, read):
        after = changed(before, spot.changes, spot.options) if spot.changes and spot.same else None
        if after is not None:
            for text in texts:
                assert outcome(after.runnable, text, role) == outcome(before.runnable, text, role), (spot, text)


@tries(150)
@given(patterns(), st.sampled_from(["", "m"]), st.lists(TEXTS, min_size=3, max_size=8))
def test_a_group_that_is_called_empty_is(pattern: str, options: str, texts: list[str]) -> None:
    before = use(f"(?<first>.*)(?<second>.*){pattern}".replace("(?<x>", "(?:"), Role.PARSE, options)
    read = read_regex(before.runnable)
    assume(isinstance(read, Regex))
    assert isinstance(read, Regex)
    for spot in find_spots(before, read):
        if spot.kind == "nothing":
            for text in texts:
                found = run(before.runnable, text)
                group = found.groups[read.names["second"][0]] if found.matched else None
                assert group is None or group[0] == group[1]


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not part of the repository")
@pytest.mark.slow
def test_400_patterns_of_real_configs_are_judged_within_the_steps_that_they_may_take() -> None:
    facts = [build_facts(config) for config in load([str(CORPUS / "logstash")]).configs if not config.errors]
    regexes = [regex for fact in facts for regex in regex_facts(fact.engine, fact.config, NoPrices())]
    found = {regex._use.runnable for regex in regexes if regex.refused is None}
    some = sorted(found)[:400]
    assert len(some) == 400
    assert None not in [judge(pattern, STEPS) for pattern in some]
