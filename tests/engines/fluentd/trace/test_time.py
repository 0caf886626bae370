"""Times: what is written with a format is read again as the same moment; and what Ruby and the C extension did with odd texts."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentd.facts.time.format import TimePath, read_time_format
from pipelint.engines.fluentd.trace.time.clock import Time, named_zone, written
from pipelint.engines.fluentd.trace.time.parse import float_time, text_time, unixtime
from pipelint.engines.fluentd.trace.values import LostError, RubyError
from pipelint.trace.model import UNKNOWN

UTC = timezone.utc
# Formats for the C extension and for Ruby's own reader, with how Python writes the same.
FORMATS = {
    "%Y-%m-%dT%H:%M:%S%z": "%Y-%m-%dT%H:%M:%S%z",
    "%d/%b/%Y:%H:%M:%S %z": "%d/%b/%Y:%H:%M:%S %z",
    "%Y-%m-%dT%H:%M:%S.%N%z": "%Y-%m-%dT%H:%M:%S.%f%z",
    "%b %d %H:%M:%S %Y %z": "%b %d %H:%M:%S %Y %z",
    "%B %e %Y %H:%M:%S %z": "%B %d %Y %H:%M:%S %z",
    "%Y-%m-%dT%H:%M:%S.%L%z": "%Y-%m-%dT%H:%M:%S.%f%z",
    "%FT%T%z": "%Y-%m-%dT%H:%M:%S%z",
    "%A, %d %b %Y %I:%M:%S %p %z": "%A, %d %b %Y %I:%M:%S %p %z",
    "%Y%m%d%H%M%S%L %z": "%Y%m%d%H%M%S000 %z",
}
moments = st.datetimes(datetime(1970, 1, 2), datetime(2099, 12, 31)).map(lambda moment: moment.replace(microsecond=0))
offsets = st.sampled_from([0, 60, -300, 330, 765]).map(lambda minutes: timezone(timedelta(minutes=minutes)))


def test_both_readers_are_tried() -> None:
    assert {read_time_format(format_).path for format_ in FORMATS} == {TimePath.FAST, TimePath.RUBY}


@given(st.sampled_from(sorted(FORMATS)), moments, offsets)
def test_a_written_moment_is_read_again(format_: str, moment: datetime, zone: timezone) -> None:
    text = moment.replace(tzinfo=zone).strftime(FORMATS[format_])
    assert text_time(format_, None, None, True)(text) == (int(moment.replace(tzinfo=zone).timestamp()), 0)


@given(moments, st.sampled_from(["+09:00", "-0530", "Asia/Tokyo", "America/New_York"]))
def test_a_clock_of_a_named_zone_is_read_as_it_shows_or_not_at_all(moment: datetime, name: str) -> None:
    read = text_time("%Y-%m-%d %H:%M:%S", UTC, name, True)(moment.strftime("%Y-%m-%d %H:%M:%S"))
    if name == "-0530":
        expected = moment.replace(tzinfo=timezone(-timedelta(hours=5, minutes=30)))
    else:
        expected = moment.replace(tzinfo=named_zone("Asia/Tokyo" if name == "+09:00" else name))
    # Before 1970, and around a change of the clock, more than one answer is possible.
    assert read is UNKNOWN or read == (int(expected.timestamp()), 0)


@pytest.mark.parametrize(
    ("format_", "text", "expected"),
    [
        # The extension strptime 0.2.5: the text may go on, a day too many runs over, digits are taken as they come.
        ("%Y-%m-%dT%H:%M:%S", "2024-01-02T03:04:05 and more", "1704164645"),
        ("%Y-%m-%d", "2024-02-30", "1709251200"),
        ("%Y-%m-%d %H", "2024-1-2 3", "1704164400"),
        ("%Y-%m-%d%z", "2024-01-02+1", "1704150000"),
        ("%Y-%m-%d%z", "2024-01-02+930", None),
        ("%Y-%m-%dT%H:%M:%S%z", "2024-01-02T03:04:05-500", None),
        ("%Y-%m-%d", "2024-13-01", None),
        ("%Y-%m-%d", "24-01-02", None),
        ("%y-%m-%d", "68-01-02", "3092688000"),
        ("%y-%m-%d", "69-01-02", "-31449600"),
        # Ruby's Time.strptime.
        ("%s", "1709632800.5", "1709632800"),
        ("%s", "+1709632800", None),
        ("%s.%L", "1709632800.25", "1709632800.250000000"),
        ("%Y-%m-%d %I:%M:%S %p", "2024-01-02 12:00:00 AM", "1704153600"),
        ("%Y-%m-%d %I:%M:%S %p", "2024-01-02 13:00:00 AM", None),
        ("%Y-%m-%d %H:%M:%S %Z", "2024-01-02 03:04:05 EST", "1704182645"),
        ("%Y-%m-%d %H:%M:%S %Z", "2024-01-02 03:04:05 XYZ", "?"),
        ("%H:%M:%S", "03:04:05", "?"),
        ("%b %d %H:%M:%S", "Jan 02 03:04:05", "?"),
        ("%iso8601", "2024-01-02T03:04:05.123456789Z", "1704164645.123456789"),
        ("%iso8601", "2024-01-02 03:04:05Z", None),
    ],
)
def test_odd_texts_are_read_as_the_real_readers_do(format_: str, text: str, expected: str | None) -> None:
    parse = text_time(format_, UTC, None, True)
    if expected is None:
        # A year such as 24 is read by the real ones, and not followed here.
        with pytest.raises(LostError if text.startswith("24-") else RubyError):
            parse(text)
    else:
        assert written(parse(text)) == expected


@pytest.mark.parametrize(
    ("value", "seconds", "exact"),
    [
        ("2024-01-02T03:04:05.123456789Z", "2024", "2024.123456789"),
        ("2024-01-02T03:04:05.2Z", "2024", "2024.000000002"),
        ("1700000000.5", "1700000000", "1700000000.500000000"),
        (1700000000.25, "1700000000", "1700000000.250000000"),
        ("", "0", "0"),
        (-5, "-5", "-5"),
    ],
)
def test_numbers_are_read_as_they_are_written(value: object, seconds: str, exact: str) -> None:
    assert (written(unixtime(value)), written(float_time(value))) == (seconds, exact)


@pytest.mark.parametrize("value", [None, True, [], {}])
def test_what_is_no_number_is_no_time(value: object) -> None:
    for parse in (unixtime, float_time):
        with pytest.raises(RubyError):
            parse(value)


@given(st.sampled_from(sorted(FORMATS)), st.text(max_size=40))
def test_no_text_ends_the_reader(format_: str, text: str) -> None:
    found: Time = None
    try:
        found = text_time(format_, None, None, True)(text)
    except (RubyError, LostError):
        return
    assert written(found)
