"""The SQL of stream tasks: what Fluent Bit's own grammar takes (src/stream_processor/parser of 5.1.1), written by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentbit.facts.language.queries import can_read


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM STREAM:cpu.0;",
        "create stream a as select avg(p) from tag:'cpu' window tumbling (5 second);",
        "CREATE STREAM a WITH (tag='x', b='y') AS SELECT k['a']['b'] AS z, COUNT(*), COUNT(b) AS n, NOW() FROM TAG:'x';",
        "SELECT a FROM TAG:'x' WINDOW HOPPING (10 SECOND, ADVANCE BY 2 MINUTE) WHERE a = 'b' GROUP BY k, l['m'] LIMIT 5;",
        "SELECT a FROM TAG:'it''s' WHERE b AND (c['d'] > 3.5 OR NOT @record.contains(x)) OR a IS NOT NULL;",
        "SELECT a FROM TAG:'x' WHERE @record.time() >= 5 AND true;",
        "SELECT TIMESERIES_FORECAST(x, 10) FROM TAG:'a' WINDOW TUMBLING (1 HOUR);",
        "CREATE SNAPSHOT s AS SELECT * FROM STREAM:x LIMIT 10;",
        "FLUSH SNAPSHOT s AS SELECT * FROM STREAM:y WHERE a <> -1;",
    ],
)
def test_what_the_grammar_takes(query: str) -> None:
    assert can_read(query)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "SELECT * FROM TAG:'x'",
        "SELECT * FROM x;",
        "SELECT * FROM TAG:x;",
        "SELECT (SUM(a)/SUM(b))*100 AS p FROM TAG:'x';",
        "SELECT a b FROM TAG:'x';",
        "SELECT a, FROM TAG:'x';",
        "SELECT AVG(*) FROM TAG:'x';",
        "SELECT a FROM TAG:'x' WHERE 3 = a;",
        "SELECT a FROM TAG:'x' WHERE (a;",
        "SELECT a FROM TAG:'x' WHERE a LIKE 'b';",
        "SELECT a FROM TAG:'x' GROUP  BY a;",
        "SELECT a FROM TAG:'x' GROUP BY a WHERE a;",
        "SELECT a FROM TAG:'x' WINDOW TUMBLING (5 SECONDS);",
        "CREATE SNAPSHOT s AS SELECT a FROM STREAM:x;",
        "SELECT a FROM TAG:'x'; SELECT b FROM TAG:'x';",
    ],
)
def test_what_it_does_not(query: str) -> None:
    assert not can_read(query)


WORDS = "SELECT a FROM TAG: 'x' WHERE ( ) AND NOT = 3 , * ; GROUP BY é"


@given(st.lists(st.sampled_from(WORDS.split())).map(" ".join))
def test_any_words_are_answered(query: str) -> None:
    assert can_read(query) in (True, False)


def test_deep_parentheses_are_answered() -> None:
    assert can_read(f"SELECT a FROM TAG:'x' WHERE {'(' * 4_000}a{')' * 4_000};")
