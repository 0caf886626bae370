"""Reads Fluent Bit's classic format, line by line.

By hand, and not by a grammar: what a line means depends on the first indented line of the file, which no context-free grammar
knows, and every line that begins otherwise has to be named at its place.
"""

from __future__ import annotations

from pipelint.base.disk.text_file import BOM
from pipelint.base.finding import Related
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.syntax.holes import filled_classic
from pipelint.engines.fluentbit.syntax.lines import BLANKS, SPACES, another_format, is_head, lowered, text_of, width_of
from pipelint.engines.fluentbit.syntax.section import (
    MAX_LINES,
    UNSAID,
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

_INCLUDE = b"@INCLUDE "
_NAME = late(rb"[A-Za-z_][\w.]*")
# More words without a value are a text of another kind.
_MOST_UNSAID = 3
# A line that a program fills in before Fluent Bit reads the file.
_TO_FILL_IN = late(rb"<[A-Z][A-Z0-9_]*>")


def read_classic(document: Document, indent: Indent) -> Read:
    """What a document in the classic format says. Its first indented line sets ``indent``, if that is not known."""
    reader = _Reader(document, indent)
    if problem := size_problem(document):
        reader.found.errors.append(problem)
        return reader.found
    if (other := another_format(document.text)) is not None:
        reader.error(*other)
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
    reader.mend()
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
        self.unsaid: list[int] = []  # the errors about words without a value
        self.first = -1  # where a key stands that lost its first letter

    def line(self, line: bytes, at: int) -> None:
        """Takes a line, which begins at ``at``, without its end."""
        if not line or line.startswith(b"#") or (line[:1] == b"<" and _TO_FILL_IN.fullmatch(line)):
            return
        self.read += 1
        if line[: len(_INCLUDE)].upper() == _INCLUDE and len(line) > len(_INCLUDE):
            path = line[len(_INCLUDE) :]
            self.found.items.append(Include(text_of(path), self._place(at + len(_INCLUDE), len(path))))
        elif line.startswith(b"@") and len(line) > 3:
            self._meta(line, at)
        elif line.startswith(b"["):
            self._head(line, at)
        elif self._is_indented(line, at):
            self._indented(line, at)

    def _meta(self, line: bytes, at: int) -> None:
        name, blank, value = line[1:].partition(b" ")
        if not blank or (value and not value.strip(SPACES)):
            self.error(
                f"@{text_of(name)} has no value", at, len(line), "@SET name=value" if name.upper() == b"SET" else "a value"
            )
            return
        start = at + len(name) + 2 + len(value) - len(value.lstrip(SPACES))
        value = value.strip(SPACES)
        said = string(text_of(value), self._place(start, len(value)))
        self.found.items.append(Variable(text_of(name), said, self._place(at, len(name) + 1), meta=True))

    def _head(self, line: bytes, at: int) -> None:
        end = line.find(b"]")
        # Of an empty name Fluent Bit takes the rest of the line.
        name = line[1:end] if end > 1 else line[1:]
        if end < 0:
            self.error("this head of a section does not end", at, len(line), '"]"', local=False)
            name = line[1:].strip(SPACES)
        self.section = Section(text_of(name), self._place(at, end + 1 if end > 0 else len(line)), at + len(line))
        self.group = None
        self.keys = 0
        self.found.items.append(self.section)

    def _is_indented(self, line: bytes, at: int) -> bool:
        """Whether there is more to a line than the indentation that it sets for all of the file."""
        if self.indent.text:
            return True
        width = 1
        while width < len(line) and line[width] in BLANKS:
            width += 1
        self.indent.text, self.indent.place = line[:width], self._place(at, width)
        word = line.split(b" ")[0]
        if line[:1] not in (b" ", b"\t") and len(word) < len(line):
            taken = f"Fluent Bit takes {text_of(self.indent.text)!r} for the indentation of the file"
            lost = f"{taken}, and reads {text_of(word[width:])}"
            self.found.ignored.append(Ignored(f"the key {text_of(word)} is not indented: {lost}", self._place(at, len(word))))
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
        name = key.strip(SPACES)
        if not value.strip(SPACES):
            self.error(f"the key {text_of(name)} has no value", start, len(key), "a space and a value after it")
            self._unsaid(name, start)
            return
        if self.section is None:
            # Said once: the keys after it have the same reason.
            if not self.homeless:
                self.error(
                    f"the key {text_of(name)} stands before any section", start, len(key), "the head of a section before it"
                )
            self.homeless = True
            return
        at = start + len(key) + 1 + len(value) - len(value.lstrip(SPACES))
        value = value.strip(SPACES)
        before = key[: len(key) - len(key.lstrip(SPACES))]
        place = self._place(start + len(before), len(name))
        prop = Prop(lowered(name), place, string(text_of(value), self._place(at, len(value))))
        self._props().append(prop)
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
            self.group = Group(text_of(text[1:end]), self._place(start, end + 1)) if end > 1 else None
            if self.group is not None:
                self.section.groups.append(self.group)
                self.keys = 0

    def _without_value(self, text: bytes, start: int) -> None:
        """A line without any space in it."""
        word = text.rstrip(SPACES)
        if is_head(text):
            # Anything else in brackets may be more of a value.
            plain = _NAME.fullmatch(word[1:-1]) is not None
            self.error(
                "the head of a section is indented",
                start,
                len(word),
                "it at the beginning of its line",
                local=plain,
                mended=plain,
            )
            if plain:
                self._head(word, start)
            # The keys after it have no section otherwise, and where its own indentation counts, that of the file is none.
            self.homeless = not plain
            self.astray |= self.read == 1
        elif b"\t" in word:
            key, _, value = word.partition(b"\t")
            message, inside = f"a tab stands after the key {text_of(word.split()[0])}", self.section is not None
            self.error(message, start, len(word), "a space between key and value", mended=inside)
            if inside:
                self._key(key, value, start)
        elif b"=" in word:
            key, _, value = word.partition(b"=")
            plain = self.section is not None and _NAME.fullmatch(key) is not None and value.strip(b"=") != b""
            self.error("there is no space between key and value", start, len(word), "a space where the = is", mended=plain)
            if plain:
                self._key(key, value, start)
        elif word.isdigit():
            # As a pasted column of line numbers has them: the message is the same for each.
            self.error("a line has only a number", start, len(word), "a key and a value", mended=True)
            # Its indentation is none of the file's.
            self.astray |= self.read == 1
        else:
            self.error(f"the key {text_of(word)} has no value", start, len(word), "a space and a value after it")
            # It may be more of the value before it.
            props = self._props()
            if props:
                last = props[-1]
                props[-1] = Prop(last.key, last.key_place, string(f"{last.value.text}{UNSAID}", last.value.place))
            self._unsaid(word, start)

    def _props(self) -> list[Prop]:
        """Where the keys of the next line come."""
        return [] if self.section is None else (self.section if self.group is None else self.group).props

    def _unsaid(self, name: bytes, start: int) -> None:
        """A word without a value: a key with one that nobody knows. All else is as it is written, where there are few of them."""
        if self.section is None or name.startswith(b"["):
            return
        self.unsaid.append(len(self.found.errors) - 1)
        if _NAME.fullmatch(name):
            after = self._place(start + len(name), 0)
            prop = Prop(lowered(name), self._place(start, len(name)), string(UNSAID, after))
            self._props().append(prop)

    def mend(self) -> None:
        """Says of errors that all else is known where a few words have no value."""
        for number in self.unsaid if len(self.unsaid) <= _MOST_UNSAID else ():
            self.found.errors[number] = replace(self.found.errors[number], mended=True)

    def _level(self, line: bytes, at: int) -> int:
        """Where the text of a line begins. Reports an indentation that is not that of the file, or twice as much."""
        blanks = len(line) - len(line.lstrip(BLANKS))
        width = len(self.indent.text)
        if line.startswith(self.indent.text) and not line[width : width + 1].strip(BLANKS) and line[width : width + 1]:
            extra = len(line[width:]) - len(line[width:].lstrip(BLANKS))
            if extra == width:
                return 2 * width
        elif line.startswith(self.indent.text):
            self.group = None
            return width
        given = line[:blanks]
        if given not in self.wrong and not self.astray and not is_head(line[blanks:]):
            self.wrong.add(given)
            self._wrong_indent(line, at, given)
        self.group = None
        return blanks

    def _wrong_indent(self, line: bytes, at: int, given: bytes) -> None:
        place = self._place(at, max(len(given), 1))
        if self.indent.text.strip(BLANKS):
            message, expected = "not all lines of this file are indented", "a blank before each key"
            # The key that lost its first letter is another sign of this.
            self.found.ignored = [each for each in self.found.ignored if each.place.span.start != self.first]
        elif len(given) == len(line):
            message, expected = (
                f"a line with {width_of(given)} and no text",
                f"{width_of(self.indent.text)} in it, as in all lines, or none",
            )
        else:
            message = f"a line begins with {width_of(given)}"
            expected = f"{width_of(self.indent.text)}, as in the first indented line"
        first = self.indent.place
        related = () if first is None else (Related(first, "this line sets the indentation of the file"),)
        # What is not indented at all may be more of a value.
        mended = given != b"" and not self.indent.text.strip(BLANKS)
        self.found.errors.append(SyntaxProblem(message, place, expected, related, local=True, mended=mended))

    def _place(self, at: int, length: int) -> Place:
        return Place(self.document, Span(at, at + length))

    def error(self, message: str, at: int, length: int, expected: str = "", *, local: bool = True, mended: bool = False) -> None:
        """Notes what is wrong at an offset."""
        place = self._place(at, length)
        self.found.errors.append(SyntaxProblem(message, place, expected, local=local, mended=mended))
