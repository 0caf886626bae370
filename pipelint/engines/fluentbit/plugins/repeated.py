"""Properties that a section sets more than once, at which Fluent Bit stops.

Source: ``flb_config_map_properties_check``, and ``flb_input_set_property`` with its like, of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections import Counter

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins.declarations import Declarations
from pipelint.plugins.index import stage_kinds

# What the engine itself reads: of these the last one counts.
_OF_ALL = frozenset(("name", "alias", "log_level", "log_suppress_interval", "match", "match_regex", "active", "condition"))
_ADDRESS = frozenset(("host", "port", "ipv6", "tls"))
_OWN = {
    Kind.SOURCE: _ADDRESS | {"tag", "routable", "mem_buf_limit", "listen", "threaded", "rate_window", "rate_gate"},
    Kind.OUTPUT: _ADDRESS | {"retry_limit", "workers", "storage.total_limit_size"},
}
_BEGINNINGS = ("tls.", "storage.", "thread.", "rate_gate.")


@dataclass(frozen=True, eq=False)
class RepeatedFact:
    """A property that is set ``times`` times and may be set once; ``place`` is the second one."""

    name: str
    times: int
    place: Place
    block: Block


def repeated(known: Declarations, stage: Stage) -> list[RepeatedFact]:
    """The properties of a stage that its plugin takes once and that are there more often."""
    spec = known.spec(stage_kinds(known.engine).get(stage.kind.value, ""), stage.plugin)
    params = [item for item in stage.block.items if isinstance(item, Param)]
    times = Counter(param.name for param in params)
    found = []
    for name, count in times.items():
        declared = None if spec is None else spec.params.get(name)
        if count > 1 and declared is not None and not declared.many and not is_of_engine(stage.kind, name):
            second = [param for param in params if param.name == name][1]
            found.append(RepeatedFact(name, count, second.name_place, stage.block))
    return found


def is_of_engine(kind: Kind, name: str) -> bool:
    """Whether the engine reads a property of this name itself, and does not pass it to the plugin."""
    own = _OWN.get(kind, frozenset())
    return name in _OF_ALL or name in own or (bool(own) and name.startswith(_BEGINNINGS))
