"""What Fluentd's inputs hand on, and what that costs the stages after them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipelint.engines.fluentd.facts.container_logs import reads_frames
from tests.cost.helpers import FILE, MEDIUM, NULL, TAIL, graph, load, section, work


def test_what_a_sender_has_taken_apart_needs_no_parser() -> None:
    """Records come with the fields that the traffic says, of one line of text there is one."""
    copy = section("match", "@type copy\ncopy_mode deep\n<store>\n@type null\n</store>")
    traffic = replace(MEDIUM, app_fields=9.0, message_events=1000.0)
    # They are unpacked, and copied.
    assert work("<source>\n  @type forward\n</source>\n" + copy, "forward.unpack_field", traffic) == 18.0
    assert work(TAIL.replace("json", "none") + copy, "forward.unpack_field", traffic) == 1.0


@pytest.mark.parametrize(
    ("parse", "framed"),
    [
        ("@type json\ntime_format %Y-%m-%dT%H:%M:%S.%NZ", True),
        # Another key has the time of Docker's lines, and Docker writes parts of a second.
        ("@type json\ntime_key ts\ntime_format %Y-%m-%dT%H:%M:%S.%NZ", False),
        ("@type json\ntime_format %Y-%m-%dT%H:%M:%SZ", False),
        ("@type json", False),
        ("@type ltsv\ntime_format %Y-%m-%dT%H:%M:%S.%NZ", False),
    ],
)
def test_the_frame_of_docker_is_seen_by_the_time_that_a_parser_reads(parse: str, framed: bool) -> None:
    source = graph(f"<source>\n@type tail\npath /a.log\ntag a\n<parse>\n{parse}\n</parse>\n</source>\n{FILE}").stages[0].block
    section = source.block("parse")
    assert section is not None and reads_frames("tail", source, section) is framed


@pytest.mark.parametrize(("limit", "part"), [(1000, 1.0), (100, 0.9), (10, 0.8), (1, 0.8)])
def test_events_that_come_in_small_streams_are_still_in_the_caches(limit: int, part: float) -> None:
    """Rows b_* and i_rll_*: ten at once cost each stage a fifth less than a thousand. What a stream costs stays."""
    text = TAIL.replace("<parse>", f"read_lines_limit {limit}\n  <parse>") + section("filter", "@type grep") + FILE
    assert work(text, "filter.event") == pytest.approx(part)
    assert work(text, "tail.line") == pytest.approx(part)
    assert work(text, "buffer.event") == pytest.approx(part)
    assert work(text, "buffer.write_stream") == pytest.approx(1 / limit)


def test_the_tag_of_a_syslog_message_has_its_facility_and_severity() -> None:
    source = "<source>\n  @type syslog\n  tag net\n</source>\n"
    body = section("filter", "@type record_transformer\n<record>\na b\n</record>")
    assert load(source + body + NULL, "record_transformer").terms["record.tag_name"] == pytest.approx(3 * 0.8)
