"""What Fluentd's inputs hand on, and what that costs the stages after them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cost.helpers import FILE, MEDIUM, TAIL, section, work


def test_what_a_sender_has_taken_apart_needs_no_parser() -> None:
    """Records come with the fields that the traffic says, of one line of text there is one."""
    copy = section("match", "@type copy\ncopy_mode deep\n<store>\n@type null\n</store>")
    traffic = replace(MEDIUM, app_fields=9.0, message_events=1000.0)
    # They are unpacked, and copied.
    assert work("<source>\n  @type forward\n</source>\n" + copy, "forward.unpack_field", traffic) == 18.0
    assert work(TAIL.replace("json", "none") + copy, "forward.unpack_field", traffic) == 1.0


@pytest.mark.parametrize(("limit", "part"), [(1000, 1.0), (100, 0.9), (10, 0.8), (1, 0.8)])
def test_events_that_come_in_small_streams_are_still_in_the_caches(limit: int, part: float) -> None:
    """Rows b_* and i_rll_*: ten at once cost each stage a fifth less than a thousand. What a stream costs stays."""
    text = TAIL.replace("<parse>", f"read_lines_limit {limit}\n  <parse>") + section("filter", "@type grep") + FILE
    assert work(text, "filter.event") == pytest.approx(part)
    assert work(text, "tail.line") == pytest.approx(part)
    assert work(text, "buffer.event") == pytest.approx(part)
    assert work(text, "buffer.write_stream") == pytest.approx(1 / limit)
