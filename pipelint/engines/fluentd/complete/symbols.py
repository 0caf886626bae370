"""Labels and ids of a Fluentd config: where each is defined, and where it is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.language.editing import Symbol

if TYPE_CHECKING:
    from pipelint.language.config import Config

LABEL_PARAMS = ("@label", "timeout_label", "emit_error_label")
"""Parameters whose value is the name of a label."""

# Fluentd sends events there that no stage of the config emits; @ROOT is what stands in no label.
_FIXED = ("@ERROR", "@FLUENT_LOG", "@ROOT")


def symbols(config: Config) -> Iterator[Symbol]:
    """All of them."""
    for block in config.root.walk():
        if block.name == "label":
            yield Symbol("label", block.arg, block.arg_place, True, block.arg in _FIXED)
        for param in block.params.values():
            if param.name in LABEL_PARAMS and param.value.startswith("@"):
                yield Symbol("label", param.value, param.place, False, param.value in _FIXED)
            elif param.name == "@id":
                yield Symbol("id", param.value, param.place, True)
            elif param.name == "plugin_id":
                yield Symbol("id", param.value, param.place, False)
