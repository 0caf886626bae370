"""Writes the classic format: a key has a line of its own, a value neither quotes nor a comment after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.engines.fluentbit.write.words import Words

_KEY = late(r"[A-Za-z0-9_.$@-]+")
_INDENTED = late(rb"^[ \t]+", re.MULTILINE)
_USUAL_INDENT = "    "
# Words of keys that are written in capitals where others begin with one.
_CAPITALS = frozenset(("db", "http", "id", "ip", "uri", "url", "tz", "wal", "k8s", "cri", "dns", "aws", "sd"))


class ClassicHand:
    """The classic format; see ``Hand``."""

    def replace(self, words: Words, param: Param, value: str) -> Edit:
        """The value alone, to the end of the line."""
        return Edit(param.place.document, param.place.span, _value(value))

    def add(self, words: Words, block: Block, name: str, value: str) -> Edit:
        """A line after the last key of the section, or after its head."""
        text, document = words.document.text, words.document
        own = _own(words, block)
        after = own[-1].place.span.end if own else block.head_place.span.end
        at = _line_end(text, after)
        line = _indent(text) + _line(own, _named(name, own), value)
        return Edit(document, Span(at, at), _newline(text) + line)

    def remove(self, words: Words, param: Param) -> Edit:
        """The line of the key."""
        return _removed(words, param.name_place.span.start, param.place.span.end)

    def remove_section(self, words: Words, block: Block) -> Edit:
        """The lines from the head to the last key."""
        own = [item.place.span.end for item in block.items if item.place.document is words.document]
        return _removed(words, block.head_place.span.start, max([block.head_place.span.end, *own]))

    def add_section(self, words: Words, name: str, params: Sequence[tuple[str, str]]) -> Edit:
        """A section at the end, after an empty line."""
        text, newline = words.document.text, _newline(words.document.text)
        lines = [f"[{name.upper()}]", *(f"{_indent(text)}{_line((), capitals(key), value)}" for key, value in params)]
        closed = not text or text.endswith(b"\n")
        before = [] if not text.strip() else [""] if closed else ["", ""]
        written = newline.join([*before, *lines]) + (newline if closed else "")
        return Edit(words.document, Span(len(text), len(text)), written)

    def rename(self, words: Words, param: Param, name: str) -> Edit:
        """The name, and where values stand in a column the blanks after it."""
        others = [each for each in _siblings(words, param) if each.name_place != param.name_place]
        end = param.place.span.start
        written = _line(others, _named(name, [param]), "x")[:-1]
        gap = words.document.text[param.name_place.span.end : end]
        if _column(others) is None or gap.strip(b" "):
            return Edit(words.document, param.name_place.span, written.rstrip(" "))
        return Edit(words.document, Span(param.name_place.span.start, end), written)


def _value(value: str) -> str:
    if not value.strip() or "\n" in value:
        raise WriterError("no key has a value of several lines, or none")
    return value


def _line(others: Iterable[Param], name: str, value: str) -> str:
    """A key with its value, which stands in the column of those of ``others`` if these have one."""
    if not _KEY.fullmatch(name) or name.startswith("@"):
        raise WriterError(f'"{name}" is not a key')
    column = _column(others)
    return f"{name:<{max(column or 0, len(name) + 1)}}{_value(value)}"


def _column(params: Iterable[Param]) -> int | None:
    """Characters from a key to its value, where these are as many for most, and some of them have more than one blank."""
    widths: Counter[int] = Counter()
    several = False
    for param in params:
        text = param.name_place.document.text[param.name_place.span.start : param.place.span.start]
        if b"\t" in text:
            return None
        widths[len(text.decode("utf-8", "replace"))] += 1
        several |= text.endswith(b"  ")
    width, count = next(iter(widths.most_common(1)), (0, 0))
    return width if several and 2 * count > widths.total() else None


def _own(words: Words, block: Block) -> list[Param]:
    """The keys of a section that stand in the document, before any group."""
    found: list[Param] = []
    for item in block.items:
        if isinstance(item, Block):
            break
        if item.name_place.document is words.document:
            found.append(item)
    return found


def _siblings(words: Words, param: Param) -> list[Param]:
    """The keys of the section of a key, the key among them."""
    number = words.param(param)
    first = words.opening(number)
    document = words.document
    found = []
    for word in words.words[first + 1 : words.closing(first) if first >= 0 else first + 1]:
        if word.said[0] == "key":
            name, value = (Place(document, Span(*each)) for each in word.places)
            found.append(Param(word.said[1], word.said[2], value, name))
    return found


def _named(name: str, others: Sequence[Param]) -> str:
    """A name in capitals as the other keys of its section are."""
    large = [param for param in others if param.name_place.text[:1].isupper()]
    return capitals(name) if not others or 2 * len(large) > len(others) else name


def capitals(name: str) -> str:
    """As most people write keys: ``Mem_Buf_Limit``, but ``storage.type`` and ``tls``."""
    if "." in name or name == "tls":
        return name
    return "_".join(part.upper() if part in _CAPITALS else part[:1].upper() + part[1:] for part in name.split("_"))


def _indent(text: bytes) -> str:
    """What the first indented line sets for all of the file."""
    found = _INDENTED.search(text)
    return found[0].decode() if found else _USUAL_INDENT


def _removed(words: Words, start: int, end: int) -> Edit:
    text = words.document.text
    first = text.rfind(b"\n", 0, start) + 1
    end = text.find(b"\n", end)
    return Edit(words.document, Span(first, len(text) if end < 0 else end + 1), "")


def _line_end(text: bytes, at: int) -> int:
    end = text.find(b"\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if text[end - 1 : end] == b"\r" and end < len(text) else end


def _newline(text: bytes) -> str:
    return "\r\n" if b"\r\n" in text else "\n"
