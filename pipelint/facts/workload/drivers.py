"""Logging drivers of Docker that send to the service which runs a config."""

from __future__ import annotations

from pipelint.base.text.document import Place
from pipelint.language.config import Config
from pipelint.sources.compose.services import services_of


def misaddressed(config: Config) -> list[tuple[str, str, str, Place]]:
    """The services whose driver is told its name: their names, the address, the name, and where they stand."""
    running = [] if config.entry.kubernetes else services_of(config.documents[0])
    if len(running) != 1:
        return []
    # Imported here: most configs lie beside no compose file.
    from pipelint.sources.compose.facts import misaddressed as found

    return [(each.name, address, running[0].name, each.place) for each, address in found(running[0])]
