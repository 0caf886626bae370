"""The release that runs a config: what the settings or the command line name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.plugins.versions import Release
    from pipelint.settings.model import Settings


def release_of(config: Config, settings: Settings) -> Release | None:
    """The release; None where nothing names one."""
    text = settings.versions.get(config.engine.name)
    if text is None:
        return None
    # Imported here: most runs name no version.
    from pipelint.plugins.versions import release_named

    return release_named(text)
