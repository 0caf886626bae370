"""Secrets in the headers of requests: what stands in a hash ``headers``, in an input, a filter or an output."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.value import Value
from pipelint.engines.logstash.facts.items import EntryFact, value_entries

# Shorter values are tried ones.
_LEAST = 4


def secret_headers(block: Block) -> list[EntryFact]:
    """The headers of a plugin whose value is a secret that is written there."""
    found = (entry for name, param in block.params.items() if param.data is not None for entry in _headers(name, param.data))
    return [entry for entry in found if _is_secret(entry.key.text, entry.value.text)]


def _headers(name: str, value: Value) -> Iterator[EntryFact]:
    """The entries of all hashes called ``headers``, of one in another hash too."""
    entries = value_entries(value) if value.entries or name == "headers" else []
    if name == "headers":
        yield from entries
    else:
        for entry in value.entries:
            yield from _headers(entry.key.text, entry.value)


def _is_secret(name: str, value: str) -> bool:
    # Imported here: few plugins have headers.
    from pipelint.facts.secrets.names import Says, says
    from pipelint.facts.secrets.values import is_filled_in, secret_parts

    meaning = says(name)
    if meaning not in (Says.PASSWORD, Says.KEY, Says.LOGIN):
        return False
    raw = value.encode("utf-8", "replace")
    parts = (raw[start:end].decode("utf-8", "replace") for start, end in secret_parts(raw, 0, len(raw), meaning))
    return any(len(part) >= _LEAST and not is_filled_in(part) for part in parts)
