"""What the tracer cannot follow, regular expressions at work, and the fields that accessors name.

Source: src/flb_regex.c, flb_ra_key.c and flb_env.c of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re

from pipelint import _native
from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.regex.tree import Refused, read_regex

Record = dict[str, object]
# Steps of one search: some 10 ms.
_MOST_STEPS = 1_000_000
_NAME = late(r"\$\{([^}:]*)")
_ACCESSOR = late(r"\$?([A-Za-z_][\w-]*)((?:\['[^'\]]+'\]|\[\d+\])*)")
_STEP = late(r"\['([^'\]]+)'\]|\[(\d+)\]")


class LostError(Exception):
    """An event that cannot be followed from here: why, and what in the config is to blame."""

    def __init__(self, reason: str, place: Place | None = None) -> None:
        super().__init__(reason)
        self.reason, self.place = reason, place


class Keys:
    """The keys of a section as Fluent Bit has them. ``variables`` are what the config sets itself."""

    def __init__(self, block: Block, variables: dict[str, str]) -> None:
        self.block, self.variables = block, variables
        if block.open:
            raise LostError("a part of its section was not read", block.head_place)

    def all(self, *names: str) -> list[tuple[Param, str]]:
        """The keys with these names in their order, with their values. Raises LostError for what the environment decides."""
        params = (item for item in self.block.items if isinstance(item, Param) and (not names or item.name in names))
        return [(param, self._value(param)) for param in params]

    def text(self, name: str, usual: str = "") -> str:
        """A value that stands there once at most."""
        found = self.all(name)
        if len(found) > 1:
            raise LostError(f"{name} stands there several times", found[1][0].place)
        return found[0][1] if found else usual

    def flag(self, name: str, *, usual: bool) -> bool:
        """A truth value."""
        text = self.text(name)
        found = types.boolean(text) if text else usual
        if found is None:
            raise LostError(f"{name} is no truth value", self.place(name))
        return found

    def place(self, name: str) -> Place:
        """Where a key stands, else the section."""
        param = self.block.param(name)
        return self.block.head_place if param is None else param.place

    def _value(self, param: Param) -> str:
        if "${" not in param.value:
            return param.value
        if any(name not in self.variables for name in _NAME.findall(param.value)):
            raise LostError(f"the environment decides what {param.name} is", param.place)
        return types.translated(param.value, self.variables)


def variables_of(root: Block) -> dict[str, str]:
    """What a config sets."""
    found = {}
    for param in root.items:
        if isinstance(param, Param) and param.name == "@SET":
            name, _, value = param.value.partition("=")
            found[name] = value
    return found


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its text, and begin and end of all of it and of each group."""

    text: str
    groups: list[tuple[int, int] | None]

    def group(self, number: int) -> str | None:
        """What a group took; None where it took no part, or where there is none."""
        found = self.groups[number] if number < len(self.groups) else None
        return None if found is None else self.text[found[0] : found[1]]


class Pattern:
    """A regular expression as a key has it. ``names``: the named groups with their numbers."""

    def __init__(self, text: str, place: Place) -> None:
        source, options = types.regexp(text) or (text, "")
        self._source = f"(?{options}:{source})" if options else source
        self._place = place
        read = read_regex(self._source)
        if isinstance(read, Refused):
            raise LostError(f"the regular expression is not read here: {read.message}", place)
        self.names = {name: tuple(numbers) for name, numbers in read.names.items()}

    def search(self, text: str) -> Match | None:
        """The first match. Raises LostError where it takes too many steps."""
        matched, groups, _ = _native.regex_run(self._source, text, _MOST_STEPS)
        if matched is None:
            raise LostError("the regular expression takes too long on this text", self._place)
        return Match(text, list(groups)) if matched else None


def accessor(text: str, place: Place) -> tuple[str | int, ...]:
    """The way to a field: ``log``, ``$log``, ``$kubernetes['labels']['app']``. Raises LostError for others."""
    found = _ACCESSOR.fullmatch(text)
    if found is None:
        raise LostError(f"the accessor {text} is not read here", place)
    return (found[1], *(step[1] if step[1] is not None else int(step[2]) for step in _STEP.finditer(found[2])))


def field_text(record: Record, way: tuple[str | int, ...]) -> str | None:
    """The text that an accessor leads to; None where there is none. Raises LostError for a value that is not known."""
    value = record.get(str(way[0]))
    if isinstance(value, (dict, list)):
        if len(way) == 1:
            return None
        for step in way[1:]:
            if isinstance(value, dict) and isinstance(step, str):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                return None
    # Of a text the rest of the way does not count.
    if value is None or isinstance(value, (str, bool, int, float, dict, list)):
        return value if isinstance(value, str) else None
    raise LostError("a value that only the running Fluent Bit knows decides")


def whole_words(text: str, count: int, place: Place) -> list[str]:
    """So many words with single blanks between them. Raises LostError where quotes or other blanks may mean something."""
    found = re.fullmatch(" ".join([r'([^\s"]+)'] * count), text)
    if found is None:
        raise LostError("this value is not read here", place)
    return list(found.groups())
