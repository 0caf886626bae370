"""What rules report of secrets: those that surely are secrets, written in the config as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.plugins.index import common_names

_STAGES = frozenset({"store", "parse", "buffer", "format", "inject"})


def plain_secrets(engine: str, block: Block) -> list[Param]:
    """The parameters of a plugin's section, and of those in it that are no plugins, that hold a password, key or token."""
    certain = common_names(engine, "secrets")
    return [param for param in _params(block) if param.name in certain and _is_written(param, param.value)]


def plain_logins(block: Block) -> list[Param]:
    """The parameters that hold a URL with a user's name and password."""
    return [param for param in _params(block) if any(_is_written(param, password) for password in passwords(param.value))]


def plain_queries(block: Block) -> list[Param]:
    """The parameters that hold a URL, or the path of one, with a password or token in its query."""
    return [param for param in _params(block) if any(_is_written(param, password) for password in _queried(param.value))]


def _queried(text: str) -> Iterator[str]:
    if "?" not in text or "=" not in text:
        return
    from pipelint.facts.secrets.shapes import queried

    raw = text.encode("utf-8", "replace")
    yield from (raw[start:end].decode("utf-8", "replace") for start, end in queried(raw))


def passwords(text: str) -> Iterator[str]:
    """The passwords of the logins in the URLs of a text."""
    if "://" not in text or "@" not in text:
        return
    # Imported here, as below: few configs have a URL with a login.
    from pipelint.facts.secrets.shapes import logins

    raw = text.encode("utf-8", "replace")
    yield from (raw[start:end].decode("utf-8", "replace") for start, end in logins(raw) if start < end)


def _is_written(param: Param, value: str) -> bool:
    """Whether a value is what is written there, and put in by nobody."""
    if param.embedded:
        return False
    from pipelint.facts.secrets.values import is_filled_in, may_stand_in

    return not (may_stand_in(value) if param.data is None else is_filled_in(value))


def _params(block: Block) -> Iterator[Param]:
    yield from block.params.values()
    for inner in block.blocks:
        if inner.name not in _STAGES and inner.name != "codec":
            yield from _params(inner)
