"""A text that is an option's value in a command: a word of its own, or in quotes among other words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import Change, spliced
from pipelint.base.text.document import WayBack
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.sources.hosts.protocol import Text
from pipelint.yaml.edit import YamlEditError, write_scalar
from pipelint.yaml.text import map_through
from pipelint.yaml.tree import Scalar

OPTIONS = ("-e", "--config.string")
"""Options that take a config in the place of a file."""
_LONG = late(rb"--config\.string=(?P<bare>.+)", re.DOTALL)
# In double quotes a backslash, a dollar and a backquote are a shell's own.
_QUOTED = late(rb"(?:^|[ \t\n])(?:-e|--config\.string)[ \t\n=]+(?:'(?P<plain>[^']*)'|\"(?P<escaped>(?:[^\"\\$`]|\\[\"\\$`])*)\")")
_ESCAPE = late(rb"\\([\"\\$`])")
_SPECIAL = late(rb"[\"\\$`]")


@dataclass(frozen=True, eq=False)
class OptionText:
    """The part ``range`` of ``text``, which the scalar is as its file's program reads it; ``escaped``: as in double quotes."""

    text: Text
    scalar: Scalar
    range: Span
    escaped: bool = False

    @classmethod
    def last_in(cls, text: Text, scalar: Scalar) -> OptionText | None:
        """The config that the last such option in a text gives; None without any, and where a shell makes more of it."""
        found = _last(text.value())
        return None if found is None else cls(text, scalar, *found)

    @property
    def span(self) -> Span:
        """Where the scalar stands in its file."""
        return self.text.span

    @property
    def back(self) -> WayBack:
        """In its place among the other words."""
        return InOption(self)

    def value(self) -> bytes:
        """The text; cheaper than its map."""
        cut = self.range.cut(self.text.value())
        return _ESCAPE.sub(rb"\1", cut) if self.escaped else cut

    def map(self, data: bytes) -> SourceMap:
        """The text with its map to ``data``, the file that it stands in."""
        outer = self.text.map(data)
        return map_through(outer, SourceMap.join(outer.text, self._pieces(outer.text)))

    def _pieces(self, text: bytes) -> Iterator[tuple[bytes, Span]]:
        at, end = self.range.start, self.range.end
        for found in _ESCAPE.finditer(text, at, end) if self.escaped else ():
            if found.start() > at:
                yield text[at : found.start()], Span(at, found.start())
            yield found[1], Span(*found.span())
            at = found.end()
        if at < end:
            yield text[at:end], Span(at, end)

    def with_value(self, value: bytes) -> bytes:
        """The text around it with another value. Raises YamlEditError where that would read otherwise."""
        whole = self.text.value()
        written = _SPECIAL.sub(rb"\\\g<0>", value) if self.escaped else value
        changed = whole[: self.range.start] + written + whole[self.range.end :]
        if _last(changed) != (Span(self.range.start, self.range.start + len(written)), self.escaped):
            raise YamlEditError("the command would not read so")
        return changed


def _last(command: bytes) -> tuple[Span, bool] | None:
    """Where the value of the last such option stands in a command, and whether it is in double quotes."""
    if (long := _LONG.fullmatch(command)) is not None:
        return Span(*long.span("bare")), False
    found = next(reversed(list(_QUOTED.finditer(command))), None)
    if found is None:
        return None
    if found["escaped"] is not None:
        return Span(*found.span("escaped")), True
    # Within double quotes the single ones quote nothing.
    inside = command.count(b'"', 0, found.start()) % 2 == 1
    return None if inside and _SPECIAL.search(found["plain"]) else (Span(*found.span("plain")), False)


@dataclass(frozen=True, eq=False)
class InOption:
    """The way back of an option's value."""

    option: OptionText

    def takes(self, text: bytes, changes: Sequence[Change]) -> bool:
        """Whether the command would read so."""
        try:
            self.option.with_value(spliced(text, changes))
        except YamlEditError:
            return False
        return True

    def written(self, data: bytes, start: int, text: bytes) -> bytes:
        """The file with the value in its command. Raises YamlEditError."""
        whole, at, inner = self.option.with_value(text), self.option.scalar.content, self.option.text.back
        return write_scalar(data, at, whole) if inner is None else inner.written(data, at, whole)
