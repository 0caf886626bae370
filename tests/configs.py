"""Configs of Fluentd that tests of several rooms check, fix and compare. Nothing is found in them but what their names say."""

from __future__ import annotations

SOURCE = """\
<source>
  @type tail
  path /var/log/a.log
  pos_file /var/lib/a.pos
  tag a.b
  <parse>
    @type json
    time_format {}
  </parse>
</source>
"""
"""A source whose time format is to be filled in."""

SLOW_TAIL = SOURCE.format("%Y-%m-%dT%H:%M:%S.%NZ")
"""FD101, on line 8: its time_format ends in a literal Z."""
QUICK_TAIL = SOURCE.format("%Y-%m-%dT%H:%M:%S.%N%z")
"""The same without the finding."""

NULL = "<match **>\n  @type null\n</match>\n"
STDOUT = "<match **>\n  @type stdout\n</match>\n"

SLOW, QUICK = SLOW_TAIL + STDOUT, QUICK_TAIL + STDOUT
"""Whole configs, with the finding and without."""
