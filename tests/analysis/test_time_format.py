"""Time formats: which code reads them. Verdicts of the strptime gem 0.2.5 on Ruby 3.1.2, paths measured (rows p_json_tf*)."""

import pytest

from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.facts.parsers import time_format as fluentbit
from pipelint.engines.fluentd.facts.time.format import TimePath, read_time_format


@pytest.mark.parametrize(
    ("text", "path", "literal_zone", "subsecond"),
    [
        ("%Y-%m-%dT%H:%M:%S.%NZ", TimePath.MKTIME, True, True),
        ("%Y-%m-%dT%H:%M:%S", TimePath.MKTIME, False, False),
        ("%Y-%m-%dT%H:%M:%S.%N%z", TimePath.FAST, False, True),
        ("%Y-%m-%dT%H:%M:%S.%N%:z", TimePath.RUBY, False, True),
        ("%Y-%m-%dT%H:%M:%S.%LZ", TimePath.RUBY, True, True),
        ("%d/%b/%Y:%H:%M:%S %z", TimePath.FAST, False, False),
        ("%b %d %H:%M:%S", TimePath.MKTIME, False, False),
        ("%A %Y", TimePath.RUBY, False, False),
        ("%s", TimePath.RUBY, False, False),
        ("%iso8601", TimePath.ISO8601, False, True),
    ],
)
def test_the_path_that_fluentd_takes(text: str, path: TimePath, literal_zone: bool, subsecond: bool) -> None:
    found = read_time_format(text)
    assert (found.path, found.literal_zone, found.subsecond) == (path, literal_zone, subsecond)


@pytest.mark.parametrize(
    ("text", "has_zone"),
    # %s counts the seconds since 1970 in UTC (date_strptime.c of Ruby): a letter Z after it changes nothing.
    [("%H:%M:%S", False), ("%H:%M:%S %z", True), ("%H:%M:%S %Z", True), ("%s", True), ("%s.%LZ", True), ("%iso8601", True)],
)
def test_which_times_say_their_zone(text: str, has_zone: bool) -> None:
    found = read_time_format(text)
    assert (found.has_zone, found.literal_zone) == (has_zone, False)


# Each tried with Time.strptime of Ruby 3.1: what it compares with the text as it is.
@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("%Y-%m-%d %H:%M:%S,%3N", "%3N"),
        ("%-d/%m/%Y", "%-d"),
        ("%H:%M:%S.%f", "%f"),
        ("%i %f", "%i"),
        ("yyyy-MM-dd", "yyyy-MM-dd"),
        ("%Y-%m-%dT%H:%M:%S.%N%:z", ""),
        ("%a %e %b %k:%l %p %s %Q %+ %v %% %Ey %Od", ""),
        ("%iso8601", ""),
        ("", ""),
    ],
)
def test_what_ruby_does_not_read(text: str, unread: str) -> None:
    assert read_time_format(text).unread == unread


# By hand, from flb_parser.c and flb_strptime.c of Fluent Bit 5.1.1: %L is looked for once, what is left has no such directive.
@pytest.mark.parametrize(
    ("text", "fraction", "unknown"),
    [
        ("%H:%M:%S.%L", True, []),
        ("%H:%M:%S.%L %L", True, [("%L", True)]),
        ("%H:%M:%S.%N", False, [("%N", False)]),
    ],
)
def test_fluent_bit_reads_one_fraction(text: str, fraction: bool, unknown: list[tuple[str, bool]]) -> None:
    document = Document.whole(SourceFile("x", text.encode()))
    found = fluentbit.read_time_format(text, Place(document, Span(0, len(text))))
    assert (found.fraction, [(each.text, each.second) for each in found.unknown]) == (fraction, unknown)
