"""Keys that a section has several times: which one counts, or that Fluent Bit stops at them.

Source: src/flb_input.c, flb_filter.c, flb_output.c, flb_config.c and ``flb_config_map_properties_check`` of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections.abc import Collection

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place

# What the engine keeps itself, whatever the plugin: each of these overwrites what was set before.
_CORE = frozenset(
    (
        *("tag", "alias", "log_level", "log_suppress_interval", "routable", "mem_buf_limit", "listen", "host", "port", "ipv6"),
        *("match", "match_regex", "retry_limit", "workers", "threaded", "storage.type", "storage.total_limit_size"),
        *("storage.pause_on_chunks_overlimit", "active", "condition", "routes"),
    )
)
_EACH = frozenset(("parsers_file", "plugins_file", "rule", "decode_field", "decode_field_as"))
_FIRST = ("parser", "multiline_parser")


@dataclass(frozen=True, eq=False)
class RepeatFact:
    """A key that stands in its section before, too. ``stops``: Fluent Bit does not start; else ``counts`` is the value it has.
    ``owner``: the name that its section says, in small letters."""

    name: str
    stops: bool
    counts: str
    place: Place
    owner: str


def repeats(block: Block, many: Collection[str] | None = None) -> list[RepeatFact]:
    """The keys of a section that are there before. ``many``: those that may be; None: its plugin is not known."""
    first: dict[str, Param] = {}
    found: list[RepeatFact] = []
    files: set[str] = set()
    owner = block.value("name").lower()
    for item in block.items:
        if isinstance(item, Param) and item.name == "parsers_file":
            if item.value in files:
                found.append(RepeatFact(item.name, True, "", item.place, owner))
            files.add(item.value)
        # A plugin may read each of what the engine keeps one of, as modify does its conditions.
        if not isinstance(item, Param) or item.name in _EACH or item.name in (many or ()):
            continue
        if item.name not in first:
            first[item.name] = item
        elif item.name == "name" or block.name in _FIRST:
            found.append(RepeatFact(item.name, False, first[item.name].value, item.place, owner))
        elif item.name in _CORE or item.name.startswith("tls") or block.name == "service":
            found.append(RepeatFact(item.name, False, block.params[item.name].value, item.place, owner))
        elif many is not None:
            found.append(RepeatFact(item.name, True, "", item.place, owner))
    return [each for each in found if each.stops or (each.counts != "" and _differ(block, each.name))]


def _differ(block: Block, name: str) -> bool:
    """Whether the values are not all the same, in which case it would not matter which one counts."""
    return len({item.value for item in block.items if isinstance(item, Param) and item.name == name}) > 1
