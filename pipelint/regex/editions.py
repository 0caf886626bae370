"""How the pattern sets that engines ship differ from the definitions of the ``grok`` crate, which are an older revision.

``editions.json`` says it name by name, checked against logstash-patterns-core 4.3 (``legacy``, ``ecs-v1``) and
fluent-plugin-grok-parser 2.6. What is too different to be said as an edit is *withheld*: the name is known, its definition
is not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipelint.base.lean.record import dataclass

_FILE = Path(__file__).with_name("editions.json")


@dataclass(frozen=True, slots=True)
class Edit:
    """The definition of ``name``: that of ``base`` with each text replaced, everywhere."""

    name: str
    base: str
    replaced: tuple[tuple[str, str], ...]

    def apply(self, table: Mapping[str, str]) -> str:
        """The edited definition. Raises KeyError for an unknown base, ValueError for a text that is not in it."""
        text = table[self.base]
        for old, new in self.replaced:
            if old not in text:
                raise ValueError(f"{old!r} is not in the definition of {self.base}")
            text = text.replace(old, new)
        return text


@dataclass(frozen=True, slots=True)
class Differences:
    """What makes an edition of the crate's table."""

    edits: tuple[Edit, ...]
    withheld: frozenset[str]


def differences(edition: str) -> Differences:
    """The differences of ``legacy`` or ``ecs-v1``. Raises KeyError for another name."""
    read = json.loads(_FILE.read_text(encoding="utf-8"))
    said: dict[str, dict[str, Any]] = {**read["edits"]["both"], **read["edits"][edition]}
    edits = (Edit(name, edit.get("base", name), tuple((old, new) for old, new in edit["replace"])) for name, edit in said.items())
    return Differences(tuple(edits), frozenset(read["withheld"][edition]))
