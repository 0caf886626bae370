"""The parameters of concat by what they do."""

from __future__ import annotations

START, GOES_ON, END = "multiline_start_regexp", "continuous_line_regexp", "multiline_end_regexp"
"""What begins an event, what goes on with it, what ends it."""
