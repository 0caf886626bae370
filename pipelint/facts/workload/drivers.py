"""Logging drivers of Docker that send to the service which runs a config."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.text.document import Place
from pipelint.language.config import Config
from pipelint.sources.compose.services import services_of

if TYPE_CHECKING:
    from pipelint.sources.compose.facts import LoggingFact


def misaddressed(config: Config) -> list[tuple[list[str], str, str, Place]]:
    """The services whose driver is told its name: those of an address, the address, the name, and where the first one stands."""
    running = [] if config.entry.kubernetes else services_of(config.documents[0])
    if len(running) != 1:
        return []
    # Imported here: most configs lie beside no compose file.
    from pipelint.sources.compose.facts import misaddressed as found

    by_address: dict[str, list[LoggingFact]] = {}
    for sender, address in found(running[0]):
        by_address.setdefault(address, []).append(sender)
    return [([each.name for each in some], address, running[0].name, some[0].place) for address, some in by_address.items()]
