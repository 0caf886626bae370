"""Where regular expressions stand: the plugins that take them, and the sections and parameters that hold them. Said here alone.

Each check asks ``has_regexes``, so this is light: what reads the regexes is imported only where there are any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.condition import Test, terms
from pipelint.base.lean.late import late

if TYPE_CHECKING:
    from pipelint.facts.config import ConfigFact
    from pipelint.facts.stage import StageFact

CONCAT_START, CONCAT_GOES_ON, CONCAT_END = "multiline_start_regexp", "continuous_line_regexp", "multiline_end_regexp"
"""What begins an event of Fluentd's concat, what goes on with it, what ends it."""
LINE_FORMATS = tuple(f"format{number}" for number in range(1, 21))
"""What Fluentd's multiline parser joins (``Fluent::Plugin::MultilineParser::FORMAT_MAX_NUM``)."""
PRUNE = ("whitelist_names", "blacklist_names", "whitelist_values", "blacklist_values")
"""What Logstash's prune keeps and takes away."""
KV = ("field_split_pattern", "value_split_pattern")
"""What Logstash's kv parts a text at."""
MATCHES = ("=~", "!~")
"""The operators of conditions that take a regex."""

_ANYWHERE: tuple[str, ...] = ()
# The plugins of each engine. Those with names have regexes only in the sections or parameters of these names.
PLUGINS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "fluentd": {
        **dict.fromkeys(("regexp", "multiline", "grok", "multiline_grok", "multi_format"), _ANYWHERE),
        **dict.fromkeys(("grep", "rewrite_tag_filter"), _ANYWHERE),
        "cri": ("parse",),
        "concat": (CONCAT_START, CONCAT_GOES_ON, CONCAT_END),
        "record_modifier": ("replace",),
    },
    "logstash": {**dict.fromkeys(("grok", "multiline"), _ANYWHERE), "mutate": ("gsub",), "prune": PRUNE, "kv": KV},
}
_NUMBERED = late(r"(regexp|exclude)\d+")


def stages_have_regexes(config: ConfigFact) -> bool:
    """Whether a plugin has a place for regexes."""
    known = PLUGINS.get(config.engine, {})
    return any(stage.plugin in known and _has_one_of(known[stage.plugin], stage) for stage in config.stages)


def asks_with_regex(branch: Block) -> bool:
    """Whether a section's condition holds a regular expression."""
    return branch.asks and branch.noted(_asks_with_regex)


def _asks_with_regex(branch: Block) -> bool:
    asked = () if branch.condition is None else terms(branch.condition)
    return any(isinstance(term, Test) and term.operator in MATCHES for term in asked)


def _has_one_of(names: tuple[str, ...], stage: StageFact) -> bool:
    if not names:
        return True
    return any(name in stage.block.names for name in names) or any(block.name in names for block in stage.block.blocks)


def grep_sections(block: Block) -> Iterator[Block]:
    """The ``<regexp>`` and ``<exclude>`` of Fluentd's grep, those in ``<and>`` and ``<or>`` too: each has key and pattern."""
    return (section for section in block.walk() if section.name in ("regexp", "exclude"))


def numbered_tests(block: Block) -> Iterator[tuple[Param, str, str]]:
    """The ``regexpN key pattern`` and ``excludeN key pattern`` of Fluentd 0.12's grep: the parameter, the key, the pattern."""
    for name, param in block.params.items():
        if _NUMBERED.fullmatch(name):
            key, _, pattern = param.value.partition(" ")
            yield param, key, pattern


def regexp_name(block: Block) -> str:
    """The parameter with the regex of Fluentd's regexp parser: ``format`` was its name in 0.12."""
    return "expression" if block.value("expression") else "format"


def grok_params(block: Block) -> tuple[Param, ...]:
    """The patterns of Fluentd's grok parser in the order tried: ``grok_pattern``, and without it those of ``<grok>``."""
    alone = block.param("grok_pattern")
    params = [section.param("pattern") for section in block.blocks if section.name == "grok"] if alone is None else [alone]
    return tuple(param for param in params if param is not None)


def line_formats(block: Block) -> tuple[Param, ...]:
    """The formats of Fluentd's multiline parser in their order, up to a number that is not there."""
    found: list[Param] = []
    for name in LINE_FORMATS:
        param = block.param(name)
        if param is None:
            break
        found.append(param)
    return tuple(found)


def alternative_parsers(block: Block) -> Iterator[tuple[str, Block]]:
    """The parsers of Fluentd's multi_format with their sections; a bare regex in ``format`` is a parser by itself."""
    for section in block.blocks:
        if section.name == "pattern":
            name = section.value("format") or section.value("@type")
            yield ("regexp" if name.startswith("/") else name), section
