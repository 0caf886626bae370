"""Headers of requests whose name says that their value is a secret: `Header Authorization Bearer ...`."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.engines.fluentbit import types

_HEADERS = frozenset(("header", "http_header"))
# Shorter values are tried ones.
_LEAST = 4


def login_headers(block: Block) -> Iterator[tuple[Param, str]]:
    """The headers of a section with a password, key or token, and that value, without its scheme."""
    for item in block.items if not _HEADERS.isdisjoint(block.names) else ():
        if isinstance(item, Param) and item.name in _HEADERS:
            words = types.words(item.value, 1)
            if len(words) > 1 and (value := _secret(words[0], words[1])):
                yield item, value


def plain_headers(block: Block) -> list[Param]:
    """Those of which the value is written there, and put in by nobody."""
    from pipelint.facts.secrets.values import may_stand_in

    return [param for param, value in login_headers(block) if len(value) >= _LEAST and not may_stand_in(value)]


def _secret(name: str, value: str) -> str:
    # Imported here: few plugins have headers.
    from pipelint.facts.secrets.names import Says, says

    meaning = says(name)
    if meaning not in (Says.PASSWORD, Says.KEY, Says.LOGIN):
        return ""
    scheme, blank, rest = value.strip().partition(" ")
    return rest.strip() if meaning is Says.LOGIN and blank and "${" not in scheme else value.strip()
