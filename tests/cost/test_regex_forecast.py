"""Lines made for regexes, and the times predicted for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.cost.regex.forecast import forecast, search_us, timed
from pipelint.cost.regex.lines import lines_for
from pipelint.cost.regex.prices import ModelPrices
from pipelint.cost.regex.work import Engine, search, terms
from tests.properties import tries

CRI = r"^(?<time>[^ ]+) (?<stream>stdout|stderr) (?<logtag>[FP]) (?<log>.*)$"

PATTERNS = (
    CRI,
    r"ERROR|FATAL",
    r"^\d{4}-\d{2}-\d{2} (?<level>[A-Z]+): ",
    r"(\w+) \1",
    r"(?<q>['\"])x\k<q>",
    r"^(?=.*ERROR)(?=.*request).*$",
    r"(?i)exception",
    r"(?:\d{1,3}\.){3}\d{1,3}",
    r"\bid=(?<id>\h{8}-\h{4})\b",
    r"^(?<o>\h\h):\g<o>:\g<o>:\g<o>:\g<o>:\g<o>:\g<o>:\g<o> \S",
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_lines_do_what_they_are_made_for(pattern: str) -> None:
    lines = lines_for(pattern, "onigmo", 300)
    assert lines.hit is not None and lines.miss is not None
    assert [found.matched for found in search(pattern, [lines.hit, lines.miss], "onigmo")] == [True, False]
    assert len(lines.miss) == 300 and "\n" not in lines.hit
    for line in (lines.late, lines.entry):
        assert line is None or search(pattern, [line], "onigmo")[0].matched is False


def test_a_line_is_filled_up_where_a_message_stands() -> None:
    lines = lines_for(CRI, "onigmo", 300)
    assert lines.hit is not None and len(lines.hit) == 300
    assert lines.late is not None and lines.late.startswith(lines.hit[:5])


def test_words_are_longer_where_a_pattern_takes_the_whole_line() -> None:
    # Rows p_rx_1 and p_rx_5: fields of fifty bytes and more.
    line = lines_for(r"^(?<a>[^ ]*) (?<b>[^ ]*) (?<c>[^ ]*)$", "onigmo", 300).hit
    assert line is not None and 280 <= len(line) <= 300 and len(line.split(" ")) == 3
    # Elsewhere text stands around it: a number stays a number.
    around = lines_for(r"(?<ms>\d+) ms", "onigmo", 300).hit
    assert around is not None and len(around) == 300 and len(around.split(" ")[0]) < 10


def test_a_pattern_that_matches_anything_has_no_miss() -> None:
    found = forecast(".*", "joni", 100)
    assert found.hit is not None and (found.miss, found.late) == (None, None)


def test_a_missing_text_is_told_at_once_and_a_late_miss_is_dear() -> None:
    found = forecast(r"(?<a>.*) - (?<b>.*)=(?<c>\d+) end", "onigmo", 1000)
    assert found.hit is not None and found.miss is not None and found.late is not None
    assert found.miss.steps == 0 and found.miss.ns < 1000 < found.late.ns


# Measured with Ruby 3.1.2 on lines of 250 and 1000 bytes; the table of all is regex-onigmo.csv.
@pytest.mark.parametrize(("size", "ns"), [(250, 1088), (1000, 2907)])
def test_a_measured_match_is_met(size: int, ns: float) -> None:
    found = forecast(CRI, "onigmo", size)
    assert found.hit is not None and found.hit.ns == pytest.approx(ns, rel=0.25)


def test_a_run_without_an_end_is_cut_off() -> None:
    line = "a" * 40 + "!"
    (found,) = timed("^(a+)+$", [line], "joni", 10_000)
    assert found.matched is None and found.steps <= 10_001 and found.ns > 10_000


def test_what_the_engine_refuses_counts_as_otherwise() -> None:
    assert search_us("a(", "joni", 100.0, 0.5, 7.0) == 7.0
    with pytest.raises(ValueError, match="unmatched"):
        search("a)", ["x"], "onigmo")


@given(st.text(alphabet="ab|(?:)*+[]^$.{}1,\\dw", max_size=12), st.sampled_from(["onigmo", "joni"]))
@tries(150)
def test_any_pattern_is_forecast_or_refused(pattern: str, engine: Engine) -> None:
    try:
        found = forecast(pattern, engine, 60)
    except ValueError:
        return
    for one in (found.hit, found.miss, found.late, found.entry):
        assert one is None or (one.ns > 0 and one.steps >= 0)
    assert found.hit is None or found.hit.matched is True


@given(st.text(max_size=40))
@tries(60)
def test_both_engines_find_the_same(line: str) -> None:
    for pattern in PATTERNS:
        one, other = (search(pattern, [line], engine)[0].matched for engine in ("onigmo", "joni"))
        assert one is other


def test_half_of_a_surrogate_pair_is_a_character() -> None:
    found = search("^a.b$", ["a\udc80b", "ab"], "onigmo")
    assert [one.matched for one in found] == [True, False]


def test_terms_share_out_instructions_and_what_a_match_hands_over() -> None:
    found = terms({"push": 3, "set": 2, "attempt": 1}, 1.0, 4)
    assert found == {"search": 1.0, "match": 1.0, "match.group": 4.0, "instruction": 5.0, "push": 3.0, "set": 2.0, "attempt": 1.0}


def test_a_saving_is_in_microseconds() -> None:
    # Of a line that it takes, what a search of such lines alone is predicted to cost.
    found = ModelPrices(300).saving("a+b", "ab", "joni")
    assert found is not None
    assert found.pairs[0][0] == pytest.approx(search_us("a+b", "joni", 300, 1.0, 0.0), rel=1e-6)
    hit = lines_for("a+b", "joni", 300).hit
    assert hit is not None and found.pairs[0][1] == pytest.approx(timed("ab", [hit], "joni")[0].ns / 1000, rel=1e-6)
