"""The regular expressions of Fluentd's configs, read as their plugins read them.

How each plugin reads its own was looked up in the sources of Fluentd 1.16.5 and of its plugins concat, rewrite_tag_filter and
record_modifier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.plugins import concat
from pipelint.engines.fluentd.plugins.grep import grep_sections, numbered_tests
from pipelint.engines.fluentd.plugins.regexp import alternative_parsers, line_formats, regexp_name
from pipelint.facts.regexes.use import Part, RegexUse, Role, joined, slashed, whole
from pipelint.graph.stage import Kind

_GROUP = late(r"\$\d")


def fluentd_uses(kind: Kind, plugin: str, block: Block) -> Iterator[RegexUse]:
    """The regular expressions of one stage, without those of stages inside. What the environment makes is left out."""
    read = READERS.get((kind, plugin))
    return iter(()) if read is None else read(block)


def typed_use(block: Block, name: str, role: Role, *, used: bool = False) -> Iterator[RegexUse]:
    """A parameter of the type ``regexp``: between slashes with flags, or bare."""
    param = block.param(name)
    if param is None or param.embedded or not param.value:
        return
    text, read = param.value, types.regexp(param.value)
    if not text.startswith("/"):
        yield RegexUse(role, "onigmo", name, text, "", whole(param.place, text), block, used)
    elif read is not None and read[0]:
        pattern, options = read
        if role is Role.PARSE:
            more = (("i", "ignorecase"), ("m", "multiline"))
            options = "".join(flag for flag, extra in more if flag in options or types.is_true(block, extra))
        parts = (Part(param.place, text, 1, len(pattern.encode())),)
        yield RegexUse(role, "onigmo", name, pattern, options, parts, block, used)


def slashed_use(block: Block, name: str, role: Role) -> Iterator[RegexUse]:
    """A text of which the plugin cuts off the slashes; flags after them mean nothing to it."""
    param = block.param(name)
    if param is not None and not param.embedded and _slashes(param):
        pattern, parts = slashed(param.place, param.value)
        yield RegexUse(role, "onigmo", name, pattern, "", parts, block, captures_used=role is Role.REPLACE)


def _slashes(param: Param) -> bool:
    return len(param.value) > 2 and param.value.startswith("/") and param.value.endswith("/")


def _regexp(block: Block) -> Iterator[RegexUse]:
    return typed_use(block, regexp_name(block), Role.PARSE)


def _multiline(block: Block) -> Iterator[RegexUse]:
    yield from slashed_use(block, "format_firstline", Role.FIRST)
    formats = line_formats(block)
    if formats and all(_slashes(param) and not param.embedded for param in formats):
        pattern, parts = joined([(param.place, param.value) for param in formats])
        yield RegexUse(Role.PARSE, "onigmo", formats[0].name, pattern, "m", parts, block)


def _multi_format(block: Block) -> Iterator[RegexUse]:
    for parser, section in alternative_parsers(block):
        yield from fluentd_uses(Kind.PARSE, parser, section)


def _cri(block: Block) -> Iterator[RegexUse]:
    for section in block.blocks:
        if section.name == "parse":
            yield from fluentd_uses(Kind.PARSE, section.value("@type"), section)


def _grok(block: Block) -> Iterator[RegexUse]:
    # Imported here: what expands grok patterns is large, and few Fluentd configs have one.
    from pipelint.engines.fluentd.facts.grok import parser_groks

    for grok in parser_groks("grok", block):
        expansion = grok.expansion()
        if expansion.complete and "#{" not in grok.text:
            yield RegexUse(
                Role.PARSE, "onigmo", "grok_pattern", expansion.regex, "", (), block, key="grok", grok=grok, expansion=expansion
            )
    yield from slashed_use(block, "multiline_start_regexp", Role.FIRST)


def _grep(block: Block) -> Iterator[RegexUse]:
    for section in grep_sections(block):
        yield from typed_use(section, "pattern", Role.TEST)
    for param, _, pattern in numbered_tests(block):
        if pattern and not param.embedded:
            before = len(param.value.encode()) - len(pattern.encode())
            part = Part(param.place, param.value, before, len(pattern.encode()))
            yield RegexUse(Role.TEST, "onigmo", param.name, pattern, "", (part,), block)


def _concat(block: Block) -> Iterator[RegexUse]:
    yield from slashed_use(block, concat.START, Role.FIRST)
    for name in (concat.GOES_ON, concat.END):
        yield from slashed_use(block, name, Role.TEST)


def _record_modifier(block: Block) -> Iterator[RegexUse]:
    for section in block.blocks:
        if section.name == "replace":
            yield from slashed_use(section, "expression", Role.REPLACE)


def _rewrite(block: Block) -> Iterator[RegexUse]:
    for section in block.blocks:
        if section.name == "rule":
            yield from typed_use(section, "pattern", Role.REWRITE, used=bool(_GROUP.search(section.value("tag"))))


READERS: Mapping[tuple[Kind, str], Callable[[Block], Iterator[RegexUse]]] = {
    (Kind.PARSE, "regexp"): _regexp,
    (Kind.PARSE, "multiline"): _multiline,
    (Kind.PARSE, "grok"): _grok,
    (Kind.PARSE, "multiline_grok"): _grok,
    (Kind.PARSE, "multi_format"): _multi_format,
    (Kind.PARSE, "cri"): _cri,
    (Kind.FILTER, "grep"): _grep,
    (Kind.FILTER, "concat"): _concat,
    (Kind.FILTER, "record_modifier"): _record_modifier,
    (Kind.OUTPUT, "rewrite_tag_filter"): _rewrite,
}
"""What reads the regexes of a stage of this kind and plugin; their files say that they hold one."""
