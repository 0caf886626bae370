"""What Fluentd's inputs hand on, and what that costs the stages after them."""

from __future__ import annotations

from dataclasses import replace

from tests.cost.helpers import MEDIUM, section, work


def test_what_a_sender_has_taken_apart_needs_no_parser() -> None:
    """Records come with the fields that the traffic says, of one line of text there is one."""
    copy = section("match", "@type copy\ncopy_mode deep\n<store>\n@type null\n</store>")
    traffic = replace(MEDIUM, app_fields=9.0)
    # They are unpacked, and copied.
    assert work("<source>\n  @type forward\n</source>\n" + copy, "forward.unpack_field", traffic) == 18.0
    lines = "<source>\n  @type tcp\n  tag a\n  <parse>\n    @type none\n  </parse>\n</source>\n"
    assert work(lines + copy, "forward.unpack_field", traffic) == 1.0
