"""What the tracer tells of single events. Expected values: Fluentd 1.16.5, run with these configs or read in its source."""

from __future__ import annotations

import pytest

from pipelint.base.text.locate import locate
from pipelint.engines.fluentd.engine import FluentdEngine
from pipelint.engines.fluentd.trace.tracer import FluentdTracer
from pipelint.trace.model import UNKNOWN, Fate, Given, Journey
from tests.engines.fluentd.trace.recorded import config_of

NULL = "<match **>\n@type null\n</match>\n"
NONE = "<source>\n@type tail\npath /a.log\ntag app\n<parse>\n@type none\n</parse>\n</source>\n"
JSON = NONE.replace("none", "json")
PARSER = "<filter app>\n@type parser\nkey_name log\nreserve_data true\n<parse>\n@type json\n</parse>\n</filter>\n"
ADD = "<filter app>\n@type record_transformer\n<record>\nx 1\n</record>\n</filter>\n"


def traced(text: str, *lines: bytes, zone: str = "", tag: str = "", path: str = "") -> list[Journey]:
    config = config_of(text)
    tracer = FluentdTracer()
    return list(tracer.trace(config, tracer.sources(config)[0], lines, Given(tag, path, zone)))


def told(journey: Journey) -> list[tuple[str, str]]:
    return [(step.stage.plugin, step.fate.value) for step in journey.steps]


def last(journey: Journey) -> object:
    return journey.steps[-1].events[0].record


def test_the_engine_offers_its_tracer() -> None:
    assert isinstance(FluentdEngine().tracer, FluentdTracer)


def test_the_sources_are_those_that_a_line_can_stand_for() -> None:
    config = config_of("<source>\n@type monitor_agent\n</source>\n<source>\n@type forward\n</source>\n" + NONE)
    assert [source.plugin for source in FluentdTracer().sources(config)] == ["forward", "tail"]


def test_an_event_that_fails_goes_on_where_no_filter_takes_batches() -> None:
    # Run: stdout had both the error and the event.
    (journey,) = traced(JSON + PARSER + NULL, b'{"log":5,"k":1}')
    assert told(journey) == [("json", "passed"), ("parser", "failed"), ("parser", "passed"), ("null", "sent")]
    assert last(journey) == {"log": 5, "k": 1}


def test_an_event_that_fails_is_lost_where_one_does() -> None:
    # Run: stdout had the error alone.
    (journey,) = traced(JSON + PARSER + ADD + NULL, b'{"log":5,"k":1}')
    assert told(journey) == [("json", "passed"), ("parser", "failed")]


def test_whether_it_goes_on_is_not_known_where_a_filter_is_not() -> None:
    unknown = "<filter app>\n@type nobody_knows\n</filter>\n"
    (journey,) = traced(JSON + PARSER + unknown + NULL, b'{"log":5,"k":1}')
    assert told(journey) == [("json", "passed"), ("parser", "failed"), ("parser", "unknown")]


def test_an_event_that_fails_comes_to_the_error_label() -> None:
    (journey,) = traced(
        JSON + PARSER + ADD + NULL + "<label @ERROR>\n<match app>\n@type stdout\n</match>\n</label>\n", b'{"log":5}'
    )
    assert told(journey)[1:] == [("parser", "failed"), ("stdout", "sent")]


def test_a_line_that_does_not_match_names_the_part_of_the_pattern() -> None:
    text = NONE.replace("@type none", "@type regexp\nexpression /^(?<a>\\w+) (?<n>\\d+)$/") + NULL
    (journey,) = traced(text, b"abc def")
    (step,) = journey.steps
    assert step.fate is Fate.FAILED
    assert "(?<n>\\d+)" in step.reason
    assert step.place is not None
    assert step.place.text == "(?<n>\\d+)"
    assert str(locate(step.place)).startswith("fluent.conf:7:")


def test_held_lines_are_one_journey_with_the_event_that_they_become() -> None:
    concat = "<filter app>\n@type concat\nkey message\nmultiline_start_regexp /^S/\n</filter>\n"
    first, second = traced(NONE + concat + NULL, b"S1", b" a", b"S2")
    assert (first.first, first.last, second.first, second.last) == (1, 2, 3, 3)
    assert told(first) == [("none", "passed"), ("concat", "held")] * 2 + [("concat", "passed"), ("null", "sent")]
    assert last(first) == {"message": "S1\n a"}
    assert told(second) == [("none", "passed"), ("concat", "held")]


def test_lines_of_a_multiline_parser_wait_for_the_next_first_line() -> None:
    parse = "@type multiline\nformat_firstline /^S/\nformat1 /^(?<m>.*)/"
    first, second = traced(NONE.replace("@type none", parse) + NULL, b"S1", b" a", b"S2")
    assert (first.first, first.last, last(first)) == (1, 2, {"m": "S1\n a"})
    assert (second.first, second.last, second.steps[-1].fate) == (3, 3, Fate.HELD)


def test_a_tag_with_the_path_needs_a_path() -> None:
    text = NONE.replace("path /a.log\ntag app", "path /var/log/*.log\ntag app.*") + NULL
    assert [step.fate for journey in traced(text, b"a") for step in journey.steps] == [Fate.UNKNOWN]
    (journey,) = traced(text, b"a", path="/var/log/x.log")
    assert journey.steps[-1].events[0].tag == "app.var.log.x.log"


def test_clients_of_forward_choose_the_tag() -> None:
    text = "<source>\n@type forward\n</source>\n<match a>\n@type null\n</match>\n"
    assert [journey.steps[-1].fate for journey in traced(text, b'{"x":1}')] == [Fate.UNKNOWN]
    assert [journey.steps[-1].fate for journey in traced(text, b'{"x":1}', tag="a")] == [Fate.SENT]
    (journey,) = traced(text, b'["b", 1700000000.25, {"x":1}]')
    assert journey.steps[-1].fate is Fate.NOWHERE
    assert journey.steps[-1].events[0].time == "1700000000.250000000"


def test_the_time_of_a_clock_whose_zone_is_not_known_is_not_known() -> None:
    text = JSON.replace("@type json", "@type json\ntime_type string\ntime_format %Y-%m-%d %H:%M:%S") + NULL
    line = b'{"time":"2024-01-02 03:04:05"}'
    times = {zone: traced(text, line, zone=zone)[0].steps[-1].events[0].time for zone in ("", "UTC", "Asia/Tokyo")}
    assert times == {"": "?", "UTC": "1704164645", "Asia/Tokyo": "1704132245"}
    with pytest.raises(ValueError, match="no time zone"):
        traced(text, line, zone="Nowhere/Here")


def test_what_only_the_running_fluentd_knows_is_unknown_alone() -> None:
    (journey,) = traced(NONE + ADD.replace("x 1", "h ${hostname}\nt at ${time}\ng ${tag}") + NULL, b"a")
    assert last(journey) == {"message": "a", "h": UNKNOWN, "t": UNKNOWN, "g": "app"}


def test_a_test_of_what_is_not_known_is_not_known() -> None:
    grep = "<filter app>\n@type grep\n<regexp>\nkey h\npattern /a/\n</regexp>\n</filter>\n"
    (journey,) = traced(NONE + ADD.replace("x 1", "h ${hostname}") + grep + NULL, b"a")
    assert told(journey)[-1] == ("grep", "unknown")


def test_bytes_are_matched_as_bytes() -> None:
    # A line of a file is binary in Fluentd: a word has no é, and . is one byte of it.
    text = NONE.replace("@type none", "@type regexp\nexpression /^(?<a>\\w+)$/") + NULL
    assert traced(text, "é".encode())[0].steps[-1].fate is Fate.FAILED
    half = NONE.replace("@type none", "@type regexp\nexpression /^(?<a>.)(?<b>.)$/") + NULL
    assert traced(half, "é".encode())[0].steps[-1].fate is Fate.UNKNOWN
    both = NONE.replace("@type none", "@type regexp\nexpression /^(?<a>..)$/") + NULL
    assert last(traced(both, "é".encode())[0]) == {"a": "é"}


def test_branches_of_a_copy_share_the_record() -> None:
    stores = "".join(f"<store>\n@type relabel\n@label {label}\n</store>\n" for label in ("@A", "@B"))
    modify = "<filter **>\n@type record_modifier\nremove_keys message\n</filter>\n"
    labels = f"<label @A>\n{modify}{NULL}</label>\n<label @B>\n{NULL}</label>\n"
    shared = traced(NONE + f"<match **>\n@type copy\n{stores}</match>\n" + labels, b"a")[0]
    own = traced(NONE + f"<match **>\n@type copy\ncopy_mode shallow\n{stores}</match>\n" + labels, b"a")[0]
    assert (last(shared), last(own)) == ({}, {"message": "a"})


@pytest.mark.parametrize(
    "text",
    [
        NONE + "@include nothere.conf\n" + NULL,
        NONE + "<match **>\n@type relabel\n@label @NO\n</match>\n",
        NONE + "<match **>\n@type null\n",
        NONE + "<match \"#{ENV['TAG']}\">\n@type null\n</match>\n",
        NONE + "<match **>\n@type nobody_knows\n</match>\n",
        NONE.replace("@type none", "@type \"#{ENV['P']}\"") + NULL,
    ],
)
def test_what_is_not_known_of_the_config_is_said(text: str) -> None:
    (journey,) = traced(text, b"a")
    assert journey.steps[-1].fate is Fate.UNKNOWN
    assert journey.steps[-1].reason


def test_a_syslog_message_has_its_priority_in_the_tag() -> None:
    text = "<source>\n@type syslog\ntag sys\nseverity_key level\n</source>\n" + NULL
    (journey,) = traced(text, b"<165>Jan 02 03:04:05 host app[12]: hello")
    event = journey.steps[-1].events[0]
    assert (event.tag, event.time) == ("sys.local4.notice", "?")
    assert event.record == {"host": "host", "ident": "app", "pid": "12", "message": "hello", "level": "notice"}


def test_one_of_the_regexps_in_or_must_match() -> None:
    tests = "".join(f"<regexp>\nkey {key}\npattern /^1$/\n</regexp>\n" for key in "ab")
    text = JSON + f"<filter app>\n@type grep\n<or>\n{tests}</or>\n</filter>\n" + NULL
    fates = [journey.steps[-1].fate for journey in traced(text, b'{"a":1,"b":2}', b'{"a":2,"b":1}', b'{"a":2,"b":2}')]
    assert fates == [Fate.SENT, Fate.SENT, Fate.DROPPED]


def test_what_stands_after_the_star_ends_the_tag() -> None:
    (journey,) = traced(NONE.replace("tag app", "tag a.*.z") + NULL, b"x")
    assert journey.steps[-1].events[0].tag == "a.a.log.z"


def test_a_line_that_two_branches_hold_is_told_when_both_have_given_it_on() -> None:
    stores = "".join(f"<store>\n@type relabel\n@label {label}\n</store>\n" for label in ("@A", "@B"))
    concat = "<filter **>\n@type concat\nkey message\n{}\n</filter>\n"
    labels = f"<label @A>\n{concat.format('n_lines 2')}{NULL}</label>\n<label @B>\n{concat.format('n_lines 3')}{NULL}</label>\n"
    found = traced(NONE + f"<match **>\n@type copy\n{stores}</match>\n" + labels, b"1", b"2", b"3", b"4")
    sent = [step.events[0].record for journey in found for step in journey.steps if step.fate is Fate.SENT]
    assert sent == [{"message": "1\n2"}, {"message": "1\n2\n3"}, {"message": "3\n4"}]
    assert [(journey.first, journey.last) for journey in found] == [(1, 4)]


def test_a_captured_text_stays_bytes() -> None:
    line = NONE.replace("@type none", "@type regexp\nexpression /^(?<log>.*)$/")
    again = PARSER.replace("@type json", "@type regexp\nexpression /^(?<w>\\w+)/")
    (journey,) = traced(line + again + NULL, "é".encode())
    assert told(journey)[1] == ("parser", "failed")


def test_placeholders_are_names_and_not_expressions() -> None:
    (journey,) = traced(NONE + ADD.replace("x 1", "a ${tag_parts[00]}\nb ${tag_parts[-1]}\nc ${ tag }") + NULL, b"m")
    assert last(journey) == {"message": "m", "a": None, "b": "app", "c": None}


def test_ruby_is_evaluated_as_ruby_does() -> None:
    code = 'a ${record["no"].nil?}\nb ${record["message"].nil?}\nc ${"".nil?}\nd ${tag.split("p").length}'
    fails = '\ne ${record["message"] + 1}'
    ruby = ADD.replace("<record>", "enable_ruby true\n<record>")
    (journey,) = traced(NONE + ruby.replace("x 1", code) + NULL, b"m")
    assert last(journey) == {"message": "m", "a": True, "b": False, "c": False, "d": 1}
    (failed,) = traced(NONE + ruby.replace("x 1", code + fails) + NULL, b"m")
    assert told(failed)[-1] == ("record_transformer", "failed")
