"""A rule page as Markdown: its front matter's place, title, sections and examples. Needs no YAML."""

from __future__ import annotations

import re

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.registry import ENGINES
from pipelint.rules.errors import RulePageError

SECTIONS = ("Why", "Bad", "Good", "References")
MAX_BYTES = 256 * 1024

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*((?:[^`~\s][^`\r\n]*)?)$")
_HEADING = re.compile(r"(#{1,2})[ \t]+(.*?)[ \t#]*$")


@dataclass(frozen=True, slots=True)
class Example:
    """A fenced block under ``## Bad`` or ``## Good``; ``options`` are the ``key=value`` words after the language."""

    section: str
    language: str
    options: dict[str, str]
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    """``front`` is where the YAML stands; ``body`` is the Markdown after it, from the title on."""

    file: SourceFile
    front: Span
    title: str
    body: str
    examples: tuple[Example, ...]

    def of(self, section: str) -> list[Example]:
        """The examples of ``section``: ``Bad`` or ``Good``."""
        return [example for example in self.examples if example.section == section]


def read_page(file: SourceFile) -> Page:
    """The parts of a page, which must be complete. Raises RulePageError."""
    if len(file.data) > MAX_BYTES:
        raise RulePageError(file, Span(0, 0), f"a rule page may have at most {MAX_BYTES // 1024} KiB")
    lines = _lines(file)
    if not lines or lines[0].rstrip() != "---":
        raise RulePageError(file, Span(0, 0), "a rule page must begin with --- and its front matter")
    closing = next((i for i, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
    if closing is None:
        raise RulePageError(file, Span(0, len(lines[0].rstrip())), "the front matter has no closing ---")
    front = Span(len(lines[0].encode()), len("".join(lines[:closing]).encode()))
    body = _Body(file, lines, closing + 1)
    body.read()
    return Page(file, front, body.title, "".join(lines[closing + 1 :]).strip() + "\n", tuple(body.examples))


def _lines(file: SourceFile) -> list[str]:
    try:
        text = file.data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RulePageError(file, Span(error.start, error.start), "not UTF-8") from None
    return _LINE.findall(text)


class _Body:
    """Reads the Markdown from line ``start`` (from 0) on."""

    def __init__(self, file: SourceFile, lines: list[str], start: int) -> None:
        self.file = file
        self.lines = lines
        self.start = start
        self.title = ""
        self.examples: list[Example] = []
        self._filled: dict[str, bool] = {}  # sections so far, and whether anything stands in them
        self._section = ""

    def read(self) -> None:
        """Fills title and examples. Raises RulePageError."""
        at = self.start
        while at < len(self.lines):
            line = self.lines[at].rstrip("\r\n")
            fence, heading = _FENCE.match(line), _HEADING.match(line)
            if fence is not None:
                end = self._close(at, fence[1])
                self._fenced(at, end, fence[2].split())
                at = end
            elif heading is not None:
                self._heading(at, heading[1], heading[2])
            elif line.strip() and self._section:
                self._filled[self._section] = True
            at += 1
        self._complete()

    def _error(self, line: int, message: str) -> RulePageError:
        offset = len("".join(self.lines[:line]).encode())
        shown = self.lines[line].rstrip() if line < len(self.lines) else ""
        return RulePageError(self.file, Span(offset, offset + len(shown.encode())), message)

    def _close(self, at: int, mark: str) -> int:
        """The line that closes the fence at line ``at``."""
        for end in range(at + 1, len(self.lines)):
            line = self.lines[end].strip()
            if line.startswith(mark) and not line.strip(mark[0]):
                return end
        raise self._error(at, "unterminated block")

    def _fenced(self, at: int, end: int, info: list[str]) -> None:
        if self._section:
            self._filled[self._section] = True
        if self._section not in ("Bad", "Good"):
            return
        languages = (*ENGINES.names, "yaml")
        if not info or info[0] not in languages:
            raise self._error(at, f"an example must begin with its language: {', '.join(languages)}")
        options: dict[str, str] = {}
        for word in info[1:]:
            key, equals, value = word.partition("=")
            if not equals:
                raise self._error(at, f'"{word}" is not an option; options are written key=value')
            options[key] = value
        text = "".join(self.lines[at + 1 : end])
        self.examples.append(Example(self._section, info[0], options, text, at + 2))

    def _heading(self, at: int, marks: str, text: str) -> None:
        if marks == "#":
            if self.title:
                raise self._error(at, "a page may have only one title")
            self.title = text
            return
        if not self.title:
            raise self._error(at, "the title (# What is wrong) must come first")
        if text in self._filled:
            raise self._error(at, f"duplicate section ## {text}")
        due = SECTIONS[len(self._filled)] if len(self._filled) < len(SECTIONS) else None
        if text != due:
            expected = "no more sections" if due is None else f"## {due}"
            raise self._error(at, f"found ## {text}, expected {expected}: the sections are {', '.join(SECTIONS)}")
        self._section = text
        self._filled[text] = False

    def _complete(self) -> None:
        last = max(0, len(self.lines) - 1)
        if not self.title:
            raise self._error(min(self.start, last), "the page has no title (# What is wrong)")
        for section in SECTIONS:
            if not self._filled.get(section):
                reason = "is empty" if section in self._filled else "is missing"
                raise self._error(last, f"## {section} {reason}")
        for section in ("Bad", "Good"):
            if not any(example.section == section for example in self.examples):
                raise self._error(last, f"## {section} has no example")
