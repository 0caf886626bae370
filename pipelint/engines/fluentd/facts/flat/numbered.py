"""Numbered parameters of Fluentd 0.12 (``rewriterule1``, ``regexp1``), each of which is a section of its own today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.facts.flat.facts import FlatFact, MoveFact

if TYPE_CHECKING:
    import re

# By plugin the names before the number, and the sections.
_SECTIONS: Mapping[str, Mapping[str, str]] = {
    "rewrite_tag_filter": {"rewriterule": "rule"},
    "grep": {"regexp": "regexp", "exclude": "exclude"},
}
_NUMBERED = late(r"([a-z]+)([1-9][0-9]?)")
# fluent-plugin-rewrite-tag-filter 1.5.6, parse_rewriterule; a pattern in quotes or slashes is read otherwise today.
_RULE = late(r"(?P<key>\S+)\s+(?P<not>!?)(?P<pattern>[^\"'/!\s].*?)\s+(?P<tag>\S+)")
# lib/fluent/plugin/filter_grep.rb, configure.
_GREP = late(r"(?P<key>\S+) (?P<pattern>[^\"'/].*)")


def numbered_facts(plugin: str, block: Block) -> list[FlatFact]:
    """The numbered parameters of a plugin, by their names and numbers, each with the section that says the same."""
    sections = _SECTIONS.get(plugin, {})
    found: list[tuple[str, int, FlatFact]] = []
    for param in block.params.values() if sections else ():
        name = _NUMBERED.fullmatch(param.name)
        if name is not None and name[1] in sections:
            moves = _moves(param, _RULE if plugin == "rewrite_tag_filter" else _GREP)
            fact = FlatFact(sections[name[1]], "", [param.name], [param.name], moves, bool(moves), param.name_place, block)
            found.append((name[1], int(name[2]), fact))
    return [fact for _, _, fact in sorted(found, key=lambda one: one[:2])]


def _moves(param: Param, form: re.Pattern[str]) -> list[MoveFact]:
    """What the section holds; nothing where that is not known."""
    said = None if param.embedded else form.fullmatch(param.value)
    if said is None:
        return []
    parts = said.groupdict()
    moves = [MoveFact(name, parts[name], "") for name in ("key", "pattern", "tag") if name in parts]
    return [*moves, MoveFact("invert", "true", "")] if parts.get("not") else moves
