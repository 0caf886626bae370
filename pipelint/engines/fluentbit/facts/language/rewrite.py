"""The rules of a rewrite_tag.

Source: plugins/filter_rewrite_tag and plugins/in_emitter of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Param
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.match import new_tags, taken
from pipelint.graph.stage import Kind, Stage, StageGraph

_WORDS = 4


@dataclass(frozen=True, eq=False)
class RewriteRuleFact:
    """A rule: `$key regex tag keep`. ``words`` are its four parts, or fewer, or a fifth that should not be there.

    ``keep`` is whether the old record is kept, null for what is no boolean. ``returns``: its tag is one that this filter matches,
    whatever the record. ``lost``: no output takes the tag. ``kept_lost``: it keeps the old record, whose tag no output takes.
    ``rest_lost``: no output takes the old tags, which records that no rule takes keep.
    """

    words: list[str]
    keep: bool | None
    returns: bool
    lost: bool
    kept_lost: bool
    rest_lost: bool
    place: Place


def rewrite_rules(stage: Stage, graph: StageGraph) -> list[RewriteRuleFact]:
    """The rules of a rewrite_tag; none of another plugin."""
    return list(_rules(stage, graph)) if stage.plugin == "rewrite_tag" else []


def _rules(stage: Stage, graph: StageGraph) -> Iterator[RewriteRuleFact]:
    old_lost = _is_old_lost(stage, graph)
    for item in stage.block.items:
        if isinstance(item, Param) and item.name == "rule":
            words = types.words(item.value, _WORDS)
            keep = types.boolean(words[3].strip()) if len(words) >= _WORDS else None
            returns, lost = _returns(stage, words), _is_lost(words, graph)
            yield RewriteRuleFact(words, keep, returns, lost, keep is True and old_lost, old_lost, item.place)


def _returns(stage: Stage, words: list[str]) -> bool:
    if len(words) < _WORDS or stage.block.param("match_regex") is not None:
        return False
    new, own = new_tags(words[2]), taken(stage.pattern)
    return bool(stage.pattern) and own is not None and new is not None and new <= own


def _is_lost(words: list[str], graph: StageGraph) -> bool:
    """Whether no output takes the tag, and no other rule changes it."""
    new = new_tags(words[2]) if len(words) >= _WORDS else None
    if new is None:
        return False
    for stage in graph.stages:
        if stage.kind is Kind.OUTPUT or stage.plugin == "rewrite_tag":
            own = taken(stage.pattern)
            if stage.block.param("match_regex") is not None or own is None or not stage.pattern or new.meets(own):
                return False
    return True


def _is_old_lost(stage: Stage, graph: StageGraph) -> bool:
    """Whether no output, and no rewrite_tag after this one, takes the tags that this one takes."""
    old = taken(stage.pattern)
    if old is None or not stage.pattern or stage.block.param("match_regex") is not None:
        return False
    for other in graph.stages:
        if other.kind is Kind.OUTPUT or (other.plugin == "rewrite_tag" and other.index > stage.index):
            own = taken(other.pattern)
            if other.block.param("match_regex") is not None or own is None or not other.pattern or old.meets(own):
                return False
    return True
