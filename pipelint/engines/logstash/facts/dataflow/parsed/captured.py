"""Texts that a field never has, as a grok pattern of the library captures it."""

from __future__ import annotations

from functools import cache

from pipelint.base.block import Block
from pipelint.engines.logstash.grok import GROK
from pipelint.regex.grok import expand
from pipelint.regex.library import Edition, shipped
from pipelint.regex.run import run

# Patterns that say by themselves which texts they capture: what stands around such a text makes no difference to them.
_PLAIN = frozenset({"LOGLEVEL", "INT", "POSINT", "NONNEGINT", "NUMBER", "BASE10NUM", "WORD", "NOTSPACE", "UUID", "MONTH", "DAY"})
_PLAIN |= {"IP", "IPV4", "IPV6", "MAC", "YEAR", "MONTHNUM", "MONTHDAY", "HOSTNAME", "USER", "USERNAME"}
# Fields that events have before any grok.
_SENT = frozenset({"host", "log", "message", "path", "source", "tags", "type"})
_STEPS = 100_000


def plain_name(block: Block, name: str, field: str) -> str:
    """The name of a pattern by which a grok filter captures a field, where it tells the texts of the field; else ""."""
    own = "pattern_definitions" in block.names or "patterns_dir" in block.names
    return name if name in _PLAIN and field not in _SENT and not own else ""


@cache
def may_capture(name: str, text: str) -> bool:
    """Whether such a pattern captures a text, by any edition of the library."""
    try:
        regexes = [expand(f"\\A%{{{name}}}\\z", shipped(edition, GROK), GROK).runnable for edition in Edition]
        return any(run(regex, text, _STEPS).matched is not False for regex in regexes)
    except ValueError:
        return True
