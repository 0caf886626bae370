"""Writes a changed text back into a YAML file: the scalar keeps its style and its indentation, all else stays as it is.

Every change is checked by reading the file again: all scalars but the changed one read as before, and that one as it should. So
a way to write something may be tried that does not always work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import Change, changed_lines, narrowed, spliced
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.yaml.text import scalar_map
from pipelint.yaml.tree import Scalar, read_yaml, scalars_of

# What a double-quoted scalar cannot hold as it is: quotes, backslashes, breaks, and what YAML 1.1 does not print (5.1).
_ESCAPED = late('["\\\\]|[^ -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]')
# What YAML 1.1 reads as no string where it stands without quotes: null, truth values, numbers, times, "=", "<<" (yaml.org/type).
_TYPED = late(
    rb"(?i:~|null|true|false|yes|no|on|off|y|n|=|<<)?"
    rb"|[-+]?(?:\.?[0-9][0-9_:.]*(?:[eE][-+]?[0-9]+)?|0x[0-9a-fA-F_]+|0o[0-7]+|0b[01_]+|\.(?i:inf))|\.(?i:nan)"
    rb"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9][-0-9:.+ \tZ]*)?"
)
# What is no string in any version of YAML. "n", "08" and "1e5" are strings in some: what replaces them is written as a string.
_NO_STRING = late(rb"(?i:~|null|true|false|yes|no|on|off)|[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?")
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class YamlEditError(ValueError):
    """A text that cannot be written into its YAML scalar so that it reads as it should."""


def read_scalar(data: bytes, at: int) -> bytes:
    """The value of the scalar whose value or header holds the byte at ``at`` of the YAML file ``data``. Raises YamlEditError."""
    return _scalar_at(scalars_of(read_yaml(data).roots), at).encoded


def _scalar_at(scalars: Iterable[Scalar], at: int) -> Scalar:
    for scalar in scalars:
        if scalar.start <= at < scalar.end:
            return scalar
    raise YamlEditError("not a YAML scalar")


def write_scalar(data: bytes, at: int, text: bytes) -> bytes:
    """The YAML file ``data`` with ``text`` as the value of the scalar whose value or header holds the byte at ``at``.

    Raises YamlEditError.
    """
    stream = read_yaml(data)
    scalars = scalars_of(stream.roots)
    chosen = _scalar_at(scalars, at)
    wanted = [text if scalar == chosen else scalar.encoded for scalar in scalars]
    for changes in _ways(data, chosen, text):
        changed = spliced(data, changes)
        again = read_yaml(changed)
        if again.error == stream.error and [scalar.encoded for scalar in scalars_of(again.roots)] == wanted:
            return changed
    raise YamlEditError("this YAML scalar cannot hold the change")


@dataclass(frozen=True, slots=True)
class _Host:
    """The scalar that is changed: its header's or first quote's offset, its text and map, how its lines end."""

    data: bytes
    scalar: Scalar
    start: int
    text: bytes
    map: SourceMap
    eol: bytes

    @classmethod
    def of(cls, data: bytes, scalar: Scalar) -> _Host:
        source = scalar_map(data, scalar)
        eol = b"\r\n" if b"\r\n" in data[scalar.start : scalar.end] else b"\n"
        return cls(data, scalar, scalar.content, source.text, source, eol)

    @property
    def style(self) -> bytes:
        """``|``, ``>``, a quote, or anything else for a plain scalar."""
        return self.data[self.start : self.start + 1]

    def line_start(self, offset: int) -> int:
        """Where the line of the file starts that has the byte of the text at ``offset``."""
        return self.data.rfind(b"\n", 0, self.map.to_file(Span(offset, offset)).start) + 1

    @property
    def end(self) -> int:
        """Where the text ends in the file."""
        whole = self.map.whole
        return self.scalar.end if whole is None else whole.end

    @property
    def indent(self) -> bytes:
        """The blanks before the lines of a block scalar: those of the first line with text."""
        first = len(self.text) - len(self.text.lstrip(b"\n"))
        start = self.line_start(first)
        return self.data[start : self.map.to_file(Span(first, first)).start]


Encode = Callable[[str], str]


def _ways(data: bytes, scalar: Scalar, text: bytes) -> Iterator[list[Change]]:
    """The changes of the file that may write ``text``, those that change least first."""
    host = _Host.of(data, scalar)
    match host.style:
        case b"|" | b">":
            if host.text.strip(b"\n") and text:
                if host.style == b">":
                    # Its lines stay as they are folded.
                    yield _flow_changes(host, text, str)
                yield _block_changes(host, text, 1)
                if host.style == b">":
                    yield _block_changes(host, text, 2)
                yield [_literal(host, text)]
        case b'"':
            yield _flow_changes(host, text, _double_quoted)
        case b"'":
            yield _flow_changes(host, text, lambda new: _folded(host, new.replace("'", "''")))
            yield [Change(Span(host.start, scalar.end), _single_quoted(host, text))]
        case _:
            # What was a string stays one.
            if _TYPED.fullmatch(text) is None or _NO_STRING.fullmatch(host.text) is not None:
                yield _flow_changes(host, text, lambda new: _folded(host, new))
            yield [Change(Span(host.start, scalar.end), _single_quoted(host, text))]
    whole = f'"{_double_quoted(text.decode("utf-8", "replace"))}"'.encode()
    if host.style not in (b"|", b">"):
        yield [Change(Span(host.start, scalar.end), whole)]
    else:
        # What follows a block scalar begins on a line of its own.
        yield [Change(Span(host.start, scalar.end), whole + host.eol)]
        yield [Change(Span(host.start, scalar.end), whole)]


def _block_changes(host: _Host, text: bytes, breaks: int) -> list[Change]:
    """Whole lines of a block scalar; ``breaks`` line breaks of the file stand for one of the text."""
    out = []
    for change in changed_lines(host.text, text):
        end = change.span.end
        # Lines of the text are lines of the file, from their indentation to after their break.
        start = host.line_start(change.span.start) if change.span.start < len(host.text) else host.end
        stop = start if len(change.span) == 0 else host.map.to_file(change.span).end
        closed = end < len(host.text) or host.text.endswith(b"\n")
        lines = change.text.removesuffix(b"\n").split(b"\n") if change.text else []
        written = (host.eol * breaks).join(host.indent + line if line.strip() else line for line in lines)
        if lines and closed:
            written += host.eol * breaks if change.text.endswith(b"\n") else b""
        elif lines and start == host.end:
            written = host.eol + written
        out.append(Change(Span(start, stop), written))
    return out


def _literal(host: _Host, text: bytes) -> Change:
    """The whole text as a literal block scalar."""
    chomping = b"-" if not text.endswith(b"\n") else b"+" if text.endswith(b"\n\n") else b""
    indent = max(host.scalar.parent_indent, 0) + 2
    first = next((line for line in text.split(b"\n") if line), b"")
    indicator = b"%d" % (indent - max(host.scalar.parent_indent, 0)) if first.startswith((b" ", b"\t")) else b""
    lines = text.removesuffix(b"\n").split(b"\n")
    body = host.eol.join(b" " * indent + line if line else b"" for line in lines)
    tail = host.eol if host.data[host.scalar.end - 1 : host.scalar.end] == b"\n" else b""
    return Change(Span(host.start, host.scalar.end), b"|" + indicator + chomping + host.eol + body + tail)


def _flow_changes(host: _Host, text: bytes, encoded: Encode) -> list[Change]:
    """The changed characters of a plain or quoted scalar."""
    return [
        Change(host.map.to_file(change.span), encoded(change.text.decode("utf-8", "replace")).encode())
        for lines in changed_lines(host.text, text)
        for change in (narrowed(host.text, lines),)
    ]


def _double_quoted(text: str) -> str:
    """``text`` as it stands between double quotes."""

    def escape(found: re.Match[str]) -> str:
        char = found[0]
        code = ord(char)
        return _SHORT.get(char) or (f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}")

    return _ESCAPED.sub(escape, text)


def _single_quoted(host: _Host, text: bytes) -> bytes:
    """The whole text between single quotes."""
    doubled = text.decode("utf-8", "replace").replace("'", "''")
    return f"'{_folded(host, doubled)}'".encode()


def _folded(host: _Host, text: str) -> str:
    """``text`` in a plain or single-quoted scalar, where one line break more than the text has stands for those in a row."""
    indent = " " * (max(host.scalar.parent_indent, 0) + 2)
    return re.sub("\n+", lambda found: host.eol.decode() * (len(found[0]) + 1) + indent, text)
