"""Where regular expressions stand in Fluentd's configs.

How each plugin reads its own was looked up in the sources of Fluentd 1.16.5 and of its plugins concat, rewrite_tag_filter and
record_modifier.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.analysis.regexes.use import Part, RegexUse, Role, joined, slashed, whole
from pipelint.base.block import Block, Param
from pipelint.base.late import late
from pipelint.graph.stage import Kind

_FORMATS = 20
_CONCAT = ("multiline_start_regexp", "continuous_line_regexp", "multiline_end_regexp")
_GROUP = late(r"\$\d")
_FLAGS = late(r"[imx]{0,2}\Z")


def fluentd_uses(kind: Kind, plugin: str, block: Block) -> Iterator[RegexUse]:
    """The regular expressions of one stage, without those of stages inside. What the environment makes is left out."""
    match kind, plugin:
        case Kind.PARSE, _:
            yield from _parser(plugin, block)
        case Kind.FILTER, "grep":
            yield from _grep(block)
        case Kind.FILTER, "concat":
            yield from _concat(block)
        case Kind.FILTER, "record_modifier":
            for section in block.blocks:
                if section.name == "replace":
                    yield from _between_slashes(section, "expression", Role.REPLACE)
        case Kind.OUTPUT, "rewrite_tag_filter":
            yield from _rewrite(block)


def _parser(plugin: str, block: Block) -> Iterator[RegexUse]:
    match plugin:
        case "regexp":
            yield from _typed(block, "expression" if "expression" in block.params else "format", Role.PARSE)
        case "multiline":
            yield from _multiline(block)
        case "grok" | "multiline_grok":
            yield from _grok(plugin, block)
        case "multi_format":
            for section in block.blocks:
                if section.name == "pattern":
                    yield from _parser("regexp" if section.value("format").startswith("/") else section.value("format"), section)
        case "cri":
            for section in block.blocks:
                if section.name == "parse":
                    yield from _parser(section.value("@type"), section)


def _typed(block: Block, name: str, role: Role, *, used: bool = False) -> Iterator[RegexUse]:
    """A parameter of the type ``regexp``: between slashes with flags, or bare."""
    param = block.param(name)
    if param is None or param.embedded or not param.value:
        return
    text, slash = param.value, param.value.rfind("/")
    if not text.startswith("/"):
        yield RegexUse(role, "onigmo", name, text, "", whole(param.place, text), block, used)
    elif slash > 0 and _FLAGS.match(text, slash + 1):
        options = "".join(flag for flag in "im" if flag in text[slash + 1 :])
        if role is Role.PARSE:
            more = (("i", "ignorecase"), ("m", "multiline"))
            options = "".join(flag for flag, extra in more if flag in options or block.value(extra) == "true")
        pattern = text[1:slash]
        parts = (Part(param.place, text, 1, len(pattern.encode())),)
        yield RegexUse(role, "onigmo", name, pattern, options, parts, block, used)


def _between_slashes(block: Block, name: str, role: Role) -> Iterator[RegexUse]:
    """A text of which the plugin cuts off the slashes; flags behind them are none to it."""
    param = block.param(name)
    if param is not None and not param.embedded and _slashes(param):
        pattern, parts = slashed(param.place, param.value)
        yield RegexUse(role, "onigmo", name, pattern, "", parts, block, captures_used=role is Role.REPLACE)


def _slashes(param: Param) -> bool:
    return len(param.value) > 2 and param.value.startswith("/") and param.value.endswith("/")


def _multiline(block: Block) -> Iterator[RegexUse]:
    yield from _between_slashes(block, "format_firstline", Role.FIRST)
    formats: list[Param] = []
    for number in range(1, _FORMATS + 1):
        param = block.param(f"format{number}")
        if param is None:
            break
        formats.append(param)
    if formats and all(_slashes(param) and not param.embedded for param in formats):
        pattern, parts = joined([(param.place, param.value) for param in formats])
        yield RegexUse(Role.PARSE, "onigmo", "format1", pattern, "m", parts, block)


def _grok(plugin: str, block: Block) -> Iterator[RegexUse]:
    # Imported here: what expands grok patterns is large, and few Fluentd configs have one.
    from pipelint.analysis.grok_troubles import grok_uses

    for grok in grok_uses(plugin, block, {}):
        expansion = grok.expansion()
        if expansion.complete and "#{" not in grok.text:
            yield RegexUse(
                Role.PARSE, "onigmo", "grok_pattern", expansion.regex, "", (), block, key="grok", grok=grok, expansion=expansion
            )
    yield from _between_slashes(block, "multiline_start_regexp", Role.FIRST)


def _grep(block: Block) -> Iterator[RegexUse]:
    for section in block.walk():
        if section.name in ("regexp", "exclude"):
            yield from _typed(section, "pattern", Role.TEST)
    for name, param in block.params.items():
        if name.rstrip("0123456789") in ("regexp", "exclude") and name[-1].isdigit() and not param.embedded:
            key, blank, pattern = param.value.partition(" ")
            if pattern:
                part = Part(param.place, param.value, len((key + blank).encode()), len(pattern.encode()))
                yield RegexUse(Role.TEST, "onigmo", name, pattern, "", (part,), block)


def _concat(block: Block) -> Iterator[RegexUse]:
    for name in _CONCAT:
        yield from _between_slashes(block, name, Role.FIRST if name == _CONCAT[0] else Role.TEST)


def _rewrite(block: Block) -> Iterator[RegexUse]:
    for section in block.blocks:
        if section.name == "rule":
            yield from _typed(section, "pattern", Role.REWRITE, used=bool(_GROUP.search(section.value("tag"))))
