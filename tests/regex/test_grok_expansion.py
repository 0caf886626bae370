"""Grok expansions: the regex that the engine compiles, what stops one, its fields, and the way back from its bytes."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelint.base.text.span import Span
from pipelint.engines.fluentd import grok as fluentd_grok
from pipelint.engines.logstash.grok import GROK, GROK_ALL
from pipelint.regex.grok import MOST_BYTES, Expansion, Trouble, expand
from pipelint.regex.library import Edition, Library, shipped
from pipelint.regex.references import GrokDialect
from pipelint.regex.tree import Refused, read_regex
from tests.properties import tries

REAL = Path(__file__).parents[2] / "../shared/measurements/regex_joni_expansions.json"
FLUENTD = fluentd_grok.GROK
DIALECTS = {"fluentd": FLUENTD, "logstash": GROK, "logstash_all": GROK_ALL}
LEGACY = shipped(Edition.LEGACY, GROK)
TOY = Library(
    {"A": "a+", "B": "<%{A:inner}é>", "C": "%{B}|%{A}", "LOOP": "x%{KNOT}", "KNOT": "%{LOOP}?", "BAD": "%{NONE}", "E": ""}
)


@pytest.mark.skipif(not REAL.exists(), reason="the measurements lie beside the repository")
def test_expansions_are_those_of_logstash() -> None:
    # Written down by Logstash 8.14.3 (jls-grok) when these patterns were measured.
    real = [row for row in json.loads(REAL.read_text()).values() if "grok" in row]
    assert len(real) == 28
    for row in real:
        found = expand(row["grok"], LEGACY, GROK)
        assert found.complete
        assert found.regex == row["re"]


def test_odd_references_are_replaced_as_by_the_real_libraries() -> None:
    kept = json.loads((Path(__file__).parents[1] / "data/grok-expansions.json").read_text(encoding="utf-8"))
    library = Library(kept["definitions"])
    assert len(kept["rows"]) > 200
    for row in kept["rows"]:
        found = expand(row["text"], library, DIALECTS[row["dialect"]])
        assert (found.regex if found.complete else None) == row["regex"], row
        if "types" in row:
            assert {name: kind or "string" for name, kind in found.types.items()} == row["types"]


@pytest.mark.parametrize(
    ("text", "dialect", "regex"),
    [
        # By hand, after jls-grok's compile.
        ("^%{A}-%{A:x}", GROK, "^(?:a+)-(?<A:x>a+)"),
        ("%{A}%{A:x:int}", GROK_ALL, "(?<A>a+)(?<A:x:int>a+)"),
        ("%{B:[l][m]}", GROK, "(?<B:[l][m]><(?<A:inner>a+)é>)"),
        ("%{A: x}", GROK, "(?:a+)"),
        ("%{A:x y}", GROK, "(?<A:x>a+)"),
        ("%{N:x=[0-9]+}%{N}", GROK, "(?<N:x>[0-9]+)(?:[0-9]+)"),
        ("%{N=b{2}c}", GROK, "(?:b{2}c)"),
        ("%{A", GROK, "%{A"),
        # By Fluentd 1.16.5 with fluent-plugin-grok-parser, as it logs them at its start.
        ("%{A: x} %{A:n:integer}", FLUENTD, "%{A: x} (?<n>a+)"),
        ("%{A:user} %{A:n:int}", FLUENTD, "(?<user>a+) (?<n:int>a+)"),
        ("%{A:[l][m]}", FLUENTD, "(?<l.m>a+)"),
        ("%{A:t:time:%Y}%{A:l:array:,}", FLUENTD, "(?<t>a+)(?<l>a+)"),
    ],
)
def test_references_are_replaced_as_the_engine_does(text: str, dialect: GrokDialect, regex: str) -> None:
    found = expand(text, TOY, dialect)
    assert (found.regex, found.problems) == (regex, ())


@pytest.mark.parametrize(
    ("text", "trouble", "blamed", "chain"),
    [
        ("é%{NONE:x}", Trouble.UNKNOWN, "NONE", ("NONE",)),
        ("%{A}%{BAD:x}", Trouble.UNKNOWN, "BAD", ("BAD", "NONE")),
        ("a%{LOOP}", Trouble.CYCLE, "LOOP", ("LOOP", "KNOT", "LOOP")),
    ],
)
def test_what_stops_an_expansion_has_its_place(text: str, trouble: Trouble, blamed: str, chain: tuple[str, ...]) -> None:
    (problem,) = expand(text, TOY, GROK).problems
    assert (problem.trouble, problem.chain) == (trouble, chain)
    assert problem.span.cut(text.encode()).decode() == blamed


def test_names_are_unknown_only_where_every_library_is_known() -> None:
    assert expand("%{NONE}", TOY.with_a_part_missing(), GROK).problems[0].trouble is Trouble.UNREAD
    assert expand("%{SHOREWALL}", LEGACY, GROK).problems[0].trouble is Trouble.WITHHELD


def test_an_expansion_is_bounded() -> None:
    definitions = {f"D{i}": f"%{{D{i + 1}}}%{{D{i + 1}}}" for i in range(40)} | {"D40": "x"}
    for text, library in (("%{D0}", Library(definitions)), ("x" * (MOST_BYTES + 1), TOY)):
        found = expand(text, library, GROK)
        assert [problem.trouble for problem in found.problems] == [Trouble.SIZE]
        assert len(found.regex) <= MOST_BYTES
    deep = Library({f"D{i}": f"%{{D{i + 1}}}" for i in range(200)})
    assert expand("%{D0}", deep, GROK).problems[0].trouble is Trouble.SIZE


def test_fields_have_their_types_and_groups() -> None:
    found = expand("^%{IP:client} (?<code>\\d+) %{NUMBER:took:float} %{IP:client} %{WORD}$", LEGACY, GROK)
    assert [(f.name, f.type, f.groups) for f in found.fields] == [
        ("client", "", (1, 4)),
        ("code", "", (2,)),
        ("took", "float", (3,)),
    ]
    fluentd = expand("%{INT:n:integer} %{WORD:w}", shipped(Edition.LEGACY, FLUENTD), FLUENTD)
    assert [(f.name, f.type) for f in fluentd.fields] == [("n", "integer"), ("w", "")]


def test_a_span_of_the_expansion_leads_to_the_definition() -> None:
    found = expand("^%{C:c}é$", TOY, GROK)
    assert found.regex == "^(?<C:c>(?:<(?<A:inner>a+)é>)|(?:a+))é$"
    plus = found.regex.encode().index(b"+")
    origin = found.spans.origin(Span(plus, plus + 1))
    assert (origin.chain, origin.part) == (("C", "B", "A"), "+")
    assert origin.span == Span(1, 7)
    bar = found.regex.index("|") + 1  # é before it has two bytes
    assert (found.spans.origin(Span(bar, bar + 1)).chain, found.spans.origin(Span(bar, bar + 1)).part) == (("C",), "|")
    both = found.spans.origin(Span(plus, bar + 2))
    assert (both.chain, both.part) == (("C",), "%{B}|%{A}")


TEXTS = st.lists(
    st.sampled_from(
        ["%{A}", "%{B:b}", "%{C:c:int}", "%{E}", "%{NONE}", "%{LOOP}", "%{", "}", "é", "x", "(", ")", "\\", "a|b", " "]
    )
    | st.text(max_size=3).filter(lambda text: "%" not in text),
    max_size=12,
).map("".join)


@settings(deadline=None)
@given(TEXTS, st.sampled_from([*DIALECTS.values()]))
def test_every_span_leads_into_the_text_and_literal_parts_lead_back_exactly(text: str, dialect: GrokDialect) -> None:
    found = expand(text, TOY, dialect)
    regex, raw = found.regex.encode(), text.encode()
    for piece in found.spans.pieces:
        origin = found.spans.origin(Span(piece.start, piece.start + 1))
        assert origin.span.end <= len(raw)
        if piece.verbatim and not piece.frame.name:
            end = piece.start + len(piece.span)
            assert regex[piece.start : end] == piece.span.cut(raw)
            assert found.spans.origin(Span(piece.start, end)).span == piece.span


@settings(deadline=None)
@given(TEXTS, st.data())
def test_a_longer_span_leads_to_no_less(text: str, data: st.DataObject) -> None:
    found = expand(text, TOY, GROK)
    size = found.spans.size
    start = data.draw(st.integers(0, size))
    end = data.draw(st.integers(start, size))
    whole, part = found.spans.origin(Span(0, size)), found.spans.origin(Span(start, end))
    assert whole.span.start <= part.span.start <= part.span.end <= whole.span.end


@settings(deadline=None)
@given(st.text(max_size=30).filter(lambda text: "%{" not in text), st.sampled_from([*DIALECTS.values()]))
def test_without_a_reference_the_text_stays(text: str, dialect: GrokDialect) -> None:
    assert expand(text, LEGACY, dialect).regex == text


def _readable(found: Expansion) -> bool:
    return not isinstance(found.parsed, Refused)


@tries(60)
@given(st.sampled_from(sorted(LEGACY.definitions)))
def test_every_shipped_pattern_expands_to_a_regex(name: str) -> None:
    found = expand(f"%{{{name}:x}}", LEGACY, GROK)
    assert found.complete
    assert _readable(found)
    assert not isinstance(read_regex(found.runnable), Refused)
