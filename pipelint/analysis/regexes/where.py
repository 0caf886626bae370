"""Whether a config has regular expressions at all, so that what reads them is imported only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelint.analysis.config_facts import ConfigFact
    from pipelint.analysis.facts import StageFact

_FLUENTD = (
    *("regexp", "multiline", "grok", "multiline_grok", "multi_format", "cri"),
    *("grep", "concat", "record_modifier", "rewrite_tag_filter"),
)
# These have regexes only in the sections or parameters of these names.
_ONLY_IN = {
    "cri": ("parse",),
    "concat": ("multiline_start_regexp", "continuous_line_regexp", "multiline_end_regexp"),
    "record_modifier": ("replace",),
}
_PLUGINS = {"fluentd": frozenset(_FLUENTD), "logstash": frozenset(("grok", "mutate", "multiline", "prune", "kv"))}


def has_regexes(config: ConfigFact) -> bool:
    """Whether a plugin that knows regexes is used, or a condition asks with one."""
    known = _PLUGINS.get(config.engine, frozenset())
    if any(stage.plugin in known and _may_have(stage) for stage in config.stages):
        return True
    return any(asked.operator in ("=~", "!~") for asked in config.comparisons)


def _may_have(stage: StageFact) -> bool:
    names = _ONLY_IN.get(stage.plugin)
    if names is None:
        return True
    return any(name in stage.block.params for name in names) or any(block.name in names for block in stage.block.blocks)
