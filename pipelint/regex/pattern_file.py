"""Files of grok patterns: what each engine reads from one."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.regex.references import GrokDialect

_BLANKS = " \t\r\f\v"
_LINE = late(rf"([^{_BLANKS}]+)[{_BLANKS}]+(.*)", re.DOTALL)


def read_pattern_file(text: str, dialect: GrokDialect) -> dict[str, str]:
    """The definitions in a pattern file, one a line: a name, blanks, its regex. Of a repeated name the last counts.

    A line without a regex defines nothing. In files of some dialects lines may be indented.
    """
    found: dict[str, str] = {}
    for raw in text.split("\n"):
        line = raw.removesuffix("\r")
        if dialect.indented:
            line = line.lstrip(_BLANKS)
        read = _LINE.match(line)
        if read is not None and not line.startswith("#"):
            found[read[1]] = read[2]
    return found
