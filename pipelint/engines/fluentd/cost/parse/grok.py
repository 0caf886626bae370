"""Grok patterns: how many fields a pattern gives, and what its search takes."""

from __future__ import annotations

from functools import lru_cache

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.cost.events.work import Terms
from pipelint.engines.fluentd.plugins.grok import grok_params

_NAMED = late(r"%\{(\w+)(?::([^}]{0,999}))?\}|\(\?<[A-Za-z_]\w*>")

# Fields that the pattern files' own patterns name, counted in the definitions that ship with grok-parser 2.6.2, but for those
# that a line of that format has not: a request that is none, the facility, and of two forms of a time the other one.
_OWN = {
    "COMBINEDAPACHELOG": 11,
    "COMMONAPACHELOG": 9,
    "HTTPD_COMBINEDLOG": 11,
    "HTTPD_COMMONLOG": 9,
    "SYSLOGLINE": 5,
    "SYSLOGBASE": 4,
    "SYSLOGBASE2": 4,
    "SYSLOGPROG": 2,
}


def patterns(block: Block) -> list[str]:
    """The patterns of a grok parser's section, in the order tried; at least one, perhaps empty."""
    return [param.value for param in grok_params(block)] or [""]


def captures(pattern: str) -> int:
    """Fields that a match of the pattern sets."""
    count = 0
    for found in _NAMED.finditer(pattern):
        name, given = found[1], found[2]
        count += 1 if name is None or given else _OWN.get(name, 0)
    return count


# µs of a search for a byte of the text, where a pattern is not known: between that of a run of anything and of quoted text.
_PLAIN_US = 0.006


def matched(pattern: str, subject: float) -> Terms:
    """A pattern that a text of ``subject`` bytes matches: its search, and what becomes of its captures (rows *_grok_*)."""
    own = {"grok.hit": 1.0, "grok.capture": float(captures(pattern))}
    return own | {"regex.search": _searched(_expanded(pattern), subject, 1.0)}


def missed(pattern: str, subject: float) -> Terms:
    """A pattern that a text of ``subject`` bytes does not match: the search's predicted µs."""
    return {"grok.miss": 1.0, "regex.search": _searched(_expanded(pattern), subject, 0.0)}


def _searched(regex: str | None, subject: float, hits: float) -> float:
    # Imported here, as below: few configs have grok patterns.
    from pipelint.cost.regex.forecast import search_us

    plain = _PLAIN_US * subject
    return plain if regex is None else search_us(regex, "onigmo", subject, hits, plain)


@lru_cache(maxsize=256)
def _expanded(pattern: str) -> str | None:
    """The regex that a pattern of the shipped libraries stands for."""
    from pipelint.engines.fluentd.grok import GROK
    from pipelint.regex.grok import expand
    from pipelint.regex.library import shipped_by_any

    expansion = expand(pattern, shipped_by_any(GROK), GROK)
    return expansion.regex if expansion.complete else None
