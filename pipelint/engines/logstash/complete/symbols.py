"""Ids and addresses of Logstash pipelines: where each is defined, and where it is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.language.editing import Symbol

if TYPE_CHECKING:
    from pipelint.base.block import Block
    from pipelint.language.config import Config


def symbols(config: Config) -> Iterator[Symbol]:
    """All of them."""
    for block in config.root.walk():
        named = block.param("id")
        if named is not None:
            yield Symbol("id", named.value, named.place, True)
        if block.name == "pipeline":
            yield from _addresses(block)


def _addresses(block: Block) -> Iterator[Symbol]:
    address, send_to = block.param("address"), block.param("send_to")
    if address is not None:
        yield Symbol("address", address.value, address.place, True)
    if send_to is not None and send_to.data is not None and send_to.data.items:
        for item in send_to.data.items:
            yield Symbol("address", item.text, item.place, False)
    elif send_to is not None:
        yield Symbol("address", send_to.value, send_to.place, False)
