"""Reads Fluent Bit's classic format, line by line.

By hand, and not by a grammar: what a line means depends on the first indented line of the file, which no context-free grammar
knows, and every line that begins otherwise has to be named at its place.
"""

from __future__ import annotations

from pipelint.base.disk.text_file import BOM
from pipelint.base.finding import Related
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.syntax.holes import filled_classic
from pipelint.engines.fluentbit.syntax.section import (
    MAX_LINES,
    Group,
    Include,
    Indent,
    Prop,
    Read,
    Section,
    Variable,
    string,
    too_many,
)
from pipelint.language.config import Ignored
from pipelint.language.limits import MAX_ERRORS, size_problem
from pipelint.language.syntax_problem import SyntaxProblem

_BLANKS = b" \t"
_SPACES = b" \t\v\f\r\n"
_INCLUDE = b"@INCLUDE "
# The first lines of a file that was copied with their numbers from a terminal or a page.
# A first line that is a key of the YAML format, with nothing after it.
_YAML = late(rb"(?:[ \t]*(?:#[^\n]*)?\n)*(env|service|pipeline|parsers|includes):[ \t]*\r?\n")
_NUMBERED = late(rb"\s*1[ \t:|][^\n]*\n\s*2(?:[ \t:|][^\n]*)?\r?\n\s*3(?:[ \t:|\r\n]|$)")
# A line that a program fills in before Fluent Bit reads the file.
_TO_FILL_IN = late(rb"<[A-Z][A-Z0-9_]*>")


def read_classic(document: Document, indent: Indent) -> Read:
    """What a document in the classic format says. Its first indented line sets ``indent``, if that is not known."""
    reader = _Reader(document, indent)
    if problem := size_problem(document):
        reader.found.errors.append(problem)
        return reader.found
    if (numbers := _NUMBERED.match(document.text)) is not None:
        start = numbers[0].index(b"1")
        reader.error("the lines of this file begin with their numbers", start, 1, "the file without them")
        return reader.found
    if (key := _YAML.match(document.text)) is not None:
        reader.error("this file is in the YAML format", key.start(1), len(key[1]) + 1, "a name that ends in .yaml or .yml")
        return reader.found
    at = 0
    for line in filled_classic(document.text).split(b"\n"):
        end = at + len(line) + 1
        if at == 0 and line.startswith(BOM):
            reader.error("this file begins with a byte order mark, which Fluent Bit takes for a part of the line", 0, len(BOM))
            line, at = line.removeprefix(BOM), len(BOM)
        if end <= len(document.text):
            line = line.removesuffix(b"\r")
        reader.line(line, at)
        if reader.read > MAX_LINES:
            return too_many(reader.found, document, "lines with text")
        if len(reader.found.errors) > MAX_ERRORS:
            break
        at = end
    return reader.found


class _Reader:
    """The state between two lines: the section and group in which keys are, and the indentation of all lines."""

    def __init__(self, document: Document, indent: Indent) -> None:
        self.document = document
        self.indent = indent
        self.found = Read()
        self.section: Section | None = None
        self.group: Group | None = None
        self.keys = 0  # since the last head
        self.read = 0  # heads, keys and commands so far
        self.wrong: set[bytes] = set()  # other indentations that were reported
        self.homeless = False  # whether a key before any section was reported, or why there is none
        self.astray = False  # whether the first line is a head that is indented, which then sets the indentation
        self.first = -1  # where a key stands that lost its first letter

    def line(self, line: bytes, at: int) -> None:
        """Takes a line, which begins at ``at``, without its end."""
        if not line or line.startswith(b"#") or (line[:1] == b"<" and _TO_FILL_IN.fullmatch(line)):
            return
        self.read += 1
        if line[: len(_INCLUDE)].upper() == _INCLUDE and len(line) > len(_INCLUDE):
            path = line[len(_INCLUDE) :]
            self.found.items.append(Include(_text(path), self._place(at + len(_INCLUDE), len(path))))
        elif line.startswith(b"@") and len(line) > 3:
            self._meta(line, at)
        elif line.startswith(b"["):
            self._head(line, at)
        elif self._is_indented(line, at):
            self._indented(line, at)

    def _meta(self, line: bytes, at: int) -> None:
        name, blank, value = line[1:].partition(b" ")
        if not blank or (value and not value.strip(_SPACES)):
            self.error(f"@{_text(name)} has no value", at, len(line), "@SET name=value" if name.upper() == b"SET" else "a value")
            return
        start = at + len(name) + 2 + len(value) - len(value.lstrip(_SPACES))
        value = value.strip(_SPACES)
        said = string(_text(value), self._place(start, len(value)))
        self.found.items.append(Variable(_text(name), said, self._place(at, len(name) + 1), meta=True))

    def _head(self, line: bytes, at: int) -> None:
        end = line.find(b"]")
        # Of an empty name Fluent Bit takes the rest of the line.
        name = line[1:end] if end > 1 else line[1:]
        if end < 0:
            self.error("this head of a section does not end", at, len(line), '"]"', local=False)
            name = line[1:].strip(_SPACES)
        self.section = Section(_text(name), self._place(at, end + 1 if end > 0 else len(line)), at + len(line))
        self.group = None
        self.keys = 0
        self.found.items.append(self.section)

    def _is_indented(self, line: bytes, at: int) -> bool:
        """Whether there is more to a line than the indentation that it sets for all of the file."""
        if self.indent.text:
            return True
        width = 1
        while width < len(line) and line[width] in _BLANKS:
            width += 1
        self.indent.text, self.indent.place = line[:width], self._place(at, width)
        word = line.split(b" ")[0]
        if line[:1] not in (b" ", b"\t") and len(word) < len(line):
            taken = f"Fluent Bit takes {_text(self.indent.text)!r} for the indentation of the file"
            lost = f"{taken}, and reads {_text(word[width:])}"
            self.found.ignored.append(Ignored(f"the key {_text(word)} is not indented: {lost}", self._place(at, len(word))))
            self.first = at
        return width < len(line)

    def _indented(self, line: bytes, at: int) -> None:
        """A line after its indentation: a key with its value, the head of a group, a comment."""
        level = self._level(line, at)
        if level == len(line) or line[level : level + 1] == b"#":
            return
        text, start = line[level:], at + level
        key, blank, value = text.partition(b" ")
        if not blank:
            self._without_value(text, start)
        elif key.startswith(b"["):
            self._group(text, start)
        else:
            self._key(key, value, start)

    def _key(self, key: bytes, value: bytes, start: int) -> None:
        name = key.strip(_SPACES)
        if not value.strip(_SPACES):
            self.error(f"the key {_text(name)} has no value", start, len(key), "a space and a value after it")
            return
        if self.section is None:
            # Said once: the keys after it have the same reason.
            if not self.homeless:
                self.error(f"the key {_text(name)} stands before any section", start, len(key), "the head of a section before it")
            self.homeless = True
            return
        at = start + len(key) + 1 + len(value) - len(value.lstrip(_SPACES))
        value = value.strip(_SPACES)
        before = key[: len(key) - len(key.lstrip(_SPACES))]
        place = self._place(start + len(before), len(name))
        prop = Prop(_lower(name), place, string(_text(value), self._place(at, len(value))))
        (self.section if self.group is None else self.group).props.append(prop)
        self.section.end = max(self.section.end, at + len(value))
        self.keys += 1

    def _group(self, text: bytes, start: int) -> None:
        end = text.find(b"]")
        if end < 0:
            self.error("this head of a group does not end", start, len(text), '"]"')
        elif self.section is None:
            self.error("this group stands outside of a section", start, end + 1)
        elif self.group is not None and self.keys == 0:
            self.error("the group before this one has no keys", start, end + 1)
        else:
            self.group = Group(_text(text[1:end]), self._place(start, end + 1)) if end > 1 else None
            if self.group is not None:
                self.section.groups.append(self.group)
                self.keys = 0

    def _without_value(self, text: bytes, start: int) -> None:
        """A line without any space in it."""
        word = text.rstrip(_SPACES)
        if _is_head(text):
            self.error("the head of a section is indented", start, len(word), "it at the beginning of its line", local=False)
            # The keys after it have no section for that reason, and where its own indentation counts, that of the file is none.
            self.homeless = True
            self.astray = self.read == 1
        elif b"\t" in word:
            self.error(f"a tab stands after the key {_text(word.split()[0])}", start, len(word), "a space between key and value")
        elif b"=" in word:
            self.error("there is no space between key and value", start, len(word), "a space where the = is")
        elif word.isdigit():
            # As a pasted column of line numbers has them: the message is the same for each.
            self.error("a line has only a number", start, len(word), "a key and a value")
            # Its indentation is none of the file's.
            self.astray |= self.read == 1
        else:
            self.error(f"the key {_text(word)} has no value", start, len(word), "a space and a value after it")

    def _level(self, line: bytes, at: int) -> int:
        """Where the text of a line begins. Reports an indentation that is not that of the file, or twice as much."""
        blanks = len(line) - len(line.lstrip(_BLANKS))
        width = len(self.indent.text)
        if line.startswith(self.indent.text) and not line[width : width + 1].strip(_BLANKS) and line[width : width + 1]:
            extra = len(line[width:]) - len(line[width:].lstrip(_BLANKS))
            if extra == width:
                return 2 * width
        elif line.startswith(self.indent.text):
            self.group = None
            return width
        given = line[:blanks]
        if given not in self.wrong and not self.astray and not _is_head(line[blanks:]):
            self.wrong.add(given)
            self._wrong_indent(line, at, given)
        self.group = None
        return blanks

    def _wrong_indent(self, line: bytes, at: int, given: bytes) -> None:
        place = self._place(at, max(len(given), 1))
        if self.indent.text.strip(_BLANKS):
            message, expected = "not all lines of this file are indented", "a blank before each key"
            # The key that lost its first letter is another sign of this.
            self.found.ignored = [each for each in self.found.ignored if each.place.span.start != self.first]
        elif len(given) == len(line):
            message, expected = (
                f"a line with {_width(given)} and no text",
                f"{_width(self.indent.text)} in it, as in all lines, or none",
            )
        else:
            message = f"a line begins with {_width(given)}"
            expected = f"{_width(self.indent.text)}, as in the first indented line"
        first = self.indent.place
        related = () if first is None else (Related(first, "this line sets the indentation of the file"),)
        self.found.errors.append(SyntaxProblem(message, place, expected, related, local=True))

    def _place(self, at: int, length: int) -> Place:
        return Place(self.document, Span(at, at + length))

    def error(self, message: str, at: int, length: int, expected: str = "", *, local: bool = True) -> None:
        """Notes what is wrong at an offset."""
        self.found.errors.append(SyntaxProblem(message, self._place(at, length), expected, local=local))


def _is_head(text: bytes) -> bool:
    """Whether a line after its indentation looks like the head of a section."""
    word = text.rstrip(_SPACES)
    return word.startswith(b"[") and word.endswith(b"]") and b" " not in word


def _text(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def _lower(text: bytes) -> str:
    """In lower case, letters of ASCII alone."""
    return _text(text.lower())


def _width(blanks: bytes) -> str:
    """What a line begins with, in words."""
    if not blanks:
        return "no blank"
    kinds = {b" ": "space", b"\t": "tab"}
    kind = kinds.get(blanks[:1], "blank") if len(set(blanks)) == 1 else "blank"
    return f"{len(blanks)} {kind}{'' if len(blanks) == 1 else 's'}"
