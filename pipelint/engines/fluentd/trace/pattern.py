"""Regular expressions at work on values: what they capture, on texts and on bytes, and where a line gets stuck in one."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint import _native
from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.trace.values import LostError, Raw, RefusedError, RubyError
from pipelint.facts.regexes.use import RegexUse, Role, whole
from pipelint.regex.tree import Refused, read_regex

# Steps of one search: some 10 ms.
MOST_STEPS = 1_000_000
# So many lines that a pattern does not match are looked at to see where they get stuck.
_MOST_STUCK = 50

Groups = list[tuple[int, int] | None]

# What is not the same for bytes as for the characters that stand for them here.
_NOT_FOR_BYTES = late(r"\\[pPXRuxkgNM]|\[:|\\[0-7]{2}|[^\x00-\x7f]|\(\?[imx]*u")
_FROM_BYTES = {byte: 0xE000 + byte for byte in range(0x80, 0x100)}
_TO_BYTES = {there: byte for byte, there in _FROM_BYTES.items()}


class Pattern:
    """A compiled regex. ``names`` has the named groups in Ruby's order, each with its numbers."""

    __slots__ = ("_left", "_runnable", "names", "use")

    def __init__(self, use: RegexUse) -> None:
        self.use = use
        self._runnable = use.runnable
        read = read_regex(self._runnable)
        if isinstance(read, Refused):
            error = LostError if read.bound else RefusedError
            raise error(f"Fluentd refuses the regular expression: {read.message}", use.place)
        self.names = tuple(sorted(read.names.items(), key=lambda item: min(item[1])))
        self._left = _MOST_STUCK

    def search(self, text: str) -> Match | None:
        """The first match. Raises LostError where it takes too many steps, RubyError where Ruby refuses the text."""
        subject = text
        if type(text) is Raw:
            subject = self._bytes(text)
        matched, groups, _ = _native.regex_run(self._runnable, subject, MOST_STEPS)
        if not matched:
            if matched is None:
                raise LostError("the regular expression takes too long on this text", self.use.place)
            return None
        return Match(self, text, subject, groups)

    def matches(self, text: str) -> bool:
        """Whether it matches."""
        return self.search(text) is not None

    def _bytes(self, text: Raw) -> str:
        found = _NOT_FOR_BYTES.search(self._runnable)
        if found is not None:
            if not self._runnable.isascii():
                raise RubyError("incompatible encoding regexp match (UTF-8 regexp with ASCII-8BIT string)", self.use.place)
            raise LostError("the regular expression may read bytes otherwise than characters", self.use.place)
        return text.encode().decode("latin-1").translate(_FROM_BYTES)

    def stuck(self, text: str) -> tuple[str, Place]:
        """Where in the pattern a text that it does not match gets stuck, in words and as a place."""
        if not self._left or len(text) > 10_000:
            return "", self.use.place
        self._left -= 1
        from pipelint.engines.fluentd.grok import GROK
        from pipelint.regex.grok import Expansion
        from pipelint.regex.spans import SpanMap
        from pipelint.regex.stuck import stuck

        expansion = self.use.expansion or Expansion(self._runnable, GROK, self._runnable, SpanMap((), 0))
        found = stuck(expansion, text)
        if found is None or found.exhausted:
            return "", self.use.place
        shift = self.use.shift if self.use.expansion is not None else 0
        own, _ = self.use.own(found.span.shift(shift))
        part = found.span.cut(expansion.regex.encode()).decode("utf-8", "replace")
        return f"nothing fits its part {part} after {found.taken[1] - found.taken[0]} characters", self.use.at(own)


class Match:
    """One match."""

    __slots__ = ("_subject", "_text", "groups", "pattern")

    def __init__(self, pattern: Pattern, text: str, subject: str, groups: Groups) -> None:
        self.pattern, self._text, self._subject, self.groups = pattern, text, subject, groups

    def slice(self, start: int, end: int) -> str:
        """A part of the text, by its ends in the match's own counting."""
        piece = self._subject[start:end]
        if self._subject is self._text or piece.isascii():
            return piece
        try:
            return Raw(piece.translate(_TO_BYTES).encode("latin-1").decode())
        except UnicodeDecodeError as error:
            raise LostError("the regular expression cuts a character in two", self.pattern.use.place) from error

    def group(self, number: int) -> str | None:
        """What a numbered group took; None where it took no part, or where there is none."""
        found = self.groups[number] if number < len(self.groups) else None
        return None if found is None else self.slice(*found)

    def captures(self) -> dict[str, str]:
        """What the named groups took; of several of one name the last that took part."""
        found: dict[str, str] = {}
        for name, numbers in self.pattern.names:
            for number in reversed(numbers):
                value = self.group(number)
                if value is not None:
                    found[name] = value
                    break
        return found

    def named(self) -> dict[str, str | None]:
        """The same with None for those that took no part."""
        return {**dict.fromkeys(name for name, _ in self.pattern.names), **self.captures()}

    @property
    def rest(self) -> str:
        """What follows the match."""
        end = self.groups[0]
        return self.slice(end[1], len(self._subject)) if end is not None else ""

    @property
    def whole(self) -> str:
        """All that it took."""
        return self.group(0) or ""


def compiled(uses: Iterable[RegexUse], block: Block, name: str) -> Pattern:
    """The regex of a parameter that its plugin cannot do without. Raises RefusedError, LostError."""
    param = block.param(name)
    if param is not None and param.embedded:
        raise LostError(f"the environment decides what {name} is", param.place)
    for use in uses:
        return Pattern(use)
    raise RefusedError(f"Fluentd needs a regular expression in {name}", block.head_place if param is None else param.place)


def plain(source: str, block: Block, name: str = "", options: str = "") -> Pattern:
    """A regex that a plugin has in itself, or makes of a parameter; places are those of the section."""
    place = block.head_place if name not in block.params else block.params[name].place
    return Pattern(RegexUse(Role.TEST, "onigmo", name, source, options, whole(place, place.text), block))
