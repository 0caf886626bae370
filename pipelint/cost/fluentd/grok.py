"""Grok patterns: how many fields a pattern gives."""

from __future__ import annotations

import re

from pipelint.base.block import Block

_NAMED = re.compile(r"%\{(\w+)(?::([^}]*))?\}|\(\?<[A-Za-z_]\w*>")

# Fields that the pattern files' own patterns name, counted in the definitions that ship with grok-parser 2.6.2.
_OWN = {
    "COMBINEDAPACHELOG": 12,
    "COMMONAPACHELOG": 10,
    "HTTPD_COMBINEDLOG": 12,
    "HTTPD_COMMONLOG": 10,
    "SYSLOGLINE": 8,
    "SYSLOGBASE": 6,
    "SYSLOGBASE2": 7,
    "SYSLOGPROG": 2,
    "SYSLOGFACILITY": 2,
}


def patterns(block: Block) -> list[str]:
    """The patterns of a grok parser's section, in the order tried; at least one, perhaps empty."""
    found = [section.value("pattern") for section in block.blocks if section.name == "grok"]
    return found or [block.value("grok_pattern")]


def captures(pattern: str) -> int:
    """Fields that a match of the pattern sets."""
    count = 0
    for found in _NAMED.finditer(pattern):
        name, given = found[1], found[2]
        count += 1 if name is None or given else _OWN.get(name, 0)
    return count
