"""Passwords and tokens that are a part of a parameter's value: in its Ruby, in a hash, in a connection string."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.plugins.index import common_names

_STAGES = frozenset({"store", "parse", "buffer", "format", "inject"})
# `https://host/path?token=...&type=app`.
_URL = late(r"[a-z][a-z0-9+.-]*://[^?#]*\?(.*)")
_FIELD = late(r"(?:^|&)([\w.-]+)=([^&#\s]+)")
# `Endpoint=...;SharedAccessKey=...`, as a connection string has its parts.
_PAIR = late(r"(?:^|;)\s*([\w .-]+)=([^;]+)")
# A default that people know to be none, or that is empty in a trial.
_LEAST = 4


def secrets_in_code(engine: str, block: Block) -> Iterator[Param]:
    """The parameters that hold a secret by their name, and whose Ruby has a text to use in place of it."""
    names = common_names(engine, "secrets")
    return (param for param in _params(block) if param.embedded and param.name in names and _has_secret("password", param.value))


def secrets_in_pairs(block: Block) -> Iterator[tuple[Param, str]]:
    """The parameters whose value has parts with names, one of which is a secret, with the name of that part."""
    for param in _params(block):
        if not param.embedded and (name := next((name for name, value in _pairs(param) if _has_secret(name, value)), None)):
            yield param, name


def _pairs(param: Param) -> Iterator[tuple[str, str]]:
    if param.value.startswith("{"):
        # Imported here: few values are JSON.
        import json

        try:
            read = json.loads(param.value)
        except (ValueError, RecursionError):
            return
        if isinstance(read, dict):
            yield from ((name, value) for name, value in read.items() if isinstance(value, str))
    elif "connection" in param.name and "=" in param.value:
        yield from ((found[1], found[2]) for found in _PAIR.finditer(param.value))
    elif "://" in param.value and (url := _URL.fullmatch(param.value)):
        # `token=TOKEN` is still to be filled in.
        yield from ((found[1], found[2]) for found in _FIELD.finditer(url[1]) if found[1].lower() != found[2].lower())


def _has_secret(name: str, value: str) -> bool:
    """Whether a value of this name holds a secret that is written there and does not stand for another."""
    # Imported here: few configs have what is to be looked at.
    from pipelint.facts.secrets.names import Says, says
    from pipelint.facts.secrets.values import may_stand_in, secret_parts

    meaning = says(name)
    if meaning not in (Says.PASSWORD, Says.KEY, Says.LOGIN):
        return False
    raw = value.encode("utf-8", "replace")
    parts = (raw[start:end].decode("utf-8", "replace") for start, end in secret_parts(raw, 0, len(raw), meaning))
    return any(len(part) >= _LEAST and not may_stand_in(part) for part in parts)


def _params(block: Block) -> Iterator[Param]:
    yield from block.params.values()
    for inner in block.blocks:
        if inner.name not in _STAGES:
            yield from _params(inner)
