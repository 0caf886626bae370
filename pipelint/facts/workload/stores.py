"""The search engines around a config to which it sends."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.text.document import Place
from pipelint.language.config import Config
from pipelint.sources.compose.facts import StoreFact


def stores_of(config: Config, wanted: Sequence[tuple[str, str, Place]]) -> list[StoreFact]:
    """Those in the manifests or compose files beside it whose names are ``wanted``: each as the config says it, and where."""
    if not wanted:
        return []
    # Imported here: few configs send to a search engine.
    if config.entry.kubernetes:
        from pipelint.sources.kubernetes.stores import stores
    else:
        from pipelint.sources.compose.doors import stores
    return list(stores(config.documents[0], wanted))
