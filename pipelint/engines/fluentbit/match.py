"""Match and Tag as sets of tags: which tags a filter or output takes, and which an input or a rewrite_tag may give.

Source: src/flb_router.c and plugins/filter_rewrite_tag of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from functools import lru_cache

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.engines.fluentbit import types
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError
from pipelint.plugins import plugin_of
from pipelint.plugins.behaviour import Tags

_VARIABLE = late(r"\$\{[^}]*\}?")
_GROUP = late(r"<[^>]*>")
_RECORD = late(r"\$\{[^}]*\}?|\$\w*(?:\[[^\]]*\])*")
# Inputs that number themselves where no Tag is set. Of all others a sender or the config of another may give the tag.
_NUMBERED = frozenset((Tags.GIVEN, Tags.PATH, Tags.EXTENDED))
# What is filled in, or stands for several files in another way than * does: the path may be any.
_UNKNOWN = late(r"[<{$%@~\[?]|__")
# By HTTP (/v1/logs) and gRPC, or the input's number: plugins/in_opentelemetry/opentelemetry_prot.c.
_OF_TELEMETRY = ("v1*", "opentelemetry*")
_SEPARATORS = late(r"[/\\:.]+")
# A variable before them may be empty.
_AT_START = late(r"^(\**)[/\\:]+")
# Docker names the folder and the file of a container after its number.
_DOCKER = late(r"^(/var/lib/docker/containers/)\*+/\*(?:-json)?\.log$")
_HEX = "\0"
"""Stands for a run of hexadecimal digits where tags are made."""
_DIGITS = "0123456789abcdef"
_NEW_TAG = 2  # the number of the word in a rule of rewrite_tag


def matches(pattern: str, tag: str) -> bool:
    """Whether a Match takes a tag: a ``*`` stands for any run of characters, dots among them, all else for itself."""
    first, *parts = pattern.split("*")
    if not parts:
        return pattern == tag
    at, last = len(first), parts.pop()
    # The earliest place of each part leaves most to those after it.
    for part in parts:
        found = tag.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return tag.startswith(first) and tag.endswith(last) and at + len(last) <= len(tag)


def regex_matches(pattern: str, tag: str) -> bool | None:
    """Whether a Match_Regex takes a tag: it is tried at the first character alone, and an empty match does not count.

    None where the steps did not suffice. Raises ValueError for what is no regular expression.
    """
    from pipelint.regex.run import run

    regex, options = types.regexp(pattern) or (pattern, "")
    found = run(rf"\A(?{options}:{regex})", tag)
    return found.matched if found.matched is not True else found.groups[0] is not None and found.groups[0][1] > 0


@lru_cache(maxsize=1024)
def taken(pattern: str) -> Automaton | None:
    """The tags that a Match takes; None where that cannot be said: with a variable in it, or too long."""
    return None if "${" in pattern else _glob(pattern)


def given(block: Block, number: int) -> Automaton | None:
    """The tags that an input, the ``number``-th of its plugin, may give to events; None where that cannot be said."""
    plugin, tag = block.value("name").lower(), block.value("tag")
    if plugin == "opentelemetry" and "tag_key" not in block.names:
        return _of_telemetry(_VARIABLE.sub("*", tag))
    tags = plugin_of("fluentbit", "source", plugin).events.tags
    if tags not in _NUMBERED and not (tags is Tags.OWN_OR_SENDER and tag and "tag_prefix" not in block.names):
        return None
    if block.param("tag_regex") is not None:
        tag = _GROUP.sub("*", tag)  # a named group of that regex
    elif plugin == "tail" and "*" in tag:
        return _with_path(tag, block.value("path"))
    # Of the Tag of a systemd a * becomes the unit; of another input it stays what it is.
    return _glob(_VARIABLE.sub("*", tag) or f"{plugin}.{number}")


@lru_cache(maxsize=256)
def _of_telemetry(tag: str) -> Automaton | None:
    """The tags of an input opentelemetry: by its Tag, which older versions do not look at, or by the path of a request."""
    found: Automaton | None = None
    for pattern in (*_OF_TELEMETRY, *([tag] if tag else [])):
        tags = _glob(pattern)
        if tags is None:
            return None
        found = tags if found is None else found | tags
    return found


@lru_cache(maxsize=256)
def _with_path(tag: str, path: str) -> Automaton | None:
    """The tags of a tail whose first * becomes the path of the file, with dots for what is between its names.

    Dropped are any other *, a separator that the tag would begin with, though no dot, and a dot that it would end with
    (plugins/in_tail/tail_file.c, tag_compose).
    """
    before, _, after = tag.partition("*")
    before, after = _VARIABLE.sub("*", before), _VARIABLE.sub("*", after.replace("*", ""))
    found: Automaton | None = None
    for one in types.parts(path) or ["*"]:
        name = "*" if _UNKNOWN.search(one) else _DOCKER.sub(rf"\1{_HEX}/{_HEX}-json.log", one)
        tags = _glob(_SEPARATORS.sub(".", _AT_START.sub(r"\1", before + name + after)).removesuffix("."))
        if tags is None:
            return None
        found = tags if found is None else found | tags
    return found


def rewritten(block: Block) -> list[Automaton | None]:
    """The tags under which each rule of a rewrite_tag emits records anew."""
    rules = [item for item in block.items if isinstance(item, Param) and item.name == "rule"]
    split = [types.words(rule.value, 4) for rule in rules]
    return [new_tags(words[_NEW_TAG]) for words in split if len(words) > _NEW_TAG]


def new_tags(text: str) -> Automaton | None:
    """The tags that the third word of a rule may make; None where that cannot be said."""
    return _glob(_RECORD.sub("*", text))


@lru_cache(maxsize=1024)
def _glob(pattern: str) -> Automaton | None:
    moves: list[list[tuple[str, bool, int]]] = []
    free: list[list[tuple[str, int]]] = []
    for number, char in enumerate(pattern):
        runs = ("", False, number) if char == "*" else (_DIGITS, True, number) if char == _HEX else None
        moves.append([(char, True, number + 1)] if runs is None else [runs])
        free.append([] if runs is None else [("", number + 1)])
    try:
        return Automaton([*moves, []], [*free, []], len(pattern))
    except TooLargeError:
        return None
