"""The actions of a template: where they stand in its text and what they do to the text around them. Nothing is evaluated.

Three languages: Go's templates (Helm), Jinja (Ansible), and Terraform's, whose actions are ``${...}`` and ``%{...}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span


class Language(Enum):
    """Whose actions are looked for."""

    GO = "go"
    JINJA = "jinja"
    TERRAFORM = "terraform"


class Does(Enum):
    """What an action does to the text: puts something in, begins a part that may not be there, or nothing."""

    VALUE = "value"
    TEXT = "text"  # puts in what is known
    LINES = "lines"  # puts in whole sections, or may
    BEGIN = "begin"
    ELSE = "else"
    END = "end"
    HIDE = "hide"  # begins a part that is not put in here: a macro
    PART = "part"  # begins a part that is always there
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Action:
    """One action at ``span``: its ``code`` without marks; ``text`` is what it puts in, where that is known."""

    span: Span
    does: Does
    code: bytes = b""
    text: bytes = b""


class BrokenTemplateError(ValueError):
    """Actions that do not end, or do not fit together."""


_GO_WORDS = {b"if": Does.BEGIN, b"range": Does.BEGIN, b"with": Does.BEGIN, b"else": Does.ELSE, b"end": Does.END}
_GO_WORDS |= {b"define": Does.HIDE, b"block": Does.PART, b"break": Does.NOTHING, b"continue": Does.NOTHING}
_JINJA_WORDS = {b"if": Does.BEGIN, b"for": Does.BEGIN, b"elif": Does.ELSE, b"else": Does.ELSE, b"macro": Does.HIDE}
_JINJA_WORDS |= {b"block": Does.PART, b"filter": Does.PART, b"call": Does.PART, b"with": Does.PART, b"autoescape": Does.PART}
_JINJA_WORDS |= {b"end" + word: Does.END for word, does in list(_JINJA_WORDS.items()) if does is not Does.ELSE}
_JINJA_WORDS |= {b"include": Does.LINES, b"extends": Does.LINES, b"endset": Does.END}
_TERRAFORM_WORDS = {b"if": Does.BEGIN, b"for": Does.BEGIN, b"else": Does.ELSE, b"endif": Does.END, b"endfor": Does.END}

_START = {
    Language.GO: late(rb"\{\{"),
    Language.JINJA: late(rb"\{[{%#]"),
    Language.TERRAFORM: late(rb"\$\$\{|%%\{|[$%]\{"),
}
# What matters for the end of an action.
_INSIDE = {
    Language.GO: late(rb"\}\}|[\"'`]|\{\{"),
    Language.JINJA: late(rb"[}%]\}|[\"']|[\[({}\])]"),
    Language.TERRAFORM: late(rb"[{}\"]"),
}
_STRING = {q: late(rb"[^\\%b]*(?:\\.[^\\%b]*)*%b" % (q, q, q), re.DOTALL) for q in (b'"', b"'")}
_LITERAL = late(rb"\A(?:\"([^\"\\]*)\"|'([^'\\]*)'|`([^`]*)`)\Z")
_ASSIGNS = late(rb"\A\$\w*(?:\s*,\s*\$\w+)?\s*:?=[^=]")
_RAW_END = late(rb"\{%[-+]?\s*endraw\s*[-+]?%\}")
_WORD = late(rb"\A[a-z]+")


def actions_of(text: bytes, language: Language) -> list[Action]:
    """The actions of ``text`` in order. Time grows with its length. Raises BrokenTemplateError."""
    return list(_actions(text, language))


def _actions(text: bytes, language: Language) -> Iterator[Action]:
    at = 0
    start = _START[language]
    while found := start.search(text, at):
        opened = found[0]
        if len(opened) == 3:  # an escape: $${ is ${
            yield Action(Span(found.start(), found.end()), Does.TEXT, text=opened[1:])
            at = found.end()
            continue
        if opened == b"{#":
            at = _after(text, b"#}", found.end())
            yield Action(Span(found.start(), at), Does.NOTHING)
            continue
        if language is Language.GO and text[found.end() : found.end() + 5].lstrip(b"- ").startswith(b"/*"):
            at = _after(text, b"}}", _after(text, b"*/", found.end()))
            yield Action(Span(found.start(), at), Does.NOTHING)
            continue
        at = _end(text, found.end(), opened, language)
        close = 1 if language is Language.TERRAFORM else 2
        code = text[found.end() : at - close].strip(b"~" if language is Language.TERRAFORM else b"-+").strip()
        action = _read(code, Span(found.start(), at), opened, language)
        if opened == b"{%" and code == b"raw":
            end = _RAW_END.search(text, at)
            if end is None:
                raise BrokenTemplateError("a raw part without its end")
            yield action
            yield Action(Span(end.start(), end.end()), Does.NOTHING)
            at = end.end()
            continue
        yield action


def _after(text: bytes, mark: bytes, start: int) -> int:
    at = text.find(mark, start)
    if at < 0:
        raise BrokenTemplateError("a comment without its end")
    return at + len(mark)


def _end(text: bytes, at: int, opened: bytes, language: Language) -> int:
    """Where the action ends whose code begins at ``at``."""
    closing = {b"{{": b"}}", b"{%": b"%}"}.get(opened, b"}")
    inside = _INSIDE[language]
    depth = 0
    while found := inside.search(text, at):
        mark, at = found[0], found.end()
        if mark in _STRING or mark == b"`":
            string = None if mark == b"`" else _STRING[mark].match(text, at)
            stop = text.find(b"`", at) + 1 if mark == b"`" else (string.end() if string else 0)
            if not stop:
                break
            at = stop
        elif mark == closing and depth == 0:
            return at
        elif language is Language.GO:
            break
        elif mark in (b"{", b"[", b"("):
            depth += 1
        elif mark in (b"}", b"]", b")"):
            depth -= 1
        elif mark == b"}}":  # two braces of Jinja's dictionaries
            depth -= 1
            at -= 1
        if depth < 0:
            break
    raise BrokenTemplateError("an action without its end")


def _read(code: bytes, span: Span, opened: bytes, language: Language) -> Action:
    if opened in (b"{%", b"%{"):
        word = _first_word(code)
        if language is Language.TERRAFORM:
            return Action(span, _TERRAFORM_WORDS.get(word, Does.VALUE), code)
        if word == b"set" and b"=" not in code:
            return Action(span, Does.HIDE, code)
        return Action(span, _JINJA_WORDS.get(word, Does.NOTHING), code)
    literal = _LITERAL.match(code) if language is not Language.TERRAFORM else None
    if literal is not None:
        return Action(span, Does.TEXT, code, next(group for group in literal.groups() if group is not None))
    if language is Language.GO:
        word = _first_word(code)
        if word in _GO_WORDS:
            return Action(span, _GO_WORDS[word], code)
        if _ASSIGNS.match(code):
            return Action(span, Does.NOTHING, code)
    return Action(span, Does.VALUE, code)


def _first_word(code: bytes) -> bytes:
    found = _WORD.match(code)
    return b"" if found is None else found[0]
