"""Templates of pipelines: a mark of a template becomes a variable of the environment; lines that may be any are a comment."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.base.text.changes import Change
from pipelint.base.text.span import Span
from pipelint.sources.templates.marks import MARK, OPEN

_TOKEN = late(
    rb"#[^\n]*|\"[^\"\\]*(?:\\.[^\"\\]*)*\"|'[^'\\]*(?:\\.[^'\\]*)*'|(?<=[=!]~)[ \t]*/[^/\\\n]*(?:\\.[^/\\\n]*)*/"
    rb"|[\w./:@-]*" + OPEN + rb"(?:[\w./:@-]|[\x80-\xff]|\?)*|=>|[^\s\"'#]",
    re.DOTALL,
)


def unknown_values(text: bytes) -> list[Change] | None:
    """What to write in the place of marks; None where they stand for structure."""
    out: list[Change] = []
    lists = 0  # how many arrays are open
    last = b""
    for token in _TOKEN.finditer(text):
        word = token[0]
        if OPEN not in word:
            lists = max(0, lists + (word == b"[") - (word == b"]"))
        elif word[:1] == b"#":
            out += [Change(Span(*_span(token, each)), each[2]) for each in MARK.finditer(word)]
        elif word[:1] in (b'"', b"'", b"/", b" ", b"\t"):
            out += [Change(Span(*_span(token, each)), b"${" + each[2] + b"}") for each in MARK.finditer(word)]
        else:
            start, end = text.rfind(b"\n", 0, token.start()) + 1, text.find(b"\n", token.end())
            line, after = text[start:], text[token.end() :].lstrip()[:2]
            line = text[start : len(text) if end < 0 else end]
            name = next(each[2] for each in MARK.finditer(word))
            alone = line.strip() == word
            if alone and not lists and last != b"=>":
                out.append(Change(Span(*token.span()), b"#" + OPEN + name))
            elif after == b"=>" and line.strip().startswith(word):
                out.append(Change(Span(token.start(), start + len(line.rstrip())), b"#" + OPEN + name))
                if line.count(b"{") != line.count(b"}") or line.count(b"[") != line.count(b"]"):
                    return None
            elif after[:1] == b"{" or (last in (b"", b"{", b"}") and not lists):
                return None
            elif last == b"[" and text[token.start() - 1 : token.start()] == b"[" and _in_condition(line):
                out.append(Change(Span(*token.span()), b"${" + name + b"}"))
            else:
                inner = MARK.sub(rb"${\2}", word)
                out.append(Change(Span(*token.span()), b'"' + inner + b'"'))
        last = word
    ends = 0
    kept = []
    for change in out:  # marks of a line that is a comment now
        if change.span.start >= ends:
            kept.append(change)
            ends = change.span.end
    return kept


def _span(token: re.Match[bytes], mark: re.Match[bytes]) -> tuple[int, int]:
    return token.start() + mark.start(), token.start() + mark.end()


def _in_condition(line: bytes) -> bool:
    return re.match(rb"\s*(?:\}\s*)?(?:else\s+)?if\b", line) is not None


def gaps(text: bytes) -> list[int]:
    """Where in a pipeline there may be any lines."""
    found = []
    at = text.find(OPEN)
    while at >= 0:
        found.append(at)
        at = text.find(OPEN, at + 1)
    return found
