"""Sections in the words of Fluentd's YAML format, for tests that print the same config in both formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_WRITTEN = {"@type": "$type", "@label": "$label", "@id": "$id"}
_ARG_KEYS = {"filter": "$tag", "match": "$tag", "label": "$name"}


def section_data(name: str, arg: str, params: Mapping[str, str], inner: Sequence[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """What stands under the key of the section ``name``; ``inner`` are the sections inside by their names, in order."""
    data: dict[str, Any] = {_ARG_KEYS.get(name, "$arg"): arg} if arg else {}
    data |= {_WRITTEN.get(param, param): value for param, value in params.items()}
    if name in ("label", "worker"):
        return data | {"config": [{key: section} for key, section in inner]}
    for key in dict.fromkeys(key for key, _ in inner):
        same = [section for other, section in inner if other == key]
        data[key] = same[0] if len(same) == 1 else same
    return data
