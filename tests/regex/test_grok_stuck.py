"""Where matching a line gets stuck: the first part of a pattern with which no beginning of the pattern matches any more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.logstash.grok import GROK
from pipelint.regex.grok import expand
from pipelint.regex.library import Edition, shipped
from pipelint.regex.run import captured, run
from pipelint.regex.stuck import elements, stuck
from tests.properties import tries

LEGACY = shipped(Edition.LEGACY, GROK)


@pytest.mark.parametrize(
    ("pattern", "line", "part", "taken"),
    [
        # By hand.
        ("^%{IP:client} %{WORD:verb} %{INT:n}$", "10.0.0.1 GET x", "%{INT:n}", "10.0.0.1 GET "),
        ("^%{IP:client} %{WORD:verb} %{INT:n}$", "10.0.0.1 GET 7 ms", "$", "10.0.0.1 GET 7"),
        ("^%{IP:client} %{WORD:verb}", "host GET", "%{IP:client}", ""),
        ("%{WORD:a}: b", "x; b", ": b", "x"),
        ("%{SYSLOGPROG}: %{WORD}", "sshd[12] up", ": ", "sshd[12]"),
        ("a|b", "c", "a|b", ""),
    ],
)
def test_the_part_to_blame_and_what_is_taken_before(pattern: str, line: str, part: str, taken: str) -> None:
    found = expand(pattern, LEGACY, GROK)
    assert run(found.runnable, line).matched is False
    where = stuck(found, line)
    assert where is not None
    assert found.spans.origin(where.span).part == part
    assert line[where.taken[0] : where.taken[1]] == taken


def test_the_parts_of_a_single_reference_are_those_of_its_definition() -> None:
    found = expand("%{COMMONAPACHELOG}", LEGACY, GROK)
    parts = [found.spans.origin(element.span).part for element in elements(found)]
    assert parts[:5] == ["%{IPORHOST:clientip}", " ", "%{HTTPDUSER:ident}", " ", "%{HTTPDUSER:auth}"]


def test_fields_of_a_match_as_logstash_keeps_them() -> None:
    found = expand("^%{WORD:a} %{DATA:b}%{WORD:a}?$", LEGACY, GROK)
    assert captured(found, "x y", run(found.runnable, "x y").groups) == {"a": ["x", "y"]}


WORDS = st.lists(
    st.sampled_from(["%{WORD:w}", " ", "%{INT:i}", "x", ":", "(?:y|%{INT})?", "$", "%{DATA:d}"]), min_size=1, max_size=7
)


@tries(80)
@given(WORDS.map("".join), st.text(alphabet="xy1: ", max_size=10))
def test_a_line_that_does_not_match_has_a_place_in_it(pattern: str, line: str) -> None:
    found = expand(pattern, LEGACY, GROK)
    if run(found.runnable, line).matched is False:
        where = stuck(found, line)
        assert where is not None
        assert 0 <= where.taken[0] <= where.taken[1] <= len(line)
        assert found.spans.origin(where.span).span.end <= len(pattern.encode())
