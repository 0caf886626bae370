"""Completion in the classic format: heads of sections, commands, keys and values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, replace
from pipelint.engines.fluentbit.complete import offers
from pipelint.engines.fluentbit.syntax.section import OTHER, kind_of
from pipelint.engines.fluentbit.write.classic import capitals
from pipelint.facts.editing import items
from pipelint.language.editing import Item
from pipelint.plugins import ParamSpec

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.plugins.declarations import Declarations

HEADS: tuple[str, ...] = ("SERVICE", "INPUT", "FILTER", "OUTPUT", "PARSER", "MULTILINE_PARSER", "CUSTOM", "PLUGINS")
HEADS += ("STREAM_TASK", "UPSTREAM", "NODE")
"""What sections are called."""
_COMMANDS = ("@INCLUDE", "@SET")
HEAD = re.compile(r"\[?\w*$")
"""A line up to the cursor that begins a section."""
_COMMAND = re.compile(r"@\w*$")
_KEY = re.compile(r"[ \t]+[\w.-]*$")
_VALUE = re.compile(r"[ \t]+(?P<key>[\w.-]+) +(?P<typed>.*)$")
_TIME_PART = re.compile(r"%\w?$")
_LINE = re.compile(r"[ \t]+([^#\s]\S*) +(.*?)[ \t\r]*$")


_ANY = ParamSpec("", "string")


@dataclass(frozen=True, slots=True)
class _Around:
    """The section around a cursor: what it is taken for, its keys as written with their values."""

    kind: str
    keys: dict[str, str]


def classic_items(config: Config, text: bytes, offset: int, known: Declarations) -> Iterator[Item]:
    """What may stand at a byte of a text."""
    start = text.rfind(b"\n", 0, offset) + 1
    before = text[start:offset].decode("utf-8", "replace")
    rest = text[offset:].split(b"\n", 1)[0]
    if HEAD.match(before):
        yield from heads(before, closed=rest.startswith(b"]"))
    if before == "" or _COMMAND.match(before):
        yield from (items.section(name, " ") for name in _COMMANDS)
        return
    around = _around(text, start)
    if around is None or around.kind == OTHER:
        return
    value = _VALUE.match(before)
    there = {name.lower(): said for name, said in around.keys.items()}
    if value is None and _KEY.match(before):
        yield from _keys(around, there, known)
    elif value is not None and value["key"].lower() == "time_format":
        part = _TIME_PART.search(before)
        yield from offers.time_parts(part[0] if part else "")
    elif value is not None and not value["typed"].rpartition(",")[2].strip().count(" "):
        yield from offers.values(config, around.kind, there, value["key"].lower(), known)


def heads(before: str, *, closed: bool) -> Iterator[Item]:
    """The heads of sections, of which so much stands before the cursor."""
    return (items.section(name, "" if closed else "]", "" if before.startswith("[") else "[") for name in HEADS)


def _keys(around: _Around, there: dict[str, str], known: Declarations) -> Iterator[Item]:
    """Keys, in capitals as the others of the section are."""
    specs = offers.keys(around.kind, there, known)
    large = not around.keys or sum(name[:1].isupper() for name in around.keys) * 2 > len(around.keys)
    written = [replace(spec, name=capitals(name) if large else name) for name, spec in specs.items()]
    used = {capitals(name) if large else name for name in there if not specs.get(name, _ANY).many}
    yield from items.parameters({spec.name: spec for spec in written}, used, offers.spelled)


def _around(text: bytes, start: int) -> _Around | None:
    """The section in which the line that begins at a byte stands; that line is none of its keys."""
    lines = text.decode("utf-8", "replace").split("\n")
    number = text.count(b"\n", 0, start)
    head = next((at for at in range(number - 1, -1, -1) if lines[at].startswith("[")), None)
    if head is None:
        return None
    keys: dict[str, str] = {}
    for at in range(head + 1, len(lines)):
        if lines[at].startswith("["):
            break
        if at != number and (found := _LINE.match(lines[at])) is not None:
            keys[found[1]] = found[2]
    return _Around(kind_of(lines[head][1:].partition("]")[0]), keys)
